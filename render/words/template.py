"""Templates with named fields: how a sentence of a catalogue is filled.

Not for where the sentences come from. The notation, which translators use too:

    {port}                the field as it is
    {port:port}           the word of kind “port” that the field holds; of a list, all of them
    {seat:seat}           the name of who sits there
    {letters:bridge*}     every letter of the field is a word of kind “bridge”
    {bean:kind, count}    the word for as many as the field “count” says
    {n:# booth|# booths}  one form for each of Babel's plural categories of the language, # is the number
    [ for {buy:kind}]     left out when a field in it is empty
    {flag:?}              nothing; the part in brackets around it needs the field
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from string import Formatter
from typing import NamedTuple

import msgspec

from render.words.grammar import Grammar

Fields = Mapping[str, object]
Word = Callable[[str, str, int], str]
"""The printed form of a word, from its kind, its id and how many there are of it."""

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
    kind: str
    number: str
    """The field that says how many."""


@cache
def pieces(template: str) -> tuple[Piece, ...]:
    return tuple(Piece(text, name, *_split(spec or "")) for text, name, spec, _ in Formatter().parse(template))


def _split(spec: str) -> tuple[str, str]:
    kind, _, count = (spec, "", "") if "|" in spec else spec.partition(", ")
    return kind, count


def names(template: Template) -> set[str]:
    """The fields a template asks for."""
    if isinstance(template, Cases):
        return {template.by}.union(*map(names, template.cases.values()))
    found = pieces(template.replace("[", "").replace("]", ""))
    return {name for piece in found for name in (piece.name, piece.number) if name}


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
            count = int(str(fields[piece.number])) if piece.number else 1
            text = grammar.joined(text, _shown(fields[piece.name], piece.kind, count, grammar, word))
    return text


def _shown(value: object, kind: str, count: int, grammar: Grammar, word: Word) -> str:
    if kind == "?":
        return ""
    if "|" in kind:
        number = int(str(value))
        return grammar.form(number, kind.split("|")).replace("#", str(abs(number)))
    if kind.endswith("*"):
        value, kind = list(str(value)), kind[:-1]
    if isinstance(value, list | tuple):
        return grammar.listed(counted(map(str, value), lambda item, number: word(kind, item, number)))
    return word(kind, str(value), count) if kind else str(value)


def counted(words: Iterable[str], printed: Callable[[str, int], str]) -> list[str]:
    """Equal words once, each printed with how many there are of it."""
    return [printed(item, number) for item, number in Counter(words).items()]
