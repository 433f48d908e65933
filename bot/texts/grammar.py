"""The few points of grammar in which the languages differ: plurals, lists, elision, spaces before punctuation.

Not for words: the catalogues have them.
"""

import re
from collections.abc import Sequence

from babel import Locale

LANGUAGES = ("en", "fr")
"""The languages that are complete; English is the one that all templates in the code are written in."""

THIN = "\u202f"
"""The narrow space that never breaks: French sets it before ; : ! ? and inside « »."""

_VOWEL = re.compile(r"[*_~|“«\s\u202f]*[aeiouyàâäéèêëîïôöùûüœæAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ]")


class Grammar:
    """How English does it; the other languages say where they differ."""

    code = "en"
    conjunction = "and"

    def is_one(self, number: int) -> bool:
        """Whether a counted thing stands in the singular."""
        return number == 1

    def listed(self, parts: Sequence[str]) -> str:
        """“a”, “a and b”, “a, b and c”."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.conjunction} {parts[-1]}"

    def joined(self, text: str, word: str) -> str:
        """The text so far with a word put behind it."""
        return text + word


class French(Grammar):
    code = "fr"
    conjunction = "et"

    def is_one(self, number: int) -> bool:
        return abs(number) < 2

    def joined(self, text: str, word: str) -> str:
        """« de Anna » is « d’Anna », « que Anna » is « qu’Anna »; names in h keep their distance (de Hamburg)."""
        if _VOWEL.match(word) and re.search(r"\b(?:[Dd]|[Qq]u)e $", text):
            text = f"{text[:-2]}’"
        return text + word


GRAMMARS: dict[str, Grammar] = {"en": Grammar(), "fr": French()}


def own_name(code: str) -> str:
    """How a language calls itself."""
    return str(Locale.parse(code).display_name)
