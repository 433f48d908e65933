"""The catalogues: what a title's declared keys are called in a language, and the sentences of the program in it.

Not for filling templates, and not for the rules pages.
"""

import re
from functools import cache, cached_property
from io import BytesIO

import msgspec
from babel.messages.pofile import read_po

import data
from bot.texts.template import Template


class ParamText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    about: str


class VerbText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`choice` is what a player may pick, `did` what the table reads when they did."""

    name: str
    about: str
    choice: Template
    did: Template
    params: dict[str, ParamText] = {}


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    about: str
    values: dict[str, str] = {}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Printed names that our own data files have: lists of objects with an id and a name."""

    files: tuple[str, ...]
    list: str
    id: str = "id"
    name: str = "name"


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One title in one language. Kinds of words beyond the title's own serve the templates.

    A word written between slashes is a pattern; its named groups are the fields of its text.
    """

    about: str
    verbs: dict[str, VerbText]
    words: dict[str, dict[str, str]]
    events: dict[str, Template | None]
    decisions: dict[str, str]
    categories: dict[str, str]
    names: dict[str, Source] = {}
    options: dict[str, OptionText] = {}
    fields: dict[str, str] = {}
    """The kind of a refusal's field that is not called like it."""

    @cached_property
    def printed(self) -> dict[str, dict[str, str]]:
        """Every kind's words that are written out, those from data files included."""
        found = {
            kind: {word: text for word, text in words.items() if not word.startswith("/")}
            for kind, words in self.words.items()
        }
        for kind, source in self.names.items():
            found[kind] = _names(source) | found.get(kind, {})
        return found

    @cached_property
    def patterns(self) -> dict[str, list[tuple[re.Pattern[str], str]]]:
        return {
            kind: [(re.compile(word[1:-1]), text) for word, text in words.items() if word.startswith("/")]
            for kind, words in self.words.items()
        }


def _names(source: Source) -> dict[str, str]:
    found = {}
    for file in source.files:
        content = msgspec.convert(data.load_json(file), dict[str, object])
        for entry in msgspec.convert(content[source.list], list[dict[str, object]]):
            found[str(entry[source.id])] = str(entry[source.name])
    return found


@cache
def catalogue(code: str, key: str) -> Catalogue:
    """The catalogue of a title; ValueError, with the place, if the file is no such thing."""
    name = f"locales/{code}/{key}.json"
    try:
        return msgspec.convert(data.load_json(name), Catalogue)
    except msgspec.ValidationError as error:
        raise ValueError(f"data/{name}: {error}") from None


@cache
def sentences(code: str) -> dict[str, tuple[str, ...]]:
    """Translations of the templates in the code, one for each number form; none for English."""
    if code == "en":
        return {}
    text = data.load_text(f"locales/{code}/LC_MESSAGES/kontor.po")
    found: dict[str, tuple[str, ...]] = {}
    for message in read_po(BytesIO(text.encode()), locale=code):
        one = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if one and all(forms):
            found[one] = forms
    return found
