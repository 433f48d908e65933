"""How a picture is to look and what it is told besides its view: theme, language, scale, names, what just happened.

Not for drawing, and nothing here is secret: `latest` is what everybody at the table may read in the log.
"""

from collections.abc import Sequence

import msgspec

from engine.errors import EngineError
from engine.game import Game
from engine.title import Action, View
from render.catalogue import Catalogue, Language, catalogue
from render.fonts import fit
from render.theme import SEATS, THEMES, Theme, ThemeName

WIDTH = 1600
"""The width of a landscape board in design units; portrait boards and cards are narrower in proportion."""
LONGEST_NAME = 250
FLAGS = 5
"""At most so many numbered events in one picture."""


class Picture(msgspec.Struct, frozen=True):
    """A finished file and its words: `alt` says the position to those who do not see it."""

    png: bytes
    alt: str


class Move(msgspec.Struct, frozen=True):
    seat: int
    action: Action


class Latest(msgspec.Struct, frozen=True):
    """What just happened: the table's view before it and the public decisions since, oldest first."""

    before: View
    moves: tuple[Move, ...]


class Look(msgspec.Struct, frozen=True):
    """Everything that is not in a view."""

    theme: Theme
    words: Catalogue
    scale: float
    names: tuple[str, ...]
    latest: Latest | None = None

    def name(self, seat: int) -> str:
        return self.names[seat]

    def short_name(self, seat: int) -> str:
        """The name where it stands in a sentence: cut before it crowds out what the seat does."""
        return fit(self.names[seat], "sans_bold", 28, LONGEST_NAME)


def make_look(
    seats: int,
    names: Sequence[str],
    palette: ThemeName,
    language: Language,
    width: int,
    latest: Latest | None = None,
) -> Look:
    """Checks what callers give; seats without a name are called by their number."""
    if palette not in THEMES:
        raise ValueError(f"there is no palette “{palette}”; there are {', '.join(THEMES)}")
    if not 200 <= width <= 3200:
        raise ValueError(f"a width of {width} pixels is not drawn; it is 200 to 3200")
    if names and len(names) != seats:
        raise ValueError(f"{len(names)} names were given for {seats} seats")
    called = tuple(names) or tuple(f"P{seat + 1}" for seat in range(seats))
    return Look(THEMES[palette], catalogue(language), width / WIDTH, called, latest)


def latest_of(game: Game) -> Latest | None:
    """The turn that was last played in, as the table may know it: at most the five decisions nearest to now."""
    title, steps = game.title, game.steps
    public = [(index, action) for index in title.log_order(steps) if (action := _as_shown(game, index)) is not None]
    if not public:
        return None
    turns = [_turn(title.view(steps[index].before, None)) for index, _ in public[-FLAGS:]]
    count = next((past for past, turn in enumerate(reversed(turns)) if turn != turns[-1]), len(turns))
    chosen = public[len(public) - count :]
    before = title.view(steps[min(index for index, _ in chosen)].before, None)
    return Latest(before, tuple(Move(steps[index].seat, action) for index, action in chosen))


def _as_shown(game: Game, index: int) -> Action | None:
    """A decision as the log shows it to everybody; None if it is hidden, masked, or moves nothing."""
    title, step = game.title, game.steps[index]
    text = title.shown(game.steps, index, None, game.state)
    if text is None or title.is_aside(step.action):
        return None
    try:
        action: Action = title.parse(text)
    except EngineError:
        return None
    return action


def _turn(view: View) -> tuple[int, int | None]:
    return view.round, view.active


def seat_name(words: Catalogue, arms: int) -> str:
    """`red, cross`: how a seat is told apart in words."""
    seat = SEATS[arms]
    return words.text("arms", colour=words.text(f"colour.{seat.name}"), charge=words.text(f"charge.{seat.charge}"))
