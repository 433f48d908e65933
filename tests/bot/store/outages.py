"""A game against a computer through a fault of the database: what was acknowledged, sent, lost and doubled.

Not for making the fault: `faults.py`. Not for assertions: whoever asks judges the outcome.
"""

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import AbstractAsyncContextManager
from itertools import pairwise

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from bot.errors import StoreError
from bot.store.maintenance.doctor import examine
from bot.store.outbox import Letter
from bot.store.schema import moves, outbox
from bot.table.seats import Opening
from tests.bot.offline import ANNA, CHANNEL, OfflineBot
from tests.patience import until

AFTERWARDS = 8
"""Decisions of Anna's that must be taken when the fault is over, each after the computer's."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of moves and letters. `silence` is the longest time after the fault in which nothing happened."""

    acknowledged: int
    lost: int
    twice: int
    written: int
    sent: int
    sent_twice: int
    silence: float
    findings: int = 0
    again: int = 0
    """Sent again because a process was killed in the middle; under the same nonce, by which Discord knows it."""

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.twice or self.sent_twice or self.findings) and self.sent == self.written

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} moves acknowledged, {self.lost} lost, {self.twice} twice; {self.written} letters "
            f"written, {self.sent} sent, {self.sent_twice} twice, {self.again} again after a kill; longest silence "
            f"{self.silence:.1f} s"
        )


class Through:
    """One game through one fault. It receives the letters itself."""

    def __init__(self, offline: OfflineBot) -> None:
        self._offline = offline
        self._answered: dict[str, int] = {}
        self._came: Counter[str] = Counter()
        self._happened: list[float] = []

    async def send(self, letter: Letter) -> str | None:
        await asyncio.sleep(0.001)
        self._came[letter.nonce] += 1
        self._happened.append(time.monotonic())
        return None

    async def run(self, fault: AbstractAsyncContextManager[None], seconds: float) -> Outcome:
        offline = self._offline
        workers = offline.workers(self)
        await workers.sign_on()
        workers.start()
        game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
        await offline.table.seat_computer(game, ANNA, "simple")
        await offline.table.start(game, ANNA)
        await until(lambda: self._press(game))
        async with fault:
            over = time.monotonic() + seconds
            while time.monotonic() < over:
                await self._press(game)
                await asyncio.sleep(0.05)
        ended = time.monotonic()
        for _ in range(AFTERWARDS):
            await until(lambda: self._press(game))
        await until(self._all_came)
        await workers.stop()
        return await self._outcome(ended)

    async def _press(self, game: int) -> bool:
        """One decision of Anna's if it is her turn; whether there was one, and it was taken."""
        try:
            hosted = await self._offline.table.hosted(game)
            if hosted.status != "running" or 0 not in hosted.owed():
                return False
            user, text, made_on = await self._offline.next_decision(game) or (0, "", 0)
            name = f"press {made_on}"
            saved = await self._offline.table.act(game, user, text, made_on=made_on, interaction=name)
        except (StoreError, DBAPIError, sqlite3.Error):  # what nobody knows comes as it is
            return False
        self._answered[name] = saved.version
        self._happened.append(time.monotonic())
        return True

    async def _all_came(self) -> bool:
        written = await self._offline.store.database.read(_nonces)
        return written == set(self._came)

    async def _outcome(self, ended: float) -> Outcome:
        database = self._offline.store.database
        written, lines = await database.read(_nonces), await database.read(_lines)
        moments = [ended, *(moment for moment in self._happened if moment > ended)]
        return Outcome(
            acknowledged=len(self._answered),
            lost=sum(name not in lines for name in self._answered),
            twice=sum(count > 1 for count in lines.values()),
            written=len(written),
            sent=len(written & set(self._came)),
            sent_twice=sum(count > 1 for count in self._came.values()),
            silence=max((later - earlier for earlier, later in pairwise(moments)), default=0.0),
            findings=len((await examine(database, 0.0)).findings),
        )


def _nonces(connection: Connection) -> set[str]:
    return set(connection.execute(select(outbox.c.nonce)).scalars())


def _lines(connection: Connection) -> Counter[str]:
    """How often each press stands in the record."""
    pressed = select(moves.c.interaction).where(moves.c.interaction.is_not(None))
    return Counter(connection.execute(pressed).scalars())
