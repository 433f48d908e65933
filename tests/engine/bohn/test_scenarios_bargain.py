"""Scenarios S-16 to S-36: full boards, offers, invitations, counters, withdrawal by the host, contracts out of turn.

Not for the end of the game.
"""

import pytest

from engine.bohn.state import BohnState
from engine.errors import NotYourDecision
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    bag,
    cards,
    host_lines,
    is_legal,
    merchant,
    open_numbers,
    position,
    refusal,
    texts,
)
from tests.engine.clauses import clauses

EIGHT = "blaue feuer brech soja augen rote garten garten"


@clauses("S-16", "BH-12.1", "BH-11.4")
def test_a_full_board_needs_a_drop() -> None:
    full = position(merchant("rostock", EIGHT))
    assert refusal(full, "P1 buy sau@1").clause == "BH-12.1"
    after = apply(full, "P1 buy sau@1 drop=blaue")
    assert after.merchants[0].beans == bag("feuer sau brech soja augen rote garten garten")
    assert refusal(full, "P1 buy sau@1 drop=sau").clause == "BH-11.4"
    seven = position(merchant("rostock", EIGHT.removesuffix(" garten")))
    assert refusal(seven, "P1 buy sau@1 drop=blaue").clause == "BH-11.4"


@clauses("S-17", "BH-11.3", "I-2")
def test_two_full_boards_can_swap() -> None:
    state = position(merchant("rostock", EIGHT), merchant("rostock", EIGHT))
    swapped = apply(state, "P1 offer #1 P2 give=blaue take=garten", "P2 accept #1")
    assert [len(each.beans) for each in swapped.merchants[:2]] == [8, 8]
    assert refusal(swapped, "P1 offer #2 P2 give=feuer take=brech,soja").clause == "BH-11.4"
    more = apply(swapped, "P1 offer #2 P2 give=feuer take=brech,soja drop=garten", "P2 accept #2")
    assert [len(each.beans) for each in more.merchants[:2]] == [8, 7]


@clauses("S-18", "BH-9.8", "BH-11.3")
def test_a_bundle_at_the_limit() -> None:
    state = position(merchant("rostock", EIGHT), merchant("hamburg", "feuer"))
    line = "P1 offer #1 P2 invite buy=sau@1 give=sau take=feuer"
    assert refusal(state, line).clause == "BH-11.4"
    state = apply(state, f"{line} drop=blaue", "P2 accept #1")
    assert state.merchants[0].beans == bag("feuer feuer brech soja augen rote garten garten")
    assert state.merchants[1].beans == ("sau",)


@clauses("S-19", "BH-9.3")
def test_a_bundle_must_be_affordable() -> None:
    state = position(merchant("rostock", talers=5), merchant("hamburg", "feuer"))
    line = "P1 offer #1 P2 invite buy=sau@1 give=sau take=feuer"
    assert refusal(state, line).clause == "BH-12.1"
    assert is_legal(position(merchant("rostock", talers=6), merchant("hamburg", "feuer")), line)


@clauses("S-20", "BH-11.2", "BH-9.6", "BH-9.11")
def test_a_gift_can_be_refused() -> None:
    state = apply(position(merchant("rostock"), merchant("rostock", "blaue")), "P2 offer #1 P1 give=blaue")
    declined = apply(state, "P1 decline #1")
    assert open_numbers(declined) == []
    lapsed, events = apply_with_events(state, "P1 close")
    assert "lapse #1" in host_lines(events)
    for after in (declined, lapsed):
        assert after.merchants[0].beans == ()
        assert after.merchants[1].beans == ("blaue",)


@clauses("S-21", "BH-9.1", "BH-9.3")
def test_the_wrong_partner_or_time() -> None:
    state = position(merchant("rostock"), merchant("rostock", "blaue"), merchant("rostock", "feuer"))
    assert refusal(state, "P2 offer #1 P3 give=blaue").clause == "BH-9.1"
    assert refusal(state, "P2 offer #1 P2 give=blaue").clause == "BH-9.2"
    assert refusal(state, "P2 offer #1 P5 give=blaue").clause == "BH-9.2"
    toll = apply(
        position(merchant("rostock", "blaue garten", "Zo Na t1", talers=19), phase="start"), "P1 travel rostock"
    )
    start = position(merchant("rostock", "blaue"), merchant("rostock"), phase="start")
    final = position(merchant("rostock", "blaue"), merchant("rostock"), phase="final")
    assert toll.phase == "toll"
    for elsewhere in (start, toll, final):
        assert refusal(elsewhere, "P1 offer #1 P2 invite give=blaue").clause == "BH-9.3"
        assert refusal(elsewhere, "P2 offer #1 P1 invite").clause == "BH-9.3"


@clauses("S-22", "BH-9.3", "BH-10.1", "BH-10.3")
def test_the_invitation_must_fit_the_towns() -> None:
    state = position(merchant("rostock", "blaue"), merchant("hamburg"), merchant("rostock"))
    assert refusal(state, "P1 offer #1 P2 give=blaue").clause == "BH-9.3"
    state = apply(state, "P1 offer #1 P2 invite")
    assert refusal(state, "P1 offer #2 P3 invite").clause == "BH-10.1"
    assert refusal(state, "P1 offer #2 P3").clause == "BH-9.3"


@clauses("S-23", "BH-10.2", "BH-6.1")
def test_the_toll_of_an_invited_seat() -> None:
    state = position(merchant("rostock"), merchant("hamburg", hand="Zo t4 Na", talers=15))
    state, events = apply_with_events(state, "P1 offer #1 P2 invite", "P2 accept #1")
    assert state.merchants[1].talers == 0
    assert state.merchants[1].hand == cards("t4 Na Zo")
    assert host_lines(events) == ["invited P2 Zo", "toll P2 15"]


@clauses("S-24", "BH-9.7", "BH-6.5", "BH-9.2")
def test_an_invited_seat_chooses_its_payment() -> None:
    state = position(merchant("rostock", "sau"), merchant("hamburg", "feuer soja garten", "Zo t4 Na", talers=4))
    state = apply(state, "P1 offer #1 P2 invite give=sau take=garten")
    assert refusal(state, "P2 accept #1").clause == "BH-9.7"
    assert refusal(state, "P2 accept #1 pay=garten").clause == "BH-9.3"
    assert refusal(state, "P2 accept #1 pay=feuer,soja,garten").clause == "BH-9.7"
    assert open_numbers(state) == ["#1"]
    assert texts(state, 1, "accept") == ["accept #1 pay=feuer,soja"]
    state = apply(state, "P2 accept #1 pay=feuer,soja")
    assert (state.merchants[1].talers, state.merchants[1].beans) == (0, ("sau",))
    assert state.merchants[0].beans == ("garten",)


@clauses("S-25", "BH-9.7")
def test_a_promise_that_the_toll_makes_impossible() -> None:
    state = position(merchant("rostock", "sau"), merchant("hamburg", "garten", "Zo t4 Na", talers=0))
    state = apply(state, "P1 offer #1 P2 invite give=sau take=garten")
    assert refusal(state, "P2 accept #1").clause == "BH-9.3"
    assert open_numbers(state) == ["#1"]
    assert state.merchants[1].beans == ("garten",)
    assert state.merchants[1].credit == 0


@clauses("S-26", "BH-10.2")
def test_a_contract_in_front_is_lost() -> None:
    state = position(merchant("rostock"), merchant("hamburg", "blaue feuer", "B1 t4 Na Zo"))
    state = apply(state, "P1 offer #1 P2 invite", "P2 accept #1")
    assert state.discards[-1] == "B1"
    assert state.merchants[1].talers == 30
    assert state.merchants[1].hand == cards("t4 Na Zo")


@clauses("S-27", "BH-7.1", "BH-10.2")
def test_when_the_piles_are_empty_nothing_is_drawn() -> None:
    state = position(
        merchant("rostock", hand="t1 Zo Na", pending="N05"),
        merchant("hamburg", hand="Na Zo t4"),
        merchant("visby", hand="Na Zo t4"),
        pile=(),
        reserve=1,
    )
    state = apply(state, "P1 offer #1 P2 invite", "P2 accept #1", "P1 offer #2 P3 invite", "P3 accept #2")
    assert len(state.merchants[1].pending) == 1
    assert state.merchants[2].pending == ()
    assert [each.hand for each in state.merchants[1:]] == [cards("Zo t4 Na")] * 2


@clauses("S-28", "BH-5.1", "BH-18.5")
def test_two_pending_cards_are_placed_in_the_order_drawn() -> None:
    state = position(merchant("rostock"), merchant("hamburg", pending="N05 N02"), phase="final", pile=())
    state, events = apply_with_events(state, "P1 end")
    assert [line for line in host_lines(events) if line.startswith("place")] == [
        "place edinburgh blaue 2 @3",
        "place stockholm augen 3 @3",
        "place rostock sau 3 @3",
        "place oslo garten 2 @3",
        "place nowgorod soja 3 @3",
        "place malmoe blaue 3 @4",
    ]
    assert state.spent[-2:] == ("N05", "N02")
    assert state.merchants[1].pending == ()
    assert (state.active, state.phase) == (1, "start")


@clauses("S-29", "BH-9.10", "BH-9.6")
def test_a_counter_declines_and_proposes() -> None:
    state = position(merchant("rostock", "blaue rote"), merchant("rostock", "garten"))
    state = apply(state, "P1 offer #1 P2 give=blaue take=garten", "P2 counter #1 #2 give=garten take=blaue,rote")
    assert open_numbers(state) == ["#2"]
    assert isinstance(refusal(state, "P2 accept #2"), NotYourDecision)
    assert isinstance(refusal(state, "P2 accept #1"), NotYourDecision)
    done = apply(state, "P1 accept #2")
    assert done.merchants[0].beans == ("garten",)
    assert done.merchants[1].beans == bag("blaue rote")
    without_rote = position(merchant("rostock", "blaue"), merchant("rostock", "garten"))
    without_rote = apply(
        without_rote, "P1 offer #1 P2 give=blaue take=garten", "P2 counter #1 #2 give=garten take=blaue,rote"
    )
    assert refusal(without_rote, "P1 accept #2").clause == "BH-9.3"


@clauses("BH-9.10")
def test_an_illegal_counter_leaves_the_old_offer_open() -> None:
    state = position(merchant("rostock", "blaue"), merchant("rostock", "garten"))
    state = apply(state, "P1 offer #1 P2 give=blaue take=garten")
    assert refusal(state, "P2 counter #1 #2 give=rote take=blaue").clause == "BH-9.3"
    assert refusal(state, "P2 counter #1 #2 invite give=garten take=blaue").clause == "BH-10.1"
    assert open_numbers(state) == ["#1"]


@clauses("S-30", "BH-9.5", "I-17")
def test_one_bean_cannot_be_given_twice() -> None:
    state = position(merchant("rostock", "garten"), merchant("hamburg", "blaue"), merchant("visby", "sau"))
    state = apply(state, "P1 offer #1 P2 invite give=garten take=blaue", "P1 offer #2 P3 invite give=garten take=sau")
    state, events = apply_with_events(state, "P3 accept #2")
    assert open_numbers(state) == []
    assert "void #1" in host_lines(events)
    refusal(state, "P2 accept #1")


@clauses("S-31", "BH-9.5")
def test_an_offer_falls_when_its_token_is_gone() -> None:
    state = position(merchant("rostock"), merchant("hamburg", "feuer"))
    state = apply(state, "P1 offer #1 P2 invite buy=sau@1 give=sau take=feuer", "P1 buy sau@1")
    assert state.merchants[0].beans == ("sau",)
    assert open_numbers(state) == []


@clauses("S-32", "BH-9.5", "BH-10.4")
def test_nobody_comes_twice() -> None:
    state = position(merchant("rostock", "blaue"), merchant("hamburg", hand="t4 t5 Na Zo"))
    state = apply(state, "P1 offer #1 P2 invite", "P1 offer #2 P2 invite give=blaue", "P2 accept #1")
    assert open_numbers(state) == []
    assert state.merchants[1].hand == cards("t5 Na Zo t4")


@clauses("S-33", "BH-9.4")
def test_beans_may_be_asked_for_too_early() -> None:
    state = position(merchant("rostock"), merchant("hamburg"), merchant("rostock", "garten"))
    state = apply(state, "P3 offer #1 P1 give=garten take=sau")
    assert refusal(state, "P1 accept #1").clause == "BH-9.3"
    state = apply(state, "P1 buy sau@1", "P1 accept #1")
    assert state.merchants[2].beans == ("sau",)


def buyer(hand: str = "t4 Zo R1 t5 Na", talers: int = 12) -> BohnState:
    return position(merchant("rostock"), merchant("rostock", "feuer rote", hand, talers=talers), top="A1")


@clauses("S-34", "BH-14.4", "BH-14.5", "BH-14.6", "BH-3.2")
def test_a_contract_bought_out_of_turn() -> None:
    state = apply(buyer(), "P2 contract 1")
    assert state.merchants[1].talers == 7
    assert state.merchants[1].hand == cards("Zo R1 t5 Na A1")
    assert "t4" not in state.merchants[1].hand + state.merchants[1].table
    for place in (1, 2):
        assert refusal(state, f"P2 contract {place}").clause == "BH-14.5"
    assert is_legal(state, "P2 contract 3")
    assert isinstance(refusal(state, "P2 fulfil R1"), NotYourDecision)


@clauses("S-35", "BH-14.5")
@pytest.mark.parametrize(("hand", "talers"), [("t4 Zo R1 t5 Na", 4), ("Na Zo R1", 30)])
def test_a_purchase_that_is_impossible(hand: str, talers: int) -> None:
    state = buyer(hand, talers)
    assert texts(state, 1, "contract") == []
    for place in range(1, 1 + len(hand.split())):
        assert refusal(state, f"P2 contract {place}").clause == "BH-14.5"


@clauses("S-36", "BH-9.5", "BH-9.3", "BH-9.7")
@pytest.mark.parametrize("place", [1, 4])
def test_a_purchase_withdraws_the_buyers_own_invitations(place: int) -> None:
    state = position(merchant("rostock"), merchant("hamburg", "feuer soja garten", "t4 Zo Na t7", talers=16))
    state = apply(state, "P2 offer #1 P1 invite give=feuer")
    state, events = apply_with_events(state, f"P2 contract {place}")
    assert state.merchants[1].talers == 11
    assert open_numbers(state) == []
    assert "void #1" in host_lines(events)
    again = "P2 offer #2 P1 invite give=feuer"
    if place == 4:
        assert is_legal(state, again)
        return
    assert refusal(state, again).clause == "BH-9.7"
    assert refusal(state, f"{again} pay=feuer").clause == "BH-9.3"
    assert is_legal(state, f"{again} pay=soja")
