"""Type: two families from the font packages, their measures, and text as cached masks.

Not for colours or places. Fonts come with the program, so that a picture is the same on every machine.
"""

import io
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from PIL import Image, ImageFont

Face = Literal["serif", "serif_bold", "serif_italic", "sans", "sans_semibold", "sans_bold"]

_FILES: dict[Face, tuple[str, str]] = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif_bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    "serif_italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans_semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "sans_bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}
CAP_HEIGHT = 0.66
"""Of the type size, in both families: what is centred is centred by its capitals and figures."""
ELLIPSIS = "…"


def font_file(face: Face) -> bytes:
    """The font itself, as TrueType; the page of local mode is set in it too."""
    package, name = _FILES[face]
    return (files(package) / "files" / name).read_bytes()


@lru_cache(maxsize=256)
def font(face: Face, pixels: int) -> ImageFont.FreeTypeFont:
    content = io.BytesIO(font_file(face))
    return ImageFont.truetype(content, pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def width(text: str, face: Face, pixels: int) -> float:
    """The advance of a line of text, in pixels."""
    return font(face, pixels).getlength(text)


@lru_cache(maxsize=4096)
def mask(text: str, face: Face, pixels: int) -> tuple[Image.Image, int, int]:
    """The text as a mask, and where its corner lies from the start of the baseline."""
    core, (left, top) = font(face, pixels).getmask2(text, mode="L", anchor="ls")
    image = Image.new("L", core.size)
    image.im.paste(core, (0, 0, *core.size))
    return image, left, top


def fit(text: str, face: Face, pixels: int, room: float) -> str:
    """The text, cut with an ellipsis if it is wider than the room."""
    if width(text, face, pixels) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, face, pixels) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS
