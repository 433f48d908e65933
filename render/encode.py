"""From a drawn sheet to a small file: the house's palette, PNG, and animations for replays.

Not for drawing: colours that are not in the palette are moved to the nearest one.
"""

import io
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from render.theme import PNG, ThemeName

LEVEL, SLOW_LEVEL = 6, 8
LIMIT = 150 * 1024
"""Above this a picture is packed once more: in fewer colours, or, where it has few already, harder."""
QUICK_LEVELS = (LEVEL, LEVEL, 4, 3)
"""By how many others wait to be drawn; the last for more of them. Half the time for a fifth more bytes."""
QUICK_LIMIT = 180 * 1024
"""What is larger although others wait is packed as if none did."""
ALL_COLOURS, FEW_COLOURS = 192, 64
"""The named colours come first in a palette, so few colours cost only shades on edges; they save some 12 %."""

MANY_PIXELS = 2_500_000


@lru_cache(maxsize=8)
def _palette(theme: ThemeName, count: int) -> Image.Image:
    palette = Image.new("P", (1, 1))
    colours = PNG[theme][:count]
    palette.putpalette([int(colour[place : place + 2], 16) for colour in colours for place in (1, 3, 5)])
    return palette


def flatten(image: Image.Image, theme: ThemeName, count: int = ALL_COLOURS) -> Image.Image:
    """The image in the palette of its theme."""
    return image.quantize(palette=_palette(theme, count), dither=Image.Dither.NONE)


def png(image: Image.Image, theme: ThemeName, *, busy: bool = False, waiting: int = 0) -> bytes:
    """The file. A picture that is busy, or has very many pixels, gets few colours at once."""
    busy = busy or image.width * image.height > MANY_PIXELS
    flat = flatten(image, theme, FEW_COLOURS if busy else ALL_COLOURS)
    level = QUICK_LEVELS[min(waiting, len(QUICK_LEVELS) - 1)]
    packed = _pack(flat, level)
    if len(packed) <= (LIMIT if level == LEVEL else QUICK_LIMIT):
        return packed
    if level != LEVEL:
        return png(image, theme, busy=busy)
    return _pack(flat, SLOW_LEVEL) if busy else _pack(flatten(image, theme, FEW_COLOURS), LEVEL)


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
