"""Why an undo is refused: for every title, the sentence that is said is true.

Not for what can be taken back at all: the tests of each title's clauses.
"""

import copy
from collections.abc import Callable

import pytest

from engine.bohn.title import TITLE as BOHN
from engine.chance import Stream
from engine.errors import Illegal
from engine.haithabu.actions import NOTHING, Run
from engine.haithabu.state import HaithabuState
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.title import AnyTitle
from engine.undoing import cannot_undo, nothing_to_undo
from engine.values import Action, State
from tests.engine.bohn.positions import position, read
from tests.engine.walks import VARIANTS, Variant, walk

LENGTH = 60
SAMPLES = 30
OFFER_VERBS = {"offer", "counter", "decline", "withdraw"}


def refused(game: Game, seat: int) -> Illegal | None:
    try:
        game.title.take_back(game.steps, game.state, seat)
    except Illegal as error:
        return error
    return None


def verb(title: AnyTitle, action: Action) -> str:
    return title.verb_of[type(action)].name


def own(game: Game, seat: int) -> list[int]:
    """The places of a seat's decisions."""
    steps = enumerate(game.steps)
    return [place for place, step in steps if step.seat == seat and not game.title.is_aside(step.action)]


def others_since(game: Game, seat: int) -> bool:
    after = game.steps[own(game, seat)[-1] + 1 :]
    return any(step.seat != seat and not game.title.is_aside(step.action) for step in after)


def told_something(title: AnyTitle, before: State, seat: int, action: Action) -> bool:
    """Whether somebody may know more after it than before: from positions they cannot tell apart, they see others."""
    stream = Stream("reasons", "samples")
    seats = title.view(before, None).seats
    for viewer in (*range(seats), None):
        seen = set()
        for _ in range(SAMPLES):
            other = title.resample(before, viewer, stream)
            try:
                after, events = title.apply(other, seat, action)
            except Illegal:  # the seat's own hand is another one there
                continue
            seen.add(repr((title.view(after, viewer), [one for one in events if one.audience in (None, viewer)])))
            if len(seen) > 1:
                return True
    return False


def is_true(game: Game, seat: int, reason: str) -> bool:
    title, mine = game.title, own(game, seat)
    latest = game.steps[mine[-1]] if mine else None
    counts = [game.steps[place] for place in mine if verb(title, game.steps[place].action) not in OFFER_VERBS]
    last = counts[-1] if counts else None
    checks: dict[str, Callable[[], bool]] = {
        nothing_to_undo("", True).reason: lambda: others_since(game, seat),
        nothing_to_undo("", False).reason: lambda: not mine,
        cannot_undo("", "over").reason: lambda: game.result() is not None,
        cannot_undo("", "passed").reason: lambda: any(decision.seat != seat for decision in game.to_act()),
        cannot_undo("", "sealed").reason: lambda: (
            last is not None and any(type(one) is type(last.action) for one in title.legal(game.state, seat))
        ),
        cannot_undo("", "offer").reason: lambda: latest is not None and verb(title, latest.action) in OFFER_VERBS,
        cannot_undo("", "shown").reason: lambda: (
            last is not None and told_something(title, last.before, seat, last.action)
        ),
        cannot_undo("", "hint").reason: lambda: last is not None and crosses_where_traps_are(last.before, last.action),
        cannot_undo("", "answered").reason: lambda: (
            last is not None and has_bound(title, seat, last.before, last.action)
        ),
        cannot_undo("", "kind").reason: lambda: last is not None,
    }
    return checks[reason]()


def crosses_where_traps_are(before: State, action: Action) -> bool:
    """HB-16.4."""
    return isinstance(before, HaithabuState) and before.traps and isinstance(action, Run) and action.over != NOTHING


def has_bound(title: AnyTitle, seat: int, before: State, action: Action) -> bool:
    """Whether an order or offer that another seat has given was carried out with it."""
    match title.key:
        case "hansa":
            return any(order for each, order in enumerate(before.standing) if each != seat)  # type: ignore[attr-defined]
        case "teutonica":
            players = enumerate(before.players)  # type: ignore[attr-defined]
            return any(player.standing != "ask" for each, player in players if each != seat)
        case "bohn":
            return verb(title, action) == "accept"
    return False


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_reason_that_is_given_is_true(variant: Variant) -> None:
    said, final, undone = set(), set(), set()
    for seed in ("reasons 1", "reasons 2"):
        for game in walk(variant, seed, LENGTH):
            title = game.title
            for seat in range(variant.seats):
                error = refused(game, seat)
                if error is None:
                    undone.add(type(game.steps[own(game, seat)[-1]].action))
                    continue
                assert error.clause == title.undo_clause
                said.add(error.reason)
                assert is_true(game, seat, error.reason), (error.reason, [str(line) for line in game.lines[-4:]])
                if error.reason == cannot_undo("", "kind").reason:
                    final.add(type(game.steps[own(game, seat)[-1]].action))
    assert len(said) > 1
    assert not final & undone


@pytest.mark.parametrize("variant", {variant.key: variant for variant in VARIANTS}.values(), ids=str)
def test_what_ended_the_game_is_final_because_it_is_over(variant: Variant) -> None:
    game = variant.game("the end")
    playout(game, simple_policy, 5000, "the end")
    last = game.steps[-1]
    assert game.result() is not None
    assert variant.title.why_final(last.before, last.seat, last.action, game.state) == "over"


def test_bohn_closing_without_a_card_to_draw_is_final_of_itself() -> None:
    before = copy.copy(position())
    before.deck = before.discards = ()
    seat, action = read("P1 close")
    after, _ = BOHN.play(before, seat, action)
    assert after.merchants[seat].hand == before.merchants[seat].hand
    assert after.active == seat
    assert BOHN.why_final(before, seat, action, after) == "kind"
