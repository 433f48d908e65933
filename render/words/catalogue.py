"""The catalogues: what everything of a title is called in a language, and the pictures' words that belong to no title.

Not for filling templates, and not for the rules pages.
"""

import re
from functools import cache, cached_property
from typing import NamedTuple, TypeVar

import msgspec

import data
from engine.registry import data_folder
from render.words.languages import LANGUAGES, Language
from render.words.template import Fields, Template

_T = TypeVar("_T")


class ParamText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    about: str


class WholeText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`choice` is what a player may pick; `label` the same for a button, where that should be shorter.

    `group` is the button that leads to several of them, where the name alone would not say it.
    """

    name: str
    about: str
    choice: Template
    params: dict[str, ParamText] = {}
    label: Template = ""
    group: str = ""


class VerbText(WholeText, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`did` is what the table reads when somebody did it."""

    did: Template


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

    text: Template
    fields: Fields


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One title in one language. Kinds of words beyond the title's own serve the templates.

    A word written between slashes is a pattern; its named groups are the fields of its text.
    """

    about: str
    verbs: dict[str, VerbText]
    words: dict[str, dict[str, Template]]
    events: dict[str, Template | None]
    decisions: dict[str, str]
    """What a seat owes, in words that fit whoever reads them."""
    categories: dict[str, str]
    """The parts of the final score."""
    score: str
    """What the seats' scores count: the heading of the running score and of the total."""
    wholes: dict[str, WholeText] = {}
    """Whole moves, by the names the title declares."""
    stories: dict[str, Template] = {}
    """Sentences that tell several decisions of `{who}` at once."""
    prompts: dict[str, Template] = {}
    """What is said to a seat that is about to decide."""
    picture: dict[str, Template] = {}
    """What only pictures and their alt texts say."""
    tie_breaks: tuple[str, ...] = ()
    """What is looked at, one after the other, where totals are equal."""
    names: dict[str, Source] = {}
    options: dict[str, OptionText] = {}
    fields: dict[str, str] = {}
    """The kind of a refusal's field that is not called like it."""
    short: dict[str, str] = {}
    """By kind another one whose words are shorter, for choices that would find no room."""

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
    def _patterns(self) -> dict[str, list[tuple[re.Pattern[str], Template]]]:
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
def catalogue(code: Language, key: str) -> Catalogue:
    """The catalogue of a title; ValueError, with the place, if the file is no such thing."""
    return _read(code, key, Catalogue)


@cache
def pictures(code: Language) -> dict[str, Template]:
    """What pictures of any title say."""
    return _read(code, "pictures", dict[str, Template])


def _read(code: Language, part: str, kind: type[_T]) -> _T:
    if code not in LANGUAGES:
        raise ValueError(f"there is no language “{code}”; there are {', '.join(LANGUAGES)}")
    name = f"locales/{code}/{part}.json"
    try:
        return msgspec.convert(data.load_json(name, data_folder(part)), kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"data/{name}: {error}") from None


@cache
def told() -> dict[str, dict[str, tuple[str, ...]]]:
    """By title and verb the events that tell more than the decision: after one of them it needs no telling."""
    return msgspec.convert(data.load_json("locales/told.json"), dict[str, dict[str, tuple[str, ...]]])
