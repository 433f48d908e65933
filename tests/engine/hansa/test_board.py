"""The board file against what the rulebook and the published descriptions say of the printed board.

Not for what the rules do with it.
"""

from itertools import pairwise

import pytest

from engine.hansa.board import BOARD

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
