"""The two surfaces everything is drawn on: a sketch for shapes, larger than life and shrunk; a sheet for the picture.

Not for what is drawn. Both take design units (a landscape board is 1600 wide); the scale says how many pixels one is.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from render import fonts
from render.fonts import Face
from render.theme import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]
CLEAR = (0, 0, 0, 0)


class Sketch:
    """Shapes at `oversample` times their size; `sprite` or `layer` make them smooth by shrinking."""

    def __init__(
        self, width: float, height: float, scale: float, oversample: int, ground: Colour | None = None
    ) -> None:
        self._size = (max(1, round(width * scale)), max(1, round(height * scale)))
        self.zoom = scale * oversample
        size = (self._size[0] * oversample, self._size[1] * oversample)
        self.image = Image.new("RGB", size, ground) if ground else Image.new("RGBA", size, CLEAR)
        self._draw = ImageDraw.Draw(self.image)
        self._oversample = oversample

    def _points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.zoom, y * self.zoom) for x, y in points]

    def _stroke(self, width: float) -> int:
        return max(1, round(width * self.zoom))

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._draw.polygon(self._points(points), fill=fill)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        self._draw.line(self._points(points), fill=colour, width=self._stroke(width), joint="curve")

    def loop(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A closed line."""
        self.line([*points, points[0], points[1]], colour, width)

    def dashes(self, points: Sequence[Point], colour: Colour, width: float, on: float = 10, off: float = 8) -> None:
        drawing, left = True, on
        for (x0, y0), (x1, y1) in pairwise(points):
            length, done = math.hypot(x1 - x0, y1 - y0), 0.0
            while length - done > 1e-6:
                step = min(left, length - done)
                ends = [(x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length) for at in (done, done + step)]
                if drawing:
                    self.line(ends, colour, width)
                done, left = done + step, left - step
                if left <= 1e-6:
                    drawing = not drawing
                    left = on if drawing else off

    def box(
        self, box: Box, *, fill: Colour | None = None, edge: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        x0, y0, x1, y1 = (value * self.zoom for value in box)
        self._draw.rounded_rectangle(
            (x0, y0, x1 - 1, y1 - 1),
            radius=radius * self.zoom,
            fill=fill,
            outline=edge,
            width=self._stroke(width) if edge else 0,
        )

    def circle(
        self, x: float, y: float, radius: float, *, fill: Colour | None = None, edge: Colour | None = None,
        width: float = 1,
    ) -> None:  # fmt: skip
        zoom = self.zoom
        self._draw.ellipse(
            ((x - radius) * zoom, (y - radius) * zoom, (x + radius) * zoom - 1, (y + radius) * zoom - 1),
            fill=fill,
            outline=edge,
            width=self._stroke(width) if edge else 0,
        )

    def ellipse(self, box: Box, fill: Colour) -> None:
        self._draw.ellipse([value * self.zoom for value in box], fill=fill)

    def text(self, x: float, y: float, text: str, face: Face, size: float, colour: Colour) -> None:
        """A sign, centred."""
        pixels = max(1, round(size * self.zoom))
        baseline = y * self.zoom + pixels * fonts.CAP_HEIGHT / 2
        self._draw.text((x * self.zoom, baseline), text, font=fonts.font(face, pixels), fill=colour, anchor="ms")

    def sprite(self) -> Image.Image:
        return self.image.resize(self._size, Image.Resampling.BOX)

    def layer(self) -> Image.Image:
        return self.image.reduce(self._oversample)


class Sheet:
    """The picture itself: sprites and text at whole pixels."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image = image
        self.scale = scale
        self.busy = False
        """Whether the picture is known to be large when packed."""
        self._draw = ImageDraw.Draw(image)

    @classmethod
    def blank(cls, width: float, height: float, scale: float, ground: Colour) -> "Sheet":
        return cls(Image.new("RGB", (round(width * scale), round(height * scale)), ground), scale)

    @property
    def width(self) -> float:
        return self.image.width / self.scale

    @property
    def height(self) -> float:
        return self.image.height / self.scale

    def pixels(self, size: float) -> int:
        return max(1, round(size * self.scale))

    def measure(self, text: str, face: Face, size: float) -> float:
        return fonts.width(text, face, self.pixels(size)) / self.scale

    def fit(self, text: str, face: Face, size: float, room: float) -> str:
        return fonts.fit(text, face, self.pixels(size), room * self.scale)

    def text(self, x: float, y: float, text: str, face: Face, size: float, colour: Colour, anchor: str = "ls") -> float:
        """A line of text; the anchor is left, middle or right, then s (baseline) or m (middle). Returns its width."""
        pixels = self.pixels(size)
        length = fonts.width(text, face, pixels)
        if not text.strip():
            return length / self.scale
        mask, left, top = fonts.mask(text, face, pixels)
        start = x * self.scale - {"l": 0.0, "m": length / 2, "r": length}[anchor[0]]
        baseline = y * self.scale + (pixels * fonts.CAP_HEIGHT / 2 if anchor[1] == "m" else 0)
        self.image.paste(colour, (round(start) + left, round(baseline) + top), mask)
        return length / self.scale

    def put(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite, centred."""
        corner = (round(x * self.scale - sprite.width / 2), round(y * self.scale - sprite.height / 2))
        self.image.paste(sprite, corner, sprite)

    def put_corner(self, sprite: Image.Image, x: int, y: int) -> None:
        """A sprite by its corner in pixels, for those that were cut out of a whole layer."""
        self.image.paste(sprite, (x, y), sprite)

    def box(
        self, box: Box, *, fill: Colour | None = None, edge: Colour | None = None, width: float = 1, radius: float = 0
    ) -> None:
        x0, y0, x1, y1 = (round(value * self.scale) for value in box)
        self._draw.rounded_rectangle(
            (x0, y0, x1, y1),
            radius=radius * self.scale,
            fill=fill,
            outline=edge,
            width=self.pixels(width) if edge else 0,
        )

    def line(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float) -> None:
        """A straight rule."""
        ends = tuple(round(value * self.scale) for value in (x0, y0, x1, y1))
        self._draw.line(ends, fill=colour, width=self.pixels(width))
