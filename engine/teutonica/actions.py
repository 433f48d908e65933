"""The smallest decisions of Hansa Teutonica, their words, and how a command asks for them (section 26).

Not for whether a decision is allowed: `checks` says that.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, TypeVar

from engine.errors import BadNotation
from engine.teutonica.board import ABILITIES, BOARDS, COLOURS, KINDS, MARKERS, MERCHANTS, PROVINCES, TILES, TRADERS
from engine.teutonica.state import ORDERS, SEAT_WORDS
from engine.values import Action, Param, Verb

Whole = TypeVar("Whole", bound=Action)


class Recruit(Action, frozen=True, gc=False, tag="recruit"):
    mix: str


class Place(Action, frozen=True, gc=False, tag="place"):
    kind: str
    space: str


class Displace(Action, frozen=True, gc=False, tag="displace"):
    space: str
    kind: str
    pay: str


class Relocate(Action, frozen=True, gc=False, tag="relocate"):
    space: str


class Add(Action, frozen=True, gc=False, tag="add"):
    """`source` is a kind (from stock or supply) or a space (from a road)."""

    source: str
    space: str


class Done(Action, frozen=True, gc=False, tag="done"):
    pass


class Lift(Action, frozen=True, gc=False, tag="lift"):
    space: str


class Put(Action, frozen=True, gc=False, tag="put"):
    origin: str
    space: str


class Create(Action, frozen=True, gc=False, tag="create"):
    """`target` is a city, an ability or a colour, as the outcome needs; `kind` goes with `extra` only."""

    route: str
    outcome: Literal["none", "office", "extra", "develop", "honour"]
    target: str = ""
    kind: str = ""


class Use(Action, frozen=True, gc=False, tag="use"):
    """`target` is the city of a swap or the ability of an upgrade; `office` the left one of the two to swap."""

    marker: Literal["swap", "three", "upgrade", "actions_3", "actions_4"]
    target: str = ""
    office: int = 0


class Found(Action, frozen=True, gc=False, tag="found"):
    city: str
    kind: str


class Develop(Action, frozen=True, gc=False, tag="develop"):
    ability: str


class Deploy(Action, frozen=True, gc=False, tag="deploy"):
    kind: str
    space: str


class Skip(Action, frozen=True, gc=False, tag="skip"):
    pass


class Buy(Action, frozen=True, gc=False, tag="buy"):
    """The two markers stand in the order of MARKERS."""

    tile: str
    first: str
    second: str


class Take(Action, frozen=True, gc=False, tag="take"):
    kind: str


class Pawn(Action, frozen=True, gc=False, tag="pawn"):
    move: Literal["start", "free", "pay"]
    province: str


class End(Action, frozen=True, gc=False, tag="end"):
    pass


class Lay(Action, frozen=True, gc=False, tag="lay"):
    marker: str
    route: str


class Standing(Action, frozen=True, gc=False, tag="standing"):
    order: Literal["ask", "trader", "merchant", "none"]


TeutonicaAction = (
    Recruit
    | Place
    | Displace
    | Relocate
    | Add
    | Done
    | Lift
    | Put
    | Create
    | Use
    | Found
    | Develop
    | Deploy
    | Skip
    | Buy
    | Take
    | Pawn
    | End
    | Lay
    | Standing
)

VERBS = (
    Verb("recruit", Recruit, (Param("mix", "mix"),)),
    Verb("place", Place, (Param("kind", "kind"), Param("space", "space"))),
    Verb("displace", Displace, (Param("space", "space"), Param("kind", "kind"), Param("pay", "pay", keyword="pay"))),
    Verb("relocate", Relocate, (Param("space", "space"),)),
    Verb("add", Add, (Param("source", "source"), Param("space", "space"))),
    Verb("done", Done),
    Verb("lift", Lift, (Param("space", "space"),)),
    Verb("put", Put, (Param("origin", "space"), Param("space", "space"))),
    Verb(
        "create",
        Create,
        (
            Param("route", "route"),
            Param("outcome", "outcome"),
            Param("target", "target", optional=True),
            Param("kind", "kind", optional=True),
        ),
    ),
    Verb(
        "use",
        Use,
        (
            Param("marker", "use"),
            Param("target", "use_target", optional=True),
            Param("office", "office", optional=True),
        ),
    ),
    Verb("found", Found, (Param("city", "city"), Param("kind", "kind"))),
    Verb("develop", Develop, (Param("ability", "ability"),)),
    Verb("deploy", Deploy, (Param("kind", "kind"), Param("space", "space"))),
    Verb("skip", Skip),
    Verb("buy", Buy, (Param("tile", "tile"), Param("first", "marker"), Param("second", "marker"))),
    Verb("take", Take, (Param("kind", "take"),)),
    Verb("pawn", Pawn, (Param("move", "pawn"), Param("province", "province"))),
    Verb("end", End),
    Verb("lay", Lay, (Param("marker", "marker"), Param("route", "route"))),
    Verb("standing", Standing, (Param("order", "order"),), aside=True),
)


# ---- words

OUTCOMES = ("none", "office", "extra", "develop", "honour")
USES = ("swap", "three", "upgrade", "actions_3", "actions_4")
MARKER_OF = {"swap": "swap_offices", "three": "three_pieces"} | {use: use for use in USES[2:]}
PAYS = {1: ("T", "M"), 2: ("TT", "TM", "MM")}
MOST_OFFICES = max(len(city.offices) for board in BOARDS.values() for city in board.cities)


def mix_word(traders: int, merchants: int) -> str:
    """HT-26.1: zero parts are left out."""
    return (f"{traders}T" if traders else "") + (f"{merchants}M" if merchants else "")


MIXES = {
    mix_word(traders, merchants): (traders, merchants)
    for traders in range(TRADERS + 1)
    for merchants in range(MERCHANTS + 1)
    if traders + merchants
}


def _on_any_board(ids: Iterable[str]) -> tuple[str, ...]:
    """Each word once, in file order."""
    return tuple(dict.fromkeys(ids))


_CITIES = _on_any_board(city.id for board in BOARDS.values() for city in board.cities)
_SPACES = _on_any_board(space for board in BOARDS.values() for space in board.spaces)

WORDS: dict[str, tuple[str, ...]] = {
    "city": _CITIES,
    "target": _CITIES + ABILITIES + COLOURS,
    "use_target": _CITIES + ABILITIES,
    "space": _SPACES,
    "source": KINDS + _SPACES,
    "province": _on_any_board(province for variant in PROVINCES.values() for province in variant.ids),
    "route": _on_any_board(route.id for board in BOARDS.values() for route in board.routes),
    "mix": tuple(MIXES),
    "kind": KINDS,
    "pay": PAYS[1] + PAYS[2],
    "outcome": OUTCOMES,
    "use": USES,
    "office": tuple(str(office) for office in range(1, MOST_OFFICES)),
    "ability": ABILITIES,
    "tile": TILES,
    "marker": MARKERS,
    "take": (*KINDS, "none"),
    "pawn": ("start", "free", "pay"),
    "order": ORDERS,
    "seat": SEAT_WORDS,
    "berth": ("land", "ship"),
}
"""For each kind of parameter all its words, on any board."""
_TARGETS = {
    "none": frozenset({""}),
    "office": frozenset(_CITIES),
    "extra": frozenset(_CITIES),
    "develop": frozenset(ABILITIES),
    "honour": frozenset(COLOURS),
}
"""What an outcome of a route is about."""


def is_whole(action: Action) -> bool:
    """Whether the optional words are those that the outcome or the marker asks for (HT-26.1)."""
    if isinstance(action, Create):
        return action.target in _TARGETS[action.outcome] and bool(action.kind) == (action.outcome == "extra")
    if isinstance(action, Use):
        if action.marker == "swap":
            return action.target in _TARGETS["office"] and action.office > 0
        return action.office == 0 and (action.target in ABILITIES if action.marker == "upgrade" else not action.target)
    return True


def whole(action: Whole, write: Callable[[Whole], str]) -> Whole:
    """The action itself, unless it lacks a word or has one too many: BadNotation with its text then."""
    if not is_whole(action):
        raise BadNotation("“{text}” lacks a word, or has one too many.", text=write(action))
    return action


def canonical(action: TeutonicaAction) -> TeutonicaAction:
    return buy(action.tile, action.first, action.second) if isinstance(action, Buy) else action


# ---- objects that are made once

DONE, SKIP, END = Done(), Skip(), End()


@lru_cache(maxsize=65536)
def add(source: str, space: str) -> Add:
    return Add(source, space)


def buy(tile: str, one: str, other: str) -> Buy:
    """The purchase with its two markers in the order of MARKERS."""
    first, second = sorted((one, other), key=MARKERS.index)
    return Buy(tile, first, second)
