"""Upkeep: old rows go and young ones stay, figures are counted, a failure is said and the next time comes.

Not for letters and timers: they have tests of their own.
"""

import asyncio
import time

import pytest
from sqlalchemy import Connection, select

from bot.clock import WallClock
from bot.errors import StoreGone
from bot.settings import Settings
from bot.store.database import Database
from bot.store.outbox import Letter
from bot.store.schema import interactions, outbox
from bot.table.seats import Opening
from bot.workers.outbox import GRACE
from bot.workers.upkeep import FIGURES, HOUR, INTERACTIONS_LAST, LETTERS_LAST, Workers
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, CHANNEL, OfflineBot, open_offline
from tests.bot.workers.test_outbox import Post
from tests.patience import until


def workers_of(offline: OfflineBot, post: Post) -> Workers:
    return offline.workers(post, give_up=HOUR)


async def rows(offline: OfflineBot) -> tuple[int, int]:
    """Interactions and letters that are kept."""
    return await offline.store.database.read(
        lambda connection: (
            len(connection.execute(select(interactions.c.id)).all()),
            len(connection.execute(select(outbox.c.id)).all()),
        )
    )


async def test_what_is_old_is_removed_and_what_is_young_stays(offline: OfflineBot, clock: HandClock) -> None:
    workers = workers_of(offline, Post())
    await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL), "long ago")
    await workers.outbox_worker.settle()
    await workers.tidy()
    assert await rows(offline) == (1, 1)
    clock.advance(INTERACTIONS_LAST + 1)
    await workers.tidy()
    assert await rows(offline) == (0, 1)
    clock.advance(LETTERS_LAST)
    await workers.tidy()
    assert await rows(offline) == (0, 0)


async def test_all_work_goes_on_by_itself_and_stops(
    offline: OfflineBot, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    post, failures, tidied = Post(), [StoreGone("gone")], []
    workers = workers_of(offline, post)

    async def tidy() -> None:
        if failures:
            raise failures.pop()
        tidied.append(clock.now())

    monkeypatch.setattr(workers, "tidy", tidy)
    workers.start()
    await until(lambda: not failures)
    await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))
    workers.outbox_worker.bell.set()
    await until(lambda: post.came)

    def an_hour_later() -> bool:
        clock.advance(max(HOUR, FIGURES))
        return bool(tidied)

    await until(an_hour_later)
    await workers.stop()
    assert all(task.done() for task in asyncio.all_tasks() if task.get_name() == "upkeep")


async def test_who_is_asked_to_leave_while_discord_hangs_leaves_in_time_and_lets_go(settings: Settings) -> None:
    class Silent:
        async def send(self, letter: Letter) -> str | None:
            return await asyncio.Event().wait() and None

    async with open_offline(settings, WallClock()) as offline:
        workers = offline.workers(Silent())
        await workers.sign_on()
        workers.start()
        await offline.seated(ANNA, 102)

        def claimed(connection: Connection) -> int:
            return len(connection.execute(select(outbox.c.id).where(outbox.c.claimed_by.is_not(None))).all())

        await until(lambda: offline.store.database.read(claimed))
        began = time.monotonic()
        await workers.stop()
        assert GRACE <= time.monotonic() - began < 2 * GRACE
        assert await offline.store.database.read(claimed) == 0


async def test_who_is_asked_to_leave_while_the_database_hangs_leaves_in_time(
    offline: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: Database, work: object) -> object:
        return await asyncio.Event().wait()

    workers = offline.workers(Post())
    await workers.sign_on()
    workers.start()
    monkeypatch.setattr(Database, "read", never)
    monkeypatch.setattr(Database, "write", never)
    began = time.monotonic()
    await workers.stop(0.1)
    assert time.monotonic() - began < GRACE
    monkeypatch.undo()


async def test_the_figures_say_what_waits_and_how_the_games_stand(offline: OfflineBot, clock: HandClock) -> None:
    offline.store.database.metrics = offline.metrics
    workers, counted = workers_of(offline, Post()), offline.metrics.registry.get_sample_value
    done = await offline.seated(ANNA, 102)
    decisions = await offline.play(done)
    parked = await offline.seated(ANNA, 102)
    await offline.table.park(parked)
    clock.advance(30.0)
    await workers.count()
    await workers.count_games()
    games = {
        status: counted("kontor_games", {"status": status}) for status in ("open", "running", "finished", "parked")
    }
    assert games == {"open": 0, "running": 1, "finished": 1, "parked": 1}
    assert counted("kontor_oldest_letter_seconds") == 30
    assert counted("kontor_late_seconds", {"queue": "letters"}) == pytest.approx(30, abs=0.1)
    assert counted("kontor_late_seconds", {"queue": "timers"}) == 0
    assert (counted("kontor_database_seconds_count", {"kind": "write"}) or 0) > decisions
    await workers.outbox_worker.settle()
    await workers.count()
    assert (counted("kontor_oldest_letter_seconds"), counted("kontor_outbox_letters")) == (0, 0)
