"""What `audit` refuses: sound positions spoilt one by one, and garbage of the right types.

Not for sound positions; every other test audits those.
"""

import re
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bohn.board import HARVESTS, KINDS
from engine.bohn.state import Beanometer, BohnState, Merchant, Offer, Pile, Terms
from engine.bohn.title import TITLE
from engine.errors import BadState
from tests.engine.bohn.positions import apply, asked_at_the_end, merchant, new, position
from tests.engine.clauses import clauses

Spoil = Callable[[BohnState], None]


def trading() -> BohnState:
    state = position(merchant("rostock", "blaue", "t1 Na Zo R1"), merchant("hamburg", "sau", "t1 Zo Na t4"))
    return apply(state, "P1 offer #1 P2 invite give=blaue take=sau")


def tolled() -> BohnState:
    state = position(merchant("rostock", "blaue garten", "Zo t1 Na", talers=19), phase="start")
    return apply(state, "P1 travel rostock")


def opening() -> BohnState:
    return new(3)


def spoil(**fields: object) -> Spoil:
    def change(state: BohnState) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return change


def spoil_seat(**fields: object) -> Spoil:
    return lambda state: state.update(0, **fields)


def spoil_offer(**fields: object) -> Spoil:
    def change(state: BohnState) -> None:
        state.offers = (msgspec.structs.replace(state.offers[0], **fields),)

    return change


def spoil_terms(**fields: object) -> Spoil:
    return lambda state: spoil_offer(terms=msgspec.structs.replace(state.offers[0].terms, **fields))(state)


def between_others(state: BohnState) -> None:
    state.offered = (0, 1, 0)
    spoil_offer(maker=1, target=2)(state)


def first_two_swapped(state: BohnState) -> None:
    first, second, *rest = state.beanometers
    state.beanometers = (second, first, *rest)


def gap(state: BohnState) -> None:
    state.update_squares("visby", (None, Pile("rote", 1), None, None))


SPOILT: list[tuple[str, Callable[[], BohnState], Spoil]] = [
    ("I-1", trading, lambda state: state.update_squares("oslo", (Pile("garten", 20), None, None, None))),
    ("I-2", trading, spoil_seat(beans=(*KINDS, "garten"))),
    ("unknown bean", trading, spoil_seat(beans=("gold",))),
    ("kind order", trading, spoil_seat(beans=("feuer", "blaue"))),
    ("I-3", trading, lambda state: state.update_squares("visby", (Pile("sau", 1), None, None, None))),
    ("I-3", trading, lambda state: state.update_squares("visby", (Pile("rote", 0), None, None, None))),
    ("gap", trading, gap),
    ("squares", trading, lambda state: state.update_squares("visby", (None,) * 5)),
    ("beanometer", trading, first_two_swapped),
    ("beanometer", trading, spoil(beanometers=())),
    ("I-4", trading, spoil_seat(talers=-1)),
    ("I-6", trading, spoil_seat(credit=-1)),
    ("no town", trading, spoil_seat(town="bergen")),
    ("unknown card", trading, spoil_seat(hand=("t1", "Na", "Zo", "X9"))),
    ("travel card twice", trading, spoil_seat(hand=("t1", "t1", "Na", "Zo", "R1"))),
    ("never removed", trading, spoil_seat(hand=("t1", "Na", "R1"))),
    ("on the table", trading, spoil_seat(table=("t4",))),
    ("outside its journey", lambda: position(phase="start"), spoil_seat(table=("A1",))),
    ("I-11", trading, spoil_seat(hand=("t1", "Na", "Zo"))),
    ("I-11", trading, lambda state: spoil(deck=(*state.deck, "A1"))(state)),
    ("I-10", trading, lambda state: spoil(deck=(*state.deck, "t1"))(state)),
    ("I-12", trading, spoil(pile=())),
    ("I-12", trading, lambda state: spoil(pile=(*state.pile, "N99"))(state)),
    ("reserve", trading, lambda state: spoil(reserve=state.reserve[:1], spent=(*state.spent, state.reserve[1]))(state)),
    ("I-12", trading, spoil(late=HARVESTS[-1:], reserve=HARVESTS[-2:-1])),
    ("I-13", trading, spoil(trigger=1)),
    ("I-13", trading, lambda state: spoil(pile=(), spent=state.spent + state.pile)(state)),
    ("triggering", trading, spoil(trigger=7)),
    ("active", trading, spoil(active=3)),
    ("counter", trading, spoil(turn=-1)),
    ("Turns", trading, spoil(turn=0)),
    ("offers in a turn", trading, spoil(offered=(1, 0))),
    ("offers in a turn", trading, spoil(offered=(21, 0, 0))),
    ("more offers open than it made", trading, spoil(offered=(0, 1, 0))),
    ("I-16", trading, spoil(prices=(1, 2))),
    ("I-16", trading, spoil(prices=())),
    ("I-17", trading, spoil(phase="final", offered=(0, 0, 0), prices=())),
    ("I-16", lambda: position(phase="start"), spoil(prices=(6, 9))),
    ("missing kind", trading, spoil(missing=("sau", "sau"))),
    ("missing kind", trading, spoil(missing=("rote",))),
    ("trading ends", lambda: position(phase="final"), spoil(offered=(1, 0, 0))),
    ("outside TOLL", trading, spoil(due=3)),
    ("In TOLL", tolled, spoil(due=0)),
    ("In TOLL", tolled, spoil(due=40)),
    ("choice of payments", tolled, spoil_seat(beans=("garten",))),
    ("In TOLL", tolled, spoil_seat(talers=1)),
    ("numbered", trading, spoil_offer(number="#2")),
    ("numbered", trading, spoil_offer(number="one")),
    ("no two seats", trading, spoil_offer(target=0)),
    ("no two seats", trading, spoil_offer(target=9)),
    ("I-17", trading, between_others),
    ("I-17", trading, spoil_offer(drop=("blaue",))),
    ("I-17", trading, spoil_offer(pay=("blaue",))),
    ("unknown beans", trading, spoil_terms(give=("gold",))),
    ("I-17", trading, spoil_terms(give=("garten",))),
    ("I-17", trading, spoil_terms(invite=False)),
    ("BH-9.2", trading, spoil_terms(buy=("sau@x",))),
    ("I-17", trading, spoil_terms(buy=("rote@1",), give=("rote",))),
    ("empty", trading, spoil_offer(terms=Terms(False, (), (), ()))),
    ("declines everything", trading, lambda state: state.update(1, standing="closed")),
    ("three to five", trading, lambda state: spoil(merchants=state.merchants[:2])(state)),
    ("sealed answer to no question", trading, spoil_seat(answer=("R1",))),
    ("sold its beans", trading, spoil_seat(sale=3)),
    ("I-14", asked_at_the_end, spoil(active=1)),
    ("sealed final answer", asked_at_the_end, spoil_seat(answer=("R1", "R5"))),
    ("sealed final answer", asked_at_the_end, spoil_seat(answer=("nothing",))),
    ("answer is missing", asked_at_the_end, spoil_seat(answer=())),
    ("all beans are sold", lambda: apply(asked_at_the_end(), "P1 final -"), spoil_seat(beans=("blaue",))),
    ("travel cards and three", opening, lambda state: state.update(0, hand=tuple(reversed(state.merchants[0].hand)))),
    ("before the opening", opening, spoil_seat(talers=5)),
    ("one bean of each", opening, spoil_seat(beans=())),
    ("sealed opening", opening, spoil_seat(answer=("A1", "A2"))),
    ("before the opening", opening, spoil(active=1)),
]


@clauses("I-1", "I-2", "I-3", "I-4", "I-10", "I-11", "I-12", "I-13", "I-17")
@pytest.mark.parametrize(("reason", "sound", "change"), SPOILT)
def test_a_spoilt_state_is_refused(reason: str, sound: Callable[[], BohnState], change: Spoil) -> None:
    state = sound()
    TITLE.audit(state)
    change(state)
    with pytest.raises(BadState) as caught:
        TITLE.audit(state)
    assert re.search(rf"{reason}\b", str(caught.value))


def test_states_come_back_from_plain_json() -> None:
    for state in (trading(), tolled(), new(5), asked_at_the_end()):
        assert TITLE.to_state(msgspec.to_builtins(state)) == state
        assert TITLE.decode(TITLE.encode(state)) == state
    plain = msgspec.to_builtins(trading())
    plain["phase"] = "lunch"
    with pytest.raises(BadState):
        TITLE.to_state(plain)


words = st.sampled_from(["", "#1", "P1", "gold", "t1", "Zo", "sau", "sau@1", "rote@x", "rostock", "A1", "N01"])
lists = st.lists(words, max_size=4).map(tuple)
numbers = st.sampled_from([-(10**30), -1, 0, 1, 2, 5, 7, 10**30])
piles = st.none() | st.builds(Pile, words, numbers)
terms = st.builds(Terms, st.booleans(), lists, lists, lists)
GARBAGE: dict[str, st.SearchStrategy[object]] = {
    "turn": numbers,
    "active": numbers,
    "merchants": st.lists(
        st.builds(
            Merchant, words, numbers, lists, lists, lists, lists, numbers, st.just("open"), st.none() | lists, numbers
        ),
        max_size=6,
    ).map(tuple),
    "beanometers": st.lists(st.builds(Beanometer, words, st.lists(piles, max_size=5).map(tuple)), max_size=13).map(
        tuple
    ),
    "phase": st.sampled_from(["open", "start", "toll", "trade", "final", "last", "over"]),
    "deck": lists,
    "discards": lists,
    "pile": lists,
    "reserve": lists,
    "offered": st.lists(numbers, max_size=4).map(tuple),
    "spent": lists,
    "late": lists,
    "trigger": st.none() | numbers,
    "due": numbers,
    "prices": st.lists(numbers, max_size=3).map(tuple),
    "missing": lists,
    "offers": st.lists(st.builds(Offer, words, numbers, numbers, terms, lists, lists), max_size=3).map(tuple),
    "shuffles": numbers,
}
SEAT_FIELDS: dict[str, st.SearchStrategy[object]] = {
    "town": words,
    "talers": numbers,
    "beans": lists,
    "hand": lists,
    "table": lists,
    "pending": lists,
    "credit": numbers,
    "answer": st.none() | lists,
    "sale": numbers,
}


SOUND: list[Callable[[], BohnState]] = [trading, tolled, asked_at_the_end, opening]


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.long
def test_garbage_of_the_right_types_breaks_nothing(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(SOUND))()
    for name in data.draw(st.lists(st.sampled_from(sorted(GARBAGE)), max_size=2)):
        setattr(state, name, data.draw(GARBAGE[name]))
    for name in data.draw(st.lists(st.sampled_from(sorted(SEAT_FIELDS)), max_size=2)):
        if state.merchants:
            state.update(data.draw(st.integers(0, len(state.merchants) - 1)), **{name: data.draw(SEAT_FIELDS[name])})
    try:
        TITLE.audit(state)
    except BadState:
        return
    for seat in range(len(state.merchants)):
        TITLE.view(state, seat)
        for action in TITLE.legal(state, seat):
            TITLE.check(state, seat, action)
