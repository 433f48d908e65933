"""Letters: in order, once, again after failures, given up after a day, shared between processes.

Not for what is in them.
"""

import asyncio
import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from sqlalchemy import func, insert, select, update

from bot.errors import StoreGone
from bot.settings import Settings
from bot.store.games import letter_row
from bot.store.hosted_game import Draft
from bot.store.outbox import Letter
from bot.store.schema import outbox
from bot.table.seats import Opening
from bot.ui.posts.delivery import verdict
from bot.workers.due import LEASE
from bot.workers.outbox import FIRST_DELAY, LONGEST_DELAY, OutboxWorker, TryAgain, Undeliverable, backoff
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, CHANNEL, OfflineBot, open_offline
from tests.patience import until

DAY = 86_400.0


class Post:
    """A receiver that writes down what came, and fails when told to."""

    def __init__(self) -> None:
        self.came: list[Letter] = []
        self.failures: list[Exception] = []
        self.busy = 0
        self.busiest: Counter[tuple[int, str]] = Counter()
        self._at_work: Counter[tuple[int, str]] = Counter()

    async def send(self, letter: Letter) -> str | None:
        queue = (letter.game, letter.target)
        self._at_work[queue] += 1
        self.busiest[queue] = max(self.busiest[queue], self._at_work[queue])
        await asyncio.sleep(0)
        self._at_work[queue] -= 1
        if self.failures:
            raise self.failures.pop(0)
        self.came.append(letter)
        return f"message {len(self.came)}"

    def numbers(self) -> list[object]:
        return [letter.payload["n"] for letter in self.came]


def outbox_worker(offline: OfflineBot, post: Post) -> OutboxWorker:
    return offline.outbox_worker(post, give_up=DAY)


async def write(offline: OfflineBot, *drafts: Draft) -> int:
    """Queues letters of a new game, without the letters of its opening."""
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    rows = [letter_row(game, draft, offline.clock.now()) for draft in drafts]
    closed = update(outbox).where(outbox.c.game == game).values(status="delivered")
    await offline.store.database.write(lambda connection: connection.execute(closed))
    await offline.store.database.write(lambda connection: connection.execute(insert(outbox), rows))
    return game


def numbered(target: str, *numbers: int) -> list[Draft]:
    return [Draft(target, "note", {"n": number}) for number in numbers]


async def statuses(offline: OfflineBot) -> dict[str, int]:
    query = select(outbox.c.status, func.count()).where(outbox.c.kind != "lobby").group_by(outbox.c.status)
    return await offline.store.database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})


async def test_letters_go_in_order_per_target_and_once(offline: OfflineBot) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1, 2, 3, 4, 5))
    await outbox_worker(offline, post).settle()
    assert post.numbers() == [1, 2, 3, 4, 5]
    assert max(post.busiest.values()) == 1
    await outbox_worker(offline, post).settle()
    assert len(post.came) == 5
    assert await statuses(offline) == {"delivered": 5}


async def test_a_letter_that_fails_holds_back_its_own_target_only(offline: OfflineBot, clock: HandClock) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1, 2), *numbered("seat:0", 11, 12))
    post.failures = [TryAgain("overloaded")]
    worker = outbox_worker(offline, post)
    await worker.settle()
    assert post.numbers() == [11, 12]
    clock.advance(1.6 * FIRST_DELAY)
    await worker.settle()
    assert post.numbers() == [11, 12, 1, 2]
    assert len({letter.nonce for letter in post.came}) == 4


async def test_a_receiver_may_ask_for_more_time(offline: OfflineBot, clock: HandClock) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1))
    post.failures = [TryAgain("rate limit", after=100.0), ValueError("a secret hand")]
    worker = outbox_worker(offline, post)
    await worker.settle()
    clock.advance(99.0)
    await worker.settle()
    assert len(post.failures) == 1
    clock.advance(2.0)
    await worker.settle()
    reason = await offline.store.database.read(
        lambda connection: connection.execute(select(outbox.c.reason).where(outbox.c.kind == "note")).scalar()
    )
    assert reason == "ValueError in the sender"
    clock.advance(10.0)
    await worker.settle()
    assert post.numbers() == [1]


async def test_after_a_day_a_letter_is_given_up_with_its_reason(offline: OfflineBot, clock: HandClock) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1, 2))
    worker = outbox_worker(offline, post)
    tries = 0
    while (await statuses(offline)).get("given up", 0) == 0:
        post.failures = [TryAgain("the channel is gone")]
        await worker.settle()
        clock.advance(LONGEST_DELAY)
        tries += 1
        assert tries < 200
    assert tries * LONGEST_DELAY == pytest.approx(DAY, rel=0.1)
    reason = await offline.store.database.read(
        lambda connection: connection.execute(select(outbox.c.reason).where(outbox.c.status == "given up")).scalar()
    )
    assert "attempts: the channel is gone" in str(reason)
    post.failures = []
    clock.advance(LONGEST_DELAY * 2)
    await worker.settle()
    assert post.numbers() == [2]


async def test_a_closed_door_gives_a_hint_in_the_channel(offline: OfflineBot) -> None:
    post = Post()
    await write(offline, *numbered("seat:0", 1))
    letter = Letter(0, 0, "seat:0", "note", {}, "", 0, 0.0)
    response = SimpleNamespace(status=403, reason="Forbidden")
    refusal = discord.Forbidden(response, {"code": 50007, "message": "closed"})
    failure = verdict(letter, refusal)
    assert isinstance(failure, Undeliverable)
    post.failures = [failure]
    await outbox_worker(offline, post).settle()
    assert [(one.target, one.kind, one.payload) for one in post.came] == [("channel", "closed", {"to": "seat:0"})]
    assert (await statuses(offline)) == {"given up": 1, "delivered": 1}


async def test_a_letter_in_flight_during_a_crash_goes_again_with_its_nonce(
    offline: OfflineBot, clock: HandClock
) -> None:
    await write(offline, *numbered("channel", 1, 2))
    lost = await offline.store.outbox.claim("crashed", clock.now(), LEASE, 10)
    assert len(lost) == 1  # only the first of a target can be under way
    post = Post()
    worker = outbox_worker(offline, post)
    await worker.settle()
    assert post.came == []
    clock.advance(LEASE + 1)
    await worker.settle()
    assert post.numbers() == [1, 2]
    assert post.came[0].nonce == lost[0].nonce


async def test_what_was_sent_is_noted_when_the_database_is_back(
    offline: OfflineBot, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1))
    worker = outbox_worker(offline, post)
    noted = offline.store.outbox.delivered
    gone = [StoreGone("gone"), StoreGone("gone")]

    async def delivered(letter: Letter, receipt: str | None, now: float, **more: Any) -> None:
        if gone:
            raise gone.pop()
        await noted(letter, receipt, now, **more)

    monkeypatch.setattr(offline.store.outbox, "delivered", delivered)
    task = asyncio.create_task(worker.settle())
    while not task.done():
        clock.advance(LEASE)
        await asyncio.sleep(0.01)
    assert post.numbers() == [1]
    assert await statuses(offline) == {"delivered": 1}


async def test_several_couriers_on_one_database_never_send_a_letter_twice(settings: Settings) -> None:
    clock = HandClock()
    async with open_offline(settings, clock) as first, open_offline(settings, clock) as second:
        for game in range(4):
            await write(first, *numbered("channel", *range(game * 100, game * 100 + 10)))
        post = Post()
        workers = [outbox_worker(offline, post) for offline in (first, second, first)]
        for _ in range(40):
            await asyncio.gather(*(worker.settle() for worker in workers))
        assert sorted(post.numbers(), key=str) == sorted(
            (game * 100 + n for game in range(4) for n in range(10)), key=str
        )
        assert max(post.busiest.values()) == 1
        for letter in {letter.game for letter in post.came}:
            own = [one.payload["n"] for one in post.came if one.game == letter]
            assert own == sorted(own, key=lambda n: int(str(n)))


async def test_the_worker_sends_at_once_when_rung_and_stops_cleanly(offline: OfflineBot) -> None:
    post = Post()
    worker = outbox_worker(offline, post)
    task = asyncio.create_task(worker.run())
    await until(lambda: isinstance(offline.clock, HandClock) and offline.clock.pauses)  # it sleeps now
    await write(offline, *numbered("channel", 1, 2))
    worker.bell.set()
    await until(lambda: len(post.came) == 2)
    assert post.numbers() == [1, 2]
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_old_letters_are_forgotten_and_queued_ones_are_not(offline: OfflineBot, clock: HandClock) -> None:
    post = Post()
    await write(offline, *numbered("channel", 1))
    await outbox_worker(offline, post).settle()
    await write(offline, *numbered("channel", 2))
    await offline.store.outbox.forget(clock.now() + 1)
    assert await statuses(offline) == {"queued": 1}


def test_back_off_doubles_with_jitter_up_to_a_bound() -> None:
    dice = random.Random(5)
    for attempts in range(1, 30):
        plain = min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY)
        delays = [backoff(attempts, dice) for _ in range(50)]
        assert plain * 0.5 <= min(delays) < max(delays) <= plain * 1.5
        assert len(set(delays)) > 40


# ---- what is told of them


async def test_letters_that_do_not_arrive_are_told_with_their_reason_and_counted(
    offline: OfflineBot, clock: HandClock
) -> None:
    """Not to whom they go, nor what they say: a log is read by others than those at the table."""
    post = Post()
    worker = outbox_worker(offline, post)
    await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))
    post.failures = [TryAgain("Discord answers 403, code 50013"), Undeliverable("Discord answers 400", _closed())]
    with structlog.testing.capture_logs() as logged:
        await worker.settle()
        clock.advance(LONGEST_DELAY)
        await worker.settle()
    told = {entry["event"]: entry for entry in logged}
    postponed, given_up = told["A letter is postponed"], told["A letter is given up"]
    assert (postponed["log_level"], postponed["reason"]) == ("info", "Discord answers 403, code 50013")
    assert (given_up["log_level"], given_up["kind"], given_up["game"]) == ("warning", "lobby", 1)
    assert not {"target", "user", "payload"} & {*postponed, *given_up}
    counted = offline.metrics.registry.get_sample_value
    assert [counted("kontor_letters_total", {"outcome": one}) for one in ("postponed", "given up", "delivered")] == [
        1,
        1,
        1,
    ]
    assert counted("kontor_closed_messages_total") == 1


def _closed() -> Draft:
    return Draft("channel", "closed", {"to": "seat:0"})


# ---- finding what comes next among very many


async def test_what_waits_behind_a_letter_that_is_put_off_is_put_off_with_it(
    offline: OfflineBot, clock: HandClock
) -> None:
    """So it is not looked at again and again; and it is hurried with it, and keeps its place."""
    post = Post()
    await write(offline, *numbered("channel", 1, 2, 3), *numbered("seat:0", 11))
    post.failures = [TryAgain("Discord answers 403", after=500.0)]
    worker = outbox_worker(offline, post)
    await worker.settle()
    assert post.numbers() == [11]
    query = select(outbox.c.due).where(outbox.c.status == "queued")
    due = await offline.store.database.read(lambda connection: connection.execute(query).scalars().all())
    assert set(due) == {clock.now() + 500.0}
    assert await offline.store.outbox.next_due() == clock.now() + 500.0
    await offline.store.outbox.hurry(CHANNEL, clock.now())
    await worker.settle()
    assert post.numbers() == [11, 1, 2, 3]


async def test_a_letter_is_found_behind_very_many_that_cannot_be_sent(offline: OfflineBot, clock: HandClock) -> None:
    await write(offline, *numbered("channel", *range(200)))
    await offline.store.outbox.claim("somebody", clock.now(), LEASE, 1)
    assert await offline.store.outbox.next_due() == clock.now() + LEASE
    clock.advance(1.0)
    await write(offline, *numbered("channel", 1000))
    (found,) = await offline.store.outbox.claim("another", clock.now(), LEASE, 8)
    assert found.payload == {"n": 1000}
