"""What is wrong with a board file of Hansa: against itself, and against what the rulebook says of the printed board.

Not for what was reconstructed: those figures may be any that keep to this. The drawing is looked at by the painters.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from engine.hansa.board import BoardData, read_board
from engine.straight_lines import Link, reachable

PORTS = ("tonsberg", "aalborg", "lubeck", "copenhagen", "stockholm", "kalmar", "danzig", "reval", "riga")
"""Texts have words for these ids."""
JOURNEYS = (
    ("example 4 (E-4)", ("lubeck", "aalborg", "copenhagen", "danzig")),
    ("example 8 (E-8)", ("copenhagen", "tonsberg", "stockholm", "reval")),
)
FROM_COPENHAGEN = {"danzig", "lubeck", "tonsberg"}
COUNTS = {"1": 4, "2": 5, "3": 4}
TALERS, BOOTHS, PILES = 22, 15, 5


def faults(files: Mapping[str, object]) -> list[str]:
    """One sentence each; the first that make the file unreadable hide the others."""
    try:
        raw = msgspec.convert(files["board.json"], BoardData)
        read_board(files["board.json"])
    except (ValueError, msgspec.ValidationError) as error:
        return [f"board.json cannot be read: {error}."]
    links = [(route.origin, route.to) for route in raw.routes]
    return [*_ports(raw), *_routes(raw, links), *_material(raw)]


def _ports(raw: BoardData) -> Iterator[str]:
    ids = {port.id: port for port in raw.ports}
    if set(ids) != set(PORTS):
        yield f"The ports are not {', '.join(PORTS)}: texts have words for these ids only (HA-1.9)."
        return
    if (ids["tonsberg"].number, ids["riga"].number) != (1, 9):
        yield "Tønsberg has not number 1 or Riga not number 9, as in example 1 (E-1)."
    if ids["tonsberg"].warehouses != 2:
        yield "Tønsberg has not two warehouses, as in example 1 (E-1)."
    for port in raw.ports:
        if not (0 <= port.x <= 1000 and 0 <= port.y <= 1000):
            yield f"{port.name} lies outside of the chart: x and y are 0 to 1000."


def _routes(raw: BoardData, links: list[Link]) -> Iterator[str]:
    for link in sorted({link for link in links if links.count(link) > 1}):
        yield f"The route {link[0]} → {link[1]} stands there twice."
    for port in raw.ports:
        missing = sorted({each.id for each in raw.ports} - reachable(links, port.id, one_way=True))
        if missing:
            yield f"From {port.id} the ship never gets to {', '.join(missing)}."
    for name, journey in JOURNEYS:
        for step in pairwise(journey):
            if step not in links:
                yield f"The route {step[0]} → {step[1]} of {name} is missing."
    exits = {to for origin, to in links if origin == "copenhagen"}
    if exits != FROM_COPENHAGEN:
        yield f"From copenhagen one sails to {', '.join(sorted(exits))}, not to danzig, lubeck, tonsberg (E-5)."
    if ("kalmar", "copenhagen") not in links:
        yield "The route kalmar → copenhagen of example 5 (E-5) is missing."
    if [(route.origin, route.to) for route in raw.routes if route.kind == "land"] != [("tonsberg", "stockholm")]:
        yield "The one land route is tonsberg → stockholm (HA-1.9)."


def _material(raw: BoardData) -> Iterator[str]:
    if raw.start != "copenhagen":
        yield "The ship does not start in copenhagen (HA-2.5)."
    if raw.goods.per_colour != COUNTS:
        yield "A colour has not 4, 5 and 4 markers of 1, 2 and 3 barrels (HA-1.2)."
    if (raw.components.talers, raw.components.booths_per_player) != (TALERS, BOOTHS):
        yield f"There are not {TALERS} talers and {BOOTHS} booths for each seat (HA-1.5, HA-16.1)."
    if [pile.pile for pile in raw.supply] != list(range(1, PILES + 1)):
        yield "The supply has not the piles 1 to 5, in this order (HA-2.4)."
