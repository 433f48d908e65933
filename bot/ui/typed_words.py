"""Finds what somebody typed among what they may mean: without accents, in any case, and with typos.

Not for what may be meant: callers give the candidates, each with the names it goes by.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from rapidfuzz import fuzz, process

from bot.limits import COMPLETIONS

"""As many as Discord shows."""
CLOSE = 65.0
"""A list may hold what is only alike; somebody still looks at it."""
SURE = 80.0
"""Nobody looks before a typed word is taken for another, so it must be nearly the same…"""
MARGIN = 8.0
"""…and nothing else may be nearly as much alike."""

_SPECIAL = str.maketrans(
    {"ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ß": "ss", "đ": "d", "ł": "l"}
)


class Candidate(msgspec.Struct, frozen=True):
    """Something that can be meant: its value, what people read, and what else it is called."""

    value: str
    name: str
    aliases: tuple[str, ...] = ()


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Small letters without accents, one space between words."""
    plain = unicodedata.normalize("NFKD", text.translate(_SPECIAL))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


def best(typed: str, candidates: Iterable[Candidate]) -> list[Candidate]:
    """At most 25 of the candidates, the likeliest first; all in their order when nothing was typed."""
    given = list(candidates)
    wanted = fold(typed)
    if not wanted:
        return given[:COMPLETIONS]
    scored = []
    for place, candidate in enumerate(given):
        score = max(_likeness(wanted, fold(name)) for name in (candidate.name, candidate.value, *candidate.aliases))
        if score >= CLOSE:
            scored.append((-score, place))
    return [given[place] for _, place in sorted(scored)[:COMPLETIONS]]


def _likeness(wanted: str, name: str) -> float:
    """Equal, then beginning with it, then a word beginning with it, then holding it, then alike."""
    if name == wanted:
        return 200.0
    if name.startswith(wanted):
        return 180.0
    if f" {wanted}" in name:
        return 160.0
    if wanted in name:
        return 140.0
    # The beginning of the name is compared too: people stop typing as soon as they can.
    return max(fuzz.ratio(wanted, name), fuzz.ratio(wanted, name[: len(wanted) + 1]))


def meant(typed: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """The one candidate that was certainly meant, or None."""
    wanted = fold(typed)
    names: dict[str, set[int]] = {}
    for place, candidate in enumerate(candidates):
        for name in (candidate.name, candidate.value, *candidate.aliases):
            names.setdefault(fold(name), set()).add(place)
    if exact := names.get(wanted):
        # A value is unambiguous even when another candidate is called like it.
        own = [place for place in exact if fold(candidates[place].value) == wanted]
        return candidates[(own or sorted(exact))[0]] if len(own or exact) == 1 else None
    if any(letter.isdigit() for letter in wanted):
        return None  # a code is right or wrong: 18c is not nearly 18d
    begun = {place for name, places in names.items() if wanted and name.startswith(wanted) for place in places}
    if len(begun) == 1:
        return candidates[begun.pop()]
    close = process.extract(wanted, list(names), scorer=fuzz.ratio, score_cutoff=SURE, limit=4)
    if not close:
        return None
    top = close[0][1]
    places = {place for name, score, _ in close if score > top - MARGIN for place in names[name]}
    return candidates[places.pop()] if len(places) == 1 else None
