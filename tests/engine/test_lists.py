"""Lists of decisions tell a seat nothing that it may not know, in every title, at the table and through the console.

Not for what a title lets a seat take back: `tests/engine/<key>/` has the tables of the specifications.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import pytest

from engine.chance import Stream
from engine.console import Console
from engine.errors import Illegal
from engine.history import Game
from engine.title import AnyTitle
from engine.values import UNDO, Action, State
from tests.engine.walks import VARIANTS, Variant, built, walk

POSITIONS = 36
"""Positions of a title that each test looks at, shared out among its variants."""
LONGEST = 300
"""Decisions in a walk at most."""
TRIED = 8
"""First decisions tried at one position and seat."""
OTHERS = 4
"""States the seat cannot tell from the true one, for each position."""

VARIANTS_OF = Counter(variant.key for variant in VARIANTS)

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

Refusal = tuple[str, str, str]
"""The class, the clause and the sentence."""


class Place(NamedTuple):
    """A seat at a position: the true state first, then others that the seat cannot tell from it."""

    title: AnyTitle
    seat: int
    states: list[State]
    stream: Stream


def places(variant: Variant, label: str, share: int = 1) -> Iterator[Place]:
    """Every seat at positions spread over games; `share` asks for one in so many."""
    title, stream = variant.title, Stream(label, str(variant))
    for number in range(max(3, POSITIONS // VARIANTS_OF[variant.key]) // share):
        *_, game = walk(variant, f"{label} {number}", stream.below(LONGEST))
        for seat in range(variant.seats):
            others = [title.resample(game.state, seat, stream) for _ in range(OTHERS)]
            yield Place(title, seat, [game.state, *others], stream)


def some(actions: Sequence[Action], stream: Stream, count: int) -> list[Action]:
    return list(stream.shuffled(actions))[:count]


def lists(place: Place) -> Iterator[list[Action]]:
    """Lists of two and three: what is legal now, then what may become legal by it, was legal before, or is nonsense."""
    title, seat, states, stream = place
    now = list(title.legal(states[0], seat))
    for first in some(now, stream, TRIED):
        afters = [title.play(state, seat, first)[0] for state in states]
        new = dict.fromkeys(action for after in afters for action in title.legal(after, seat) if action not in now)
        seconds = [*some(list(new), stream, 3), *some(now, stream, 1), UNDO]
        if (nonsense := built(title, stream)) is not None:
            seconds.append(nonsense)
        for second in seconds:
            yield [first, second]
            yield [first, second, stream.choice(seconds)]


def refusal(title: AnyTitle, state: State, seat: int, actions: Sequence[Action]) -> Refusal | None:
    """Why the list is refused at this state, without a trace; None if it is played whole."""
    game, before = Game(title, None, state), title.encode(state)
    try:
        game.apply(seat, *actions)
    except Illegal as error:
        assert (game.lines, game.steps, title.encode(game.state)) == ([], [], before)
        assert game.state_at(0) is game.state
        return type(error).__name__, error.clause, str(error)
    assert game.version == len(actions)
    return None


@each_variant
def test_a_refusal_of_a_list_depends_on_nothing_hidden(variant: Variant) -> None:
    for place in places(variant, "lists"):
        title, seat, states, _ = place
        for actions in lists(place):
            told = {refusal(title, state, seat, actions) for state in states}
            assert len(told) == 1, [title.text(action) for action in actions]


@each_variant
def test_only_the_last_decision_of_a_list_may_be_beyond_taking_back(variant: Variant) -> None:
    for place in places(variant, "beyond"):
        title, seat, (state, *_), _ = place
        for first, *rest in lists(place):
            after, _ = title.play(state, seat, first)
            told = refusal(title, state, seat, [first, *rest])
            if title.is_aside(first) or not title.revocable(state, seat, first, after):
                assert told is not None
                assert told[:2] == ("Illegal", title.undo_clause)
                assert told[2].startswith("Only the last decision of a list may show something hidden")
            elif len(rest) == 1 and rest != [UNDO]:
                assert told == refusal(title, after, seat, rest)


@each_variant
def test_what_can_surely_be_taken_back_shows_a_seat_nothing_new(variant: Variant) -> None:
    for title, seat, states, stream in places(variant, "revocable"):
        for action in some(title.legal(states[0], seat), stream, 3 * TRIED):
            told, undoable = set(), set()
            for state in states:
                after, events = title.play(state, seat, action)
                view = msgspec.json.encode(title.view(after, seat))
                own = msgspec.json.encode([event for event in events if event.audience in (None, seat)])
                sure = title.revocable(state, seat, action, after)
                told.add((sure, view, own) if sure else (sure, b"", b""))
                undoable.add((view, title.undoable(state, seat, action, after)))
            assert len(told) == 1, title.text(action)
            assert len({view for view, _ in undoable}) == len(undoable), title.text(action)
            assert not sure or undoable == {(view, True)}


@each_variant
@pytest.mark.long
def test_the_console_refuses_lists_alike(variant: Variant) -> None:
    for place in places(variant, "console", share=3):
        for actions in lists(place):
            texts = [place.title.text(action) for action in actions]
            told = {_reply(variant.key, msgspec.to_builtins(state), place.seat, texts) for state in place.states[:2]}
            assert len(told) == 1, texts


def _reply(key: str, state: object, seat: int, texts: list[str]) -> str:
    """The error of the console's reply; "null" if the list is played. What was refused leaves the state as it was."""
    console = Console()

    def asked(**request: object) -> dict[str, object]:
        reply: dict[str, object] = json.loads(console.answer(json.dumps(request)))
        return reply

    assert asked(op="load", title=key, state=state) == {"ok": True, "game": 1}
    error = asked(op="apply", game=1, seat=seat, action=texts).get("error")
    if error is not None:
        assert asked(op="state", game=1)["state"] == json.loads(json.dumps(state))
    return json.dumps(error)
