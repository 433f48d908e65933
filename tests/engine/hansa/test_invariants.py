"""The invariants of section 21 over walks: what every single decision may and may not change.

Not for invariants that one state shows alone: `audit` has those, and the generic tests call it after every action.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from engine.chance import Stream
from engine.hansa.actions import Buy, Establish, HansaAction, Place, Refill, Sail, Sell
from engine.hansa.board import BOARD, COLOURS
from engine.hansa.state import HansaState, is_triggered, leader_of
from engine.hansa.title import TITLE
from engine.policies import moves
from engine.values import Event, Options, Setup
from tests.engine.clauses import clauses


class Change(NamedTuple):
    before: HansaState
    seat: int
    action: HansaAction
    after: HansaState
    events: list[Event]


def changes(n: int, seed: str) -> Iterator[Change]:
    """Every decision of a random game."""
    state, _ = TITLE.start(Setup(n, Options(), seed))
    stream = Stream(seed, "invariants")
    while decisions := TITLE.to_act(state):
        seat = stream.choice(decisions).seat
        action = stream.choice(moves(TITLE, state, seat))
        assert isinstance(action, HansaAction)
        after, events = TITLE.play(state, seat, action)
        yield Change(state, seat, action, after, events)
        state = after


WALKS = [change for n in (2, 3, 4) for number in range(4) for change in changes(n, f"walk {number}")]


def lines(change: Change) -> list[str]:
    return [event.line() for event in change.events]


def refilled(change: Change) -> bool:
    return isinstance(change.action, Refill) or any(line.startswith("refill forced") for line in lines(change))


@clauses("I-2")
def test_boxed_colours_never_move() -> None:
    for change in WALKS:
        assert change.after.boxed == change.before.boxed


@clauses("I-3")
def test_booths_change_only_by_place_establish_and_sell() -> None:
    for change in WALKS:
        if change.before.booths != change.after.booths:
            assert isinstance(change.action, Place | Establish | Sell)


@clauses("I-4", "I-5")
def test_talers_move_only_as_the_lines_say_and_transfers_go_to_the_leader() -> None:
    for change in WALKS:
        talers = list(change.before.talers)
        for line in lines(change):
            word, *rest = line.split(" ")
            if word == "income":
                talers[int(rest[0][1:]) - 1] += 3
            elif word == "tax":
                talers[int(rest[0][1:]) - 1] -= int(rest[1])
            elif word == "pay":
                assert rest[2] == "1"
                talers[int(rest[0][1:]) - 1] -= 1
                if rest[1] != "bank":
                    payee = int(rest[1][1:]) - 1
                    assert isinstance(change.action, Buy)
                    assert payee == leader_of(change.before.booths[BOARD.index[change.before.ship]]) != change.seat
                    talers[payee] += 1
        assert tuple(talers) == change.after.talers


@clauses("I-6")
def test_no_action_in_a_used_stay() -> None:
    for change in WALKS:
        if isinstance(change.action, Buy | Establish | Sell):
            assert not change.before.stay_used


@clauses("I-7")
def test_the_ship_moves_only_by_sail_along_a_route() -> None:
    for change in WALKS:
        if isinstance(change.action, Sail):
            assert change.after.ship in BOARD.exits[BOARD.index[change.before.ship]]
        else:
            assert change.after.ship == change.before.ship


@clauses("I-8", "I-9", "I-10")
def test_slots_gain_by_refill_and_lose_by_buy() -> None:
    for change in WALKS:
        old, new = change.before.slots, change.after.slots
        gained = [slot for slot in range(14) if new[slot] and new[slot] != old[slot]]
        lost = [slot for slot in range(14) if old[slot] and not new[slot]]
        assert len(lost) == isinstance(change.action, Buy)
        assert bool(gained) == refilled(change)
        drawn = len(change.before.supply) - len(change.after.supply)
        assert drawn == len(gained)
        assert change.after.supply == change.before.supply[drawn:]
        if refilled(change):
            assert "" not in new or not change.after.supply


@clauses("I-11", "I-12")
def test_sales_and_losses() -> None:
    for change in WALKS:
        seats = range(len(change.before.talers))
        for seat in seats:
            assert not Counter(change.before.sold[seat]) - Counter(change.after.sold[seat])
        assert change.after.removed[: len(change.before.removed)] == change.before.removed
        if not isinstance(change.action, Sell):
            continue
        sold = Counter(face[0] for face in change.action.faces)
        assert min(sold.values()) >= 2
        assert sum(map(sum, change.before.booths)) - sum(map(sum, change.after.booths)) == 1
        for seat in seats:
            if seat != change.seat:
                gone = Counter(change.before.face_up[seat]) - Counter(change.after.face_up[seat])
                by_colour = Counter(face[0] for face in gone.elements())
                assert set(by_colour) <= set(sold)
                assert max(by_colour.values(), default=0) <= 1
        kept = Counter(change.before.face_up[change.seat]) - Counter(change.action.faces)
        assert Counter(change.after.face_up[change.seat]) == kept


@clauses("I-13", "I-14")
def test_limits_at_the_end_of_a_turn_and_income_at_its_start() -> None:
    for change in WALKS:
        if change.before.phase != "place" and change.after.active != change.before.active:
            assert change.after.talers[change.before.active] <= 3
            assert len(change.after.face_up[change.before.active]) <= 3
            assert change.after.talers[change.after.active] >= (2 if refilled(change) else 3)


@clauses("I-15", "I-16")
def test_all_seats_have_the_same_number_of_turns() -> None:
    for n in (2, 3, 4):
        turns: Counter[int] = Counter()
        for change in changes(n, "turns"):
            turns.update(int(line[8]) for line in lines(change) if line.startswith("income"))
            triggered = len(change.after.supply) < BOARD.pile_sizes(n)[-1]
            assert is_triggered(change.after) == triggered
            if is_triggered(change.before):
                assert change.after.round == change.before.round
        assert len(set(turns.values())) == 1
        assert len(turns) == n


@clauses("I-17")
def test_an_open_prompt_has_a_legal_decision_and_act_can_always_end() -> None:
    for change in WALKS:
        for decision in TITLE.to_act(change.after):
            texts = [TITLE.text(action) for action in moves(TITLE, change.after, decision.seat)]
            assert texts
            assert decision.kind != "act" or "end" in texts


@clauses("I-18")
def test_every_marker_bought_is_held_sold_or_removed_and_every_game_ends() -> None:
    for n in (2, 3, 4):
        bought = 0
        for change in changes(n, "bought"):
            bought += isinstance(change.action, Buy)
            state = change.after
            assert bought == len(state.removed) + sum(map(len, (*state.face_up, *state.sold)))
        assert state.phase == "over"


@clauses("I-21")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_relabelling_colours_changes_no_count_and_no_score(n: int) -> None:
    relabel = dict(zip(COLOURS, COLOURS[1:] + COLOURS[0], strict=True))

    def renamed(faces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(face and relabel[face[0]] + face[1:] for face in faces)

    for change in changes(n, "relabel"):
        state = change.after
        other = TITLE.decode(TITLE.encode(state))
        for name in ("boxed", "supply", "slots", "removed", "open_loss", "answers"):
            setattr(other, name, renamed(getattr(state, name)))
        other.face_up = tuple(_sorted(renamed(faces)) for faces in state.face_up)
        other.sold = tuple(_sorted(renamed(faces)) for faces in state.sold)
        TITLE.audit(other)
        for seat in range(n):
            assert len(TITLE.legal(other, seat)) == len(TITLE.legal(state, seat))
        assert TITLE.result(other) == TITLE.result(state)


def _sorted(faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(faces, key=lambda face: (COLOURS.index(face[0]), face[1])))
