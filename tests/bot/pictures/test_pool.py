"""The one thread that draws: what waits behind a picture is counted when its turn comes.

Not for pictures.
"""

import asyncio
import threading

import pytest

import render
from bot.monitoring.metrics import Metrics
from bot.pictures.pool import PicturePool, Style
from engine.registry import title
from render.look import Picture
from tests.patience import PATIENCE

STYLE: Style = {"names": (), "language": "en", "palette": "day"}


async def test_effort_follows_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, told = threading.Event(), threading.Event(), list[int]()

    def draw(*_: object, waiting: int, **__: object) -> Picture:
        told.append(waiting)
        begun.set()
        assert go_on.wait(PATIENCE)
        if len(told) == 3:
            raise ValueError("a fault of the painter")
        return Picture(b"", "")

    monkeypatch.setattr(render, "preview", draw)
    pool, options = PicturePool(Metrics()), title("hansa").read_options(2, {})
    first, *others = [asyncio.create_task(pool.preview("hansa", 2, options, STYLE)) for _ in range(6)]
    while not begun.is_set():
        await asyncio.sleep(0)
    others.pop().cancel()  # whoever does not wait any more does not count
    await asyncio.sleep(0)
    go_on.set()
    drawn = await asyncio.wait_for(asyncio.gather(first, *others), PATIENCE)
    pool.close()
    assert told[1] in (3, 4), "the one that is drawn just now has perhaps not been noticed yet"
    assert told[1:] == sorted(told[1:], reverse=True)
    assert drawn.count(None) == 1
    assert pool._asked == 0
