"""Small pictures in texts: what stands for one behind a word or before a name, wherever they are shown at all.

Not for how they are drawn or where they come from: whoever shows texts hands them in. Without any, texts are plain.
"""

import re
from typing import Protocol

_EMBLEM = re.compile(r" ?<a?:\w+:\d+>")


class Emblems(Protocol):
    """What stands for the picture of a thing; nothing where there is none."""

    def of_word(self, title: str, kind: str, word: str) -> str:
        """Of a word of this kind, as the title's catalogues have it."""

    def of_seat(self, title: str, seats: int, seat: int) -> str:
        """Of the charge of a seat in a game of so many."""


class _None:
    """Where nothing is known of pictures."""

    def of_word(self, title: str, kind: str, word: str) -> str:
        return ""

    def of_seat(self, title: str, seats: int, seat: int) -> str:
        return ""


NO_EMBLEMS: Emblems = _None()


def bare(text: str) -> str:
    """A text without its pictures."""
    return _EMBLEM.sub("", text)
