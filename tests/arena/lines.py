"""Who plays whom in the arena, and what is asked of them; controls for every title and number of seats.

Not for playing.
"""

from collections.abc import Iterator

import msgspec

from engine.registry import title
from tests.arena.match import Line

FOUR = 4
TWO = {"edition": "2009"}
"""Hansa Teutonica has rules for two in that edition only."""
BARS = {"haithabu": 0.70, "hansa": 0.40, "teutonica": 0.65, "bohn": 0.35}
"""For the lower end of `strong` against three `simple`."""
KEYS = tuple(BARS)
TRADER_BARS = {"teutonica": 0.60}
TWO_SEATS_BAR = 0.75
EVEN = {FOUR: 0.25, 2: 0.5}
OTHER_BOARDS = (
    Line("hansa", FOUR, "strong", "simple", {"extra": True}),
    Line("hansa", 3, "strong", "simple"),
    Line("haithabu", 3, "strong", "simple"),
    Line("haithabu", FOUR, "strong", "simple", {"traps": True}),
    Line("bohn", 3, "strong", "simple"),
    Line("bohn", 5, "strong", "simple"),
    Line("teutonica", 3, "strong", "simple"),
    Line("teutonica", 5, "strong", "simple"),
    Line("teutonica", FOUR, "strong", "simple", {"board": "east"}),
    Line("teutonica", FOUR, "strong", "simple", {"board": "britannia"}),
    Line("teutonica", FOUR, "strong", "simple", {"missions": True, "favours": True}),
)


def lines() -> Iterator[Line]:
    """Those with bars first; controls are as many as there are titles and seats."""
    yield from (Line(key, FOUR, "strong", "simple", bar=BARS[key]) for key in KEYS)
    yield from (Line(key, FOUR, "trader", "simple", bar=TRADER_BARS.get(key, EVEN[FOUR])) for key in KEYS)
    yield from (Line(key, FOUR, "strong", "trader", bar=EVEN[FOUR]) for key in KEYS)
    for key in KEYS:
        fewest = title(key).seats[0]
        options = TWO if key == "teutonica" else {}
        if fewest == 2:
            yield Line(key, 2, "strong", "simple", options, bar=TWO_SEATS_BAR)
        yield Line(key, fewest, "trader", "apprentice", options, bar=0.6 if fewest == 2 else 0.45)
    yield from (Line(key, FOUR, "apprentice", "simple") for key in KEYS)
    yield from (msgspec.structs.replace(line, bar=line.par) for line in OTHER_BOARDS)


def controls() -> Iterator[Line]:
    """Equal players must win equally often, and whoever plays by chance must lose."""
    for key in KEYS:
        yield Line(key, FOUR, "simple", "simple")
        yield Line(key, FOUR, "simple", "random", bar=0.97)
