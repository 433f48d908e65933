"""Hansa Teutonica's emojis: traders and merchants, bonus markers, abilities, privileges, favours, the pawn.

Not for how they are framed and named: `render/emojis.py`.
"""

from collections.abc import Mapping
from functools import partial

from PIL import Image

from render.canvas import Sketch
from render.emojis import SHOWN, Draw, own_piece
from render.pieces import OVERSAMPLE, Shape
from render.teutonica.sprites import FAVOUR_SIGNS, draw_ability, favour, marker, pawn, privilege
from render.theme import INK, IVORY, OCHRE, SEATS

_SHAPES: Mapping[str, Shape] = {"trader": "square", "merchant": "disc"}
_PIECES = {"T": "trader", "M": "merchant"}
_PIECE_KINDS = ("kind", "source", "take", "pay")
_MARKERS = (
    *("extra_office", "swap_offices", "three_pieces", "upgrade", "actions_3", "actions_4"),
    *("place_two", "move_two", "independent_office", "privilege"),
)
_USES = {"swap": "swap_offices", "three": "three_pieces", "upgrade": "upgrade", "actions_3": "actions_3",
         "actions_4": "actions_4"}  # fmt: skip
_ABILITIES = ("clavis", "actiones", "privilegium", "liber", "bursa")
_ABILITY_KINDS = ("ability", "target", "use_target", "skill")
_COLOURS = ("white", "orange", "pink", "black")
_FAVOURS = {tile: f"favour_{number}" for number, tile in enumerate(FAVOUR_SIGNS, 1)}
_VERBS = {"trader": "trader", "merchant": "merchant", "pawn": "pawn"}
"""Whole moves whose names say which piece it is."""


def _plain(shape: Shape) -> Image.Image:
    """A piece that could be anybody's."""
    sketch, middle = Sketch(SHOWN, SHOWN, 1, OVERSAMPLE), SHOWN / 2
    for inset, colour in ((0, INK), (8, OCHRE.rim), (14, OCHRE.plate)):
        if shape == "disc":
            sketch.circle(middle, middle, middle - inset, fill=colour)
        else:
            side = SHOWN - 2 * inset
            sketch.box((inset, inset, SHOWN - inset, SHOWN - inset), fill=colour, radius=side * 0.14)
    return sketch.sprite()


def _ability(ability: str) -> Image.Image:
    """Its sign, which is drawn for half a line of text, as large as may be, on a plate."""
    size = 26
    sketch = Sketch(size, size, SHOWN / size, OVERSAMPLE)
    sketch.box((0, 0, size, size), fill=INK, radius=6)
    sketch.box((1.5, 1.5, size - 1.5, size - 1.5), fill=IVORY, radius=4.8)
    draw_ability(sketch, ability, size / 2, size / 2, INK)
    return sketch.sprite()


DRAWN: Mapping[str, Draw] = {
    **{f"{name}_{arms}": own_piece(arms, shape) for name, shape in _SHAPES.items() for arms in range(len(SEATS))},
    **{name: partial(_plain, shape) for name, shape in _SHAPES.items()},
    **{f"m_{kind}"[:13]: partial(marker, kind, "day", SHOWN / 42) for kind in _MARKERS},
    **{ability: partial(_ability, ability) for ability in _ABILITIES},
    **{f"office_{name}": partial(privilege, n, "day", SHOWN / 26) for n, name in enumerate(_COLOURS)},
    **{key: partial(favour, tile, "day", SHOWN / 34) for tile, key in _FAVOURS.items()},
    "pawn": partial(pawn, "day", SHOWN / 44),
}


def emblem(kind: str, word: str, arms: int | None) -> str | None:
    name = _PIECES.get(word) if kind in _PIECE_KINDS else _VERBS.get(word) if kind == "verb" else None
    if name is not None:
        return name if arms is None or name == "pawn" else f"{name}_{arms}"
    if kind == "marker" and word in _MARKERS:
        return f"m_{word}"[:13]
    if kind == "use" and word in _USES:
        return f"m_{_USES[word]}"[:13]
    if kind in _ABILITY_KINDS and word in _ABILITIES:
        return word
    if kind in ("colour", "target") and word in _COLOURS:
        return f"office_{word}"
    if kind == "tile":
        return _FAVOURS.get(word)
    return "pawn" if kind == "pawn" else None
