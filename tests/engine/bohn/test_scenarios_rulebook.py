"""The examples of the rulebook, E-1 to E-14.

Not for our own scenarios; those are in the other `test_scenarios_…` files.
"""

import msgspec
import pytest

from engine.bohn.board import TOWN
from engine.bohn.play.journeys import place_harvest
from engine.bohn.state import BohnState, Pile, supply_of
from engine.bohn.title import TITLE
from engine.values import Event
from tests.engine.bohn.positions import (
    WITHOUT_ROTE,
    apply,
    apply_with_events,
    bag,
    beatrice_before_her_journey,
    cards,
    host_lines,
    is_legal,
    merchant,
    new,
    open_numbers,
    position,
    refusal,
    squares,
)
from tests.engine.clauses import clauses


def prices(state: BohnState, town: str) -> tuple[int, ...]:
    return TOWN[town].prices(state.beanometer(town).filled)


@clauses("E-1", "BH-1.7", "BH-14.1")
@pytest.mark.parametrize(
    ("town", "card", "beans", "payout"),
    [("edinburgh", "E5", "feuer soja garten", 53), ("visby", "V1", "blaue augen", 33)],
)
def test_a_contract_pays_for_its_beans(town: str, card: str, beans: str, payout: int) -> None:
    state = position(merchant(town, beans, hand=f"t1 Na Zo {card}"))
    supply = supply_of(state)
    after = apply(state, f"P1 fulfil {card}")
    assert after.merchants[0].talers == 30 + payout
    assert after.merchants[0].beans == ()
    assert card in after.discards
    assert card not in after.merchants[0].hand
    assert {
        kind: count - supply[kind] for kind, count in supply_of(after).items() if count != supply[kind]
    } == dict.fromkeys(bag(beans), 1)


@clauses("E-2", "BH-7.2")
def test_a_harvest_card_makes_piles() -> None:
    state = position(phase="start")
    place_harvest(state, "N01", [])
    assert state.beanometer("hamburg").squares[3] == Pile("blaue", 2)
    assert state.beanometer("danzig").squares[2] == Pile("feuer", 3)
    assert state.beanometer("malmoe").squares[3] == Pile("garten", 3)
    assert prices(state, "hamburg") == (3, 4, 7)
    assert prices(state, "danzig") == (4, 12)
    assert prices(state, "malmoe") == (3, 4, 12)


@clauses("E-3", "BH-2.3", "BH-1.5")
def test_bremen_after_setup() -> None:
    state = new(3, "any")
    assert state.beanometer("bremen") == squares("bremen", ["brech", "augen"])
    assert prices(state, "bremen") == (7, 11)
    turned = position(towns={"bremen": "augen brech"})
    assert prices(turned, "bremen") == (7, 11)


@clauses("E-4", "BH-2.3")
def test_hamburg_after_setup() -> None:
    state = new(3, "any")
    assert state.beanometer("hamburg") == squares("hamburg", ["blaue", "feuer", "soja"])
    assert prices(state, "hamburg") == (4, 5, 9)


def dealt(*hands: str) -> BohnState:
    """The opening with these contracts dealt; the deck has the others."""
    state = new(len(hands), "any")
    cards = sorted(state.deck + tuple(card for each in state.merchants for card in each.hand[7:]))
    for seat, hand in enumerate(hands):
        state.update(seat, hand=(*state.merchants[seat].hand[:7], *hand.split()))
    state.deck = tuple(card for card in cards if all(card not in hand for hand in hands))
    TITLE.audit(state)
    return state


@clauses("E-5", "BH-2.6", "BH-2.7", "BH-3.1")
def test_the_opening_takes_the_highest_payout() -> None:
    state = dealt("A1 A2 A3", "H1 H2 H3", "L1 L2 L3", "B1 D3 R5")
    assert refusal(state, "P4 open D3 B1 R5").clause == "BH-2.6"
    assert refusal(state, "P4 open B1 D3 R5").clause == "BH-2.6"
    state = apply(state, "P4 open R5 B1 D3", "P1 open A3 A1 A2", "P2 open H3 H1 H2", "P3 open L3 L1 L2")
    diana = state.merchants[3]
    assert (diana.talers, diana.town) == (47, "rostock")
    assert diana.beans == bag("blaue sau soja augen garten")
    assert diana.hand == cards("t1 Na Zo t4 t5 t6 t7 B1 D3")
    assert "R5" in state.discards


@clauses("E-6", "BH-2.6")
def test_equal_highest_payouts_leave_the_choice() -> None:
    state = dealt("R4 R5 B1", "H1 H2 H3", "L1 L2 L3")
    assert is_legal(state, "P1 open R4 B1 R5")
    assert is_legal(state, "P1 open R5 R4 B1")
    assert refusal(state, "P1 open B1 R4 R5").clause == "BH-2.6"


@clauses("E-7", "E-8", "BH-5.3", "BH-5.5", "BH-5.7", "BH-6.1", "I-9")
def test_the_journey_from_edinburgh_to_rostock() -> None:
    after, events = apply_with_events(beatrice_before_her_journey(), "P2 travel rostock")
    assert host_lines(events) == [
        "laid P2 t1 Na Zo",
        "toll P2 20",
        "harvest P2 N01",
        "place hamburg blaue 2 @4",
        "place danzig feuer 3 @3",
        "place malmoe garten 3 @4",
        "prices rostock sau=6 soja=9",
    ]
    assert after.phase == "trade"
    assert after.merchants[1].town == "rostock"
    assert after.merchants[1].talers == 26
    assert after.merchants[1].hand == cards("t4 t5 t6 t7 R1 H2 Zo Na t1")


@clauses("E-9", "BH-12.1", "BH-8.1")
@pytest.mark.parametrize("order", [("brech@1", "augen@2"), ("augen@2", "brech@1")])
def test_prices_do_not_depend_on_the_order_of_purchases(order: tuple[str, str]) -> None:
    state = apply(position(merchant("bremen")), *(f"P1 buy {token}" for token in order))
    assert state.merchants[0].talers == 30 - 11 - 7
    assert state.merchants[0].beans == ("brech", "augen")


@clauses("E-10", "BH-12.3", "BH-13.1", "BH-1.6")
def test_gaps_close_in_the_final_phase() -> None:
    state = position(merchant("hamburg"), towns={"hamburg": "blaue feuer blaue×3"})
    state = apply(state, "P1 buy feuer@2")
    assert state.merchants[0].talers == 25
    assert state.beanometer("hamburg") == squares("hamburg", ["blaue", "-", "blaue×3"])
    assert state.prices[0] == 4
    state = apply(state, "P1 close")
    assert state.beanometer("hamburg") == squares("hamburg", ["blaue", "blaue×3"])
    assert prices(state, "hamburg")[0] == 6


@clauses("E-11", "BH-12.4")
def test_a_missing_kind_can_be_bought() -> None:
    state = apply(position(merchant("visby"), towns=WITHOUT_ROTE), "P1 buy rote@x")
    assert state.merchants[0].talers == 14
    assert state.merchants[0].beans == ("rote",)


@clauses("E-12", "E-13", "BH-8.2", "BH-9.3", "BH-9.8", "BH-10.2", "BH-13.2", "BH-13.3", "BH-14.3", "BH-5.1")
def test_the_long_trading_example() -> None:
    state = apply(beatrice_before_her_journey(), "P2 travel rostock")
    assert refusal(state, "P2 fulfil R1").clause == "BH-14.1"

    state = apply(state, "P2 offer #1 P3 invite buy=sau@1 give=sau take=feuer")
    assert state.merchants[1].talers == 26
    state = apply(state, "P1 offer #2 P2 invite give=garten take=blaue,blaue")
    assert open_numbers(state) == ["#1", "#2"]

    state = apply(state, "P3 accept #1")
    assert state.merchants[2].town == "rostock"
    assert state.merchants[2].hand == cards("t5 t6 t7 B2 M1 Zo Na t1 t4")
    assert state.merchants[1].talers == 20
    assert state.merchants[2].beans == bag("feuer sau soja")
    assert state.merchants[1].beans == bag("blaue×2 feuer brech augen rote")

    state = apply(state, "P2 fulfil R1")
    assert state.merchants[1].talers == 55
    assert state.merchants[1].beans == bag("blaue×2 brech augen")
    assert open_numbers(state) == ["#2"]

    state = apply(state, "P2 accept #2")
    assert state.merchants[0].town == "rostock"
    assert state.merchants[0].pending == ("N05",)
    assert state.merchants[0].hand == cards("Zo t4 t5 t6 t7 V3 L2 t1 Na")
    assert state.merchants[0].beans == bag("blaue×2 sau garten")
    assert state.merchants[1].beans == bag("brech augen garten")
    assert state.beanometer("rostock") == squares("rostock", ["-", "soja"])

    state = apply(state, "P2 buy soja@2")
    assert state.merchants[1].talers == 46
    assert state.merchants[1].beans == bag("brech soja augen garten")

    state = apply(state, "P2 close")
    assert state.beanometer("rostock") == squares("rostock", [])
    assert state.merchants[1].hand[-1] == "R3"
    deck = len(state.deck)
    state = apply(state, "P2 fulfil R3", "P2 end")
    assert state.merchants[1].talers == 86
    assert state.merchants[1].beans == bag("soja garten")
    assert len(state.deck) == deck
    assert (state.active, state.phase) == (2, "start")

    assert prices(state, "rostock") == (10, 13)
    state = apply(state, "P3 travel rostock", "P3 close", "P3 end")
    assert state.active == 0
    assert state.beanometer("rostock") == squares("rostock", ["sau×3"])
    assert prices(state, "rostock") == (8, 11)


def adam_before_the_last_round(town: str) -> BohnState:
    """N05 was placed at the start of Adam's turn; everybody has ended but P3, active at rostock."""
    state = position(
        merchant("visby", "blaue feuer rote", "t4 t5 t6 t7 R1 Na Zo t1", talers=50, pending="N05"),
        merchant("hamburg", hand="t4 t5 t6 t7 Na Zo t1"),
        merchant("danzig", hand="t4 t5 t6 t7 Na Zo t1"),
        phase="final",
        active=2,
        pile=(),
    )
    assert state.trigger is None
    state, events = apply_with_events(state, "P3 end")
    assert "trigger P1" in host_lines(events)
    assert state.trigger == 0
    state = apply(state, "P1 travel visby", "P1 close", "P1 end")
    state = apply(state, "P2 travel hamburg", "P2 close", "P2 end")
    return apply(state, f"P3 travel {town}")


@clauses("E-14", "BH-15.1", "BH-15.2", "BH-15.4", "BH-15.7", "BH-15.8", "BH-10.5")
def test_the_end_with_an_invitation() -> None:
    state = adam_before_the_last_round("rostock")
    state = apply(state, "P3 offer #1 P1 invite", "P1 accept #1")
    assert refusal(state, "P1 fulfil R1").clause == "BH-14.3"
    state = apply(state, "P3 close", "P3 end")
    assert state.phase == "last"
    state, events = apply_with_events(state, "P1 final R1")
    assert state.phase == "over"
    assert "result P1 89" in host_lines(events)
    assert "winner P1" in host_lines(events)


@clauses("E-14", "BH-15.6")
def test_the_end_without_an_invitation() -> None:
    state = apply(adam_before_the_last_round("rostock"), "P3 close", "P3 end")
    result = TITLE.result(state)
    assert result is not None
    adam = result.ranking[0]
    assert (adam.seat, adam.total) == (0, 71)
    assert adam.breakdown == {"talers": 50, "beans": 4 + 5 + 12, "credit": 0}


def test_events_are_plain_values() -> None:
    """Every event can be sent and read again: it holds nothing but typed values."""
    _, events = apply_with_events(beatrice_before_her_journey(), "P2 travel rostock", "P2 close auto")
    for event in events:
        assert isinstance(event, Event)
        assert msgspec.convert(msgspec.to_builtins(event), type(event)) == event
