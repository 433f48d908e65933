"""Why something is not offered: what is said is what the rules say to whoever tries it, and tells nothing hidden.

Not for the words of refusals, nor for the panel that shows them: `tests/bot/ui/test_more.py`.
"""

from collections.abc import Iterator
from itertools import islice

import pytest

from bot.table import why_not
from bot.table.why_not import MOST_REASONS, Reason, missing, reasons
from engine.chance import Stream
from engine.choices import Value, value_of, words_of
from engine.errors import Illegal
from engine.hansa.title import TITLE
from engine.history import Game
from engine.registry import KEYS
from engine.title import AnyTitle
from engine.values import Action, State, Verb
from tests.engine.hansa.positions import position
from tests.engine.walks import VARIANTS, Variant, walk

EVERY = 12
LENGTH = 60
FIRST = {variant.key: variant for variant in reversed(VARIANTS)}
HANSA: AnyTitle = TITLE


@pytest.fixture(autouse=True)
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of some decisions is true of all."""
    monkeypatch.setattr(why_not, "MOST_TRIED", 100)


def asked(key: str) -> Iterator[tuple[Game, int, Verb]]:
    """Some positions of a game, whose turn it is and somebody else, and what each cannot do."""
    variant: Variant = FIRST[key]
    for number, game in enumerate(walk(variant, "why not", LENGTH)):
        if number % EVERY == 0 and game.to_act():
            seat = game.to_act()[0].seat
            for each in (seat, (seat + 1) % variant.seats):
                for verb in missing(game.title, game.state, each):
                    yield game, each, verb


def refused(title: AnyTitle, state: State, seat: int, verb: Verb) -> dict[Value, set[tuple[str, str]]]:
    """What `check` says to decisions of a verb, by the value of its first parameter."""
    found = dict[Value, set[tuple[str, str]]]()
    for first, action in islice(why_not._possible(title, verb), why_not.MOST_TRIED):
        found.setdefault(first, set()).add(_clause(title, state, seat, action))
    return found


def _clause(title: AnyTitle, state: State, seat: int, action: Action) -> tuple[str, str]:
    try:
        title.check(state, seat, action)
    except Illegal as error:
        return error.clause, error.reason
    return "", ""


@pytest.mark.parametrize("key", KEYS)
def test_every_reason_is_what_whoever_tries_it_is_told(key: str) -> None:
    clauses = set[str]()
    for game, seat, verb in asked(key):
        found, tried = reasons(game.title, game.state, seat, verb), refused(game.title, game.state, seat, verb)
        assert len(found) <= MOST_REASONS
        for reason in found:
            said = reason.refusal.clause, reason.refusal.reason
            assert all(said), verb
            clauses.add(reason.refusal.clause)
            assert all(said in tried[value] for value in reason.values or tried)
    assert clauses


@pytest.mark.parametrize("key", KEYS)
def test_what_is_named_is_really_missing(key: str) -> None:
    for game, seat, verb in asked(key):
        first = next((param for param in verb.params if not param.optional), None)
        legal = [each for each in game.title.legal(game.state, seat) if game.title.verb_of[type(each)] is verb]
        offered = {word for each in legal for word in words_of(value_of(each, first), first)} if first else set()
        for reason in reasons(game.title, game.state, seat, verb):
            assert not offered & set(reason.values)
            assert reason.values or not legal, "there is no other reason, and nothing of it is possible"


@pytest.mark.parametrize("key", KEYS)
def test_nothing_hidden_is_told(key: str) -> None:
    stream = Stream("why not", key)
    for game, seat, verb in asked(key):
        found = reasons(game.title, game.state, seat, verb)
        other = game.title.resample(game.state, seat, stream)
        assert list(map(told, reasons(game.title, other, seat, verb))) == list(map(told, found))
        assert missing(game.title, other, seat) == missing(game.title, game.state, seat)


def told(reason: Reason) -> tuple[str, str, str, tuple[Value, ...]]:
    """All that is shown of it."""
    return reason.refusal.clause, reason.refusal.reason, str(reason.refusal), reason.values


def test_hansa_says_why_the_ship_cannot_sail_there() -> None:
    """HA-7: the ship follows an arrow, and every one costs a taler."""
    sail = HANSA.verb_named["sail"]
    (reason,) = reasons(HANSA, position(ship="riga").state, 0, sail)
    assert reason.refusal.clause.startswith("HA-7.")
    assert "copenhagen" in reason.values
    assert "danzig" not in reason.values
    broke = reasons(HANSA, position(ship="riga", talers=(0, 3, 3)).state, 0, sail)
    (unpaid,) = (each for each in broke if "danzig" in each.values)
    assert str(unpaid.refusal) != str(reason.refusal)


def test_what_cannot_be_done_at_all_comes_first() -> None:
    verbs = [verb.name for verb in missing(HANSA, position(phase="tax", face_up=["Y1 Y2 R1 K3"]).state, 0)]
    assert verbs[-1] == "discard"
    assert "standing" not in verbs, "an order is no move"
    for verb in verbs[:-1]:
        found = reasons(HANSA, position(phase="tax", face_up=["Y1 Y2 R1 K3"]).state, 0, HANSA.verb_named[verb])
        assert len(found) == 1
        assert found[0].values == (), "one reason for all of it"
