"""The languages there are, from `data/locales/languages.json`, and the points of grammar that file states for each.

Not for words, and not for plurals: Babel knows those of every language.
"""

import msgspec
from babel import Locale

import data

Language = str
"""A code of Babel's: “en”, “fr”."""


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the language differs from the others."""

    conjunction: str
    """Stands before the last part of a list."""
    elided: tuple[str, ...] = ()
    """Words that lose their last letter to an apostrophe before a vowel."""


TRAITS = msgspec.convert(data.load_json("locales/languages.json"), dict[Language, Traits])
LANGUAGES: tuple[Language, ...] = tuple(TRAITS)
"""The languages that are complete; the first is the one that all templates in the code are written in."""


def own_name(code: Language) -> str:
    """How a language calls itself."""
    return str(Locale.parse(code).display_name)
