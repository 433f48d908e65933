"""What never changes in Haithabu: spaces, links, bridges, villages, tracks and seats, typed and numbered.

Not for runners or tokens. Spaces are numbered in the order of their full ids, so numbers compare as HB-13.6 asks.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from engine import boards

Kind = Literal["path", "bridge", "start", "passage"]

LETTERS = "abcdefghijklmnopqrst"
VILLAGES = ("N", "E", "S", "W")
TOKENS = len(LETTERS)
SLOTS = 13
"""Slots of a track: 1/3, 4, 5 … 15 (HB-1.8)."""
LONGEST = 15
QUIET_LIMIT = 100
"""HB-11.2."""
QUIET_ROUNDS = 25
"""HB-11.6."""


class SpaceData(msgspec.Struct, frozen=True):
    id: str
    kind: Kind
    village: str | None
    x: int
    y: int


class VillageData(msgspec.Struct, frozen=True):
    id: str
    opposite: str
    start_spaces: tuple[str, ...]
    passage_spaces: tuple[str, ...]
    access_bridges: tuple[str, ...]
    four_runner_setup: tuple[str, ...]


class PlayData(msgspec.Struct, frozen=True):
    seats: dict[str, tuple[str, ...]]
    first_seat: dict[str, str | None]
    runners_per_player: dict[str, int]


class BoardData(msgspec.Struct, frozen=True):
    """The parts of board.json that the rules use."""

    spaces: tuple[SpaceData, ...]
    links: tuple[tuple[str, str], ...]
    bridges: dict[str, str]
    villages: tuple[VillageData, ...]
    play: PlayData


BOARD = msgspec.convert(boards.load(__name__, "haithabu/board.json"), BoardData)
_SPACES = tuple(sorted(BOARD.spaces, key=lambda space: space.id))
_FULL_NUMBER = {space.id: number for number, space in enumerate(_SPACES)}


def short(full: str) -> str:
    """`bridge-a` is written `a`, `path-ac1` is written `ac1` (HB-1.3)."""
    return full.removeprefix("bridge-").removeprefix("path-")


FULL_IDS = tuple(space.id for space in _SPACES)
SPACES = tuple(short(space.id) for space in _SPACES)
"""Short ids by number; every number of a space below is an index into this."""
NUMBER = {name: number for number, name in enumerate(SPACES)}
COUNT = len(SPACES)
KIND: tuple[Kind, ...] = tuple(space.kind for space in _SPACES)
VILLAGE = tuple(VILLAGES.index(space.village) if space.village else -1 for space in _SPACES)
"""The village of a start, passage or access bridge space, else −1."""
LINKED = tuple(
    tuple(sorted({_FULL_NUMBER[b if a == full else a] for a, b in BOARD.links if full in (a, b)})) for full in FULL_IDS
)
BRIDGES = tuple(_FULL_NUMBER[BOARD.bridges[letter]] for letter in LETTERS)
"""Space numbers of the bridges a … t; they follow one another."""
FIRST_BRIDGE = BRIDGES[0]

# ---- sets of bridges: a is the highest bit, so that among sets of one size the alphabetically first is the largest

EVERY_BRIDGE = (1 << TOKENS) - 1


def bridge_bit(space: int) -> int:
    """The bit of a bridge, given as a space number."""
    return 1 << (TOKENS - 1 - (space - FIRST_BRIDGE))


LETTER_BIT = {letter: bridge_bit(bridge) for letter, bridge in zip(LETTERS, BRIDGES, strict=True)}


@lru_cache(maxsize=1 << 13)
def bridge_mask(letters: str) -> int:
    """The set that letters stand for."""
    mask = 0
    for letter in letters:
        mask |= LETTER_BIT[letter]
    return mask


_HALF = TOKENS // 2
_LOW_HALF = (1 << _HALF) - 1
_FIRST_LETTERS, _LAST_LETTERS = ([""], [""])
for _letter in LETTERS[_HALF - 1 :: -1]:
    _FIRST_LETTERS += [_letter + _letters for _letters in _FIRST_LETTERS]
for _letter in LETTERS[: _HALF - 1 : -1]:
    _LAST_LETTERS += [_letter + _letters for _letters in _LAST_LETTERS]


def bridge_letters(mask: int) -> str:
    """The letters of a set, in alphabetical order and written together (HB-13.1)."""
    return _FIRST_LETTERS[mask >> _HALF] + _LAST_LETTERS[mask & _LOW_HALF]


def space_mask(spaces: Iterable[int]) -> int:
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


# ---- villages


class Village(msgspec.Struct, frozen=True):
    """A village by numbers; `doors` are the access bridges at p2 and p6, `inside` is p1 … p7 s1 … s6."""

    opposite: int
    starts: tuple[int, ...]
    passages: tuple[int, ...]
    doors: tuple[int, int]
    inside: tuple[int, ...]
    start_mask: int
    shift: int
    """Number of its lowest space: `inside` are the 13 numbers from there on, in the same order in every village."""


def _read_village(village: VillageData) -> Village:
    starts = tuple(_FULL_NUMBER[name] for name in village.start_spaces)
    passages = tuple(_FULL_NUMBER[name] for name in village.passage_spaces)
    doors = [_FULL_NUMBER[name] for name in village.access_bridges]
    doors.sort(key=lambda door: passages[1] not in LINKED[door])
    inside = (*passages, *starts)
    assert inside == tuple(range(inside[0], inside[0] + 13)), "p1 … p7 s1 … s6 follow one another in full-id order"
    return Village(
        VILLAGES.index(village.opposite),
        starts,
        passages,
        (doors[0], doors[1]),
        inside,
        space_mask(starts),
        inside[0],
    )


VILLAGE_DATA = tuple(_read_village(village) for village in BOARD.villages)
PASSAGE_MASK = space_mask(space for space in range(COUNT) if KIND[space] == "passage")
BRIDGE_SPACES = space_mask(BRIDGES)
OTHER_DOOR = {door: other for village in VILLAGE_DATA for door, other in (village.doors, village.doors[::-1])}

DOOR_SPACES = space_mask(OTHER_DOOR)


# ---- seats


class Seating(msgspec.Struct, frozen=True):
    """Which villages play at a number of seats, in turn order, and with how many runners each (HB-2.1)."""

    homes: tuple[int, ...]
    runners: int
    first: int | None
    setup: tuple[tuple[str, ...], ...]


def _read_seating(seats: int) -> Seating:
    play = BOARD.play
    homes = tuple(VILLAGES.index(name) for name in play.seats[str(seats)])
    runners = play.runners_per_player[str(seats)]
    first = play.first_seat[str(seats)]
    return Seating(
        homes,
        runners,
        None if first is None else homes.index(VILLAGES.index(first)),
        tuple(
            BOARD.villages[home].start_spaces if runners == 6 else BOARD.villages[home].four_runner_setup
            for home in homes
        ),
    )


SEATINGS = {seats: _read_seating(seats) for seats in (2, 3, 4)}
RUNNERS = tuple(f"{village}{number}" for village in VILLAGES for number in range(1, 7))
"""Every runner of any game; E and W have four at most, the words are the same for all."""
