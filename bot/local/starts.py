"""The one-click starts of the welcome: a title against computer players, as the command a person would type.

Not for any title by name: whatever is registered is offered.
"""

import msgspec

from engine.registry import titles

COMPUTERS = 2
"""Enough for every title to come alive."""


class Start(msgspec.Struct, frozen=True):
    """One button: which title, how many computers, and the command behind it."""

    key: str
    name: str
    computers: int
    words: tuple[str, ...]
    values: dict[str, str | int]


def offered() -> list[Start]:
    starts = []
    for title in titles():
        computers = min(COMPUTERS, title.seats[1] - 1)
        values: dict[str, str | int] = {"title": title.key, "computers": computers}
        starts.append(Start(title.key, title.name, computers, ("game", "new"), values))
    return starts
