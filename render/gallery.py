"""The public face of `render`: a picture of any title by its key.

Not for a line about any title: painters are found where a title is registered and are given views only.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from engine import registry
from engine.values import Latest, Options, Result, View
from render import encode, score_card
from render.canvas import Sheet
from render.look import WIDTH, Look, Picture, make_look
from render.theme import ThemeName
from render.words import Language

Drawn = tuple[Sheet, str]


class Painter(Protocol):
    """What a painter's folder offers; each function gives the sheet and its alt text."""

    def board(self, view: Any, look: Look) -> Drawn:
        """The table as everybody sees it."""

    def hand(self, view: Any, look: Look) -> Drawn:
        """What only the view's seat may see."""

    def choices(self, view: Any, kind: str, words: Sequence[str], look: Look) -> Drawn | None:
        """The board with the places of these words in black, for the view's seat while it chooses one of them.

        `kind` is that of the parameter. Nothing else changes but that there are no panels, so that the place is found
        again. None when fewer than two of the words have a place on the board.
        """

    def preview(self, seats: int, options: Any, look: Look) -> Drawn:
        """The board before a game."""

    def arms(self, seats: int) -> tuple[int, ...]:
        """Which colour and charge each seat has."""

    def marks(self, view: Any) -> dict[str, str]:
        """Words of the notation for which the picture writes something shorter, and what it writes."""


def painter(key: str) -> Painter:
    return cast(Painter, import_module(registry.registration(key).pictures))


def _finish(drawn: Drawn, palette: ThemeName) -> Picture:
    sheet, alt = drawn
    return Picture(encode.png(sheet.image, palette, busy=sheet.busy), alt)


def paint(
    title_key: str,
    view: View,
    *,
    names: Sequence[str] = (),
    latest: Latest | None = None,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
) -> Picture:
    """The public board. Whatever the view has in private is not looked at."""
    look = make_look(title_key, view.seats, names, palette, language, width, latest, marks(title_key, view))
    return _finish(painter(title_key).board(view, look), palette)


def hand(
    title_key: str,
    view: View,
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
) -> Picture:
    """The private cards of the view's seat; for nobody else's eyes."""
    if view.seat is None:
        raise ValueError("a hand is drawn from a seat's view, not from the table's")
    look = make_look(title_key, view.seats, names, palette, language, width, None, marks(title_key, view))
    return _finish(painter(title_key).hand(view, look), palette)


def choices(
    title_key: str,
    view: View,
    kind: str,
    words: Sequence[str],
    *,
    names: Sequence[str] = (),
    latest: Latest | None = None,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
) -> Picture | None:
    """The board with the places that may be chosen now, for one person; None when these words have no place on it."""
    if view.seat is None:
        raise ValueError("choices are drawn from a seat's view, not from the table's")
    look = make_look(title_key, view.seats, names, palette, language, width, latest, marks(title_key, view))
    drawn = painter(title_key).choices(view, kind, words, look)
    return None if drawn is None else _finish(drawn, palette)


def score(
    title_key: str,
    view: View,
    result: Result,
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
) -> Picture:
    """The final score."""
    look = make_look(title_key, view.seats, names, palette, language, width, None, marks(title_key, view))
    title = registry.title(title_key)
    note = look.words.text("rounds", count=view.round)
    arms = painter(title_key).arms(view.seats)
    return _finish(score_card.score(title.name, result, arms, note, look), palette)


def preview(
    title_key: str,
    seats: int,
    options: Options,
    *,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
) -> Picture:
    """The board of a game that is being set up."""
    look = make_look(title_key, seats, (), palette, language, width)
    return _finish(painter(title_key).preview(seats, options, look), palette)


def marks(title_key: str, view: View) -> dict[str, str]:
    """What the picture of this view writes instead of some words: people type what they see."""
    return painter(title_key).marks(view) if registry.has_painter(title_key) else {}
