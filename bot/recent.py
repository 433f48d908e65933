"""What was used lately, up to a number: a table in memory that cannot grow for ever.

Not for anything that must be remembered: what is not used for long enough is forgotten.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The entries that were read or written latest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key]

    def __setitem__(self, key: K, value: V) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def pop(self, key: K) -> V | None:
        return self._entries.pop(key, None)

    def drop(self, concerned: Callable[[K], bool]) -> None:
        """Forgets all entries with such keys."""
        for key in [key for key in self._entries if concerned(key)]:
            del self._entries[key]

    def __len__(self) -> int:
        return len(self._entries)
