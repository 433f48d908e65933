"""The catalogues: what a title's declared keys are called in a language, and the sentences of the program in it.

Not for filling templates, and not for the rules pages.
"""

import re
from functools import cache, cached_property
from io import BytesIO
from typing import NamedTuple

import msgspec
from babel.messages.pofile import read_po

import data
from bot.texts.template import Fields, Template
from engine.registry import data_folder


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
    """Words that our own data files have: `list` is the way to a list of objects with ids, whose fields fill `text`."""

    files: tuple[str, ...]
    list: str
    text: str = "{name}"


class Printed(NamedTuple):
    """How a word is printed: a template and what fills it."""

    text: str
    fields: Fields


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
    score: str
    """What the seats' scores count while the game goes on."""
    tie_breaks: tuple[str, ...] = ()
    """What is looked at, one after the other, where totals are equal."""
    names: dict[str, Source] = {}
    options: dict[str, OptionText] = {}
    fields: dict[str, str] = {}
    """The kind of a refusal's field that is not called like it."""

    def printed(self, kind: str, word: str) -> Printed | None:
        """The word as the catalogue has it: written out, from a data file, or by a pattern."""
        if found := self._written.get(kind, {}).get(word):
            return found
        for pattern, text in self._patterns.get(kind, ()):
            if match := pattern.fullmatch(word):
                return Printed(text, {name: _number(group) for name, group in match.groupdict().items()})
        return None

    def has(self, kind: str) -> bool:
        return kind in self.words or kind in self.names

    @cached_property
    def _written(self) -> dict[str, dict[str, Printed]]:
        found = {kind: _names(source) for kind, source in self.names.items()}
        for kind, words in self.words.items():
            plain = {word: Printed(text, {}) for word, text in words.items() if not word.startswith("/")}
            found[kind] = found.get(kind, {}) | plain
        return found

    @cached_property
    def _patterns(self) -> dict[str, list[tuple[re.Pattern[str], str]]]:
        return {
            kind: [(re.compile(word[1:-1]), text) for word, text in words.items() if word.startswith("/")]
            for kind, words in self.words.items()
        }


def _names(source: Source) -> dict[str, Printed]:
    found = {}
    for file in source.files:
        content = data.load_json(file)
        for step in source.list.split("."):
            content = msgspec.convert(content, dict[str, object])[step]
        for entry in msgspec.convert(content, list[dict[str, object]]):
            found[str(entry["id"])] = Printed(source.text, entry)
    return found


def _number(text: str) -> str | int:
    """Digits are a number, so that they can have a plural."""
    return int(text) if text.isdecimal() else text


@cache
def catalogue(code: str, key: str) -> Catalogue:
    """The catalogue of a title; ValueError, with the place, if the file is no such thing."""
    name = f"locales/{code}/{key}.json"
    try:
        return msgspec.convert(data.load_json(name, data_folder(key)), Catalogue)
    except msgspec.ValidationError as error:
        raise ValueError(f"data/{name}: {error}") from None


@cache
def told() -> dict[str, dict[str, tuple[str, ...]]]:
    """By title and verb the events that tell more than the decision: after one of them it needs no telling."""
    return msgspec.convert(data.load_json("locales/told.json"), dict[str, dict[str, tuple[str, ...]]])


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
