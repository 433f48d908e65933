"""The decisions that stand, as a sequence that never changes: longer and shorter ones share what they have in common.

Not for positions or record lines: `engine.history` keeps those, and one of these for each of them.
"""

from collections.abc import Iterator, Sequence
from typing import overload

from engine.values import Action, State, Step

AnyStep = Step[State, Action]


class Past(Sequence[AnyStep]):
    """Steps in their order; the last ones are the nearest. `Past()` has none."""

    __slots__ = ("_before", "_count", "_far", "_last")

    def __init__(self, before: "Past | None" = None, last: AnyStep | None = None) -> None:
        self._last = last
        self._count: int = 0
        self._before: Past = self
        self._far: Past = self
        """A second way back, often a farther one, so that any step is found in a logarithmic number of jumps."""
        if before is not None:
            near, far = before, before._far
            self._count, self._before = near._count + 1, near
            self._far = far._far if near._count - far._count == far._count - far._far._count else near

    def plus(self, *steps: AnyStep) -> "Past":
        """The same with more steps behind it."""
        past = self
        for step in steps:
            past = Past(past, step)
        return past

    def first(self, count: int) -> "Past":
        """The first so many steps."""
        past = self
        while past._count > count:
            past = past._far if past._far._count >= count else past._before
        return past

    def turned_into(self, steps: Sequence[AnyStep]) -> "Past":
        """These steps, sharing the beginning that both have."""
        past = self.first(len(steps))
        while past._count and past._last is not steps[past._count - 1]:
            past = past._before
        return past.plus(*steps[past._count :])

    def shared(self, other: "Past") -> int:
        """How many of the first steps both have in common."""
        one, two = self.first(len(other)), other.first(len(self))
        while one is not two and one._count:
            one, two = one._before, two._before
        return one._count

    def ends(self, start: int) -> list["Past"]:
        """The sequences that end with each step from this one on, in their order; each is one object for all."""
        found, past = list[Past](), self
        while past._count > start:
            found.append(past)
            past = past._before
        return found[::-1]

    def __len__(self) -> int:
        return self._count

    def __reversed__(self) -> Iterator[AnyStep]:
        past = self
        while past._last is not None:
            yield past._last
            past = past._before

    def __iter__(self) -> Iterator[AnyStep]:
        return iter(self[:])

    @overload
    def __getitem__(self, place: int) -> AnyStep: ...

    @overload
    def __getitem__(self, place: slice) -> list[AnyStep]: ...

    def __getitem__(self, place: int | slice) -> AnyStep | list[AnyStep]:
        if isinstance(place, slice):
            start, stop, stride = place.indices(self._count)
            if stride != 1:
                return self[:][place]
            nearest = zip(range(stop - start), reversed(self.first(stop)), strict=False)
            return [step for _, step in nearest][::-1]
        number = place + self._count if place < 0 else place
        if not 0 <= number < self._count:
            raise IndexError("There is no such step.")
        found = self.first(number + 1)._last
        assert found is not None
        return found
