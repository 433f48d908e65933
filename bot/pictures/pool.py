"""Draws pictures off the event loop, in a thread of their own.

Not for how they look: `render` paints. A title without a painter, or a painter's fault, gives no picture; the words of
a post always stand for themselves, so a game goes on without one.
"""

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypedDict, TypeVar

import structlog

import render
from bot.monitoring.metrics import Metrics
from bot.pictures.covers import STRIP, cover
from engine.history import Game, latest_of, told_since
from engine.values import Action, Latest, Move, Options, Result, View
from render.emojis import Emoji
from render.emojis import draw as draw_emoji
from render.look import Picture
from render.theme import ThemeName
from render.words import Language

log = structlog.get_logger(__name__)

Drawn = TypeVar("Drawn")
"""A picture, or several."""
THREADS = 1
"""Painting is mostly Python: a second thread would draw hardly more, and everybody would wait longer for an answer."""
GIVE_WAY = 0.0005


class Style(TypedDict):
    """How pictures of one game look to one reader, or to the table."""

    names: Sequence[str]
    language: Language
    palette: ThemeName


class PicturePool:
    """One pool for all pictures of a process."""

    def __init__(self, metrics: Metrics) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="pictures")
        # Whoever draws gives way ten times sooner than Python's default, or every answer would wait for pictures.
        sys.setswitchinterval(GIVE_WAY)
        self._metrics = metrics
        self._asked = 0
        """How many pictures are being drawn or wait for it."""

    async def board(self, game: Game, style: Style, readers: Sequence[int] = ()) -> Picture | None:
        """The table as all see it, with what just happened or, if there are readers, what their seats have not seen."""
        title = game.title
        view, latest = title.view(game.state, None), told_since(game, readers) if readers else latest_of(game)
        return await self._draw(lambda waiting: render.paint(title.key, view, latest=latest, waiting=waiting, **style))

    async def hand(self, key: str, view: View, style: Style) -> Picture | None:
        """What only the view's seat may see."""
        return await self._draw(lambda waiting: render.hand(key, view, waiting=waiting, **style))

    async def choices(
        self, game: Game, seat: int, places: Mapping[str, Sequence[str]], style: Style
    ) -> tuple[Picture, ...]:
        """The parts of the board with what the seat may choose now: words by their kinds, for its eyes only.

        Empty where there is nothing to point at.
        """
        key, view, latest = game.title.key, game.title.view(game.state, seat), latest_of(game)
        drawn = await self._draw(
            lambda waiting: render.choices(key, view, places, latest=latest, waiting=waiting, **style)
        )
        return drawn or ()

    async def trial(self, game: Game, seat: int, action: Action, after: View, style: Style) -> Picture | None:
        """The board as it would be after a decision of the seat, with that decision as the latest."""
        key, latest = game.title.key, Latest(game.title.view(game.state, None), (Move(seat, action),), 1)
        return await self._draw(lambda waiting: render.paint(key, after, latest=latest, waiting=waiting, **style))

    async def score(self, key: str, view: View, result: Result, style: Style) -> Picture | None:
        return await self._draw(lambda waiting: render.score(key, view, result, waiting=waiting, **style))

    async def preview(self, key: str, seats: int, options: Options, style: Style) -> Picture | None:
        """The board of a game that people gather for."""
        palette, language = style["palette"], style["language"]
        return await self._draw(
            lambda waiting: render.preview(key, seats, options, palette=palette, language=language, waiting=waiting)
        )

    async def cover(self, key: str, palette: ThemeName, language: Language) -> bytes | None:
        """A part of the board of a title, for whoever chooses one."""
        return await self._draw(lambda _: cover(key, language, palette, STRIP))

    async def emoji(self, title: str, key: str) -> Emoji | None:
        """One of a title's emojis."""
        return await self._draw(lambda _: draw_emoji(title, key))

    async def _draw(self, paint: Callable[[int], Drawn]) -> Drawn | None:
        """In its turn. When that comes, it is said how many others wait behind it."""
        self._asked += 1
        with self._metrics.stage("draw"):
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, lambda: paint(max(self._asked - 1, 0)))
            except Exception as error:  # whatever it is, the post goes out without its picture
                # The text of the error may quote a hand, so only its kind is logged.
                if not isinstance(error, ModuleNotFoundError):
                    self._metrics.failures.labels("draw").inc()
                    log.error("A picture could not be drawn", error=type(error).__name__)
                return None
            finally:
                self._asked -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
