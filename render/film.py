"""A finished or running game as an animation: one frame for each turn, small enough to post.

Not for single pictures, and not for playing the game again: it is given what the table saw.
"""

from collections.abc import Sequence
from typing import Literal

from engine.values import Frame
from render import encode
from render.gallery import painter
from render.look import Look, make_look
from render.theme import ThemeName
from render.words import Language

FilmKind = Literal["webp", "gif"]
KINDS: tuple[FilmKind, ...] = ("webp", "gif")
FILM_WIDTH = 800
LIMIT = 10 * 1024 * 1024
"""Discord's, for an attachment."""
MOST_FRAMES = 150
FRAME_TIME, LAST_TIME = 1200, 5000
"""Milliseconds; the last frame stays."""


def replay(
    key: str,
    told: Sequence[Frame],
    kind: FilmKind = "webp",
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = FILM_WIDTH,
) -> bytes:
    """The film of a game; a long one leaves out turns evenly until it is below Discord's limit."""
    if kind not in KINDS:
        raise ValueError(f"a film is {' or '.join(KINDS)}, not “{kind}”")
    count = min(len(told), MOST_FRAMES)
    while True:
        places = {round(place * (len(told) - 1) / max(1, count - 1)) for place in range(count)}
        looks = [
            (told[place].view, _look(key, told[place], names, palette, language, width)) for place in sorted(places)
        ]
        images = [encode.flatten(painter(key).board(view, look)[0].image, palette) for view, look in looks]
        film = encode.animation(images, [FRAME_TIME] * (len(images) - 1) + [LAST_TIME], kind)
        if len(film) <= LIMIT or count <= 2:
            return film
        count = max(2, min(count - 1, count * LIMIT // len(film)))


def _look(key: str, frame: Frame, names: Sequence[str], palette: ThemeName, language: Language, width: int) -> Look:
    marks = painter(key).marks(frame.view)
    return make_look(key, frame.view.seats, names, palette, language, width, frame.latest, marks)
