"""Timers: computers play at once, absent people are answered for, exactly on time, after restarts too.

Not for how well computers play.
"""

import asyncio

import pytest
from sqlalchemy import select, update

from bot.settings import Settings
from bot.store.hosted_game import Seat
from bot.store.maintenance.doctor import examine
from bot.store.schema import moves, timers
from bot.table.seats import Opening
from bot.workers.due import LEASE
from bot.workers.timers import TimerWorker
from engine import record
from engine.registry import KEYS, title
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CHANNEL, OfflineBot, open_offline
from tests.engine.clauses import clauses
from tests.patience import until

HOUR = 3600.0


def keeper(offline: OfflineBot) -> TimerWorker:
    return offline.timer_worker()


async def answered_for(offline: OfflineBot, game: int) -> list[tuple[int, bool]]:
    query = select(moves.c.seat, moves.c.host).where(moves.c.game == game).order_by(moves.c.number)
    return await offline.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def dues(offline: OfflineBot, game: int) -> list[tuple[int, str, float]]:
    query = select(timers.c.seat, timers.c.kind, timers.c.due).where(timers.c.game == game)
    return await offline.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def with_computers(offline: OfflineBot) -> int:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await offline.table.seat_computer(game, ANNA, "simple")
    await offline.table.seat_computer(game, ANNA, "random")
    await offline.table.start(game, ANNA)
    return game


async def test_computers_play_their_turns_and_the_game_ends(offline: OfflineBot) -> None:
    game = await with_computers(offline)
    worker = keeper(offline)
    for _ in range(400):
        await worker.begin_due()
        hosted = await offline.table.hosted(game)
        if hosted.status != "running":
            break
        assert hosted.owed() == {0}
        await offline.play(game, 1)
    told = await offline.table.export(game)
    assert record.verify(told).valid
    assert {line.split(" ")[0] for line in told.actions} == {"P1", "P2", "P3"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.long
async def test_every_title_is_played_to_its_end_by_computers(offline: OfflineBot, key: str) -> None:
    seats = title(key).seats[0]
    game = (await offline.table.open(Opening(title=key, owner=ANNA, channel=CHANNEL))).game
    for _ in range(seats):
        await offline.table.seat_computer(game, ANNA, "simple")
    await offline.table.start(game, ANNA)
    hosted = await offline.store.games.load(game)
    hosted.seats[0] = Seat(policy="random")  # nobody but computers from here on
    await offline.store.games.save(hosted, None, offline.clock.now())
    await keeper(offline).begin_due()
    hosted = await offline.table.hosted(game)
    assert hosted.status == "finished"
    assert record.verify(await offline.table.export(game)).valid
    assert (await examine(offline.store.database, 0.0)).findings == ()


@clauses("HA-18.6", "HT-25.6", "BH-20.6", "HB-16.5")
@pytest.mark.parametrize("key", KEYS)
async def test_every_title_goes_on_when_nobody_answers(offline: OfflineBot, clock: HandClock, key: str) -> None:
    users = range(ANNA, ANNA + title(key).seats[0])
    game = await offline.seated(*users, title=key, pace=HOUR)
    worker = keeper(offline)
    for _ in range(25):
        hosted = await offline.table.hosted(game)
        if hosted.status != "running":
            break
        clock.advance(HOUR)
        assert await worker.begin_due() > 0
        assert (await offline.table.hosted(game)).version > hosted.version
    assert all(host for _, host in await answered_for(offline, game))
    assert (await examine(offline.store.database, 0.0)).findings == ()


async def test_who_lets_the_time_run_out_is_answered_for_and_it_shows(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    worker = keeper(offline)
    clock.advance(HOUR - 1)
    assert await worker.begin_due() == 0
    clock.advance(1)
    assert await worker.begin_due() == 1
    assert all(seat == 0 and host for seat, host in await answered_for(offline, game))
    assert (await offline.table.hosted(game)).owed() == {1}
    assert [(seat, kind, due - clock.now()) for seat, kind, due in await dues(offline, game)] == [(1, "absent", HOUR)]


async def test_each_decision_starts_the_time_anew(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    await offline.play(game, 2)
    while (await offline.table.hosted(game)).owed() != {0}:
        await offline.play(game, 1)
    clock.advance(HOUR / 2)
    user, text, _ = await offline.next_decision(game) or (0, "", 0)
    await offline.table.act(game, user, text)
    (due,) = {due for _, _, due in await dues(offline, game)}
    assert due == clock.now() + HOUR


async def test_a_timer_does_nothing_when_its_seat_decided_meanwhile(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    clock.advance(HOUR)
    (timer,) = await offline.store.timers.claim("slow", clock.now(), LEASE, 5)
    await offline.play(game, 1)
    before = await answered_for(offline, game)
    await offline.table.fire(timer)
    assert await answered_for(offline, game) == before


async def test_no_timers_are_left_when_a_game_is_over(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    assert await dues(offline, game) != []
    await offline.play(game)
    assert await dues(offline, game) == []
    other = await offline.seated(ANNA, BERT, pace=HOUR)
    await offline.table.abort(other, ANNA)
    assert await dues(offline, other) == []


async def test_who_resigns_is_played_by_a_computer_at_once(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    await offline.table.resign(game, ANNA)
    assert [(seat, kind) for seat, kind, _ in await dues(offline, game)] == [(0, "computer")]
    assert await keeper(offline).begin_due() == 1
    assert all(seat == 0 and not host for seat, host in await answered_for(offline, game))
    assert (await offline.table.hosted(game)).owed() == {1}


async def test_timers_survive_a_restart_to_the_second(settings: Settings) -> None:
    async with open_offline(settings, HandClock(1000.0)) as offline:
        game = await offline.seated(ANNA, BERT, pace=HOUR)
    async with open_offline(settings, HandClock(1000.0 + HOUR - 0.5)) as offline:
        assert await keeper(offline).begin_due() == 0
        assert await offline.store.timers.next_due() == 1000.0 + HOUR
    async with open_offline(settings, HandClock(1000.0 + HOUR)) as offline:
        assert await keeper(offline).begin_due() == 1
        assert len(await answered_for(offline, game)) == 1


async def test_earliest_first_and_a_timer_that_fails_is_tried_again(offline: OfflineBot, clock: HandClock) -> None:
    games = [await offline.seated(ANNA, BERT, pace=pace) for pace in (30.0, 10.0, 20.0)]
    fired: list[int] = []
    failures = [RuntimeError("bad day")]

    async def fire(timer: object) -> None:
        if failures:
            raise failures.pop()
        number = getattr(timer, "game", 0)
        fired.append(number)
        # What handling a timer does in its own transaction: the timer is not there any more.
        gone = timers.delete().where(timers.c.game == number)
        await offline.store.database.write(lambda connection: connection.execute(gone))

    worker = offline.timer_worker(fire)
    clock.advance(30.0)
    await worker.begin_due()
    assert fired == [games[2], games[0]]
    clock.advance(LEASE)
    await worker.begin_due()
    assert fired == [games[2], games[0], games[1]]


async def test_the_worker_sleeps_until_the_earliest_timer(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=1.25)
    worker = keeper(offline)
    task = asyncio.create_task(worker.run())
    await until(lambda: clock.pauses)
    assert clock.pauses == [1.25]
    clock.advance(1.25)
    await until(lambda: answered_for(offline, game))
    assert await answered_for(offline, game) != []
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_two_keepers_on_one_database_answer_once(settings: Settings) -> None:
    clock = HandClock()
    async with open_offline(settings, clock) as first, open_offline(settings, clock) as second:
        games = [await first.seated(ANNA, BERT, pace=HOUR) for _ in range(6)]
        clock.advance(HOUR)
        fired = await asyncio.gather(*(keeper(offline).begin_due() for offline in (first, second)))
        assert sum(fired) == 6
        for game in games:
            assert len(await answered_for(first, game)) == 1


async def test_a_timer_that_fits_no_more_is_dropped(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    wrong = update(timers).where(timers.c.game == game).values(seat=1)
    await offline.store.database.write(lambda connection: connection.execute(wrong))
    clock.advance(HOUR)
    await keeper(offline).begin_due()
    assert await dues(offline, game) == []
    assert await answered_for(offline, game) == []
