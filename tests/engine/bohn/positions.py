"""Positions for the tests of Bohn Hansa, in the shorthand of the specification's scenarios (section 22).

Not for expectations. Cards a scenario does not account for lie in the discards or are spent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.bohn.actions import BohnAction
from engine.bohn.board import CONTRACT, CONTRACTS, HARVESTS, TOWN, TOWNS
from engine.bohn.board.beans import in_kind_order
from engine.bohn.play.setup import first_squares
from engine.bohn.state import Beanometer, BohnState, Merchant, Phase, Pile
from engine.bohn.title import TITLE
from engine.errors import Illegal
from engine.history import Game
from engine.values import Event, Options, Setup, Undo

HAND = "t1 Na Zo t4 t5 t6 t7"
QUIET = "t1 t4 t5 t6 t7 Na Zo"
WITHOUT_ROTE = {"aalborg": "sau", "london": "sau", "visby": "brech"}
DECK = 40
PILE = 5
ALL_LATE = HARVESTS[-2:]
"""The cards that are, or were, the reserve in these positions."""


def bag(words: str) -> tuple[str, ...]:
    """Beans from words like `blaue×2 brech`."""
    beans: list[str] = []
    for word in words.split():
        kind, _, count = word.partition("×")
        beans += [kind] * int(count or 1)
    return in_kind_order(tuple(beans))


def cards(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def merchant(town: str, beans: str = "", hand: str = HAND, talers: int = 30, **more: Any) -> Merchant:
    fields: dict[str, Any] = {
        name: tuple(value.split()) if isinstance(value, str) else value for name, value in more.items()
    }
    if "standing" in more:
        fields["standing"] = more["standing"]
    return Merchant(town, talers, bag(beans), tuple(hand.split()), **fields)


def squares(town: str, piles: Sequence[str]) -> Beanometer:
    """A beanometer from words like `blaue×3`, from square 1 up; `-` is a gap."""
    filled = [None if pile == "-" else _pile(pile) for pile in piles]
    return Beanometer(town, (*filled, *(None,) * (TOWN[town].squares - len(filled))))


def _pile(word: str) -> Pile:
    kind, _, count = word.partition("×")
    return Pile(kind, int(count or 1))


def position(
    *merchants: Merchant,
    phase: Phase = "trade",
    active: int = 0,
    towns: Mapping[str, str] | None = None,
    top: str = "",
    deck: int = DECK,
    pile: Sequence[str] | int = PILE,
    reserve: int = 2,
    trigger: int | None = None,
    turn: int = 4,
    **more: Any,
) -> BohnState:
    """A sound position: P1 active in TRADE at rostock, P2 at hamburg, P3 at visby, unless something else is said."""
    defaults = (merchant("rostock"), merchant("hamburg"), merchant("visby"))
    seats = (*merchants, *defaults[len(merchants) :])
    held = {card for each in seats for card in each.hand + each.table if card in CONTRACT}
    wanted = tuple(top.split())
    discards = tuple(more.pop("discards", "").split())
    others = [card for card in CONTRACTS if card not in held and card not in wanted and card not in discards]
    quiet = [card for card in others if CONTRACT[card].town != seats[active].town]
    rest = quiet[: max(deck - len(wanted), 0)]
    leftover = tuple(card for card in others if card not in rest)
    meters = {town: first_squares(town) for town in TOWNS}
    meters |= {town: squares(town, piles.split()) for town, piles in (towns or {}).items()}
    pending = tuple(card for each in seats for card in each.pending)
    late = ALL_LATE[: 2 - reserve]
    drawable = [card for card in HARVESTS if card not in ALL_LATE and card not in pending]
    drawn = tuple(drawable[:pile]) if isinstance(pile, int) else tuple(pile)
    state = BohnState(
        seed="position",
        phase=phase,
        turn=turn,
        active=active,
        merchants=seats,
        beanometers=tuple(meters.values()),
        deck=(*wanted, *rest)[:deck] if deck else (),
        discards=discards + leftover if deck else discards,
        pile=drawn,
        reserve=ALL_LATE[2 - reserve :],
        offered=(0,) * len(seats),
        spent=(*(card for card in drawable if card not in drawn), *(card for card in late if card not in pending)),
        late=late,
        trigger=trigger,
    )
    if phase == "trade":
        town = TOWN[seats[active].town]
        state.prices = town.prices(state.beanometer(town.id).filled)
    for name, value in more.items():
        setattr(state, name, value)
    return state


def new(seats: int, seed: str = "a seed") -> BohnState:
    """The first position of a game."""
    return TITLE.start(Setup(seats, Options(), seed))[0]


def opened(seats: int, seed: str = "a seed") -> BohnState:
    """The first turn of a game."""
    state = new(seats, seed)
    for seat in range(seats):
        state, _ = TITLE.apply(state, seat, TITLE.absent(state, seat))
    return state


def read(line: str) -> tuple[int, BohnAction]:
    """Seat and action of a record line."""
    seat, _, text = line.partition(" ")
    action = TITLE.parse(text)
    assert not isinstance(action, Undo)
    return int(seat[1:]) - 1, action


def apply(state: BohnState, *lines: str) -> BohnState:
    """Plays lines like `P2 offer #1 P3 give=sau`, each checked and audited; they must be allowed."""
    return apply_with_events(state, *lines)[0]


def apply_with_events(state: BohnState, *lines: str) -> tuple[BohnState, list[Event]]:
    events: list[Event] = []
    for line in lines:
        state, more = TITLE.apply(state, *read(line))
        TITLE.audit(state)
        events += more
    return state, events


def beatrice_before_her_journey(pile: tuple[str, ...] = ("N01", "N05", "N02", "N03", "N04")) -> BohnState:
    return position(
        merchant("visby", "sau garten×2", "Na Zo t4 t5 t6 t7 V3 L2 t1"),
        merchant("edinburgh", "blaue×2 brech augen rote", "t1 Na Zo t4 t5 t6 t7 R1 H2", talers=46),
        merchant("malmoe", "feuer×2 soja", "t4 t5 t6 t7 B2 M1 Zo Na t1"),
        phase="start",
        active=1,
        pile=pile,
        top="R3",
    )


def last_turn(first: Merchant, reserve: int = 2, second: Merchant | None = None) -> BohnState:
    """P3 is active as the last seat, P1 has triggered."""
    others = (second or merchant("hamburg", hand=QUIET), merchant("visby", hand=QUIET))
    return position(first, *others, active=2, pile=(), trigger=0, reserve=reserve)


def asked_at_the_end() -> BohnState:
    """The last turn is over, and P1 can fulfil one of two contracts."""
    state = last_turn(merchant("rostock", "feuer brech rote garten", "R1 R5 Na Zo", talers=10))
    return apply(state, "P3 close", "P3 end")


def asked_two() -> BohnState:
    """The last turn is over, and P1 and P2 can fulfil something, in the same town and with some of the same beans."""
    beans = "feuer brech rote garten"
    first = merchant("rostock", beans, "R1 R3 Na Zo", talers=10)
    second = merchant("rostock", beans, "R5 H1 Na Zo", talers=10)
    return apply(last_turn(first, second=second), "P3 close", "P3 end")


def host_lines(events: Sequence[Event], viewer: int | None = None) -> list[str]:
    """The host lines the viewer gets."""
    return [event.line() for event in events if event.audience in (None, viewer) and event.line()]


def refusal(state: BohnState, line: str) -> Illegal:
    """The refusal of a line, which must be refused and not be in `legal`."""
    (seat, action), before = read(line), TITLE.encode(state)
    with pytest.raises(Illegal) as caught:
        TITLE.apply(state, seat, action)
    assert action not in TITLE.legal(state, seat), f"{line} is refused but listed"
    assert TITLE.encode(state) == before
    return caught.value


def is_legal(state: BohnState, line: str) -> bool:
    """Whether a line is allowed; apart from offers, `legal` must agree."""
    seat, action = read(line)
    try:
        TITLE.check(state, seat, action)
    except Illegal:
        assert action not in TITLE.legal(state, seat), f"{line} is refused but listed"
        return False
    assert TITLE.open_ended(action) or action in TITLE.legal(state, seat), f"{line} is not listed"
    return True


def texts(state: BohnState, seat: int, verb: str) -> list[str]:
    """What `legal` lists for a verb."""
    found = (TITLE.text(action) for action in TITLE.legal(state, seat))
    return [text for text in found if text.split(" ")[0] == verb]


def open_numbers(state: BohnState) -> list[str]:
    return [offer.number for offer in state.offers]


def table(state: BohnState) -> Game:
    """A game that begins at this position."""
    TITLE.audit(state)
    return Game(TITLE, None, state)


def follow(game: Game, *lines: str) -> BohnState:
    """Plays lines, `undo` among them, in a game with its history."""
    for line in lines:
        seat, _, text = line.partition(" ")
        game.apply(int(seat[1:]) - 1, TITLE.parse(text))
        TITLE.audit(state_of(game))
    return state_of(game)


def state_of(game: Game) -> BohnState:
    assert isinstance(game.state, BohnState)
    return game.state
