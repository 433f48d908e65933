"""The decisions of Haithabu: a whole turn, a pass, the secret note, the way home after a trap; how they are asked for.

Not for whether one is legal. A run reads `run N1 gm1 over cg put c`: a person narrows it down word by word, first the
runner, then the destination, then `over` where two ways differ, and last `put` for another placement of tokens.
"""

from collections.abc import Collection, Iterator
from itertools import combinations

import msgspec

from engine.haithabu.board import EVERY_BRIDGE, LETTERS, RUNNERS, SLOTS, SPACES, TOKENS, bridge_letters
from engine.values import Action, Param, Verb

NOTHING = "-"
"""`over -`: no bridge (HB-13.1)."""
NO_TRAP = "none"


class Run(Action, frozen=True, tag="run", gc=False):
    """A whole turn in outcome form (HB-13.1). `over` may be left out where one legal outcome fits (HB-13.5)."""

    runner: str
    destination: str
    over: str = ""
    put: str = ""


class Via(Action, frozen=True, tag="via"):
    """The same by its path, `run N1 via c cg1 … put c` (HB-13.2). Input only: it is converted to a `Run`."""

    runner: str
    path: tuple[str, ...]
    put: str = ""


class Trap(Action, frozen=True, tag="trap"):
    """The first secret note (HB-12.1)."""

    bridge: str


class Reset(Action, frozen=True, tag="reset"):
    """Where the runner of a sprung turn goes, and the victim's own note or `none` (HB-12.4)."""

    space: str
    bridge: str


class Pass(Action, frozen=True, tag="pass"):
    """No run, where there is none without putting tokens and passing is free (HB-9.4)."""


HaithabuAction = Run | Via | Trap | Reset | Pass

_RUNNER = Param("runner", "runner")
_PUT = Param("put", "bridges", optional=True, keyword="put")
VERBS = (
    Verb(
        "run",
        Run,
        (_RUNNER, Param("destination", "space"), Param("over", "bridges", optional=True, keyword="over"), _PUT),
    ),
    Verb("via", Via, (_RUNNER, Param("path", "space", many=True), _PUT)),
    Verb("trap", Trap, (Param("bridge", "bridge"),)),
    Verb("reset", Reset, (Param("space", "space"), Param("bridge", "note", keyword="trap"))),
    Verb("pass", Pass),
)


class LetterSets(Collection[str]):
    """Sets of bridges as letters written together, and `-` for none.

    It knows all of them, in any order of their letters (`in_order` sorts them); there are a million, so that it
    lists only those of up to two letters.
    """

    _LISTED = (NOTHING, *LETTERS, *map("".join, combinations(LETTERS, 2)))

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str) or not word:
            return False
        return word == NOTHING or (set(word) <= set(LETTERS) and len(set(word)) == len(word))

    def __iter__(self) -> Iterator[str]:
        return iter(self._LISTED)

    def __len__(self) -> int:
        return len(self._LISTED)


RUNNER_IDS = frozenset(RUNNERS)

ANY_WAY = "way"
"""Not the way over the fewest bridges, but one of the others."""
ANY_BRIDGE = "token"
"""After putting a token on whichever bare bridge one likes."""


def putting(tokens: int) -> str:
    """After putting so many tokens, as few as will do."""
    return f"put{tokens}"


WORDS: dict[str, Collection[str]] = {
    "runner": (*RUNNERS, *SPACES),  # by id or by its space (HB-13.2)
    "space": SPACES,
    "bridge": tuple(LETTERS),
    "note": (*LETTERS, NO_TRAP),
    "bridges": LetterSets(),
    "target": (*SPACES, ANY_WAY, *map(putting, range(1, SLOTS + 1)), ANY_BRIDGE),  # of whole moves only
}


def in_order(action: HaithabuAction) -> HaithabuAction:
    """The same action with its letters in alphabetical order; `put -` puts nothing."""
    if isinstance(action, Run | Via) and action.put:
        put = "".join(sorted(action.put.removeprefix(NOTHING)))
        action = msgspec.structs.replace(action, put=put)
    if isinstance(action, Run) and len(action.over) > 1:
        action = msgspec.structs.replace(action, over="".join(sorted(action.over)))
    return action


def runner_first(text: str) -> str:
    """`via N1 c cg1` as it is written: `run N1 via c cg1` (HB-13.2); any other text as it is."""
    if not text.startswith("via "):
        return text
    _, runner, rest = text.split(" ", 2)
    return f"run {runner} via {rest}"


def verb_first(text: str) -> str:
    """The way back: `run N1 via c cg1` as a text that begins with the verb."""
    words = text.split(" ")
    if words[0] == "run" and words[2:3] == ["via"]:
        return " ".join(["via", words[1], *words[3:]])
    return text


# ---- runs by number: sorting the numbers of a seat's runs sorts the runs in list order (HB-13.7)

SET_BITS = TOKENS + 5
"""A set of bridges takes 25 bits: its size, then its complement (see `board`: a is the highest bit)."""
RUNNER_SHIFT = SET_BITS + 8
PUT_SHIFT = RUNNER_SHIFT + 3


def set_rank(mask: int) -> int:
    """Fewer letters first, then alphabetical."""
    return mask.bit_count() << TOKENS | (EVERY_BRIDGE ^ mask)


def ranked_set(rank: int) -> int:
    """The set with this rank, or at the end of this rank."""
    return ~rank & EVERY_BRIDGE


def ending_rank(destination: int, over: int) -> int:
    return destination << SET_BITS | set_rank(over)


def run_rank(put: int, runner: int, ending: int) -> int:
    return set_rank(put) << PUT_SHIFT | runner << RUNNER_SHIFT | ending


def run_at(home: int, rank: int) -> Run:
    """The run with this number, of the seat at this home."""
    return Run(
        RUNNERS[home * 6 + (rank >> RUNNER_SHIFT & 7)],
        SPACES[rank >> SET_BITS & 0xFF],
        bridge_letters(ranked_set(rank)) or NOTHING,
        bridge_letters(ranked_set(rank >> PUT_SHIFT)),
    )
