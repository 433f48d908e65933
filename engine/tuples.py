"""Changing one place of a tuple: states hold tuples, so every change makes a new one.

Not for anything that knows what the values mean.
"""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same tuple with another value at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def without(values: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    """The same tuple less one occurrence of each value named; ValueError if one is not there."""
    rest = list(values)
    for value in gone:
        rest.remove(value)
    return tuple(rest)
