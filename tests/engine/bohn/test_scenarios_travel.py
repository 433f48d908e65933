"""Scenarios S-1 to S-15: start, journeys, tolls, harvests, purchases from squares.

Not for bargains.
"""

import pytest

from engine.bohn.board import TOWN
from engine.bohn.play.journeys import place_harvest
from engine.bohn.state import BohnState, Merchant, Pile, supply_of
from engine.bohn.title import TITLE
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    bag,
    cards,
    host_lines,
    is_legal,
    merchant,
    new,
    position,
    refusal,
    squares,
    texts,
)
from tests.engine.clauses import clauses


def prices(state: BohnState, town: str) -> tuple[int, ...]:
    return TOWN[town].prices(state.beanometer(town).filled)


def opening(seed: str) -> BohnState:
    """Openings of 47, 41 and 41 talers, about to be shown."""
    state = new(3, seed)
    pool = sorted(state.deck + tuple(card for each in state.merchants for card in each.hand[7:]))
    hands = ("R5 B1 B2", "A4 D1 A1", "H3 H1 V1")
    for seat, hand in enumerate(hands):
        state.update(seat, hand=(*state.merchants[seat].hand[:7], *hand.split()))
    state.deck = tuple(card for card in pool if all(card not in hand for hand in hands))
    return state


@clauses("S-1", "BH-2.9", "BH-1.10", "BH-2.8")
def test_lots_between_the_poorest_only() -> None:
    first = set()
    for seed in range(12):
        state, events = apply_with_events(opening(str(seed)), "P1 open R5 B1 B2", "P2 open A4 D1 A1")
        assert host_lines(events) == []
        state, events = apply_with_events(state, "P3 open H3 H1 V1")
        talers = [each.talers for each in state.merchants]
        assert talers == [47, 41, 41]
        assert TITLE.view(state, None).bank == 1811
        assert f"lots P{state.active + 1}" in host_lines(events)
        first.add(state.active)
    assert first == {1, 2}


@clauses("S-2", "BH-5.2", "BH-5.3")
def test_staying_plays_one_card() -> None:
    state = position(merchant("hamburg", hand="t1 Na Zo t4 t5 t6 t7 D3 B1"), phase="start")
    after, events = apply_with_events(state, "P1 travel hamburg")
    assert after.merchants[0].hand == cards("Na Zo t4 t5 t6 t7 D3 B1 t1")
    assert after.merchants[0].talers == 30
    assert after.pile == state.pile
    assert host_lines(events)[0] == "laid P1 t1"


@clauses("S-3", "BH-5.5", "BH-5.7", "BH-3.3", "I-8")
def test_a_contract_played_on_the_way() -> None:
    state = position(merchant("hamburg", "blaue brech rote", "t6 D3 Zo B1 t7 Na"), phase="start")
    state = apply(state, "P1 travel danzig")
    assert state.merchants[0].talers == 10
    assert state.merchants[0].table == ("D3",)
    assert state.merchants[0].hand == cards("B1 t7 Na Zo t6")
    assert apply(state, "P1 fulfil D3").merchants[0].talers == 54
    closed = apply(state, "P1 close")
    assert "D3" in closed.discards
    assert closed.merchants[0].table == ()


@clauses("S-4", "BH-5.4")
def test_a_short_hand_shortens_the_journey() -> None:
    state = position(merchant("bremen", hand="Zo Na R1"), phase="start")
    assert refusal(state, "P1 travel visby").clause == "BH-5.4"
    assert refusal(state, "P1 travel danzig").clause == "BH-5.4"
    state = apply(state, "P1 travel rostock")
    assert state.merchants[0].talers == 10
    assert len(state.spent) == 4
    assert state.merchants[0].table == ("R1",)
    assert state.merchants[0].hand == cards("Zo Na")


@clauses("S-5", "BH-14.2")
def test_contracts_in_the_town_of_departure_and_of_arrival() -> None:
    state = position(merchant("rostock", "blaue feuer brech rote", "t1 t4 Na Zo R1 A1"), phase="start")
    assert not is_legal(state, "P1 fulfil A1")
    after = apply(state, "P1 fulfil R1", "P1 travel aalborg", "P1 fulfil A1")
    assert after.merchants[0].talers == 30 + 35 + 29
    gone = apply(state, "P1 travel aalborg")
    assert refusal(gone, "P1 fulfil R1").clause == "BH-14.1"


def at_the_toll(talers: int, beans: str, front: str = "Zo") -> BohnState:
    return position(merchant("rostock", beans, f"{front} t1 Na t4", talers=talers), phase="start")


@clauses("S-6", "BH-6.2")
def test_a_choice_of_payments() -> None:
    state = apply(at_the_toll(6, "blaue feuer soja garten"), "P1 travel rostock")
    assert (state.phase, state.merchants[0].talers, state.due) == ("toll", 0, 14)
    assert texts(state, 0, "pay") == ["pay garten", "pay feuer,soja"]
    for beans in ("blaue,garten", "blaue,feuer,soja", "blaue,soja"):
        assert refusal(state, f"P1 pay {beans}").clause == "BH-6.2"
    paid = apply(state, "P1 pay soja,feuer")
    assert paid.phase == "trade"
    assert paid.merchants[0].beans == bag("blaue garten")
    assert paid.merchants[0].hand == cards("t1 Na t4 Zo")


@clauses("S-7", "BH-6.2")
def test_no_change_is_given() -> None:
    state = apply(at_the_toll(10, "garten"), "P1 travel rostock")
    assert state.phase == "trade"
    assert (state.merchants[0].talers, state.merchants[0].beans, state.merchants[0].credit) == (0, (), 0)


@clauses("S-8", "BH-6.3", "BH-6.4", "I-6")
def test_what_is_missing_becomes_a_credit() -> None:
    state, events = apply_with_events(at_the_toll(3, "blaue feuer"), "P1 travel rostock")
    assert state.phase == "trade"
    assert (state.merchants[0].talers, state.merchants[0].beans, state.merchants[0].credit) == (0, (), 8)
    assert "credit P1 8" in host_lines(events)
    again = position(merchant("rostock", "", "Zo t1 Na", talers=0, credit=8), phase="start")
    assert apply(again, "P1 travel rostock").merchants[0].credit == 28


@clauses("S-9", "BH-6.1")
def test_the_exact_toll() -> None:
    exact = apply(at_the_toll(20, "blaue feuer soja garten"), "P1 travel rostock")
    assert (exact.phase, exact.merchants[0].talers) == ("trade", 0)
    assert exact.merchants[0].beans == bag("blaue feuer soja garten")
    short = apply(at_the_toll(19, "blaue feuer soja garten"), "P1 travel rostock")
    assert (short.phase, short.due) == ("toll", 1)
    assert texts(short, 0, "pay") == ["pay blaue", "pay feuer", "pay soja", "pay garten"]


def holding_all_garten(first: Merchant) -> BohnState:
    """The supply has no garten: three on the beanometers, eight with P2, one with P1."""
    return position(first, merchant("hamburg", "garten×8"), phase="start", pile=("N01", "N02", "N03", "N04", "N05"))


@clauses("S-10", "BH-5.7", "BH-5.9")
def test_the_toll_comes_before_the_harvest() -> None:
    state = holding_all_garten(merchant("hamburg", "garten", "Zo Na t1 t4", talers=6))
    assert supply_of(state)["garten"] == 0
    state = apply(state, "P1 travel rostock")
    assert state.merchants[0].beans == ()
    assert state.beanometer("malmoe").squares[3] == Pile("garten", 1)


@clauses("S-11", "BH-7.3", "BH-7.6")
def test_a_full_beanometer_gets_nothing() -> None:
    state = position(phase="start", towns={"danzig": "feuer garten feuer feuer"})
    supply = supply_of(state)["feuer"]
    spent = len(state.spent)
    place_harvest(state, "N01", [])
    assert state.beanometer("hamburg").squares[3] == Pile("blaue", 2)
    assert state.beanometer("malmoe").squares[3] == Pile("garten", 3)
    assert state.beanometer("danzig") == squares("danzig", ["feuer", "garten", "feuer", "feuer"])
    assert supply_of(state)["feuer"] == supply
    assert prices(state, "danzig") == (3, 11)
    assert len(state.spent) == spent + 1


@clauses("S-12", "BH-7.4")
def test_a_short_supply_makes_a_smaller_pile_or_none() -> None:
    state = position(
        merchant("rostock", "garten×8"),
        merchant("hamburg", "feuer×8"),
        merchant("visby", "feuer×4 garten"),
        phase="start",
    )
    assert (supply_of(state)["feuer"], supply_of(state)["garten"]) == (1, 0)
    place_harvest(state, "N01", [])
    assert state.beanometer("danzig").squares[2] == Pile("feuer", 1)
    assert state.beanometer("malmoe").filled == 3


@clauses("S-13", "BH-7.5")
def test_piles_never_merge() -> None:
    state = position(phase="start", towns={"hamburg": "blaue feuer soja blaue×2"})
    place_harvest(state, "N01", [])
    assert state.beanometer("hamburg") == squares("hamburg", ["blaue", "feuer", "soja", "blaue×2", "blaue×2"])
    assert prices(state, "hamburg") == (2, 3, 6)


@clauses("S-14", "BH-12.2", "BH-12.1")
@pytest.mark.parametrize(
    ("token", "left", "blaue"),
    [("blaue@1", ["feuer", "blaue×3"], 6), ("blaue@3", ["blaue", "feuer", "blaue×2"], 4)],
)
def test_the_buyer_chooses_the_square(token: str, left: list[str], blaue: int) -> None:
    state = position(merchant("hamburg"), towns={"hamburg": "blaue feuer blaue×3"})
    assert refusal(state, "P1 buy blaue@2").clause == "BH-12.1"
    assert refusal(state, "P1 buy soja@3").clause == "BH-12.1"
    state = apply(state, f"P1 buy {token}", "P1 close")
    assert state.beanometer("hamburg") == squares("hamburg", left)
    assert prices(state, "hamburg")[0] == blaue


@clauses("S-15", "BH-8.1", "I-16")
def test_the_price_list_is_fixed() -> None:
    state = position(merchant("hamburg"), towns={"hamburg": "blaue feuer blaue×3"})
    listed = state.prices
    for token in ("blaue@1", "feuer@2", "blaue@3", "blaue@3", "blaue@3"):
        state = apply(state, f"P1 buy {token}")
        assert state.prices == listed
    assert state.merchants[0].talers == 30 - 21
    state = apply(state, "P1 close")
    assert prices(state, "hamburg") == (10, 11, 15)
