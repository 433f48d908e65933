"""From a drawn sheet to a small file: the house's palette, PNG, and animations for replays.

Not for drawing: colours that are not in the palette are moved to the nearest one.
"""

import io
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from render.theme import PNG, ThemeName

LEVEL, SMALLER_LEVEL = 6, 8
LIMIT = 150 * 1024
"""Above this a picture is packed once more, slower and some 6 % smaller."""


@lru_cache(maxsize=4)
def _palette(theme: ThemeName) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([int(colour[place : place + 2], 16) for colour in PNG[theme] for place in (1, 3, 5)])
    return palette


def flatten(image: Image.Image, theme: ThemeName) -> Image.Image:
    """The image in the palette of its theme."""
    return image.quantize(palette=_palette(theme), dither=Image.Dither.NONE)


def png(image: Image.Image, theme: ThemeName) -> bytes:
    flat = flatten(image, theme)
    packed = _pack(flat, LEVEL)
    return packed if len(packed) <= LIMIT else _pack(flat, SMALLER_LEVEL)


def _pack(image: Image.Image, level: int) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=level)
    return stream.getvalue()


def animation(frames: Sequence[Image.Image], milliseconds: Sequence[int], kind: str) -> bytes:
    """A film of flattened frames, played once, as `webp` or `gif`."""
    stream = io.BytesIO()
    first, rest = frames[0], list(frames[1:])
    if kind == "webp":
        first.convert("RGB").save(
            stream,
            "WEBP",
            save_all=True,
            append_images=[frame.convert("RGB") for frame in rest],
            duration=list(milliseconds),
            loop=1,
            lossless=True,
            quality=0,
            method=0,
        )
    else:
        first.save(stream, "GIF", save_all=True, append_images=rest, duration=list(milliseconds), optimize=False)
    return stream.getvalue()
