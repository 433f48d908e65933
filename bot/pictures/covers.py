"""What stands for a title before a game: a part of its board on which a game goes on; drawn once.

Not for anybody's game: computers have played these few turns, always the same ones.
"""

import io
from functools import cache
from typing import NamedTuple, get_args

from PIL import Image, ImageOps

import render
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.registry import has_painter, title
from engine.values import Setup
from render.theme import ThemeName

SEED = "cover"
PLAYED = 40
"""Decisions: enough for pieces to lie about."""
MOST_SEATS = 4
WIDTH = 1200


class Cut(NamedTuple):
    """What of the picture is shown, from its left, top, right and bottom, and how large."""

    part: tuple[float, float, float, float]
    size: tuple[int, int]


CARD = Cut((0.12, 0.15, 0.62, 0.68), (456, 396))
"""A part of the map, for the start page."""
STRIP = Cut((0.05, 0.2, 0.95, 0.62), (960, 384))
"""As wide as a message, and low, so that what is chosen below it is seen without scrolling."""
PALETTES: tuple[str, ...] = get_args(ThemeName)


@cache
def cover(key: str, language: str, palette: ThemeName, cut: Cut = CARD) -> bytes | None:
    """A PNG, or nothing for a title without painters."""
    if not has_painter(key):
        return None
    game = _played(key)
    view = game.title.view(game.state, None)
    picture = render.paint(key, view, palette=palette, language=language, width=WIDTH)
    with Image.open(io.BytesIO(picture.png)) as whole:
        left, top, right, bottom = cut.part
        box = (
            round(whole.width * left),
            round(whole.height * top),
            round(whole.width * right),
            round(whole.height * bottom),
        )
        part = ImageOps.fit(whole.convert("RGB").crop(box), cut.size)
    content = io.BytesIO()
    part.save(content, "PNG", optimize=True)
    return content.getvalue()


@cache
def _played(key: str) -> Game:
    found = title(key)
    seats = min(found.seats[1], MOST_SEATS)
    game = Game.new(found, Setup(seats, found.read_options(seats, {}), SEED))
    playout(game, simple_policy, PLAYED, SEED)
    return game
