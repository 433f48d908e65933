"""Everything people read, in their language: `texts("fr").action(title, action)`.

Not for pictures (the painters have labels of their own) and not for layout: what comes out are plain sentences.
"""

from functools import cache

from bot.texts.grammar import LANGUAGES
from bot.texts.speaker import Texts

__all__ = ["LANGUAGES", "Texts", "texts"]


def texts(code: str) -> Texts:
    """The texts of a language; of its base language for “fr-CA”, of English for one that we do not speak."""
    base = code.replace("_", "-").partition("-")[0].lower()
    return _texts(base if base in LANGUAGES else "en")


@cache
def _texts(code: str) -> Texts:
    return Texts(code)
