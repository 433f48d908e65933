"""A store with a table on it, and short ways to play at it.

Not for assertions.
"""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count

from bot.clock import Clock
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.store import Store, open_store
from bot.store.timers import Timer
from bot.table import Table
from bot.table.seats import Opening
from bot.workers.due import LEASE
from bot.workers.outbox import OutboxWorker, Sender
from bot.workers.supervisor import Supervisor
from bot.workers.timers import TimerWorker
from bot.workers.upkeep import Workers
from engine.chance import Stream
from engine.policies import simple_policy
from tests.bot.clocks import HandClock

ANNA, BERT, CARL = 101, 102, 103
CHANNEL = 7


class OfflineBot:
    """Everything of one process but Discord."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.table = Table(store.games, store.timers, clock)
        self.metrics = Metrics()
        self.supervisor = Supervisor(clock, self.metrics)
        self._stream = Stream("house", "players")
        self._interactions = count(1)

    def outbox_worker(
        self, sender: Sender, *, give_up: float = 86_400.0, seed: int = 1, lease: float = LEASE
    ) -> OutboxWorker:
        return OutboxWorker(
            self.store.outbox,
            sender,
            self.clock,
            owner=self.store.processes.own,
            supervisor=self.supervisor,
            give_up=give_up,
            dice=random.Random(seed),
            lease=lease,
        )

    def timer_worker(self, fire: Callable[[Timer], Awaitable[None]] | None = None) -> TimerWorker:
        return TimerWorker(
            self.store.timers,
            fire or self.table.fire,
            self.clock,
            owner=self.store.processes.own,
            supervisor=self.supervisor,
        )

    def workers(self, sender: Sender, *, give_up: float = 86_400.0) -> Workers:
        """All background work; the table rings for it."""
        letters, keeper = self.outbox_worker(sender, give_up=give_up), self.timer_worker()
        self.table.bells += [letters.bell, keeper.bell]
        return Workers(self.store, self.clock, self.metrics, self.supervisor, letters, keeper)

    async def seated(self, *users: int, title: str = "hansa", pace: float | None = None) -> int:
        """A game that has started, the users on their seats in this order."""
        first, *others = users
        game = (await self.table.open(Opening(title=title, owner=first, channel=CHANNEL, pace=pace))).game
        for user in others:
            await self.table.join(game, user)
        await self.table.start(game, first)
        return game

    async def next_decision(self, game: int) -> tuple[int, str, int] | None:
        """Who should decide what now, and on which version; None when the game is over."""
        hosted = await self.table.hosted(game)
        if hosted.status != "running":
            return None
        seat = hosted.game.to_act()[0].seat
        user = hosted.seats[seat].user
        assert user is not None
        return user, hosted.title.text(simple_policy(hosted.title, hosted.state, seat, self._stream)), hosted.version

    async def play(self, game: int, decisions: int = 10_000) -> int:
        """Lets the people decide sensibly, this often or to the end; returns how often they did."""
        for made in range(decisions):
            decision = await self.next_decision(game)
            if decision is None:
                return made
            user, text, version = decision
            await self.table.act(
                game, user, text, made_on=version, interaction=f"{game}-{version}-{next(self._interactions)}"
            )
        return decisions

    async def to_turn_end(self, game: int) -> None:
        """Plays until nobody can take anything back."""
        while (decision := await self.next_decision(game)) is not None:
            hosted = await self.table.hosted(game)
            if hosted.snapshot.base_version == hosted.version > 0:
                return
            await self.table.act(game, decision[0], decision[1])


@asynccontextmanager
async def open_offline(settings: Settings, clock: Clock | None = None) -> AsyncIterator[OfflineBot]:
    async with open_store(settings) as store:
        yield OfflineBot(store, clock or HandClock())
