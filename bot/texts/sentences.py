"""The sentences of the program in a language, from its translators' file.

Not for the words of titles and pictures: `render.words` has those.
"""

from functools import cache
from io import BytesIO

from babel.messages.pofile import read_po

import data
from render.words import LANGUAGES


def file_of(code: str) -> str:
    """The translators' file of a language, relative to the data folder."""
    return f"locales/{code}/LC_MESSAGES/kontor.po"


@cache
def sentences(code: str) -> dict[str, str]:
    """Translations of the templates in the code; none for the language that they are written in."""
    if code == LANGUAGES[0]:
        return {}
    file = BytesIO(data.load_text(file_of(code)).encode())
    return {
        str(message.id): str(message.string) for message in read_po(file, locale=code) if message.id and message.string
    }
