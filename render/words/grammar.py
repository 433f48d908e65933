"""How a language makes plurals, lists and elisions.

Not for words: the catalogues have them.
"""

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale

from render.words.languages import TRAITS, Language

_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Babel's, in the order in which a template gives their forms."""
_VOWEL = re.compile(r"[*_~|“«\s\u202f]*[aeiouyàâäéèêëîïôöùûüœæAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ]")


class Grammar:
    """The grammar of one language."""

    def __init__(self, code: Language) -> None:
        traits = TRAITS[code]
        self.code = code
        self._conjunction = traits.conjunction
        self._plural = Locale.parse(code).plural_form
        self._known = [name for name in _CATEGORIES if name in self._plural.tags or name == "other"]
        words = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in traits.elided)
        self._elided = re.compile(rf"\b(?:{words}) $") if words else None

    def form(self, number: int, forms: Sequence[str]) -> str:
        """The form for so many, out of those of Babel's categories; the last one serves all that are left."""
        place = self._known.index(self._plural(abs(number)))
        return forms[min(place, len(forms) - 1)]

    def listed(self, parts: Sequence[str]) -> str:
        """“a”, “a and b”, “a, b and c”."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self._conjunction} {parts[-1]}"

    def joined(self, text: str, word: str) -> str:
        """The text so far with a word behind it: « de Anna » is « d’Anna »; names in h keep their distance."""
        if self._elided and _VOWEL.match(word) and self._elided.search(text):
            text = f"{text[:-2]}’"
        return text + word


@cache
def grammar(code: Language) -> Grammar:
    return Grammar(code)
