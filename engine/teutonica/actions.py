"""The smallest decisions of Hansa Teutonica, their words, and how a command asks for them (section 26).

Not for whether a decision is allowed: `checks` says that.
"""

from functools import cache, lru_cache
from typing import Literal

from engine.teutonica.board import ABILITIES, BOARDS, COLOURS, KINDS, MARKERS, MERCHANTS, PROVINCES, TILES, TRADERS
from engine.values import Action, Param, Verb


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


@cache
def words(kind: str) -> tuple[str, ...]:
    """All words of a kind, on any board."""
    boards = BOARDS.values()
    if kind in ("city", "target", "use_target"):
        cities = tuple(dict.fromkeys(city.id for board in boards for city in board.cities))
        return cities + {"city": (), "target": ABILITIES + COLOURS, "use_target": ABILITIES}[kind]
    if kind in ("space", "source"):
        spaces = tuple(dict.fromkeys(space for board in boards for space in board.spaces))
        return KINDS + spaces if kind == "source" else spaces
    if kind == "province":
        return tuple(dict.fromkeys(province for variant in PROVINCES.values() for province in variant.ids))
    if kind == "route":
        return tuple(dict.fromkeys(route.id for board in boards for route in board.routes))
    return {
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
        "order": ("ask", "trader", "merchant", "none"),
    }[kind]


@cache
def word_set(kind: str) -> frozenset[str]:
    return frozenset(words(kind))


def is_whole(action: Action) -> bool:
    """Whether the optional words are those that the outcome or the marker asks for (HT-26.1)."""
    if isinstance(action, Create):
        targets = {"office": "city", "extra": "city", "develop": "ability"}.get(action.outcome)
        if action.outcome == "none":
            fits = not action.target
        elif action.outcome == "honour":
            fits = action.target in COLOURS
        else:
            fits = targets is not None and action.target in word_set(targets)
        return fits and bool(action.kind) == (action.outcome == "extra")
    if isinstance(action, Use):
        if action.marker == "swap":
            return action.target in word_set("city") and action.office > 0
        return action.office == 0 and (action.target in ABILITIES if action.marker == "upgrade" else not action.target)
    return True


# ---- objects that are made once

DONE, SKIP, END = Done(), Skip(), End()


@lru_cache(maxsize=65536)
def add(source: str, space: str) -> Add:
    return Add(source, space)


def buy(tile: str, one: str, other: str) -> Buy:
    """The purchase with its two markers in the order of MARKERS."""
    first, second = sorted((one, other), key=MARKERS.index)
    return Buy(tile, first, second)
