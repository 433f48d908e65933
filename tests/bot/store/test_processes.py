"""Processes on one database: what a dead one had claimed is free within seconds, what a living one has is not.

Not for what is claimed.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import select, update

from bot.settings import Settings
from bot.store.processes import SIGN, SILENT
from bot.store.schema import outbox, processes, timers
from bot.workers.due import LEASE
from bot.workers.outbox import TryAgain
from tests.bot.clocks import NOON, HandClock
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.bot.workers.test_outbox import Post, numbered, write

DAY = 86_400.0


async def present(offline: OfflineBot) -> set[str]:
    query = select(processes.c.id)
    return await offline.store.database.read(lambda connection: set(connection.execute(query).scalars()))


async def sign(offline: OfflineBot) -> bool:
    return await offline.store.processes.sign(offline.clock.now())


async def claim(offline: OfflineBot) -> int:
    return len(await offline.store.outbox.claim(offline.store.processes.own, offline.clock.now(), LEASE, 10))


@asynccontextmanager
async def two(settings: Settings, first: HandClock, second: HandClock) -> AsyncIterator[tuple[OfflineBot, OfflineBot]]:
    """Two processes, both signed on, each with its own clock."""
    async with open_offline(settings, first) as one, open_offline(settings, second) as other:
        for offline in (one, other):
            await offline.store.processes.sign_on(offline.clock.now())
        yield one, other


async def test_a_dead_process_loses_its_claims_after_seconds(settings: Settings) -> None:
    clock = HandClock()
    async with two(settings, clock, clock) as (dead, living):
        await write(living, *numbered("channel", 1, 2))
        assert await claim(dead) == 1
        freed, looks = False, 0
        while not freed:
            assert await claim(living) == 0
            clock.advance(SIGN)
            freed, looks = await sign(living), looks + 1
        assert looks * SIGN == SILENT < 5.0
        assert await present(living) == {living.store.processes.own}
        post = Post()
        await living.outbox_worker(post).settle()
        assert post.numbers() == [1, 2]


async def test_a_living_process_keeps_its_claims_whatever_the_clocks_say(settings: Settings) -> None:
    """One of them was started before somebody set the clock back by a day."""
    ahead, behind = HandClock(NOON + DAY), HandClock(NOON)
    async with two(settings, ahead, behind) as (one, other):
        await write(one, *numbered("channel", 1))
        assert await claim(one) == 1
        for _ in range(10):
            ahead.advance(SIGN)
            behind.advance(SIGN)
            assert not await sign(one)
            assert not await sign(other)
        assert await present(one) == {one.store.processes.own, other.store.processes.own}
        assert await claim(other) == 0


async def test_an_outage_kills_nobody(settings: Settings) -> None:
    """Nobody could give a sign for an hour: the first to come back does not bury the others."""
    clock = HandClock()
    async with two(settings, clock, clock) as (one, other):
        clock.advance(3600.0)
        assert not await sign(one)
        clock.advance(SIGN)
        assert not await sign(other)
        assert not await sign(one)


async def test_who_leaves_lets_go_at_once(settings: Settings) -> None:
    clock = HandClock()
    async with two(settings, clock, clock) as (leaving, other):
        await write(other, *numbered("channel", 1))
        assert await claim(leaving) == 1
        await leaving.store.processes.sign_off()
        assert await present(other) == {other.store.processes.own}
        assert await claim(other) == 1


async def test_who_was_thought_dead_is_known_again(settings: Settings) -> None:
    clock = HandClock()
    async with two(settings, clock, clock) as (slow, other):
        for _ in range(4):
            clock.advance(SIGN)
            await sign(other)
        assert await present(other) == {other.store.processes.own}
        await sign(slow)
        assert len(await present(other)) == 2


# ---- clocks


async def test_after_a_start_with_an_earlier_clock_all_goes_on(settings: Settings) -> None:
    """Letters, computers and people's time, as an hour or a day ahead left them; one letter was being sent."""
    async with open_offline(settings, HandClock(NOON + DAY)) as ahead:
        await ahead.store.processes.sign_on(ahead.clock.now())
        await write(ahead, *numbered("channel", 1, 2))
        game = await ahead.seated(ANNA, BERT, pace=60.0)
        left = await ahead.seated(ANNA, BERT)
        await ahead.table.resign(left, ANNA)  # a computer plays her turn at once
        assert await claim(ahead) > 0
    clock = HandClock(NOON)
    async with open_offline(settings, clock) as offline:
        post = Post()
        letters, keeper = offline.outbox_worker(post), offline.timer_worker()
        await offline.store.processes.sign_on(clock.now())
        assert await keeper.begin_due() > 0
        assert (await offline.table.hosted(left)).owed() == {1}
        while not await sign(offline):
            clock.advance(SIGN)
        await letters.settle()
        queued = select(outbox.c.id).where(outbox.c.status == "queued")
        assert await offline.store.database.read(lambda found: found.execute(queued).all()) == []
        clock.advance(60.0)
        version = (await offline.table.hosted(game)).version
        await keeper.begin_due()
        assert (await offline.table.hosted(game)).version > version


async def test_after_a_start_with_a_later_clock_all_goes_on(settings: Settings) -> None:
    """A day ahead: letters go out and are not given up at their first failure."""
    async with open_offline(settings, HandClock(NOON)) as before:
        await before.store.processes.sign_on(before.clock.now())
        await write(before, *numbered("channel", 1))
        assert await claim(before) == 1
    clock = HandClock(NOON + DAY + 1)
    async with open_offline(settings, clock) as offline:
        await offline.store.processes.sign_on(clock.now())
        post = Post()
        post.failures = [TryAgain("just now")]
        letters = offline.outbox_worker(post, give_up=DAY)
        await letters.settle()
        clock.advance(5.0)
        await letters.settle()
        assert post.numbers() == [1]


async def test_a_claim_of_nobody_that_lies_in_the_future_is_free(settings: Settings) -> None:
    """As release 0.1.0 left it: its owners are no processes."""
    clock = HandClock()
    async with open_offline(settings, clock) as offline:
        await write(offline, *numbered("channel", 1))
        game = await offline.seated(ANNA, BERT, pace=60.0)
        for table in (outbox, timers):
            far = update(table).values(claimed_by="old", claimed_until=NOON + DAY)
            await offline.store.database.write(lambda connection, far=far: connection.execute(far))  # type: ignore[misc]
        await offline.store.processes.sign_on(clock.now())
        assert await claim(offline) > 0
        clock.advance(60.0)
        assert await offline.timer_worker().begin_due() == 1
        assert (await offline.table.hosted(game)).version > 0
