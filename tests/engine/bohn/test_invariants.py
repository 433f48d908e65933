"""The invariants of section 23 on whole games: what each decision may change, checked from the states around it.

Not for single states; `test_audit.py` spoils those one by one.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from engine.bohn.actions import Accept, BohnAction, Final, Propose, Travel
from engine.bohn.board import (
    CONTRACT,
    DISTANCE,
    HARVEST_CARD,
    KINDS,
    ORDINARY,
    TOKENS,
    TOLL,
    TOLL_CARD,
    TOLL_INVITED,
    dearest_price,
)
from engine.bohn.events import (
    Bought,
    ContractBought,
    Fulfilled,
    HarvestDrawn,
    Invited,
    Laid,
    Opened,
    Sold,
    TollTaken,
)
from engine.bohn.state import BohnState, Merchant, price_of, supply_of
from engine.bohn.title import TITLE
from engine.chance import Stream
from engine.policies import moves, random_policy, simple_policy
from engine.values import Event
from tests.engine.bohn.positions import new, opened
from tests.engine.clauses import clauses


class Move(NamedTuple):
    """One decision with the states around it."""

    before: BohnState
    seat: int
    action: BohnAction
    after: BohnState
    events: list[Event]


def game(seats: int, seed: str, odd: int) -> Iterator[Move]:
    """A whole game; `odd` decisions in twelve are made by chance, the others by the simple player."""
    state, stream = new(seats, seed), Stream(seed, "moves")
    while decisions := TITLE.to_act(state):
        seat = stream.choice(decisions).seat
        policy = random_policy if stream.below(12) < odd else simple_policy
        action = policy(TITLE, state, seat, stream)
        assert isinstance(action, BohnAction)
        after, events = TITLE.play(state, seat, action)
        yield Move(state, seat, action, after, events)
        state = after


@pytest.fixture(scope="module")
def played() -> list[Move]:
    games = ((3, "a", 12), (3, "b", 2), (4, "c", 6), (4, "d", 1), (5, "e", 12), (5, "f", 3), (3, "g", 4))
    return [move for seats, seed, odd in games for move in game(seats, seed, odd)]


@clauses("I-1", "I-2", "I-3", "I-10", "I-11", "I-12", "I-13", "I-17")
@pytest.mark.long
def test_every_state_is_sound(played: list[Move]) -> None:
    for move in played:
        TITLE.audit(move.after)
        supply = supply_of(move.after)
        assert min(supply.values()) >= 0
        on_boards = [kind for each in move.after.merchants for kind in each.beans]
        piles = [pile for each in move.after.beanometers for pile in each.squares if pile is not None]
        for kind in KINDS:
            on_beanometers = sum(pile.count for pile in piles if pile.kind == kind)
            assert supply[kind] + on_boards.count(kind) + on_beanometers == TOKENS[kind]


@clauses("I-4", "I-5")
def test_talers_change_only_for_a_reason(played: list[Move]) -> None:
    for move in played:
        change = [0] * len(move.before.merchants)
        for event in (event for event in move.events if event.audience is None):
            match event:
                case Opened(seat=seat, talers=talers) | Sold(seat=seat, talers=talers):
                    change[seat] += talers
                case Fulfilled(seat=seat, payout=payout):
                    change[seat] += payout
                case Bought(seat=seat, price=price):
                    change[seat] -= price
                case TollTaken(seat=seat, talers=talers):
                    change[seat] -= talers
                case ContractBought(seat=seat):
                    change[seat] -= 5
        found = [after.talers - before.talers for before, after in pairs(move)]
        assert found == change


def pairs(move: Move) -> list[tuple[Merchant, Merchant]]:
    """Each seat before and after."""
    return list(zip(move.before.merchants, move.after.merchants, strict=True))


@clauses("I-5", "I-18")
def test_a_deal_touches_two_seats(played: list[Move]) -> None:
    deals = [(move, move.action.number) for move in played if isinstance(move.action, Accept)]
    assert len(deals) > 30
    for move, number in deals:
        offer = next(offer for offer in move.before.offers if offer.number == number)
        assert offer.target == move.seat
        for seat, (before, after) in enumerate(pairs(move)):
            if seat not in (offer.maker, offer.target):
                assert after == before


@clauses("I-18")
def test_no_bean_leaves_a_board_without_its_owners_decision(played: list[Move]) -> None:
    for move in played:
        if move.after.phase == "over" or move.before.phase == "open":
            continue
        for seat, (before, after) in enumerate(pairs(move)):
            lost = [kind for kind in KINDS if after.beans.count(kind) < before.beans.count(kind)]
            if lost and seat != move.seat:
                assert isinstance(move.action, Accept)
                assert any(offer.number == move.action.number and offer.maker == seat for offer in move.before.offers)


@clauses("I-6")
def test_credits_rise_only_when_all_is_gone(played: list[Move]) -> None:
    rises = 0
    for move in played:
        for before, after in pairs(move):
            assert after.credit >= before.credit
            if after.credit > before.credit:
                rises += 1
                assert after.credit - before.credit <= (TOLL_INVITED if isinstance(move.action, Accept) else TOLL)
                assert after.talers == 0
                if isinstance(move.action, Travel):
                    assert after.beans == ()
    assert rises


@clauses("I-7", "I-8", "BH-3.2")
def test_hands_keep_their_order(played: list[Move]) -> None:
    for move in played:
        if move.before.phase == "open":
            continue
        for seat, (before, after) in enumerate(pairs(move)):
            laid = laid_by(move, seat)
            assert before.hand[: len(laid)] == laid
            returned = before.table if move.before.phase == "toll" and seat == move.seat else ()
            kept = tuple(card for card in before.hand[len(laid) :] if card in after.hand)
            assert after.hand[: len(kept)] == kept
            new_cards = [card for card in after.hand[len(kept) :] if card not in laid and card not in returned]
            assert all(card in CONTRACT for card in new_cards)


def laid_by(move: Move, seat: int) -> tuple[str, ...]:
    for event in move.events:
        if isinstance(event, Laid) and event.seat == seat:
            start, end = move.before.merchants[seat].town, move.after.merchants[seat].town
            assert len(event.cards) == DISTANCE[start][end] + 1
            return event.cards
        if isinstance(event, Invited) and event.seat == seat:
            return (event.card,)
    return ()


@clauses("I-9", "BH-18.3")
def test_after_a_journey_the_hand_ends_with_what_was_laid(played: list[Move]) -> None:
    for move in played:
        if isinstance(move.action, Travel) and move.after.phase == "trade":
            laid = laid_by(move, move.seat)
            special = tuple(card for card in (TOLL_CARD, HARVEST_CARD) if card in laid)
            back = special + tuple(card for card in laid if card in ORDINARY)
            assert move.after.merchants[move.seat].hand[-len(back) :] == back or not back
            assert sum(isinstance(event, HarvestDrawn) for event in move.events) <= 1
            assert sum(isinstance(event, TollTaken) for event in move.events) <= 1


@clauses("I-14", "BH-15.2")
@pytest.mark.parametrize(("seats", "seed"), [(3, "h"), (4, "i"), (5, "j")])
def test_after_the_trigger_everybody_has_one_turn(seats: int, seed: str) -> None:
    ended = []
    trigger = None
    for move in game(seats, seed, 6):
        trigger = move.after.trigger
        over = move.after.phase in ("last", "over") and move.before.phase not in ("last", "over")
        if trigger is not None and (move.after.turn != move.before.turn or over):
            ended.append(move.before.active)
    assert trigger is not None
    order = [(trigger + place) % seats for place in range(seats)]
    assert ended[-seats:] == order
    assert len(ended) <= seats + 1  # the turn before may end with the trigger of the next one's start


@clauses("I-15", "BH-8.3")
def test_who_moves(played: list[Move]) -> None:
    for move in played:
        if move.before.phase == "open":
            continue
        for seat, (before, after) in enumerate(pairs(move)):
            if after.town == before.town:
                continue
            if isinstance(move.action, Travel):
                assert seat == move.seat == move.before.active
                assert after.town == move.action.town
            else:
                assert isinstance(move.action, Accept)
                assert seat != move.before.active
                assert after.town == move.before.merchants[move.before.active].town


@clauses("I-16")
def test_prices_are_those_of_the_list(played: list[Move]) -> None:
    bought = 0
    for move in played:
        if move.before.phase == move.after.phase == "trade":
            assert move.after.prices == move.before.prices
        for event in move.events:
            if isinstance(event, Bought):
                bought += 1
                kind, _, square = event.token.partition("@")
                town = move.before.merchants[move.before.active].town
                expected = dearest_price(town, kind) if square == "x" else price_of(move.before, kind)
                assert event.price == expected
    assert bought > 50


@clauses("I-19", "BH-14.3")
def test_who_fulfils(played: list[Move]) -> None:
    fulfilled = 0
    for move in played:
        for event in move.events:
            if isinstance(event, Fulfilled):
                fulfilled += 1
                assert event.seat == move.before.active or move.before.phase == "last"
                assert move.before.merchants[event.seat].town == CONTRACT[event.contract].town
                assert event.payout == CONTRACT[event.contract].payout
                if not isinstance(move.action, Final):
                    before, after = pairs(move)[event.seat]
                    assert sorted((*after.beans, *CONTRACT[event.contract].beans)) == sorted(before.beans)
    assert fulfilled > 20


@clauses("I-20")
def test_a_prompted_seat_always_has_a_way_out(played: list[Move]) -> None:
    ways = {"start": "travel", "toll": "pay", "trade": "close", "final": "end", "last": "final", "open": "open"}
    for move in played:
        for decision in TITLE.to_act(move.before):
            verbs = {type(action).__struct_config__.tag for action in moves(TITLE, move.before, decision.seat)}
            assert ("decline" if decision.kind == "offer" else ways[decision.kind]) in verbs


def turned(state: BohnState, by: int) -> BohnState:
    """The same position with every seat moved on by so many places."""
    seats = len(state.merchants)

    def place(seat: int) -> int:
        return (seat + by) % seats

    order = [(seat - by) % seats for seat in range(seats)]
    return msgspec.structs.replace(
        state,
        active=place(state.active),
        trigger=None if state.trigger is None else place(state.trigger),
        merchants=tuple(state.merchants[seat] for seat in order),
        offered=tuple(state.offered[seat] for seat in order),
        offers=tuple(
            msgspec.structs.replace(offer, maker=place(offer.maker), target=place(offer.target))
            for offer in state.offers
        ),
        discards=tuple(sorted(state.discards)),
    )


def turned_action(action: BohnAction, by: int, seats: int) -> BohnAction:
    if isinstance(action, Propose):
        return msgspec.structs.replace(action, target=f"P{(int(action.target[1:]) - 1 + by) % seats + 1}")
    return action


@clauses("I-23")
@pytest.mark.parametrize(("seats", "by"), [(3, 1), (4, 3), (5, 2)])
def test_seat_numbers_carry_no_meaning(seats: int, by: int) -> None:
    state, stream = opened(seats, f"turned {seats}"), Stream("turned", str(seats))
    other = turned(state, by)
    while decisions := TITLE.to_act(state):
        assert turned(state, by) == turned(other, 0)
        seat = stream.choice(decisions).seat
        there = (seat + by) % seats
        actions = TITLE.legal(state, seat)
        assert {turned_action(action, by, seats) for action in actions} == set(TITLE.legal(other, there))
        action = stream.choice([action for action in actions if not TITLE.is_aside(action)])
        state, _ = TITLE.play(state, seat, action)
        other, _ = TITLE.play(other, there, turned_action(action, by, seats))
        other.discards = state.discards  # answers in LAST are opened by seat; the order of discards may differ
    ours, theirs = TITLE.result(state), TITLE.result(other)
    assert ours is not None
    assert theirs is not None
    totals = {(rank.seat + by) % seats: rank.total for rank in ours.ranking}
    assert totals == {rank.seat: rank.total for rank in theirs.ranking}
