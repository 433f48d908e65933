"""The words of one title in one language, filled in: what posts, panels, pictures and alt texts all ask.

Not for the program's own sentences, and not for what is told to whom.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from render.words.catalogue import Catalogue, catalogue, pictures
from render.words.grammar import grammar
from render.words.languages import Language
from render.words.template import Fields, Template, choose, fill, names

Who = Callable[[int], str]
Emblem = Callable[[str, str], str]
"""What stands behind a word of a kind, as its picture; nothing for most."""


def seat_name(seat: int) -> str:
    """How a seat is called when nobody says who sits there."""
    return f"P{seat + 1}"


class TitleWords:
    """`marks` are what the picture writes for some words; a template can put them before the name."""

    def __init__(self, code: Language, key: str, marks: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.key = key
        self.book: Catalogue = catalogue(code, key)
        self.marks = marks or {}
        self._grammar = grammar(code)
        self._pictures = pictures(code) | self.book.picture

    def text(self, key: str, /, **fields: object) -> str:
        """What a picture says: the title's own text, or one that all titles share."""
        return self.fill(self._pictures[key], fields)

    def word(self, kind: str, word: str, count: int = 1, emblem: Emblem | None = None) -> str:
        """A word as people read it, for so many of it; one the catalogue does not know stays as it is.

        What stands for its picture comes behind it, where it is in nobody's way: articles and elisions look at the
        word. Words inside one that has a picture have none.
        """
        if emblem is None or not (sign := emblem(kind, word)):
            return self._word(kind, word, count, emblem)
        return f"{self._word(kind, word, count, None)} {sign}"

    def _word(self, kind: str, word: str, count: int, emblem: Emblem | None) -> str:
        printed = self.book.printed(kind, word)
        if printed is None:
            return word if count == 1 else f"{count} × {word}"
        fields = {**printed.fields, "mark": self.marks.get(word, ""), "n": count}
        template = choose(printed.text, fields)
        agrees = _says_how_many(template)

        def inner(kind: str, word: str, number: int) -> str:
            return self.word(kind, word, count if agrees and number == 1 else number, emblem)

        text = fill(template, fields, self._grammar, inner)
        return text if agrees or count == 1 else f"{count} × {text}"

    def category(self, key: str) -> str:
        """A part of the final score."""
        return self.book.categories[key]

    def decision(self, kind: str) -> str:
        """What a seat owes."""
        return self.book.decisions[kind]

    def listing(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        return self._grammar.listed(items)

    def series(self, items: Sequence[str]) -> str:
        """`a; b; c`."""
        return self.text("series").join(items)

    def option_value(self, name: str, value: object) -> str:
        """A value of an option; numbers stand for themselves."""
        key = str(value).lower() if isinstance(value, bool) else str(value)
        return self.book.options[name].values.get(key, key)

    def fill(
        self,
        template: Template,
        fields: Fields,
        who: Who = seat_name,
        *,
        short: bool = False,
        emblem: Emblem | None = None,
    ) -> str:
        """A template with its words printed, the short ones if need be, and its seats called by their names."""

        def word(kind: str, text: str, count: int) -> str:
            if kind == "seat":
                return who(_seat(text))
            return self.word(self.book.short.get(kind, kind) if short else kind, text, count, emblem)

        return fill(choose(template, fields), fields, self._grammar, word)


def capital(text: str) -> str:
    """The text as a heading or a sentence begins."""
    return text[:1].upper() + text[1:]


@cache
def _says_how_many(template: str) -> bool:
    """A word that has plural forms says itself how many there are."""
    return "n" in names(template)


def _seat(text: str) -> int:
    """Events count seats from 0, words from P1."""
    return int(text[1:]) - 1 if text.startswith("P") else int(text)
