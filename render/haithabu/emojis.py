"""Haithabu's emojis: runners with their numbers, bridges with their letters, a token.

Not for how they are framed and named: `render/emojis.py`.
"""

import re
from collections.abc import Mapping
from functools import partial
from string import ascii_lowercase

from PIL import Image

from render.canvas import Sketch
from render.emojis import SHOWN, Draw, own_piece
from render.haithabu.map import ARMS, drop, plank
from render.pieces import OVERSAMPLE
from render.theme import INK, IVORY

_BRIDGES = ascii_lowercase[:20]
_RUNNERS = range(1, 7)
_BRIDGE_KINDS = ("bridge", "note", "space", "runner", "target")
_RUNNER = re.compile("[NESW][1-6]")
_LETTER = 27
"""What is as high as a letter of 25 and a little more."""
_TOKEN = 40
"""The size of a token on the board, for which its lines are drawn."""


def _bridge(letter: str) -> Image.Image:
    """Planks with a letter as large as can be: a line of text is lower than a bridge on the board."""
    sketch, middle, unit = Sketch(SHOWN, SHOWN, 1, OVERSAMPLE), SHOWN / 2, SHOWN / _LETTER
    sketch.circle(middle, middle, middle * 0.9, fill=IVORY)
    sketch.text(middle, middle - drop(letter) * unit, letter, "sans_bold", 25 * unit, INK)
    sprite = plank(SHOWN / _TOKEN, _TOKEN).copy()
    sprite.alpha_composite(sketch.sprite())
    return sprite


DRAWN: Mapping[str, Draw] = {
    **{
        f"runner_{home}{number}": own_piece(arms, "disc", str(number))
        for home, arms in ARMS.items()
        for number in _RUNNERS
    },
    **{f"bridge_{letter}": partial(_bridge, letter) for letter in _BRIDGES},
    "token": partial(plank, SHOWN / _TOKEN, _TOKEN),
}


def emblem(kind: str, word: str, arms: int | None) -> str | None:
    if kind == "runner" and _RUNNER.fullmatch(word):
        return f"runner_{word}"
    if kind in _BRIDGE_KINDS and len(word) == 1 and word in _BRIDGES:
        return f"bridge_{word}"
    if kind == "target" and (word == "token" or word.startswith("put")):
        return "token"
    return None
