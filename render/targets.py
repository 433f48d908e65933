"""What somebody may choose now, in black: discs with a word, tags beside pieces, heads of plaques, and how to say it.

Not for where anything lies: each title says that. A picture with targets is for one person alone.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from render.canvas import Box, Point, Sheet, Sketch
from render.chart import gap_to, shared
from render.fonts import width as text_width
from render.look import Look, arms_name
from render.page import Flagged, Pill, sentences
from render.pieces import OVERSAMPLE
from render.theme import THEMES, ThemeName
from render.words import capital

FEW = 40
"""More words than this on single spaces would be a crowd: something coarser is shown then."""
FEWEST = 2
"""One word is no choice."""
DISC, TAG_HIGH = 44, 26
Weighed = tuple[Box, float]
"""Something a tag should not cover, and how much that matters."""
WORST = 8.0
_RIM = 1.5
_TEXT = 17
"""The smallest a word may be."""


@lru_cache(maxsize=1024)
def target(word: str, theme_name: ThemeName, scale: float, size: float = DISC) -> Image.Image:
    """A free place that may be chosen: a disc; a word that is too long for it stretches it."""
    theme = THEMES[theme_name]
    text = next((px for px in (24, 22, 20, 19, 18) if text_width(word, "sans_bold", px) <= size - 12), _TEXT)
    wide = max(size, text_width(word, "sans_bold", text) + 6)
    high = size if wide == size else size - 8
    sketch = Sketch(wide, high, scale, OVERSAMPLE)
    sketch.box((0, 0, wide, high), fill=theme.plaque, radius=high / 2)
    sketch.box((_RIM, _RIM, wide - _RIM, high - _RIM), fill=theme.now, radius=high / 2 - _RIM)
    sketch.text(wide / 2, high / 2, word, "sans_bold", text, theme.now_text)
    return sketch.sprite()


def tag_width(word: str, text: float = 18) -> float:
    return float(text_width(word, "sans_bold", text)) + 12


@lru_cache(maxsize=512)
def tag(word: str, theme_name: ThemeName, scale: float, text: float = 18, high: float = TAG_HIGH) -> Image.Image:
    """The word of a place that holds a piece, or the number of a route."""
    theme, wide = THEMES[theme_name], tag_width(word, text)
    sketch = Sketch(wide, high, scale, OVERSAMPLE)
    sketch.box((0, 0, wide, high), fill=theme.plaque, radius=6)
    sketch.box((_RIM, _RIM, wide - _RIM, high - _RIM), fill=theme.now, radius=5)
    sketch.text(wide / 2, high / 2, word, "sans_bold", text, theme.now_text)
    return sketch.sprite()


def _beside(at: Point, half: float, wide: float, taken: Sequence[Weighed], frame: Box) -> Point:
    """The middle of a tag next to a piece, where it covers as little as may be: over it, under it, or at a side."""
    x, y = at
    far, tall = half + wide / 2 - 2, half + TAG_HIGH / 2 - 2
    places = [(0.0, -tall), (0.0, tall), (far, 0.0), (-far, 0.0)]
    places += [(dx * (far - 6), dy * (tall - 6)) for dx in (1, -1) for dy in (-1, 1)]
    reach = far + wide / 2
    close = [(other, weight) for other, weight in taken if gap_to(other, at) < reach]

    def covered(place: Point) -> float:
        box = _around((x + place[0], y + place[1]), wide)
        outside = box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]
        return sum(weight * shared(box, other) for other, weight in close) + (1e6 if outside else 0)

    dx, dy = min(places, key=covered)
    return x + dx, y + dy


def _around(middle: Point, wide: float) -> Box:
    x, y = middle
    return x - wide / 2, y - TAG_HIGH / 2, x + wide / 2, y + TAG_HIGH / 2


def draw_tags(
    sheet: Sheet, look: Look, tags: Sequence[tuple[str, Point, float]], taken: Sequence[Weighed], frame: Box
) -> None:
    """Words beside pieces (word, middle of the piece, half its size); none lies on another."""
    covered = list(taken)
    for word, at, half in tags:
        wide = tag_width(word)
        middle = _beside(at, half, wide, covered, frame)
        covered.append((_around(middle, wide), WORST))
        sheet.put(tag(word, look.theme.name, sheet.scale), *middle)


def draw_head(sheet: Sheet, look: Look, box: Box, radius: float = 7, *, whole: bool = False) -> None:
    """The black ground of a plaque's name; `whole` when nothing of the plaque follows below."""
    theme, (left, _, right, bottom) = look.theme, box
    sheet.box(box, fill=theme.now, radius=radius)
    if not whole:
        sheet.box((left, bottom - 2 * radius, right, bottom), fill=theme.now)


def choice_pill(look: Look, arms: int, what: str, detail: str) -> Pill:
    """What to choose. At night the marks are light, so the words differ with the theme."""
    return Pill(arms, look.words.text(f"choose.{what}.{look.theme.name}"), detail)


def choice_subtitle(look: Look, subtitle: str) -> str:
    return " · ".join(part for part in (subtitle, look.words.text("only_you")) if part)


def choice_alt(
    look: Look, title: str, subtitle: str, pill: Pill, events: Sequence[Flagged], words: Sequence[str]
) -> list[str]:
    """What may be chosen goes first: it is what the picture is for."""
    assert pill.arms is not None
    told = [
        f"{title}, {subtitle}.",
        look.words.text("alt.choose", arms=arms_name(look.words, pill.arms), line=pill.line, words=", ".join(words)),
    ]
    if pill.detail:
        told.append(f"{capital(pill.detail)}.")
    if events:
        told.append(look.words.text("alt.last_move", moves=look.words.series(sentences(events))))
    return told
