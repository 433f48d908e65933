"""Scenarios S-37 to S-47: empty deck, missing kinds, the last round, undo, time-outs.

Not for offers as such, and not for the result (S-43, S-44): `test_scoring` has it.
"""

import pytest

from engine.bohn.actions import Decline, Final
from engine.bohn.board import CONTRACTS, HARVESTS
from engine.bohn.state import BohnState, Merchant, fulfillable
from engine.bohn.title import TITLE
from engine.errors import Illegal, NotYourDecision
from tests.engine.bohn.positions import (
    ALL_LATE,
    QUIET,
    WITHOUT_ROTE,
    apply,
    apply_with_events,
    asked_at_the_end,
    bag,
    cards,
    follow,
    host_lines,
    is_legal,
    last_turn,
    merchant,
    open_numbers,
    position,
    refusal,
    state_of,
    table,
    texts,
)
from tests.engine.clauses import clauses


def with_all_contracts_but(named: str, holder: Merchant) -> Merchant:
    """Puts every contract that is not named into a hand, so that none is left to draw."""
    left = [card for card in CONTRACTS if card not in named.split()]
    return merchant(holder.town, hand=" ".join((*holder.hand, *left)))


@clauses("S-37", "BH-14.7")
def test_an_empty_deck_is_made_from_the_discards() -> None:
    third = with_all_contracts_but("A1 B1 D1", merchant("visby"))
    state = position(merchant("rostock", table="D1"), merchant("hamburg"), third, deck=0, discards="A1 B1")
    TITLE.audit(state)
    state, events = apply_with_events(state, "P1 close")
    assert "shuffle" in host_lines(events)
    assert (len(state.deck), state.discards) == (2, ())
    drawn = state.merchants[0].hand[-1]
    assert {drawn, *state.deck} == {"A1", "B1", "D1"}


@clauses("S-37", "BH-14.7", "BH-14.5")
def test_with_no_contract_anywhere_there_is_no_draw() -> None:
    state = position(merchant("rostock"), merchant("hamburg"), with_all_contracts_but("", merchant("visby")), deck=0)
    TITLE.audit(state)
    assert refusal(state, "P1 contract 1").clause == "BH-14.5"
    after, events = apply_with_events(state, "P1 close")
    assert after.merchants[0].hand == state.merchants[0].hand
    assert "draw P1 ?" not in host_lines(events)


@clauses("S-38", "BH-12.4", "BH-12.5")
def test_the_limits_of_the_missing_kind() -> None:
    state = position(
        merchant("visby", "blaue×2 feuer sau soja augen garten", talers=60),
        merchant("hamburg", talers=60),
        merchant("oslo"),
        towns=WITHOUT_ROTE,
    )
    state = apply(state, "P1 buy rote@x")
    assert state.merchants[0].talers == 44
    assert refusal(state, "P1 buy rote@x drop=blaue").clause == "BH-12.4"
    state = apply(state, "P1 buy brech@1 drop=rote")
    assert state.merchants[0].talers == 35
    assert refusal(state, "P1 buy rote@x drop=blaue").clause == "BH-12.5"
    state = apply(state, "P1 close", "P1 end", "P2 travel visby")
    assert is_legal(state, "P2 buy rote@x")


@clauses("S-38", "BH-12.4")
def test_where_a_missing_kind_is_not_missing() -> None:
    held = position(merchant("visby"), merchant("hamburg"), merchant("oslo", "rote"), towns=WITHOUT_ROTE)
    assert refusal(held, "P1 buy rote@x").clause == "BH-12.4"
    elsewhere = position(merchant("hamburg"), merchant("oslo"), merchant("oslo"), towns=WITHOUT_ROTE)
    assert refusal(elsewhere, "P1 buy rote@x").clause == "BH-12.4"
    poor = position(merchant("visby", talers=15), towns=WITHOUT_ROTE)
    assert refusal(poor, "P1 buy rote@x").clause == "BH-12.4"


def turn_order(state: BohnState) -> list[int]:
    """The seats whose turns follow, until the game leaves its turns."""
    order = []
    while state.phase not in ("last", "over"):
        order.append(state.active)
        seat = f"P{state.active + 1}"
        if state.phase == "start":
            state = apply(state, f"{seat} travel {state.merchants[state.active].town}")
        state = apply(state, f"{seat} close", f"{seat} end")
    return order


@clauses("S-39", "BH-15.1", "BH-15.2", "I-13", "I-14")
def test_the_last_of_the_eight_counts() -> None:
    state = position(
        merchant("rostock", hand="Na t1 t4 t5 t6 t7 Zo"),
        merchant("hamburg", hand=QUIET, pending="N05"),
        merchant("visby", hand=QUIET),
        phase="start",
        pile=("N01",),
    )
    assert len(state.spent) == 6
    state = apply(state, "P1 travel rostock")
    assert len(state.spent) == 7
    assert state.trigger is None
    state = apply(state, "P1 close", "P1 end")
    assert state.trigger == 1
    assert turn_order(state) == [1, 2, 0]


@clauses("S-40", "BH-7.1", "BH-15.3", "I-12")
def test_the_reserve_does_not_trigger() -> None:
    front = "Na t1 t4 t5 t6 t7 Zo"
    state = position(
        merchant("rostock", hand=front),
        merchant("hamburg", hand=front),
        merchant("visby", hand=QUIET, pending="N05"),
        phase="start",
        pile=(),
    )
    state = apply(state, "P1 travel rostock", "P1 close", "P1 end", "P2 travel hamburg")
    assert state.late == ALL_LATE
    assert set(ALL_LATE) <= set(state.spent)
    assert state.trigger is None
    state = apply(state, "P2 close", "P2 end")
    assert state.trigger == 2
    assert turn_order(state) == [2, 0, 1]


@clauses("S-41", "BH-15.4", "BH-15.5", "BH-14.8")
def test_after_the_own_last_turn() -> None:
    state = last_turn(merchant("rostock", hand="Na Zo t4 t5"), reserve=1)
    state = apply(state, "P3 offer #1 P1 invite", "P1 accept #1")
    assert state.merchants[0].hand == cards("Zo t4 t5 Na")
    assert state.merchants[0].pending == (HARVESTS[-1],)
    assert is_legal(state, "P1 contract 2")
    state = apply(state, "P3 close", "P3 end")
    assert state.phase == "over"
    assert state.merchants[0].pending == (HARVESTS[-1],)
    assert isinstance(refusal(state, "P1 contract 2"), NotYourDecision)


@clauses("S-42", "BH-15.6", "BH-15.7", "BH-20.6")
@pytest.mark.parametrize(("answer", "total"), [("R5", 71), ("R1", 66), ("-", 48)])
def test_the_final_choice(answer: str, total: int) -> None:
    state = asked_at_the_end()
    assert state.phase == "last"
    assert refusal(state, "P1 final R1 R5").clause == "BH-15.6"
    assert refusal(state, "P1 final R2").clause == "BH-15.6"
    result = TITLE.result(apply(state, f"P1 final {answer}"))
    assert result is not None
    assert {rank.seat: rank.total for rank in result.ranking}[0] == total
    assert TITLE.absent(state, 0) == Final(("R5",))


@clauses("BH-14.8", "BH-15.6")
def test_no_contract_is_bought_in_last() -> None:
    state = asked_at_the_end()
    assert refusal(state, "P2 contract 1").clause == "BH-14.8"
    assert isinstance(refusal(state, "P2 final -"), NotYourDecision)
    assert [(decision.seat, decision.kind) for decision in TITLE.to_act(state)] == [(0, "last")]


@clauses("S-45", "BH-20.7", "I-22")
def test_a_purchase_can_be_taken_back() -> None:
    game = table(position(merchant("rostock"), merchant("rostock", "blaue")))
    before = TITLE.encode(state_of(game))
    follow(game, "P1 buy sau@1", "P1 undo")
    assert TITLE.encode(state_of(game)) == before
    follow(game, "P1 buy sau@1", "P2 offer #1 P1 give=blaue")
    with pytest.raises(Illegal) as caught:
        follow(game, "P1 undo")
    assert caught.value.clause == "BH-20.7"


@clauses("S-45", "BH-20.7")
def test_a_journey_can_be_taken_back_unless_a_harvest_card_was_drawn() -> None:
    paid = table(position(merchant("hamburg", hand="t1 Zo Na t4", talers=20), phase="start"))
    before = TITLE.encode(state_of(paid))
    state = follow(paid, "P1 travel rostock")
    assert state.merchants[0].talers == 0
    follow(paid, "P1 undo")
    assert TITLE.encode(state_of(paid)) == before
    drew = table(position(merchant("hamburg", hand="t1 Na Zo t4"), phase="start"))
    follow(drew, "P1 travel rostock")
    assert not drew.can_undo(0)
    with pytest.raises(Illegal):
        follow(drew, "P1 undo")


@clauses("S-46", "BH-13.4")
@pytest.mark.parametrize(("drawn", "phase", "active"), [("R1", "final", 0), ("H2", "start", 1)])
def test_close_auto(drawn: str, phase: str, active: int) -> None:
    state = apply(position(merchant("rostock", "feuer rote"), top=drawn), "P1 close auto")
    assert (state.phase, state.active) == (phase, active)
    assert ("R1" in fulfillable(state.merchants[0])) == (phase == "final")


@clauses("S-47", "BH-20.4", "BH-20.2", "BH-21.3")
def test_an_answer_that_never_came() -> None:
    game = table(position(merchant("rostock", "blaue"), merchant("rostock", "sau", "t1 t4 Na Zo")))
    state = follow(game, "P1 offer #1 P2 give=blaue take=sau")
    assert "close" in texts(state, 0, "close")
    decline = TITLE.absent(state, 1)
    assert decline == Decline("#1")
    game.apply(1, decline, host=True)
    assert str(game.lines[-1]) == "P2 decline #1 !"
    assert open_numbers(state_of(game)) == []
    assert is_legal(state_of(game), "P2 offer #2 P1 give=sau take=blaue")
    assert is_legal(state_of(game), "P2 contract 1")
    assert state_of(game).merchants[1].beans == bag("sau")
