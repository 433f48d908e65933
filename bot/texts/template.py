"""Templates with named fields: how a sentence of a catalogue is filled.

Not for where the sentences come from. The notation, which translators use too:

    {port}                the field as it is
    {port:port}           the word of kind “port” that the field holds; of a list, all of them
    {seat:seat}           the name of who sits there
    {letters:bridge*}     every letter of the field is a word of kind “bridge”
    {n:# booth|# booths}  singular or plural, # is the number
    [ for {buy:kind}]     left out when a field in it is empty
    {flag:?}              nothing; the part in brackets around it needs the field
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

import msgspec

from bot.texts.grammar import Grammar

Fields = Mapping[str, object]
Word = Callable[[str, str], str]
"""The printed form of a word, from its kind and its id."""

_SEGMENT = re.compile(r"\[([^\[\]]*)\]")


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One template per value of a field: `""` for an empty one, `*` for all the others."""

    by: str
    cases: dict[str, "Template"]


Template = str | Cases


class Piece(NamedTuple):
    """Literal text and the field behind it; the name is None at the end."""

    text: str
    name: str | None
    spec: str


@cache
def pieces(template: str) -> tuple[Piece, ...]:
    return tuple(Piece(text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def names(template: Template) -> set[str]:
    """The fields a template asks for."""
    if isinstance(template, Cases):
        return {template.by}.union(*map(names, template.cases.values()))
    return {piece.name for piece in pieces(template.replace("[", "").replace("]", "")) if piece.name}


def variants(template: Template) -> list[str]:
    """The plain templates in it."""
    if isinstance(template, Cases):
        return [text for case in template.cases.values() for text in variants(case)]
    return [template]


def choose(template: Template, fields: Fields) -> str:
    """The plain template for these fields, optional segments settled."""
    while isinstance(template, Cases):
        value = fields.get(template.by)
        key = "" if is_empty(value) else str(value)
        template = template.cases[key if key in template.cases else "*"]
    return _SEGMENT.sub(lambda match: _segment(match[1], fields), template)


def _segment(text: str, fields: Fields) -> str:
    wanted = [piece.name for piece in pieces(text) if piece.name]
    return "" if any(is_empty(fields.get(name)) for name in wanted) else text


def is_empty(value: object) -> bool:
    """A seat or a number 0 is something; an empty text or list is not."""
    return value is None or value is False or value in ("", (), [])


def fill(template: str, fields: Fields, grammar: Grammar, word: Word) -> str:
    """The sentence. A field that is missing is a mistake of the catalogue and raises KeyError."""
    text = ""
    for piece in pieces(template):
        text += piece.text
        if piece.name is not None:
            text = grammar.joined(text, _shown(fields[piece.name], piece.spec, grammar, word))
    return text


def _shown(value: object, spec: str, grammar: Grammar, word: Word) -> str:
    if spec == "?":
        return ""
    if "|" in spec:
        one, many = spec.split("|")
        number = int(str(value))
        return (one if grammar.is_one(number) else many).replace("#", str(abs(number)))
    if spec.endswith("*"):
        value, spec = list(str(value)), spec[:-1]
    if isinstance(value, list | tuple):
        return grammar.listed(counted([word(spec, str(item)) if spec else str(item) for item in value]))
    return word(spec, str(value)) if spec else str(value)


def counted(words: Sequence[str]) -> list[str]:
    """Equal words once, with how many there are of them."""
    return [name if count == 1 else f"{count} × {name}" for name, count in Counter(words).items()]
