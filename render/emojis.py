"""Small pictures for texts and buttons, drawn from the sprites of the boards: pieces, goods, markers, seats' charges.

Not for who shows them and how they get there: a title's `emojis.py` says which it has and which of its words they are.
"""

import hashlib
import io
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

import msgspec
from PIL import Image, ImageFilter

from engine import registry
from engine.first_use import importing
from render.gallery import painter
from render.pieces import Shape, piece
from render.theme import INK, IVORY, SEATS

SIDE = 128
HALO = 5
"""Pixels of ivory around everything: dark things are seen on dark ground, and at 22 pixels it is still a line."""
SHOWN = SIDE - 2 * HALO
"""The side of what is inside it."""
SEAT = "seat"
"""Stands for a title where the charges of the seats are meant, which all titles share."""

_PIECE = 40
"""The size of a piece on a board, for which its lines are drawn."""

Draw = Callable[[], Image.Image]


class Emoji(msgspec.Struct, frozen=True):
    """A picture that is ready to be sent; `digest` is the same for the same pixels."""

    png: bytes
    digest: str


class EmojiPainter(Protocol):
    """What `emojis.py` of a title's painters offers. Keys are short, and plain letters, digits and `_`."""

    DRAWN: Mapping[str, Draw]
    """All there are, by key, as large as `SHOWN` or smaller."""

    def emblem(self, kind: str, word: str, arms: int | None) -> str | None:
        """The key for a word of a kind of the title's words; of the kind `verb`, for what one may do.

        With `arms`, the colour and charge of a seat, it is that seat's own piece where it has one.
        """


def emblem(title_key: str, kind: str, word: str, arms: int | None = None) -> str | None:
    """The key of the emoji for a word; None for words, and titles, that have none."""
    found = _emojis_of(title_key)
    return None if found is None else found.emblem(kind, word, arms)


def arms(title_key: str, seats: int, seat: int) -> int | None:
    """Which colour and charge a seat has; None where nobody draws the title."""
    return painter(title_key).arms(seats)[seat] if registry.has_painter(title_key) else None


def seat_key(arms: int) -> str:
    """The key of a seat's charge, among those of `SEAT`."""
    return SEATS[arms].name


def own_piece(arms: int, shape: Shape, number: str = "") -> Draw:
    """A seat's piece."""
    return partial(piece, arms, shape, _PIECE, SHOWN / _PIECE, INK, number)


def keys(title_key: str) -> tuple[str, ...]:
    """All emojis of a title, or those of the seats."""
    return tuple(_drawn(title_key))


@cache
def draw(title_key: str, key: str) -> Emoji:
    """One of them."""
    image = _framed(_drawn(title_key)[key]())
    packed = io.BytesIO()
    image.save(packed, "PNG", optimize=True)
    return Emoji(packed.getvalue(), hashlib.sha256(image.tobytes()).hexdigest())


def _drawn(title_key: str) -> Mapping[str, Draw]:
    if title_key == SEAT:
        return {seat_key(arms): own_piece(arms, "shield") for arms in range(len(SEATS))}
    found = _emojis_of(title_key)
    return {} if found is None else found.DRAWN


@cache
def _emojis_of(title_key: str) -> EmojiPainter | None:
    if not registry.has_painter(title_key):
        return None
    name = f"{registry.registration(title_key).pictures}.emojis"
    if find_spec(name) is None:
        return None
    with importing():
        return cast(EmojiPainter, import_module(name))


def _framed(sprite: Image.Image) -> Image.Image:
    """In the middle of a square, with a halo."""
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    image.paste(sprite, ((SIDE - sprite.width) // 2, (SIDE - sprite.height) // 2))
    shape = image.getchannel("A")
    for _ in range(HALO):  # small steps: the halo keeps round corners round
        shape = shape.filter(ImageFilter.MaxFilter(3))
    whole = Image.new("RGBA", (SIDE, SIDE), IVORY)
    whole.putalpha(shape.filter(ImageFilter.GaussianBlur(0.8)))
    whole.alpha_composite(image)
    return whole
