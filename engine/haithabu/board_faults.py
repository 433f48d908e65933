"""What is wrong with a board file of Haithabu: against itself, and against what the rulebook says of the board.

Not for what was reconstructed: the net of paths may be any that keeps to this.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from engine.haithabu.board import LETTERS, VILLAGES, BoardData, VillageData, short
from engine.straight_lines import Link, Point, crossings, reachable, too_near

IDS = {
    "path": re.compile(r"path-[a-z]{2}[1-9]"),
    "bridge": re.compile(r"bridge-[a-t]"),
    "start": re.compile(r"[NESW]-s[1-6]"),
    "passage": re.compile(r"[NESW]-p[1-7]"),
}
STARTS, PASSAGES, DOORS = 6, 7, 2
APART, CLEAR = 34, 22
"""Spaces lie so far apart, and links so far from other spaces, in thousandths of the chart."""


def faults(files: Mapping[str, Any]) -> list[str]:
    """One sentence each; the first that make the file unreadable hide the others."""
    try:
        raw = msgspec.convert(files["board.json"], BoardData)
    except msgspec.ValidationError as error:
        return [f"board.json cannot be read: {error}."]
    if found := [*_spaces(raw), *_villages(raw)]:
        return found
    places: dict[str, Point] = {space.id: (space.x, space.y) for space in raw.spaces}
    return [*_net(raw), *_drawing(raw, places)]


def _spaces(raw: BoardData) -> Iterator[str]:
    """What the words of texts and notation need (HB-1.3)."""
    counts = Counter(space.id for space in raw.spaces)
    for name in sorted(name for name, count in counts.items() if count > 1):
        yield f"The space {name} stands there twice."
    for space in raw.spaces:
        if not IDS[space.kind].fullmatch(space.id):
            yield f"A {space.kind} space cannot be called {space.id} (HB-1.3)."
    for letter in LETTERS:
        if raw.bridges.get(letter) != f"bridge-{letter}" or f"bridge-{letter}" not in counts:
            yield f"The bridge {letter} is missing: there are {len(LETTERS)} of them, a to t (HB-1.2)."
    for a, b in raw.links:
        if a not in counts or b not in counts or a == b:
            yield f"The link {a}–{b} does not join two spaces."
    for pair, count in Counter(frozenset(link) for link in raw.links).items():
        if count > 1:
            yield f"The link {'–'.join(sorted(pair))} stands there {count} times."


def _villages(raw: BoardData) -> Iterator[str]:
    if tuple(village.id for village in raw.villages) != VILLAGES:
        yield f"The villages are not {', '.join(VILLAGES)}, in this order."
        return
    for number, village in enumerate(raw.villages):
        if village.opposite != VILLAGES[(number + 2) % len(VILLAGES)]:
            yield f"Opposite to village {village.id} lies {village.opposite}."
        if village.start_spaces != tuple(f"{village.id}-s{i}" for i in range(1, STARTS + 1)):
            yield f"Village {village.id} has not the start spaces s1 to s{STARTS}."
        if village.passage_spaces != tuple(f"{village.id}-p{i}" for i in range(1, PASSAGES + 1)):
            yield f"Village {village.id} has not the passage spaces p1 to p{PASSAGES}."
        if len(village.access_bridges) != DOORS or not all(IDS["bridge"].fullmatch(d) for d in village.access_bridges):
            yield f"Village {village.id} has not {DOORS} access bridges."
        if not set(village.four_runner_setup) <= set(village.start_spaces) or len(village.four_runner_setup) != 4:
            yield f"The four runners of village {village.id} do not begin on four of its start spaces (HB-2.4)."


def _net(raw: BoardData) -> Iterator[str]:
    ids, links = {space.id for space in raw.spaces}, [*raw.links]
    for name in sorted(ids - reachable(links, raw.spaces[0].id)):
        yield f"{short(name)} cannot be reached."
    ends = Counter(end for link in links for end in link)
    for name in sorted(name for name in ids if ends[name] < 2):
        yield f"{short(name)} is a dead end: a runner never turns straight back."
    for a, b in links:
        if a.startswith("bridge-") and b.startswith("bridge-"):
            yield f"The bridges {short(a)} and {short(b)} touch: there is a space between two bridges."
    for village in raw.villages:
        yield from _doors(raw, village, links)
    dry = [link for link in links if not any(end.startswith("bridge-") for end in link)]
    for one, other in combinations(VILLAGES, 2):
        if f"{other}-s1" in reachable(dry, f"{one}-s1"):
            yield f"From village {one} one gets to {other} without a bridge."


def _doors(raw: BoardData, village: VillageData, links: list[Link]) -> Iterator[str]:
    """A village is entered over its two access bridges only, which join p2 and p6."""
    inside = {*village.start_spaces, *village.passage_spaces}
    found = {a if b in inside else b for a, b in links if (a in inside) != (b in inside)}
    if found != set(village.access_bridges):
        told = ", ".join(sorted(map(short, found)))
        yield f"Village {village.id} is entered over {told}, not over its access bridges alone."
    gates = {frozenset(link) for link in links if set(link) & inside and set(link) & found}
    wanted = [{f"{village.id}-p2", f"{village.id}-p6"} & gate for gate in gates]
    if sorted("".join(gate) for gate in wanted) != [f"{village.id}-p2", f"{village.id}-p6"]:
        yield f"The access bridges of village {village.id} do not join p2 and p6, one each."


def _drawing(raw: BoardData, places: Mapping[str, Point]) -> Iterator[str]:
    links = [*raw.links]
    for name, (x, y) in places.items():
        if not (0 <= x <= 1000 and 0 <= y <= 1000):
            yield f"{short(name)} lies outside of the chart: x and y are 0 to 1000."
    for one, other in combinations(places, 2):
        if math.dist(places[one], places[other]) < APART:
            yield f"{short(one)} and {short(other)} lie on each other."
    for (a, b), (c, d) in crossings(places, links):
        yield f"The links {short(a)}–{short(b)} and {short(c)}–{short(d)} cross, with no bridge there."
    for name, (a, b) in too_near(places, links, CLEAR):
        yield f"The link {short(a)}–{short(b)} runs over {short(name)}."
