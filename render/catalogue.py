"""Words in the reader's language, from `data/locales/<language>/*.json`: one flat list of keys and templates.

Not for layout or for Discord; whoever shows words to people can ask here.
"""

from functools import cache
from typing import Literal

import msgspec

import data
from engine.registry import data_folder

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
Template = str | dict[Literal["one", "other"], str]


class TitleTexts(msgspec.Struct, frozen=True):
    """What is read here of a title's own texts."""

    words: dict[str, dict[str, str]]
    tie_breaks: tuple[str, ...] = ()
    score: str = ""
    categories: dict[str, str] = {}


class Catalogue:
    """The texts of one language. A template holds `{name}` places; one with `one` and `other` asks for a `count`."""

    def __init__(self, language: Language, templates: dict[str, Template]) -> None:
        self.language = language
        self._templates = templates

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._templates)

    def text(self, key: str, **values: object) -> str:
        template = self._templates[key]
        if isinstance(template, dict):
            template = template[self._form(values["count"])]
        return template.format(**values)

    def _form(self, count: object) -> Literal["one", "other"]:
        """English counts 1 as one, French 0 too."""
        return "one" if count == 1 or (count == 0 and self.language == "fr") else "other"

    def listing(self, items: "list[str] | tuple[str, ...]") -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return self.text("and", first=", ".join(items[:-1]), last=items[-1])


@cache
def catalogue(language: Language, part: str = "pictures") -> Catalogue:
    """The texts of one part of the program; ValueError names the languages there are."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language “{language}”; there are {', '.join(LANGUAGES)}")
    return Catalogue(language, msgspec.convert(data.load_json(f"locales/{language}/{part}.json"), dict[str, Template]))


@cache
def title_texts(language: Language, key: str) -> TitleTexts:
    """How a title's words are printed, where they are written out in its own texts."""
    return msgspec.convert(data.load_json(f"locales/{language}/{key}.json", data_folder(key)), TitleTexts)
