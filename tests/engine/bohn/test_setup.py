"""Components and setup: what lies where when a game begins (sections 1 and 2).

Not for the choice of the opening contract; the rulebook's examples have that.
"""

import pytest

from engine.bohn.actions import Open
from engine.bohn.board import CONTRACTS, HARVESTS, KINDS, TOKENS, TOWN, TOWNS, TRAVEL_CARDS
from engine.bohn.events import Dealt
from engine.bohn.state import supply_of
from engine.bohn.title import TITLE
from engine.chance import Stream
from engine.errors import BadOption
from engine.values import Decision, Options, Setup
from tests.engine.bohn.positions import apply, host_lines, is_legal, new, opened, refusal
from tests.engine.clauses import clauses

SEATS = (3, 4, 5)


@clauses("BH-1.11")
def test_three_to_five_seats() -> None:
    assert [seats for seats, _ in TITLE.variants()] == list(SEATS)
    for seats in (2, 6):
        with pytest.raises(BadOption):
            TITLE.read_options(seats, {})
    for seats in SEATS:
        state = opened(seats)
        assert len(state.merchants) == seats
        assert all(each.town in TOWNS for each in state.merchants)
        assert len(state.beanometers) == 12
        assert sum(supply_of(state).values()) <= sum(TOKENS.values())


@clauses("BH-2.2", "BH-1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_each_seat_gets_cards_and_beans(seats: int) -> None:
    state = new(seats)
    for each in state.merchants:
        assert each.hand[:7] == TRAVEL_CARDS
        assert each.beans == KINDS
        assert (each.talers, each.credit, each.town) == (0, 0, "")
    on_boards = sum(len(each.beans) for each in state.merchants)
    on_beanometers = sum(pile.count for each in state.beanometers for pile in each.squares if pile is not None)
    assert on_boards + on_beanometers + sum(supply_of(state).values()) == 117


@clauses("BH-2.5", "BH-1.9")
@pytest.mark.parametrize(("seats", "supply", "deck"), [(3, 67, 51), (4, 59, 48), (5, 51, 45)])
def test_the_table_of_supply_and_deck(seats: int, supply: int, deck: int) -> None:
    state = new(seats)
    assert sum(supply_of(state).values()) == supply
    assert len(state.deck) == deck
    dealt = [card for each in state.merchants for card in each.hand[7:]]
    assert len(dealt) == 3 * seats
    assert sorted((*dealt, *state.deck)) == sorted(CONTRACTS)
    after = opened(seats)
    assert len(after.discards) == seats
    assert len(after.deck) == deck
    gained = sum(supply_of(after).values()) - supply
    assert 2 * seats <= gained <= 3 * seats


@clauses("BH-2.4", "BH-1.9")
def test_two_harvest_cards_are_set_aside() -> None:
    state = new(3)
    assert (len(state.reserve), len(state.pile)) == (2, 8)
    assert sorted(state.reserve + state.pile) == sorted(HARVESTS)
    assert len({new(3, str(seed)).reserve for seed in range(20)}) > 5


@clauses("BH-2.3")
def test_every_beanometer_starts_at_base_prices() -> None:
    for each in new(3).beanometers:
        town = TOWN[each.town]
        assert tuple(pile.kind for pile in each.squares if pile) == town.sells
        assert all(pile.count == 1 for pile in each.squares if pile)
        assert each.squares[-2:] == (None, None)


@clauses("BH-2.1")
def test_seats_are_fixed_before_cards_are_dealt() -> None:
    """What a seat is dealt depends on its place alone, not on who else sits down."""
    hands = [[each.hand for each in new(seats).merchants] for seats in SEATS]
    assert hands[0] == hands[1][:3] == hands[2][:3]
    assert hands[1] == hands[2][:4]


@clauses("BH-2.5")
def test_only_the_owner_is_told_what_was_dealt() -> None:
    state, events = TITLE.start(Setup(3, Options(), "a seed"))
    assert host_lines(events) == ["setup n=3"]
    for seat in range(3):
        own = [event for event in events if isinstance(event, Dealt) and event.audience == seat]
        assert [event.contracts for event in own] == [state.merchants[seat].hand[7:]]
        assert host_lines(events, seat)[1:] == [f"deal P{seat + 1} {' '.join(state.merchants[seat].hand[7:])}"]


@clauses("BH-2.8", "BH-20.1", "BH-20.7")
def test_openings_are_sealed_and_replaceable_until_the_last_is_in() -> None:
    state = new(3)
    assert TITLE.to_act(state) == tuple(Decision(seat, "open") for seat in range(3))
    first, second = TITLE.legal(state, 0)[:2]
    state, _ = TITLE.apply(state, 0, first)
    assert [decision.seat for decision in TITLE.to_act(state)] == [1, 2]
    assert TITLE.view(state, 1).merchants[0].town == ""
    hidden = TITLE.view(TITLE.apply(new(3), 0, second)[0], 1)
    assert hidden == TITLE.view(state, 1)
    state, _ = TITLE.apply(state, 0, second)
    for seat in (1, 2):
        state, _ = TITLE.apply(state, seat, TITLE.absent(state, seat))
    assert state.phase == "start"
    assert isinstance(second, Open)
    assert state.merchants[0].hand[7:] == (second.eighth, second.ninth)


@clauses("BH-2.9")
def test_the_poorest_seat_starts() -> None:
    for seed in range(30):
        state = opened(4, str(seed))
        assert state.merchants[state.active].talers == min(each.talers for each in state.merchants)
        assert (state.turn, state.phase) == (1, "start")


@clauses("BH-2.6")
def test_an_opening_names_the_own_three_contracts() -> None:
    state = new(3)
    mine, others = state.merchants[0].hand[7:], state.merchants[1].hand[7:]
    assert refusal(state, f"P1 open {' '.join(others)}").clause == "BH-2.6"
    assert refusal(state, f"P1 open {mine[0]} {mine[0]} {mine[1]}").clause == "BH-2.6"
    assert any(
        is_legal(state, f"P1 open {' '.join((a, b, c))}")
        for a in mine
        for b in mine
        for c in mine
        if len({a, b, c}) == 3
    )


def test_a_resampled_opening_deals_again() -> None:
    state = apply(new(3), f"P2 {TITLE.text(TITLE.legal(new(3), 1)[0])}")
    other = TITLE.resample(state, 0, Stream("x", "y"))
    assert other.merchants[0] == state.merchants[0]
    assert other.merchants[1].hand != state.merchants[1].hand
    assert other.merchants[1].answer is not None
    assert other.deck != state.deck
    assert other.seed != state.seed
