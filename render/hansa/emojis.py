"""Hansa's emojis: goods markers, barrels, booths, the ship.

Not for how they are framed and named: `render/emojis.py`.
"""

import re
from collections.abc import Mapping
from functools import partial
from itertools import product

from PIL import Image

from render.canvas import Sketch
from render.emojis import SHOWN, Draw, own_piece
from render.hansa.sprites import draw_barrel, ship
from render.pieces import OVERSAMPLE
from render.theme import GOODS, INK, SEATS, TILE

_FACE = re.compile("[YGRBNK][123]")
_FACES = ("face", "marker", "goods")
_VERBS = {"sail": "ship", "sail_and_buy": "ship"}
_BOOTHS = ("place", "establish")


def _goods(face: str) -> Image.Image:
    """A marker without its mark, which is in the text: its barrels are to be counted in the height of a line."""
    unit, middle, count = SHOWN / 50, SHOWN / 2, int(face[1])
    sketch = Sketch(SHOWN, SHOWN, 1, OVERSAMPLE)
    sketch.box((0, 0, SHOWN, SHOWN), fill=INK, radius=8 * unit)
    sketch.box((2 * unit, 2 * unit, SHOWN - 2 * unit, SHOWN - 2 * unit), fill=TILE, radius=6 * unit)
    for number in range(count):
        x = middle + (number - (count - 1) / 2) * 13.6 * unit
        draw_barrel(sketch, face[0], (x, middle), 12.6 * unit, 34 * unit, 1.3 * unit)
    return sketch.sprite()


def _barrel(colour: str) -> Image.Image:
    sketch = Sketch(SHOWN, SHOWN, 1, OVERSAMPLE)
    draw_barrel(sketch, colour, (SHOWN / 2, SHOWN / 2), SHOWN * 0.66, SHOWN * 0.94, SHOWN / 24)
    return sketch.sprite()


DRAWN: Mapping[str, Draw] = {
    **{f"goods_{face}": partial(_goods, face) for face in map("".join, product(GOODS, "123"))},
    **{f"barrel_{colour}": partial(_barrel, colour) for colour in GOODS},
    **{f"booth_{arms}": own_piece(arms, "booth") for arms in range(len(SEATS))},
    "ship": partial(ship, 1, SHOWN),
}


def emblem(kind: str, word: str, arms: int | None) -> str | None:
    if kind in _FACES:
        return f"goods_{word}" if _FACE.fullmatch(word) else None
    if kind == "colour":
        return f"barrel_{word}" if word in GOODS else None
    if kind == "verb":
        return f"booth_{arms}" if word in _BOOTHS and arms is not None else _VERBS.get(word)
    return None
