"""How long a board takes from view to file, beside a bare PNG encode of the same picture; and how large it is.

Not for how it looks.
"""

import io
import time
from collections.abc import Callable, Iterator

from PIL import Image

import render
from tests.bench.figure import Figure, below
from tests.render.positions import NAMES, POSITIONS, game_at

CPU_LIMIT, SIZE_LIMIT, RATIO = 60, 150, 1.0
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
        if position.what != "board":
            continue
        game = game_at(position)
        view, latest = game.title.view(game.state, None), render.latest_of(game)
        names = NAMES[: view.seats]

        def draw() -> render.Picture:
            return render.paint(game.title.key, view, names=names, latest=latest, palette=position.palette)  # noqa: B023

        picture = draw()
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        mine = _cpu(draw)
        bare = _cpu(lambda: image.save(io.BytesIO(), "PNG", compress_level=6))  # noqa: B023
        name = f"{position.name} picture"
        yield below(f"{name}, draw and encode", mine, CPU_LIMIT, "ms")
        wanted = f"≤ {RATIO} × a bare PNG encode"
        yield Figure(f"{name}, ratio", f"{mine / bare:.2f} ×", wanted, mine / bare <= RATIO)
        yield below(f"{name}, size", len(picture.png) / 1024, SIZE_LIMIT, "KiB")
