"""How long a picture takes from view to file, beside a bare PNG encode of it; how large it is; and the same of films.

Not for how it looks.
"""

import io
import time
from collections.abc import Callable, Iterator, Sequence

from PIL import Image

import render
from bot.limits import UPLOAD
from bot.pictures.film import told
from render import encode
from render.film import FilmKind
from render.look import WIDTH
from tests.bench.figure import Figure, below
from tests.facts import Position
from tests.render.positions import POSITIONS, drawing, game_at, pictures

CPU_LIMIT, SIZE_LIMIT, RATIO = 60, 150, 1.0
MANY, QUICK_SIZE_LIMIT, QUICK_RATIO = 50, 180, 0.75
"""While so many others wait."""
FILM_SECONDS = 20
"""Less than half of what a letter may take to be sent."""
FILMS = ("hansa-4-1", "teutonica-5-2020-league-True-True-edge_closed-20-1", "bohn-5-1", "haithabu-4-False-1")
POSTED: tuple[FilmKind, ...] = ("mp4", "gif")
"""With the extra `film`, and without."""
RUNS = 7


def _cpu(work: Callable[[], object]) -> float:
    """Milliseconds of CPU time, the best of several runs."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def figures() -> Iterator[Figure]:
    for position in POSITIONS:
        if position.what in ("board", "choices"):
            yield from _picture(position)
    for name in FILMS:
        for kind in POSTED:
            yield from _film(name, kind)


def _picture(position: Position) -> Iterator[Figure]:
    draw = drawing(position, WIDTH)
    drawn = pictures(position, WIDTH)
    images = [Image.open(io.BytesIO(each.png)).convert("RGB") for each in drawn]
    mine = _cpu(draw)
    bare = _cpu(lambda: _encode(images))
    name = f"{position.name} picture"
    yield below(f"{name}, draw and encode", mine, CPU_LIMIT, "ms")
    wanted = f"≤ {RATIO} × a bare PNG encode"
    yield Figure(f"{name}, ratio", f"{mine / bare:.2f} ×", wanted, mine / bare <= RATIO)
    yield below(f"{name}, size", max(len(each.png) for each in drawn) / 1024, SIZE_LIMIT, "KiB")
    quick = _cpu(lambda: _packed(images, MANY)) / _cpu(lambda: _packed(images, 0))
    wanted = f"≤ {QUICK_RATIO} × of one alone"
    yield Figure(f"{name}, packed while others wait", f"{quick:.2f} ×", wanted, quick <= QUICK_RATIO)
    size = max(map(len, _packed(images, MANY))) / 1024
    yield below(f"{name}, size while others wait", size, QUICK_SIZE_LIMIT, "KiB")


def _packed(images: Sequence[Image.Image], waiting: int) -> list[bytes]:
    return [encode.png(image, "day", waiting=waiting) for image in images]


def _encode(images: Sequence[Image.Image]) -> None:
    for image in images:
        image.save(io.BytesIO(), "PNG", compress_level=6)


def _film(name: str, kind: FilmKind) -> Iterator[Figure]:
    """The whole game as it is posted; made once, beside the bot, so that its time matters little."""
    game = game_at(Position(name, name, 1))
    start = time.process_time()
    film = render.replay(game.title.key, told(game, kind), kind, limit=UPLOAD)
    seconds = time.process_time() - start
    called = f"{kind.upper()} of {name}, {film.frames} frames"
    yield below(called, seconds, FILM_SECONDS, "s")
    yield below(f"{called}, size", len(film.content) / 1024 / 1024, UPLOAD / 1024 / 1024, "MiB")
