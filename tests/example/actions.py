"""The one decision of Nim, its words and its notation: `take left 2`.

Not for whether it is legal: `play.py`.
"""

from engine.values import Action, Param, Verb

HEAPS = ("left", "middle", "right")
MOST = 3
"""NI-2.1."""


class Take(Action, frozen=True, tag="take"):
    heap: str
    count: int


VERBS = (Verb("take", Take, (Param("heap", "heap"), Param("count", "count"))),)
WORDS = {"heap": HEAPS, "count": tuple(str(number) for number in range(1, MOST + 1))}
