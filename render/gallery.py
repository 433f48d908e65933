"""The public face of `render`: a picture of any title by its key.

Not for a line about any title: painters are found where a title is registered and are given views only.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from engine import registry
from engine.first_use import importing
from engine.values import Latest, Options, Result, View
from render import encode, score_card
from render.canvas import Sheet
from render.close_up import Pointed, close_ups
from render.look import WIDTH, Look, Picture, make_look
from render.theme import SEATS, ThemeName
from render.words import Language

Drawn = tuple[Sheet, str]


class Painter(Protocol):
    """What a painter's folder offers; each function gives the sheet and its alt text."""

    def board(self, view: Any, look: Look) -> Drawn:
        """The table as everybody sees it."""

    def hand(self, view: Any, look: Look) -> Drawn:
        """What only the view's seat may see."""

    def choices(self, view: Any, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
        """The map with the places of these words in black, for the view's seat while it chooses one of them.

        `places` has words by their kinds, those of parameters; kinds without a place are passed over. Nothing else
        changes, so that the place is found again. None when fewer than two of the words have a place on the board.
        """

    def preview(self, seats: int, options: Any, look: Look) -> Drawn:
        """The board before a game."""

    def arms(self, seats: int) -> tuple[int, ...]:
        """Which colour and charge each seat has."""

    def marks(self, view: Any) -> dict[str, str]:
        """Words of the notation for which the picture writes something shorter, and what it writes."""


def painter(key: str, view: View | None = None) -> Painter:
    """The painters for the board of the view; without one, for that of new games."""
    return _imported(registry.pictures_of(key, view))


@cache
def _imported(package: str) -> Painter:
    with importing():
        return cast(Painter, import_module(package))


def _finish(drawn: Drawn, palette: ThemeName, waiting: int) -> Picture:
    """`waiting`, here and below, is how many others wait to be drawn: then it is packed sooner, not as small."""
    sheet, alt = drawn
    return Picture(encode.png(sheet.image, palette, busy=sheet.busy, waiting=waiting), alt)


def paint(
    title_key: str,
    view: View,
    *,
    names: Sequence[str] = (),
    latest: Latest | None = None,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
    waiting: int = 0,
) -> Picture:
    """The public board. Whatever the view has in private is not looked at."""
    look = make_look(title_key, view.seats, names, palette, language, width, latest, marks(title_key, view))
    return _finish(painter(title_key, view).board(view, look), palette, waiting)


def hand(
    title_key: str,
    view: View,
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
    waiting: int = 0,
) -> Picture:
    """The private cards of the view's seat; for nobody else's eyes."""
    if view.seat is None:
        raise ValueError("a hand is drawn from a seat's view, not from the table's")
    look = make_look(title_key, view.seats, names, palette, language, width, None, marks(title_key, view))
    return _finish(painter(title_key, view).hand(view, look), palette, waiting)


def choices(
    title_key: str,
    view: View,
    places: Mapping[str, Sequence[str]],
    *,
    names: Sequence[str] = (),
    latest: Latest | None = None,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
    waiting: int = 0,
) -> tuple[Picture, ...]:
    """The parts of the board with the places that may be chosen now, by their kinds, for one person.

    Each is to be shown as wide as a message: then all labels can be read on a phone. Nothing when these words have
    no place on the board.
    """
    if view.seat is None:
        raise ValueError("choices are drawn from a seat's view, not from the table's")
    look = make_look(title_key, view.seats, names, palette, language, width, latest, marks(title_key, view))
    pointed = painter(title_key, view).choices(view, places, look)
    return () if pointed is None else tuple(_finish(drawn, palette, waiting) for drawn in close_ups(pointed, look))


def score(
    title_key: str,
    view: View,
    result: Result,
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
    waiting: int = 0,
) -> Picture:
    """The final score."""
    look = make_look(title_key, view.seats, names, palette, language, width, None, marks(title_key, view))
    title = registry.title(title_key)
    note = look.words.text("rounds", count=view.round)
    arms = painter(title_key).arms(view.seats)
    return _finish(score_card.score(title.name, result, arms, note, look), palette, waiting)


def preview(
    title_key: str,
    seats: int,
    options: Options,
    *,
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = WIDTH,
    waiting: int = 0,
) -> Picture:
    """The board of a game that is being set up."""
    look = make_look(title_key, seats, (), palette, language, width)
    return _finish(painter(title_key).preview(seats, options, look), palette, waiting)


def drawing_faults(title_key: str, view: View) -> list[str]:
    """What is in the way of something else on the board of this view, for painters that can tell; one sentence each."""
    found: Callable[[], list[str]] | None = getattr(painter(title_key, view), "drawing_faults", None)
    return [] if found is None else found()


def marks(title_key: str, view: View) -> dict[str, str]:
    """What the picture of this view writes instead of some words: people type what they see."""
    return painter(title_key, view).marks(view) if registry.has_painter(title_key) else {}


def colour_of(title_key: str, seats: int, seat: int) -> int | None:
    """The colour of a seat's pieces as a number; None for titles without pictures."""
    if not registry.has_painter(title_key):
        return None
    return int(SEATS[painter(title_key).arms(seats)[seat]].field.removeprefix("#"), 16)
