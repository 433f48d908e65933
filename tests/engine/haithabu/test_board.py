"""The board data: counts, shape, symmetry and drawing, as REPORT.md states them.

Not for rules. `tests.engine.haithabu.oracle` reads the same file on its own; here it is checked itself.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Container, Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

import data
from engine.haithabu import board
from tests.engine.clauses import clauses

B: Any = data.load_json("haithabu/board.json")
SPACES = {space["id"]: space for space in B["spaces"]}
KIND = {name: space["kind"] for name, space in SPACES.items()}
PLACE = {name: (space["x"], space["y"]) for name, space in SPACES.items()}
VILLAGES = {village["id"]: village for village in B["villages"]}
BRIDGES = {name for name in SPACES if KIND[name] == "bridge"}
LINKED: dict[str, set[str]] = {name: set() for name in SPACES}
for _one, _two in B["links"]:
    LINKED[_one].add(_two)
    LINKED[_two].add(_one)
ORDER = ["N", "E", "S", "W"]
LETTERS = "abcdefghijklmnopqrst"


def links_from(source: str, blocked: Container[str] = (), inside: Container[str] | None = None) -> dict[str, int]:
    """Fewest links to every space that can be reached."""
    found = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for ahead in LINKED[here]:
            if ahead not in found and ahead not in blocked and (inside is None or ahead in inside):
                found[ahead] = found[here] + 1
                queue.append(ahead)
    return found


def interior(village: dict[str, Any]) -> set[str]:
    return {*village["start_spaces"], *village["passage_spaces"]}


@clauses("HB-1.1", "HB-1.2")
def test_counts() -> None:
    kinds = list(KIND.values())
    assert len(SPACES) == len(B["spaces"]) == 148
    counts = {kind: kinds.count(kind) for kind in ("path", "bridge", "start", "passage")}
    assert counts == {"path": 76, "bridge": 20, "start": 24, "passage": 28}
    assert len({frozenset(link) for link in B["links"]}) == len(B["links"]) == 192
    assert all(one in SPACES and two in SPACES and one != two for one, two in B["links"])
    assert B["play"]["bridge_tokens"] == board.TOKENS == 20
    assert B["play"]["track_slots"] == board.SLOTS == 13
    assert sum(village["runners_in_box"] for village in B["villages"]) == 20


@clauses("HB-1.3")
def test_short_ids() -> None:
    assert {board.short(full) for full in SPACES} == set(board.SPACES)
    assert board.short("bridge-a") == "a"
    assert board.short("path-ac1") == "ac1"
    assert board.short("N-s3") == "N-s3"
    assert list(board.FULL_IDS) == sorted(SPACES)


@clauses("HB-1.4")
def test_stretches_and_villages() -> None:
    lengths: dict[str, int] = {}
    for name in SPACES:
        if KIND[name] == "path":
            stretch = board.short(name)[:2]
            lengths[stretch] = lengths.get(stretch, 0) + 1
    four, three = {"ae", "bj", "ks", "pt"}, {"cf", "di", "lq", "or"}
    assert {stretch for stretch, length in lengths.items() if length == 4} == four
    assert {stretch for stretch, length in lengths.items() if length == 3} == three
    assert len(lengths) == 32
    for stretch, length in lengths.items():
        names = [f"bridge-{stretch[0]}", *(f"path-{stretch}{i}" for i in range(1, length + 1)), f"bridge-{stretch[1]}"]
        assert all(two in LINKED[one] for one, two in pairwise(names))
    doors = {"N": ("S", "a", "b"), "E": ("W", "j", "p"), "S": ("N", "t", "s"), "W": ("E", "k", "e")}
    for home, (opposite, sixth, second) in doors.items():
        assert VILLAGES[home]["opposite"] == opposite
        assert f"bridge-{sixth}" in LINKED[f"{home}-p6"]
        assert f"bridge-{second}" in LINKED[f"{home}-p2"]
        for i in range(1, 8):
            assert f"{home}-p{i % 7 + 1}" in LINKED[f"{home}-p{i}"]
        for i in range(1, 7):
            assert LINKED[f"{home}-s{i}"] == {f"{home}-p{i}", f"{home}-p{i + 1}"}


def test_villages_are_entered_only_over_their_access_bridges() -> None:
    for village in B["villages"]:
        assert len(village["start_spaces"]) == 6
        assert len(village["passage_spaces"]) == 7
        doors = {ahead for space in interior(village) for ahead in LINKED[space]} - interior(village)
        assert doors == set(village["access_bridges"]) == {b for b in BRIDGES if SPACES[b]["village"] == village["id"]}
    for one, two in combinations(ORDER, 2):
        assert f"{two}-s1" not in links_from(f"{one}-s1", blocked=BRIDGES)


def test_net() -> None:
    assert min(map(len, LINKED.values())) >= 2
    crossings = {name for name in SPACES if KIND[name] not in ("start", "passage") and len(LINKED[name]) >= 3}
    assert crossings == BRIDGES
    assert all(len(LINKED[name]) == 2 for name in SPACES if KIND[name] == "path")
    assert not any(ahead in BRIDGES for bridge in BRIDGES for ahead in LINKED[bridge])
    for gone in SPACES:
        rest = next(name for name in SPACES if name != gone)
        assert len(links_from(rest, blocked={gone})) == len(SPACES) - 1


def test_routes() -> None:
    trips = [
        links_from(start)[finish]
        for village in B["villages"]
        for start in village["start_spaces"]
        for finish in VILLAGES[village["opposite"]]["start_spaces"]
    ]
    assert (min(trips), max(trips)) == (19, 22) == (B["facts"]["shortest_trip_min"], B["facts"]["shortest_trip_max"])
    cutting = {
        pair
        for pair in combinations(sorted(BRIDGES), 2)
        for home, goal in (("N", "S"), ("E", "W"))
        if f"{goal}-s1" not in links_from(f"{home}-s1", blocked=set(pair))
    }
    assert cutting == {tuple(sorted(village["access_bridges"])) for village in B["villages"]}
    for village in B["villages"]:
        doors = village["access_bridges"]
        inside = interior(village) | set(doors)
        assert links_from(doors[0], inside=inside)[doors[1]] == B["facts"]["foreign_village_crossing_min_steps"]
        for space in interior(village):
            assert min(links_from(space, inside=inside)[door] for door in doors) <= 3


def test_the_goal_stays_near_with_one_bridge_closed_and_can_be_reached_around_the_outside() -> None:
    access = {bridge for village in B["villages"] for bridge in village["access_bridges"]}
    assert len(access) == 8
    for village in B["villages"]:
        goal = VILLAGES[village["opposite"]]["start_spaces"]
        for bridge in BRIDGES:
            ways = [links_from(start, blocked={bridge}) for start in village["start_spaces"]]
            assert min(way.get(finish, 999) for way in ways for finish in goal) <= 30
        foreign = {
            space
            for other in B["villages"]
            if other["id"] not in (village["id"], village["opposite"])
            for space in interior(other)
        }
        assert set(goal) <= set(links_from(village["start_spaces"][0], blocked=foreign))
        assert set(goal) <= set(links_from(village["start_spaces"][0], blocked=BRIDGES - access))


@clauses("HB-2.1", "HB-2.3", "HB-2.5")
def test_seats_and_setup() -> None:
    play = B["play"]
    assert play["seats"] == {"2": ["N", "S"], "3": ["N", "E", "S"], "4": ORDER}
    assert play["runners_per_player"] == {"2": 6, "3": 4, "4": 4}
    assert play["first_seat"] == {"2": None, "3": "S", "4": None}
    for seats, names in play["seats"].items():
        assert all(VILLAGES[name]["runners_in_box"] >= play["runners_per_player"][seats] for name in names)
    for number, village in enumerate(B["villages"]):
        assert village["id"] == ORDER[number]
        assert village["opposite"] == ORDER[(number + 2) % 4]
        assert village["four_runner_setup"] == [f"{village['id']}-s{i}" for i in range(2, 6)]
    assert len({village["colour"] for village in B["villages"]}) == 4


def counts_to(source: str, target: str, inside: Collection[str]) -> set[int]:
    """Lengths up to 15 of walks that never turn straight back."""
    found = set()
    layer: set[tuple[str, str | None]] = {(source, None)}
    for length in range(1, 16):
        layer = {
            (ahead, here) for here, before in layer for ahead in LINKED[here] if ahead != before and ahead in inside
        }
        if any(here == target for here, _ in layer):
            found.add(length)
    return found


@pytest.mark.parametrize("home", ORDER)
def test_every_finish_space_can_be_hit_by_circling(home: str) -> None:
    village = VILLAGES[home]
    ring = set(village["passage_spaces"])
    for door in village["access_bridges"]:
        for start in village["start_spaces"]:
            assert counts_to(door, start, interior(village)) >= set(range(7, 16))
            assert len(counts_to(door, start, {*ring, start})) >= 6


def mapped(place: Callable[[int, int], tuple[int, int]], villages: dict[str, str]) -> None:
    at = {spot: name for name, spot in PLACE.items()}
    image = {name: at[place(*spot)] for name, spot in PLACE.items()}
    assert all(KIND[name] == KIND[other] for name, other in image.items())
    for name, other in image.items():
        here, there = SPACES[name]["village"], SPACES[other]["village"]
        assert (villages[here] if here else None) == there
    links = {frozenset(link) for link in B["links"]}
    assert {frozenset(image[end] for end in link) for link in links} == links


def test_symmetry() -> None:
    assert len(set(PLACE.values())) == len(PLACE)
    quarter = {"N": "E", "E": "S", "S": "W", "W": "N"}
    assert B["symmetry"]["quarter_turn"] == quarter
    mapped(lambda x, y: (1000 - y, x), quarter)
    mapped(lambda x, y: (1000 - x, y), {"N": "N", "S": "S", "E": "W", "W": "E"})
    reading = sorted(BRIDGES, key=lambda bridge: (PLACE[bridge][1], PLACE[bridge][0]))
    assert [board.short(bridge) for bridge in reading] == list(LETTERS)
    for home, other in quarter.items():
        here = [(slot["x"], slot["y"]) for slot in VILLAGES[home]["speed_track"]]
        there = [(slot["x"], slot["y"]) for slot in VILLAGES[other]["speed_track"]]
        assert [(1000 - y, x) for x, y in here] == there


@clauses("HB-1.8")
def test_tracks() -> None:
    for village in B["villages"]:
        track = village["speed_track"]
        assert [slot["label"] for slot in track] == ["1/3", *(str(n) for n in range(4, 16))]
        assert [slot["moves"] for slot in track] == [[1, 2, 3], *([n] for n in range(4, 16))]


def test_drawing() -> None:
    spots = list(PLACE.values())
    assert min(math.dist(one, two) for one, two in combinations(spots, 2)) >= 34
    assert all(20 <= value <= 980 for spot in spots for value in spot)

    def side(o: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> int:
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    for (a, b), (c, d) in combinations(B["links"], 2):
        if len({a, b, c, d}) == 4:
            p, q, r, s = PLACE[a], PLACE[b], PLACE[c], PLACE[d]
            assert not (side(r, s, p) * side(r, s, q) < 0 and side(p, q, r) * side(p, q, s) < 0)


def test_links_keep_clear_of_spaces_and_tracks_of_everything() -> None:
    def gap(spot: tuple[int, int], one: tuple[int, int], two: tuple[int, int]) -> float:
        dx, dy = two[0] - one[0], two[1] - one[1]
        along = ((spot[0] - one[0]) * dx + (spot[1] - one[1]) * dy) / (dx * dx + dy * dy)
        along = max(0.0, min(1.0, along))
        return math.dist(spot, (one[0] + along * dx, one[1] + along * dy))

    for one, two in B["links"]:
        assert all(gap(spot, PLACE[one], PLACE[two]) >= 22 for name, spot in PLACE.items() if name not in (one, two))
    assert len(B["links"]) - len(SPACES) + 2 == 46  # faces of a planar drawing
    slots = [(slot["x"], slot["y"]) for village in B["villages"] for slot in village["speed_track"]]
    assert min(math.dist(one, two) for one, two in combinations(slots, 2)) >= 40
    assert min(math.dist(slot, spot) for slot in slots for spot in PLACE.values()) >= 50


def flags(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "source" or key.endswith("_source"):
                yield from part.values() if isinstance(part, dict) else [part]
            else:
                yield from flags(part)
    elif isinstance(value, list):
        for part in value:
            yield from flags(part)


def test_every_part_says_where_it_comes_from() -> None:
    found = list(flags({key: value for key, value in B.items() if key != "source_legend"}))
    assert found
    assert all(flag in ("rulebook", "reconstructed") or str(flag).startswith("found: ") for flag in found)
    assert all("source" in space for space in B["spaces"])
