"""Computers that think at a table: nobody waits for them, they know what their seat knows, and their turn is whole.

Not for the processes they think in: `tests/bot/workers/test_thinkers.py`.
"""

import asyncio

import pytest

from bot.settings import Settings
from bot.table import Table
from bot.table.seats import Opening
from bot.table.thinking import NoAnswer
from bot.workers.due import LEASE
from engine import record
from engine.chance import Stream
from engine.policies import POLICIES, simple_policy
from engine.title import AnyTitle
from engine.values import State
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CHANNEL, OfflineBot, open_offline
from tests.patience import until

HOUR = 3600.0


class Slow:
    """Decides like `simple`, when it is let; writes down what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[AnyTitle, State, int, str]] = []
        self.let = asyncio.Event()
        self.silent = False
        self.broken_off = 0

    async def decide(self, title: AnyTitle, state: State, seat: int, level: str, seed: str) -> str:
        self.told.append((title, state, seat, level))
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        if self.silent:
            raise NoAnswer("silence")
        return title.text(simple_policy(title, state, seat, Stream(seed, "slow")))


@pytest.fixture
async def thinker(offline: OfflineBot) -> Slow:
    made = Slow()
    offline.table = Table(offline.store.games, offline.store.timers, offline.clock, thinker=made)
    return made


async def against(
    offline: OfflineBot, level: str, *people: int, title: str = "hansa", pace: float | None = None
) -> int:
    first, *others = people
    game = (await offline.table.open(Opening(title="hansa", owner=first, channel=CHANNEL))).game
    for user in others:
        await offline.table.join(game, user)
    await offline.table.seat_computer(game, first, level)
    await offline.table.start(game, first)
    return game


async def to_the_computer(offline: OfflineBot, game: int) -> None:
    while (await offline.table.hosted(game)).owed() != {1}:
        await offline.play(game, 1)


async def test_a_whole_game_with_a_computer_that_thinks(offline: OfflineBot, thinker: Slow) -> None:
    thinker.let.set()
    game, worker = await against(offline, "strong", ANNA), offline.timer_worker()
    while (await offline.table.hosted(game)).status == "running":
        await worker.settle()
        if 0 in (await offline.table.hosted(game)).owed():
            await offline.play(game, 1)
    assert record.verify(await offline.table.export(game)).valid
    assert {level for *_, level in thinker.told} == {"strong"}


async def test_it_is_told_what_its_seat_knows_and_nothing_else(offline: OfflineBot, thinker: Slow) -> None:
    game = await against(offline, "strong", ANNA)
    await to_the_computer(offline, game)
    task = asyncio.create_task(offline.timer_worker().settle())
    await until(lambda: thinker.told)
    true = (await offline.table.hosted(game)).game.state
    title, told, seat, _ = thinker.told[0]
    assert title.view(told, seat) == title.view(true, seat)
    assert getattr(told, "supply") != getattr(true, "supply")  # noqa: B009 - a field of this title only
    thinker.let.set()
    await task


async def test_nobody_elses_timer_waits_for_a_thought(offline: OfflineBot, thinker: Slow, clock: HandClock) -> None:
    thinking = await against(offline, "strong", ANNA)
    await to_the_computer(offline, thinking)
    worker = offline.timer_worker()
    assert await worker.begin_due() == 1
    other = await offline.seated(ANNA, BERT, pace=HOUR)
    clock.advance(HOUR)
    assert await worker.begin_due() > 0
    assert (await offline.table.hosted(other)).owed() == {1}
    assert (await offline.table.hosted(thinking)).owed() == {1}
    await until(lambda: len(thinker.told) == 1)
    thinker.let.set()
    await worker.settle()
    assert (await offline.table.hosted(thinking)).owed() == {0}


async def test_a_thought_is_broken_off_when_the_game_moves_on(offline: OfflineBot, thinker: Slow) -> None:
    game = await against(offline, "trader", ANNA)
    await to_the_computer(offline, game)
    worker = offline.timer_worker()
    await worker.begin_due()
    await until(lambda: thinker.told)
    await offline.table.abort(game, ANNA)
    await until(lambda: thinker.broken_off)
    await worker.settle()
    assert (await offline.table.hosted(game)).status == "aborted"


async def test_what_was_taken_back_is_thought_about_anew(offline: OfflineBot, thinker: Slow) -> None:
    game = await against(offline, "trader", ANNA)
    await to_the_computer(offline, game)
    worker = offline.timer_worker()
    await worker.begin_due()
    await until(lambda: thinker.told)
    await offline.table.undo(game, ANNA)
    await until(lambda: thinker.broken_off)
    await worker.settle()
    assert (await offline.table.hosted(game)).owed() == {0}
    thinker.let.set()
    await to_the_computer(offline, game)
    await worker.settle()
    assert (await offline.table.hosted(game)).owed() == {0}


async def test_a_trader_decides_where_nobody_answers(offline: OfflineBot, thinker: Slow) -> None:
    thinker.silent = True
    thinker.let.set()
    game = await against(offline, "strong", ANNA)
    await to_the_computer(offline, game)
    await offline.timer_worker().settle()
    assert thinker.told
    assert (await offline.table.hosted(game)).owed() == {0}


async def test_after_a_restart_the_turn_is_thought_about_again(settings: Settings) -> None:
    async with open_offline(settings, HandClock()) as first:
        slow = Slow()
        first.table = Table(first.store.games, first.store.timers, first.clock, thinker=slow)
        game = await against(first, "strong", ANNA)
        await to_the_computer(first, game)
        task = asyncio.create_task(first.timer_worker().run())
        await until(lambda: slow.told)
        task.cancel()
        await until(lambda: slow.broken_off)
        later = first.clock.now() + LEASE
    async with open_offline(settings, HandClock(later)) as second:
        quick = Slow()
        quick.let.set()
        second.table = Table(second.store.games, second.store.timers, second.clock, thinker=quick)
        await second.timer_worker().settle()
        assert (await second.table.hosted(game)).owed() == {0}


async def test_without_a_thinker_it_thinks_here(offline: OfflineBot) -> None:
    game = await against(offline, "trader", ANNA)
    await to_the_computer(offline, game)
    await offline.timer_worker().settle()
    assert (await offline.table.hosted(game)).owed() == {0}


async def test_every_level_can_be_given_a_seat_and_changed(offline: OfflineBot) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await offline.table.seat_computer(game, ANNA, "simple")
    for level in POLICIES:
        await offline.table.change_level(game, ANNA, level)
        assert [seat.policy for seat in (await offline.table.hosted(game)).seats] == [None, level]
