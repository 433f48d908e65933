"""Turns, hands and journeys beyond the scenarios (sections 3 to 6, 8, 14 and 18).

Not for offers.
"""

import pytest

from engine.bohn.actions import Pay
from engine.bohn.board import BASE, DISTANCE, TOWN, TOWNS, TRAVEL_CARDS
from engine.bohn.board.beans import payments, selections, value
from engine.bohn.title import TITLE
from engine.errors import Illegal, NotYourDecision
from engine.policies import playout, random_policy
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    bag,
    cards,
    host_lines,
    merchant,
    new,
    opened,
    position,
    read,
    refusal,
    table,
    texts,
)
from tests.engine.clauses import clauses


@clauses("BH-4.1")
def test_turns_go_clockwise_and_phases_never_back() -> None:
    state = opened(4)
    for _ in range(6):
        seat = state.active
        who = f"P{seat + 1}"
        assert isinstance(refusal(state, f"{who} close"), NotYourDecision)
        assert isinstance(refusal(state, f"{who} end"), NotYourDecision)
        state = apply(state, f"{who} travel {state.merchants[seat].town}")
        if state.phase == "toll":
            state = apply(state, f"{who} {texts(state, seat, 'pay')[0]}")
        assert refusal(state, f"{who} travel visby").clause == "BH-5.2"
        assert isinstance(refusal(state, f"{who} end"), NotYourDecision)
        state = apply(state, f"{who} close")
        assert isinstance(refusal(state, f"{who} close"), NotYourDecision)
        assert isinstance(refusal(state, f"{who} travel visby"), NotYourDecision)
        state = apply(state, f"{who} end")
        assert state.active == (seat + 1) % 4


@clauses("BH-4.2")
def test_a_refused_decision_changes_nothing() -> None:
    game = table(position(merchant("rostock", talers=5)))
    before = TITLE.encode(position(merchant("rostock", talers=5)))
    for line in ("P1 buy sau@1", "P2 close", "P1 fulfil R1", "P1 offer #2 P2 invite", "P1 travel hamburg"):
        seat, action = read(line)
        with pytest.raises(Illegal) as caught:
            game.apply(seat, action)
        assert caught.value.clause.startswith("BH-")
        assert "{" not in str(caught.value)
    assert game.lines == []
    assert game.steps == []
    assert game.title.encode(game.state) == before


@clauses("BH-4.3")
def test_what_other_seats_can_do() -> None:
    state = position(merchant("rostock"), merchant("rostock", "feuer rote", "t1 Na Zo R1"))
    assert {text.split(" ")[0] for text in map(TITLE.text, TITLE.legal(state, 1))} == {"offer", "contract", "standing"}
    for line in ("P2 buy sau@1", "P2 close", "P2 fulfil R1", "P2 travel visby", "P2 end", "P2 pay feuer"):
        assert isinstance(refusal(state, line), NotYourDecision)


@clauses("BH-3.4", "BH-18.3")
def test_toll_and_harvest_cards_stay() -> None:
    state = position(merchant("bremen", hand="Zo Na t1"), phase="start")
    assert texts(state, 0, "contract") == ["contract 3"]
    state = apply(state, "P1 contract 3")
    state = apply(state, "P1 travel rostock")
    assert state.merchants[0].hand[-2:] == ("Zo", "Na")
    assert state.merchants[0].talers == 30 - 5 - 20
    assert len(state.spent) == 4


@clauses("BH-5.6")
def test_nothing_happens_on_the_way() -> None:
    """From bremen to aalborg by hamburg: the contract for hamburg stays in the hand, and no way is named."""
    state = position(merchant("bremen", "sau brech garten", "t1 t4 t5 t6 Na Zo H2"), phase="start")
    after, events = apply_with_events(state, "P1 travel aalborg")
    assert after.merchants[0].beans == state.merchants[0].beans
    assert after.merchants[0].hand == cards("t6 Na Zo H2 t1 t4 t5")
    assert host_lines(events) == ["laid P1 t1 t4 t5", "prices aalborg sau=6 rote=12"]


@clauses("BH-5.8", "I-9")
def test_ordinary_cards_return_in_the_order_laid() -> None:
    state = position(merchant("bremen", hand="t7 Na t1 Zo t5 t4 t6"), phase="start", pile=("N01", "N02"))
    assert DISTANCE["bremen"]["visby"] == 4
    state = apply(state, "P1 travel visby")
    assert state.merchants[0].hand == cards("t4 t6 Zo Na t7 t1 t5")


@clauses("BH-5.3")
@pytest.mark.parametrize("town", TOWNS)
def test_a_card_for_each_town_visited(town: str) -> None:
    state = position(merchant("hamburg", hand="t1 t4 t5 t6 t7 Na Zo"), phase="start")
    _, events = apply_with_events(state, f"P1 travel {town}")
    laid = next(line for line in host_lines(events) if line.startswith("laid"))
    assert len(laid.split()) - 2 == DISTANCE["hamburg"][town] + 1


@clauses("BH-8.3")
def test_the_active_pawn_stays_while_trading() -> None:
    state = position(merchant("rostock", "blaue"), merchant("hamburg", "sau"))
    state = apply(state, "P1 offer #1 P2 invite give=blaue take=sau", "P2 accept #1", "P1 buy soja@2")
    assert state.merchants[0].town == "rostock"
    assert isinstance(refusal(state, "P1 travel rostock"), NotYourDecision)
    assert apply(state, "P1 close").phase == "final"


@clauses("BH-18.1")
def test_a_seat_without_talers_still_plays() -> None:
    state = position(
        merchant("hamburg", "feuer rote", "t1 t4 Na Zo R1 t5", talers=0), merchant("rostock", "blaue"), phase="start"
    )
    assert texts(state, 0, "contract") == []
    state = apply(state, "P1 travel rostock")
    assert texts(state, 0, "buy") == []
    assert refusal(state, "P1 buy sau@1").clause == "BH-12.1"
    state = apply(state, "P1 offer #1 P2 give=feuer take=blaue", "P2 accept #1", "P1 offer #2 P2 give=blaue take=feuer")
    state = apply(state, "P2 accept #2", "P1 fulfil R1")
    assert state.merchants[0].talers == 35


@clauses("BH-18.2", "BH-10.3")
def test_a_seat_without_beans_still_deals() -> None:
    state = position(merchant("rostock"), merchant("hamburg"), merchant("visby", "garten"))
    state = apply(state, "P1 offer #1 P2 invite", "P2 accept #1")
    assert state.merchants[1].town == "rostock"
    state = apply(state, "P3 offer #2 P1 invite give=garten", "P1 accept #2", "P1 buy sau@1")
    assert state.merchants[0].beans == bag("sau garten")


@clauses("BH-14.4")
def test_contracts_are_bought_at_any_time_but_in_the_own_toll() -> None:
    toll = position(merchant("rostock", "blaue garten", "Zo t1 Na", talers=19), phase="start")
    toll = apply(toll, "P1 travel rostock")
    assert toll.phase == "toll"
    assert texts(toll, 0, "contract") == []
    assert isinstance(refusal(toll, "P1 contract 1"), NotYourDecision)
    assert len(texts(toll, 1, "contract")) == 5
    for phase in ("start", "trade", "final"):
        state = position(phase=phase)
        for seat in range(3):
            assert texts(state, seat, "contract") == [f"contract {place}" for place in (1, 4, 5, 6, 7)]
    twice = apply(position(), "P2 contract 7", "P2 contract 6")
    assert twice.merchants[1].talers == 20
    assert len(twice.merchants[1].hand) == 7
    assert isinstance(refusal(new(3), "P1 contract 1"), NotYourDecision)


@clauses("BH-6.2")
def test_payments_are_exactly_those_without_a_superfluous_bean() -> None:
    beans = bag("blaue×2 feuer brech soja garten")
    for due in range(1, 21):
        expected = {
            part
            for count in range(1, 7)
            for part in selections(beans, count)
            if value(part) >= due and all(value(part) - BASE[kind] < due for kind in part)
        }
        assert set(payments(beans, due)) == expected


@clauses("BH-20.6")
def test_an_absent_seat_pays_least() -> None:
    state = position(merchant("rostock", "blaue feuer soja garten", "Zo t1 Na", talers=6), phase="start")
    state = apply(state, "P1 travel rostock")
    assert TITLE.absent(state, 0) == Pay(("garten",))
    tie = position(merchant("rostock", "blaue×2 feuer×2 soja", "Zo t1 Na", talers=11), phase="start")
    tie = apply(tie, "P1 travel rostock")
    assert set(texts(tie, 0, "pay")) == {"pay soja", "pay blaue,feuer", "pay feuer,feuer"}
    assert TITLE.absent(tie, 0) == Pay(("soja",))


@clauses("BH-15.9")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_even_random_games_end(seats: int) -> None:
    game = table(opened(seats, f"random {seats}"))
    made = playout(game, random_policy, 5000, "random")
    assert made < 5000
    assert game.result() is not None


@clauses("BH-1.8")
def test_numbers_of_travel_cards_matter_only_at_first() -> None:
    for front in ("t1", "t4", "t5", "t6", "t7"):
        rest = [card for card in TRAVEL_CARDS if card != front]
        state = position(merchant("hamburg", hand=" ".join((front, *rest))), phase="start")
        after = apply(state, "P1 travel hamburg")
        assert after.merchants[0].talers == 30
        assert after.pile == state.pile
        assert after.merchants[0].hand == (*rest, front)


def test_every_town_is_reached_from_every_town() -> None:
    assert all(len(TOWN[town].links) < len(TOWNS) and len(DISTANCE[town]) == 12 for town in TOWNS)
