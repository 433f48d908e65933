"""How templates are filled, and the grammar of each language.

Not for the templates of the catalogues themselves.
"""

import pytest
from babel import Locale

from render.words import LANGUAGES
from render.words.grammar import grammar
from render.words.template import Cases, Template, choose, fill, names


def said(template: Template, code: str = "en", /, **fields: object) -> str:
    def word(kind: str, word: str, count: int) -> str:
        return f"<{kind} {word}>" if count == 1 else f"<{count} {kind} {word}>"

    return fill(choose(template, fields), fields, grammar(code), word)


def test_fields_are_words_of_a_kind() -> None:
    assert said("sail to {port:port}, {n}", port="riga", n=3) == "sail to <port riga>, 3"


def test_lists_are_counted_and_joined() -> None:
    assert said("{x:face}", x=("a",)) == "<face a>"
    assert said("{x:face}", x=["a", "b", "a"]) == "<2 face a> and <face b>"
    assert said("{x:face}", "fr", x=["a", "b", "c"]) == "<face a>, <face b> et <face c>"
    assert said("{x:bridge*}", x="ab") == "<bridge a> and <bridge b>"


@pytest.mark.parametrize(
    ("code", "number", "text"),
    [("en", 0, "0 booths"), ("en", 1, "1 booth"), ("fr", 0, "0 booth"), ("fr", 1, "1 booth"), ("fr", 2, "2 booths")],
)
def test_numbers_have_a_plural(code: str, number: int, text: str) -> None:
    assert said("{n:# booth|# booths}", code, n=number) == text


def test_a_part_in_brackets_needs_its_fields() -> None:
    template = "buy[ {token:t}][ and drop {drop:d}][!{flag:?}]"
    assert said(template, token="x", drop=(), flag=False) == "buy <t x>"
    assert said(template, token="", drop=("y",), flag=True) == "buy and drop <d y>!"
    assert said("[seat {seat}]", seat=0) == "seat 0"


def test_cases_choose_by_value() -> None:
    template = Cases("to", {"": "to the bank", "1": "to you", "*": "to {to}"})
    assert [said(template, to=to) for to in (None, 1, 2)] == ["to the bank", "to you", "to 2"]
    assert names(template) == {"to"}
    with pytest.raises(KeyError):
        said(Cases("to", {"1": "to you"}), to=2)


def test_a_missing_field_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        said("{port}", ship="cog")


@pytest.mark.parametrize(
    ("who", "text"),
    [
        ("Anna", "le tour d’Anna"),
        ("**Élise**", "le tour d’**Élise**"),
        ("Hugo", "le tour de Hugo"),
        ("Björn", "le tour de Björn"),
    ],
)
def test_french_elides_before_a_vowel(who: str, text: str) -> None:
    assert said("le tour de {who}", "fr", who=who) == text
    assert said("le tour de {who}", "en", who=who) == f"le tour de {who}"


def test_a_word_can_be_counted_by_another_field() -> None:
    assert said("{bean:kind, many} arrive", bean="soja", many=3) == "<3 kind soja> arrive"
    assert names("{bean:kind, many} arrive") == {"bean", "many"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_plurals_are_those_of_babel(code: str) -> None:
    form = Locale.parse(code).plural_form
    for number in (0, 1, 2, 5, 11, 21, 101):
        expected = "one" if form(number) == "one" else "other"
        assert said("{n:one|other}", code, n=number) == expected


def test_lists_read_well() -> None:
    listed = grammar("en").listed
    assert [listed(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
