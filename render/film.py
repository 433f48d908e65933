"""A finished or running game as an animation or a video: one frame for each position, small enough to post.

Not for single pictures, and not for playing the game again: it is given what the table saw.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, get_args

import msgspec
from PIL import Image

from engine.values import Frame
from render import encode, video
from render.gallery import painter
from render.look import NARROWEST, Look, make_look
from render.theme import ThemeName
from render.words import Language

FilmKind = Literal["mp4", "webp", "gif"]
KINDS: tuple[FilmKind, ...] = get_args(FilmKind)
WIDTHS: dict[FilmKind, int] = {"mp4": 1200, "webp": 800, "gif": 800}
MOST_FRAMES: dict[FilmKind, int] = {"mp4": 1500, "webp": 150, "gif": 150}
"""More would take longer to make than somebody waits; the longest game in our records has 663 decisions."""
QUALITIES = (20, 26, 32)
"""CRF of a video, the first that fits: 20 looks like the picture, 32 has soft edges that can still be read."""
FRAME_TIME, LAST_TIME = 1200, 5000
"""Milliseconds of an animation; the last frame stays."""

Draw = Callable[[int, int], Iterator[Image.Image]]
"""So many frames, so wide, one after the other."""


class Film(msgspec.Struct, frozen=True):
    """A finished file, how many frames it has, and what was given up so that it is not too large."""

    kind: FilmKind
    content: bytes
    frames: int
    reduced: str = ""


def best_kind() -> FilmKind:
    """What to post: a video if it can be made; else a GIF, since WebP stands still in some clients."""
    return "mp4" if video.is_available() else "gif"


def replay(
    key: str,
    told: Sequence[Frame],
    kind: FilmKind = "webp",
    *,
    limit: int,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int | None = None,
) -> Film:
    """The film of a game, of at most `limit` bytes.

    A video that is too large gets a lower quality, then half the width; a film that still is leaves out frames evenly.
    """
    if kind not in KINDS:
        raise ValueError(f"a film is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not “{kind}”")
    if kind == "mp4" and not video.is_available():
        raise ValueError("an MP4 needs PyAV with H.264: install the extra “kontor[film]”")

    def draw(count: int, wide: int) -> Iterator[Image.Image]:
        for place in _places(len(told), count):
            look = _look(key, told[place], names, palette, language, wide)
            yield painter(key, told[place].view).board(told[place].view, look)[0].image

    given = width or WIDTHS[kind]
    if kind == "mp4":
        return _video(draw, len(told), given, limit)
    return _animation(draw, len(told), given, limit, kind, palette)


def _video(draw: Draw, total: int, width: int, limit: int) -> Film:
    count, best = min(total, MOST_FRAMES["mp4"]), (total, width, QUALITIES[0])
    while True:
        for wide in (width, max(NARROWEST, width // 2)):
            for crf in QUALITIES:
                if (content := video.mp4(draw(count, wide), crf, limit)) is not None:
                    reduced = "" if (count, wide, crf) == best else f"{count} of {total} frames, {wide} px, CRF {crf}"
                    return Film("mp4", content, count, reduced)
        if count <= 2:
            raise ValueError(f"no film of this game is below {limit} bytes")
        count = max(2, count // 2)


def _animation(draw: Draw, total: int, width: int, limit: int, kind: FilmKind, palette: ThemeName) -> Film:
    count = min(total, MOST_FRAMES[kind])
    while True:
        images = [encode.flatten(image, palette) for image in draw(count, width)]
        content = encode.animation(images, [FRAME_TIME] * (len(images) - 1) + [LAST_TIME], kind)
        if len(content) <= limit or count <= 2:
            return Film(kind, content, count, "" if count == total else f"{count} of {total} frames")
        count = max(2, min(count - 1, count * limit // len(content)))


def _places(total: int, count: int) -> list[int]:
    """So many places from the first to the last, evenly."""
    return [round(place * (total - 1) / max(1, count - 1)) for place in range(count)]


def _look(key: str, frame: Frame, names: Sequence[str], palette: ThemeName, language: Language, width: int) -> Look:
    marks = painter(key, frame.view).marks(frame.view)
    return make_look(key, frame.view.seats, names, palette, language, width, frame.latest, marks)
