"""The board file against what the rulebook and the published descriptions say of the printed board, and its checks.

Not for what the rules do with it.
"""

from collections import Counter
from itertools import pairwise

import pytest

import data
from engine.hansa.board import BOARD, COLOURS, FACES, read_board
from tests.engine.clauses import clauses

PORTS = {port.id: port for port in BOARD.raw.ports}
EXITS = {port: set(exits) for port, exits in zip(BOARD.ports, BOARD.exits, strict=True)}
PUBLISHED_LOOPS = {
    frozenset({"reval", "riga", "danzig"}),
    frozenset({"lubeck", "aalborg", "copenhagen"}),
    frozenset({"tonsberg", "stockholm", "kalmar", "copenhagen"}),
    frozenset({"kalmar", "copenhagen", "danzig"}),
}


def reach(start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for port in EXITS[todo.pop()] - seen:
            seen.add(port)
            todo.append(port)
    return seen


def loops(most: int) -> set[frozenset[str]]:
    found: set[frozenset[str]] = set()

    def sail(path: list[str]) -> None:
        for port in EXITS[path[-1]]:
            if port == path[0]:
                found.add(frozenset(path))
            elif port not in path and len(path) < most:
                sail([*path, port])

    for port in EXITS:
        sail([port])
    return found


def test_every_port_can_be_reached_from_every_other() -> None:
    assert all(reach(port) == set(PORTS) for port in PORTS)


def test_no_pair_is_linked_both_ways_and_the_short_loops_are_the_published_ones() -> None:
    assert all(port not in EXITS[target] for port, targets in EXITS.items() for target in targets)
    assert loops(4) == PUBLISHED_LOOPS


@pytest.mark.parametrize("path", ["lubeck aalborg copenhagen danzig", "copenhagen tonsberg stockholm reval"])
def test_the_journeys_of_the_rulebook_are_possible(path: str) -> None:
    assert all(target in EXITS[port] for port, target in pairwise(path.split()))


def test_what_the_rulebook_says_of_single_ports() -> None:
    assert EXITS["copenhagen"] == {"danzig", "lubeck", "tonsberg"}
    assert {port for port, targets in EXITS.items() if "copenhagen" in targets} == {"aalborg", "kalmar"}
    assert [(r.origin, r.to) for r in BOARD.raw.routes if r.kind == "land"] == [("tonsberg", "stockholm")]
    assert (PORTS["tonsberg"].number, PORTS["riga"].number) == (1, 9)
    assert sum(port.warehouses == 2 for port in PORTS.values()) == 5


def test_the_layout_keeps_east_and_west_apart() -> None:
    assert all(0 <= port.x <= 1000 and 0 <= port.y <= 1000 for port in PORTS.values())
    assert PORTS["tonsberg"].x < PORTS["stockholm"].x < PORTS["reval"].x
    assert PORTS["copenhagen"].x < PORTS["kalmar"].x


@clauses("HA-1.1", "HA-16.8")
def test_the_board_file_is_the_authority_and_is_checked() -> None:
    raw = data.load_json("hansa/board.json")
    assert isinstance(raw, dict)
    swapped = raw | {"routes": [*raw["routes"], {"from": "kalmar", "to": "riga", "kind": "sea"}]}
    assert read_board(swapped).exits[BOARD.index["kalmar"]] == ("copenhagen", "riga")
    for broken in (
        raw | {"routes": [route for route in raw["routes"] if route["from"] != "riga"]},
        raw | {"start": "visby"},
        raw | {"ports": raw["ports"][:-1]},
        raw | {"routes": [*raw["routes"], {"from": "riga", "to": "riga", "kind": "sea"}]},
    ):
        with pytest.raises(ValueError, match=r"board\.json"):
            read_board(broken)


@clauses("HA-1.2", "HA-1.3")
def test_markers() -> None:
    assert FACES[:4] == ("Y1", "Y2", "Y3", "G1")
    assert "".join(dict.fromkeys(face[0] for face in FACES)) == "YGRBNK"
    counts = Counter(face for colour in COLOURS for face in BOARD.markers(colour))
    assert sum(counts.values()) == 78
    for colour in COLOURS:
        assert [counts[colour + barrels] for barrels in "123"] == [4, 5, 4]


@clauses("HA-1.9", "HA-1.10")
def test_slot_order_is_by_port_number_and_a_before_b() -> None:
    assert BOARD.ports == (
        "tonsberg", "aalborg", "lubeck", "copenhagen", "stockholm", "kalmar", "danzig", "reval", "riga",
    )  # fmt: skip
    assert BOARD.slot_names[:4] == ("tonsberg.a", "tonsberg.b", "aalborg.a", "lubeck.a")
    assert len(BOARD.slot_names) == 14
    assert BOARD.exits == (
        ("stockholm",), ("copenhagen",), ("aalborg",), ("tonsberg", "lubeck", "danzig"), ("kalmar", "reval"),
        ("copenhagen",), ("kalmar", "reval"), ("riga",), ("danzig",),
    )  # fmt: skip
