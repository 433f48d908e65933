"""How a picture is to look and what it is told besides its view: theme, language, scale, names, what just happened.

Not for drawing, and nothing here is secret: `latest` is what everybody at the table may read in the log.
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.values import Latest
from render.fonts import fit
from render.theme import SEATS, THEMES, Theme, ThemeName
from render.words import Language, TitleWords
from render.words.title_words import seat_name

WIDTH = 1600
"""The width of a landscape board in design units; portrait boards and cards are narrower in proportion."""
ALT_LIMIT = 1024
"""Characters that Discord takes as the text of a picture."""
NARROWEST, WIDEST = 200, 3200
"""What is drawn, in pixels of that width."""
LONGEST_NAME = 250


class Picture(msgspec.Struct, frozen=True):
    """A finished file, and what it says in words: a line for each sentence, the most important ones first."""

    png: bytes
    words: str

    @property
    def alt(self) -> str:
        """As much of it as Discord takes for a picture, in whole sentences."""
        text = ""
        for sentence in self.words.split("\n"):
            longer = f"{text} {sentence}".strip()
            if len(longer) > ALT_LIMIT:
                break
            text = longer
        return text


class Look(msgspec.Struct, frozen=True):
    """Everything that is not in a view."""

    theme: Theme
    words: TitleWords
    scale: float
    names: tuple[str, ...]
    latest: Latest | None = None

    def name(self, seat: int) -> str:
        return self.names[seat]

    def short_name(self, seat: int) -> str:
        """The name where it stands in a sentence: cut before it crowds out what the seat does."""
        return fit(self.names[seat], "sans_bold", 28, LONGEST_NAME)


def make_look(
    key: str,
    seats: int,
    names: Sequence[str],
    palette: ThemeName,
    language: Language,
    width: int,
    latest: Latest | None = None,
    marks: Mapping[str, str] | None = None,
) -> Look:
    """Checks what callers give; seats without a name are called by their number."""
    if palette not in THEMES:
        raise ValueError(f"there is no palette “{palette}”; there are {', '.join(THEMES)}")
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"a width of {width} pixels is not drawn; it is {NARROWEST} to {WIDEST}")
    if names and len(names) != seats:
        raise ValueError(f"{len(names)} names were given for {seats} seats")
    called = tuple(names) or tuple(seat_name(seat) for seat in range(seats))
    return Look(THEMES[palette], TitleWords(language, key, marks), width / WIDTH, called, latest)


def arms_name(words: TitleWords, arms: int) -> str:
    """`red, cross`: how a seat is told apart in words."""
    seat = SEATS[arms]
    return words.text("arms", colour=words.text(f"colour.{seat.name}"), charge=words.text(f"charge.{seat.charge}"))
