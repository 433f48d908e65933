"""The pictures of the start page: for each title a board on which a game goes on, drawn once while the server runs.

Not for anybody's game: computers have played these few turns, always the same ones.
"""

import io
from functools import cache
from typing import get_args

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
PART = (0.12, 0.15, 0.62, 0.68)
"""What of the picture is shown, from its left, top, right and bottom: a part of the map, large enough for a card."""
SIZE = (456, 396)
PALETTES: tuple[str, ...] = get_args(ThemeName)


@cache
def cover(key: str, language: str, palette: ThemeName) -> bytes | None:
    """A PNG, or nothing for a title without painters."""
    if not has_painter(key):
        return None
    game = _played(key)
    view = game.title.view(game.state, None)
    picture = render.paint(key, view, palette=palette, language=language, width=WIDTH)
    with Image.open(io.BytesIO(picture.png)) as whole:
        left, top, right, bottom = PART
        box = (
            round(whole.width * left),
            round(whole.height * top),
            round(whole.width * right),
            round(whole.height * bottom),
        )
        part = ImageOps.fit(whole.convert("RGB").crop(box), SIZE)
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
