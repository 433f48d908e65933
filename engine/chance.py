"""Chance that replays for ever: a counter-mode hash of the seed, and our own Fisher–Yates on it.

Not for secrets of the host: the seed itself comes from outside, and only its commitment is shown.
"""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """What the table gets at the start: the SHA-256 of the seed's UTF-8 text, as hexadecimal digits."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Stream:
    """An endless sequence of fair numbers, fixed by seed and label.

    Block number i is SHA-256(seed, 0, label, 0, i as 8 bytes, big-endian); each block gives four 64-bit words.
    """

    __slots__ = ("_block", "_hash", "_words")

    def __init__(self, seed: str, label: str) -> None:
        self._hash = hashlib.sha256(seed.encode() + b"\0" + label.encode() + b"\0")
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = self._hash.copy()
            block.update(self._block.to_bytes(8, "big"))
            digest = block.digest()
            self._words = [int.from_bytes(digest[i : i + 8], "big") for i in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1, every one equally likely (words past the last whole multiple are skipped)."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        limit = (1 << 64) // bound * bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def choice(self, items: "list[T] | tuple[T, ...]") -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Fisher–Yates, from the last place down to the second."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck)


def shuffled(seed: str, label: str, items: Iterable[T]) -> tuple[T, ...]:
    """One shuffle of a game. The label ("markers", "contracts 2", …) keeps shuffles of one seed independent."""
    return Stream(seed, label).shuffled(items)
