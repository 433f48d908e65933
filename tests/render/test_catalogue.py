"""The languages say the same things: the same keys with the same places to fill.

Not for whether they say them well.
"""

import re

import msgspec
import pytest

import data
from render.catalogue import LANGUAGES, Language, Template, catalogue


def templates(language: Language) -> dict[str, Template]:
    return msgspec.convert(data.load_json(f"locales/{language}/pictures.json"), dict[str, Template])


def places(template: Template) -> set[str]:
    texts = [template] if isinstance(template, str) else template.values()
    return {place for text in texts for place in re.findall(r"{(\w+)}", text)} - {"count"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language: Language) -> None:
    english, theirs = templates("en"), templates(language)
    assert theirs.keys() == english.keys()
    assert {key: places(theirs[key]) for key in theirs} == {key: places(english[key]) for key in english}
    assert all(isinstance(theirs[key], dict) == isinstance(english[key], dict) for key in english)


def test_counting_differs() -> None:
    assert catalogue("en").text("rounds", count=0) == "0 rounds"
    assert catalogue("fr").text("rounds", count=0) == "0 manche"
    assert catalogue("en").text("rounds", count=1) == "1 round"


def test_lists_read_well() -> None:
    words = catalogue("en")
    assert [words.listing(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
