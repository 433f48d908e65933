"""What somebody may choose now, in black: discs with a word, tags beside pieces, heads of plaques, and how to say it.

Not for where anything lies, which each title says, and not for the pictures: `close_up.py` makes them of the map.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

from PIL import Image

from render.canvas import Box, Point, Sheet, Sketch
from render.chart import shared
from render.fonts import width as text_width
from render.look import Look
from render.page import Pill
from render.pieces import OVERSAMPLE
from render.theme import THEMES, ThemeName

FEW = 40
"""More words than this on single spaces would be a crowd: something coarser is shown then."""
FEWEST = 2
"""One word is no choice."""
TEXT = 24
"""What the words of choices are set in, where nothing else is said: to be read on a phone when half a map is shown."""
DISC = 44
Weighed = tuple[Box, float]
"""Something a tag should not cover, and how much that matters."""
WORST = 8.0
_RIM = 1.5


@lru_cache(maxsize=1024)
def target(word: str, theme_name: ThemeName, scale: float, size: float = DISC, text: float = TEXT) -> Image.Image:
    """A free place that may be chosen: a disc; a word that is too long for it stretches it."""
    theme = THEMES[theme_name]
    wide = max(size, text_width(word, "sans_bold", text) + 6)
    high = size if wide == size else size - 8
    sketch = Sketch(wide, high, scale, OVERSAMPLE)
    sketch.box((0, 0, wide, high), fill=theme.plaque, radius=high / 2)
    sketch.box((_RIM, _RIM, wide - _RIM, high - _RIM), fill=theme.now, radius=high / 2 - _RIM)
    sketch.text(wide / 2, high / 2, word, "sans_bold", text, theme.now_text)
    return sketch.sprite()


def tag_size(word: str, text: float = TEXT) -> Point:
    """How wide and how high a tag is."""
    return float(text_width(word, "sans_bold", text)) + 12, text + 8


@lru_cache(maxsize=512)
def tag(word: str, theme_name: ThemeName, scale: float, text: float = TEXT, *, light: bool = False) -> Image.Image:
    """The word of a place that holds a piece, or the number of a route; a light one only says where something is."""
    theme, (wide, high) = THEMES[theme_name], tag_size(word, text)
    ground, ink = (theme.plaque, theme.ink) if light else (theme.now, theme.now_text)
    sketch = Sketch(wide, high, scale, OVERSAMPLE)
    sketch.box((0, 0, wide, high), fill=theme.ink if light else theme.plaque, radius=6)
    sketch.box((_RIM, _RIM, wide - _RIM, high - _RIM), fill=ground, radius=5)
    sketch.text(wide / 2, high / 2, word, "sans_bold", text, ink)
    return sketch.sprite()


def boxed(middle: Point, size: Point) -> Box:
    """The box of something by its middle and its size."""
    (x, y), (wide, high) = middle, size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def covered(box: Box, taken: Sequence[Weighed], frame: Box) -> float:
    """How much of what should be seen a box covers; nothing leaves the frame."""
    outside = box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]
    return sum(weight * shared(box, other) for other, weight in taken) + (1e6 if outside else 0)


def _is_near(box: Box, at: Point, reach: float) -> bool:
    return box[0] - reach < at[0] < box[2] + reach and box[1] - reach < at[1] < box[3] + reach


def _beside(at: Point, half: float, size: Point, taken: Sequence[Weighed], frame: Box) -> Point:
    """The middle of a tag next to a piece, where it covers as little as may be: over it, under it, or at a side."""
    (x, y), (wide, high) = at, size
    far, tall = half + wide / 2 - 2, half + high / 2 - 2
    places = [(0.0, -tall), (0.0, tall), (far, 0.0), (-far, 0.0)]
    places += [(dx * (far - 6), dy * (tall - 6)) for dx in (1, -1) for dy in (-1, 1)]
    reach = far + wide / 2
    close = [each for each in taken if _is_near(each[0], at, reach)]
    dx, dy = min(places, key=lambda place: covered(boxed((x + place[0], y + place[1]), size), close, frame))
    return x + dx, y + dy


def draw_tags(
    sheet: Sheet, look: Look, tags: Sequence[tuple[str, Point, float]], taken: Sequence[Weighed], frame: Box
) -> list[Box]:
    """Words beside pieces (word, middle of the piece, half its size); none lies on another. Returns where they are."""
    drawn: list[Box] = []
    for word, at, half in tags:
        size = tag_size(word)
        middle = _beside(at, half, size, [*taken, *((box, WORST) for box in drawn)], frame)
        drawn.append(boxed(middle, size))
        sheet.put(tag(word, look.theme.name, sheet.scale), *middle)
    return drawn


def draw_head(sheet: Sheet, look: Look, box: Box, radius: float = 7, *, whole: bool = False) -> None:
    """The black ground of a plaque's name; `whole` when nothing of the plaque follows below."""
    theme, (left, _, right, bottom) = look.theme, box
    sheet.box(box, fill=theme.now, radius=radius)
    if not whole:
        sheet.box((left, bottom - 2 * radius, right, bottom), fill=theme.now)


def choice_pill(look: Look, arms: int, sorts: Collection[str], detail: str) -> Pill:
    """What to choose, of one sort or of several. At night the marks are light, so the words differ with the theme."""
    sort = next(iter(sorts)) if len(sorts) == 1 else "several"
    return Pill(arms, look.words.text(f"choose.{sort}.{look.theme.name}"), detail)
