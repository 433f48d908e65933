"""Candidates compared by playing on from each of them: the worse half goes after each round, the rest is tried again.

Not for how a title plays on, nor for what it makes of the end: it says so by a function.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.budget import Budget
from engine.chance import Stream

C = TypeVar("C")


def best_of(
    candidates: Sequence[C], worth: Callable[[C, Stream], float], rounds: int, stream: Stream, budget: Budget
) -> C:
    """The candidate that is worth most on average; they come with the most promising one first.

    In one round all of them meet the same chance. Whoever has no time left takes what was tried.
    """
    totals, alive = dict.fromkeys(range(len(candidates)), 0.0), list(range(len(candidates)))
    for number in range(rounds):
        if len(alive) == 1 or (number and budget.is_over):
            break
        seed, tried = f"{stream.below(1 << 63):016x}", list[int]()
        for index in alive:
            if tried and budget.is_over:
                break
            totals[index] += worth(candidates[index], Stream(seed, "playout"))
            tried.append(index)
        if number and len(tried) < len(alive):
            break  # a round that was broken off compares nothing
        tried.sort(key=lambda index: -totals[index])
        alive = tried[: (len(tried) + 1) // 2]
    return candidates[alive[0]]
