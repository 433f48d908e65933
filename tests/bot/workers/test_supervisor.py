"""Work in the background: no failure ends it silently, and what cannot go on ends the process.

Not for what the work is.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import structlog

from bot.errors import CannotGoOn, StoreGone
from bot.monitoring.metrics import Metrics
from bot.workers.supervisor import FAULT_SECONDS, LONGEST_PAUSE, OUTAGE_SECONDS, Supervisor
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, OfflineBot
from tests.bot.workers.test_outbox import Post, numbered, write
from tests.patience import until

HAND = "a hand: brown, brown, red"


def failing(*errors: Exception) -> tuple[Callable[[], Awaitable[float]], list[float]]:
    """Work that fails with these errors, one after the other, and succeeds then; and when it did."""
    left, done = list(errors), []

    async def work() -> float:
        if left:
            raise left.pop(0)
        done.append(1.0)
        return 60.0

    return work, done


async def drive(task: "asyncio.Task[object]", clock: HandClock, seconds: float) -> None:
    """Lets time pass in small steps while the task works."""
    for _ in range(int(seconds)):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if task.done():
            return
        clock.advance(1.0)


async def test_a_failure_is_counted_told_by_its_kind_and_tried_again(offline: OfflineBot, clock: HandClock) -> None:
    work, done = failing(ValueError(HAND), MemoryError(HAND), StoreGone("The database does not answer."))
    with structlog.testing.capture_logs() as lines:
        task = asyncio.create_task(offline.supervisor.repeat("letters", work))
        await drive(task, clock, 10)
    assert done
    assert not task.done()
    assert HAND not in str(lines)
    assert [line.get("reason") for line in lines] == [None, None, "The database does not answer."]
    assert [line["error"] for line in lines] == ["ValueError", "MemoryError", "StoreGone"]
    counted = offline.metrics.registry.get_sample_value("kontor_failures_total", {"stage": "letters"})
    assert counted == 3
    task.cancel()


async def test_pauses_double_up_to_a_bound(offline: OfflineBot, clock: HandClock) -> None:
    work, done = failing(*[ValueError()] * 8)
    task = asyncio.create_task(offline.supervisor.repeat("letters", work))
    await drive(task, clock, 20)
    assert done
    assert clock.pauses[:6] == [0.25, 0.5, 1.0, 2.0, 4.0, 4.0]
    assert max(clock.pauses[:8]) == LONGEST_PAUSE
    task.cancel()


@pytest.mark.parametrize(("error", "seconds"), [(ValueError(HAND), FAULT_SECONDS), (StoreGone("."), OUTAGE_SECONDS)])
async def test_work_that_fails_for_good_ends_the_process(error: Exception, seconds: float) -> None:
    clock = HandClock()
    supervisor = Supervisor(clock, Metrics())
    work, _ = failing(*[error] * 10_000)
    task: asyncio.Task[object] = asyncio.create_task(supervisor.repeat("timers", work))
    await drive(task, clock, seconds - 2)
    assert not task.done()
    assert not supervisor.at_its_end.is_set()
    await drive(task, clock, 10)
    with pytest.raises(CannotGoOn, match="The work on timers fails"):
        await task
    assert supervisor.at_its_end.is_set()
    assert HAND not in supervisor.reason


async def test_letters_and_timers_survive_what_nobody_knows(
    offline: OfflineBot, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that no mapping knows, in the middle of both workers' rounds."""
    unknown = [RuntimeError("sqlstate ZZ999") for _ in range(4)]

    async def fail() -> float | None:
        raise unknown.pop() if unknown else AssertionError

    post = Post()
    game = await offline.seated(ANNA, 102, pace=60.0)
    workers = offline.workers(post)
    with monkeypatch.context() as broken:
        broken.setattr(offline.store.outbox, "next_due", fail)
        broken.setattr(offline.store.timers, "next_due", fail)
        workers.start()

        def all_met() -> bool:
            clock.advance(1.0)
            return not unknown

        await until(all_met)
    await write(offline, *numbered("channel", 1))
    version = (await offline.table.hosted(game)).version

    async def gone_on() -> bool:
        clock.advance(1.0)
        return bool(post.came) and (await offline.table.hosted(game)).version > version

    await until(gone_on)
    await workers.stop()


async def test_a_letter_that_was_sent_is_noted_whatever_the_database_says(
    offline: OfflineBot, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    post, errors = Post(), [RuntimeError("unknown"), MemoryError(), StoreGone("gone")]
    await write(offline, *numbered("channel", 1))
    noted = offline.store.outbox.delivered

    async def delivered(*given: object) -> None:
        if errors:
            raise errors.pop()
        await noted(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(offline.store.outbox, "delivered", delivered)
    task = asyncio.create_task(offline.outbox_worker(post).settle())
    while not task.done():
        clock.advance(1.0)
        await asyncio.sleep(0.01)
    assert post.numbers() == [1]
