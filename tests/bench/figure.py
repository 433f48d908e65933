"""One measured figure beside its yardstick, and how it is printed.

Not for measuring: each part of the house has a module of its own here with a function `figures()`.
"""

from typing import NamedTuple


class Figure(NamedTuple):
    """`value` is measured; `wanted` says in words what it should be, and `holds` whether it is."""

    name: str
    value: str
    wanted: str
    holds: bool

    def __str__(self) -> str:
        return f"{'ok  ' if self.holds else 'MISS'} {self.name:<58} {self.value:>24}   wanted {self.wanted}"


def ratio(name: str, rate: float, yardstick: float, at_least: float) -> Figure:
    """A rate beside that of the yardstick in the same run."""
    times = rate / yardstick
    return Figure(name, f"{rate:,.0f}/s = {times:.2f} ×", f"≥ {at_least} × python-chess", times >= at_least)


def below(name: str, value: float, limit: float, unit: str) -> Figure:
    return Figure(name, f"{value:.1f} {unit}", f"< {limit} {unit}", value < limit)
