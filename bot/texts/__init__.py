"""Everything people read, in their language: `texts("fr").action(title, action)`.

Not for layout: what comes out are plain sentences. The words of titles are those of their pictures: `render.words`.
"""

from functools import cache

from bot.texts.speaker import Texts
from render.words import LANGUAGES

__all__ = ["LANGUAGES", "Texts", "texts"]


def texts(code: str) -> Texts:
    """The texts of a language; of its base language for “fr-CA”, of English for one that we do not speak."""
    base = code.replace("_", "-").partition("-")[0].lower()
    return _texts(base if base in LANGUAGES else LANGUAGES[0])


@cache
def _texts(code: str) -> Texts:
    return Texts(code)
