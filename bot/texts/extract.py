"""Finds the sentences in the code and brings the translators' files up to date: `python -m bot.texts.extract`.

Not for run time. Translations of sentences that are gone are kept as obsolete ones and revived when they come back.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from typing import IO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import data
from bot.texts.sentences import file_of
from render.words import LANGUAGES

ROOT = data.FOLDER.parent
FOLDERS = ("bot", "engine")
METHODS = [("**.py", "bot.texts.extract:templates")]

_TEXTS = ("say", "about", "named")
_ERRORS = (
    "BadRequest", "BadOption", "BadNotation", "BadRecord", "UnknownTitle", "UnknownRules", "UnknownBoard",
    "UnknownGame", "Refused", "NotSeated", "NotPlayable",
)  # fmt: skip
_OUTAGES = ("StoreBusy", "StoreDamaged", "StoreFull", "StoreGone", "StoreUnsure", "LostRace")
_WITH_CLAUSE = ("Illegal", "NotYourDecision", "Stale")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    **dict.fromkeys(_TEXTS + _ERRORS + _OUTAGES),
    **dict.fromkeys(_WITH_CLAUSE, (2,)),
}
"""Who takes a template, and at which place. Not BadState: it tells a host which invariant a file breaks."""


Found = tuple[int, str, str | tuple[str | None, ...], list[str]]


def templates(
    file: IO[bytes], keywords: Mapping[str, object], comment_tags: Iterable[str], options: Mapping[str, object]
) -> Iterator[Found]:
    """Babel's way to read a file, by its syntax: the texts that calls of the keywords are given, also by name."""
    tree = ast.parse(file.read())
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = tuple(_text(argument, constants) for argument in node.args)
            if name in keywords and any(texts):
                yield node.lineno, name, texts, []


def _text(argument: ast.expr, constants: Mapping[str, object]) -> str | None:
    value = constants.get(argument.id) if isinstance(argument, ast.Name) else getattr(argument, "value", None)
    return value if isinstance(value, str) else None


@cache
def found() -> Catalog:
    """Every template in the code, with the files it is in."""
    catalog = Catalog(charset="utf-8")
    for folder in FOLDERS:
        for file, _, message, _, _ in extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS):
            catalog.add(message, locations=[(f"{folder}/{file}", 0)])
    return catalog


def translations(code: str) -> Catalog:
    return read_po(BytesIO(data.load_text(file_of(code)).encode()), locale=code)


def updated(old: Catalog, code: str) -> Catalog:
    """The same translations for the sentences there are now; new sentences are empty."""
    known = {_key(message.id): message.string for message in (*old.obsolete.values(), *old)}
    new = Catalog(locale=code, charset="utf-8", fuzzy=False)
    for message in found():
        if message.id:
            new.add(message.id, known.get(_key(message.id)) or "", locations=message.locations)
    wanted = {_key(message.id) for message in new}
    for message in (*old.obsolete.values(), *old):
        if message.id and message.string and _key(message.id) not in wanted:
            new.obsolete[message.id] = message
    return new


def _key(identity: str | tuple[str, ...] | list[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]


HEADER = """\
# The sentences in the code; `make texts` finds them. Words of the titles are in the .json files beside this folder.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""


def written(catalog: Catalog) -> bytes:
    """The file, without dates and line numbers that would change each time."""
    file = BytesIO()
    write_po(file, catalog, width=120, sort_by_file=True, omit_header=True, include_lineno=False)
    head = HEADER.format(code=catalog.locale_identifier, plural=catalog.plural_forms)
    return head.encode() + file.getvalue()


def main() -> None:
    for code in LANGUAGES[1:]:
        (data.FOLDER / file_of(code)).write_bytes(written(updated(translations(code), code)))


if __name__ == "__main__":
    main()
