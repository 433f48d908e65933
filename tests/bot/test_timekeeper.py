"""Timers: computers play at once, absent people are answered for, exactly on time, after restarts too.

Not for how well computers play.
"""

import asyncio

import pytest
from sqlalchemy import select, update

from bot.settings import Settings
from bot.store.doctor import examine
from bot.store.schema import moves, timers
from bot.store.sheet import Seat
from bot.table.seating import Opening
from bot.timekeeper import LEASE, Timekeeper
from engine import record
from engine.registry import KEYS, title
from tests.bot.clocks import HandClock
from tests.bot.house import ANNA, BERT, CHANNEL, House, open_house
from tests.patience import until

HOUR = 3600.0


def keeper(house: House) -> Timekeeper:
    return Timekeeper(house.store.timers, house.table.fire, house.clock)


async def hosted(house: House, game: int) -> list[tuple[int, bool]]:
    query = select(moves.c.seat, moves.c.host).where(moves.c.game == game).order_by(moves.c.number)
    return await house.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def dues(house: House, game: int) -> list[tuple[int, str, float]]:
    query = select(timers.c.seat, timers.c.kind, timers.c.due).where(timers.c.game == game)
    return await house.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def with_computers(house: House) -> int:
    game = (await house.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await house.table.seat_computer(game, ANNA, "simple")
    await house.table.seat_computer(game, ANNA, "random")
    await house.table.start(game, ANNA)
    return game


async def test_computers_play_their_turns_and_the_game_ends(house: House) -> None:
    game = await with_computers(house)
    worker = keeper(house)
    for _ in range(400):
        await worker.fire_due()
        sheet = await house.table.sheet(game)
        if sheet.status != "running":
            break
        assert sheet.owed() == {0}
        await house.play(game, 1)
    told = await house.table.export(game)
    assert record.verify(told).valid
    assert {line.split(" ")[0] for line in told.actions} == {"P1", "P2", "P3"}


@pytest.mark.parametrize("key", KEYS)
async def test_every_title_is_played_to_its_end_by_computers(house: House, key: str) -> None:
    seats = title(key).seats[0]
    game = (await house.table.open(Opening(title=key, owner=ANNA, channel=CHANNEL))).game
    for _ in range(seats):
        await house.table.seat_computer(game, ANNA, "simple")
    await house.table.start(game, ANNA)
    sheet, _ = await house.store.games.load(game)
    sheet.seats[0] = Seat(policy="random")  # nobody but computers from here on
    await house.store.games.save(sheet, None, house.clock.now())
    await keeper(house).fire_due()
    sheet = await house.table.sheet(game)
    assert sheet.status == "finished"
    assert record.verify(await house.table.export(game)).valid
    assert (await examine(house.store.database, 0.0)).findings == ()


@pytest.mark.parametrize("key", KEYS)
async def test_every_title_goes_on_when_nobody_answers(house: House, clock: HandClock, key: str) -> None:
    users = range(ANNA, ANNA + title(key).seats[0])
    game = await house.seated(*users, title=key, pace=HOUR)
    worker = keeper(house)
    for _ in range(25):
        sheet = await house.table.sheet(game)
        if sheet.status != "running":
            break
        clock.advance(HOUR)
        assert await worker.fire_due() > 0
        assert (await house.table.sheet(game)).version > sheet.version
    assert all(host for _, host in await hosted(house, game))
    assert (await examine(house.store.database, 0.0)).findings == ()


async def test_who_lets_the_time_run_out_is_answered_for_and_it_shows(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    worker = keeper(house)
    clock.advance(HOUR - 1)
    assert await worker.fire_due() == 0
    clock.advance(1)
    assert await worker.fire_due() == 1
    assert all(seat == 0 and host for seat, host in await hosted(house, game))
    assert (await house.table.sheet(game)).owed() == {1}
    assert [(seat, kind, due - clock.now()) for seat, kind, due in await dues(house, game)] == [(1, "absent", HOUR)]


async def test_each_decision_starts_the_time_anew(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    await house.play(game, 2)
    while (await house.table.sheet(game)).owed() != {0}:
        await house.play(game, 1)
    clock.advance(HOUR / 2)
    user, text, _ = await house.next_decision(game) or (0, "", 0)
    await house.table.act(game, user, text)
    (due,) = {due for _, _, due in await dues(house, game)}
    assert due == clock.now() + HOUR


async def test_a_timer_does_nothing_when_its_seat_decided_meanwhile(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    clock.advance(HOUR)
    (timer,) = await house.store.timers.claim("slow", clock.now(), LEASE, 5)
    await house.play(game, 1)
    before = await hosted(house, game)
    await house.table.fire(timer)
    assert await hosted(house, game) == before


async def test_no_timers_are_left_when_a_game_is_over(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    assert await dues(house, game) != []
    await house.play(game)
    assert await dues(house, game) == []
    other = await house.seated(ANNA, BERT, pace=HOUR)
    await house.table.abort(other, ANNA)
    assert await dues(house, other) == []


async def test_who_resigns_is_played_by_a_computer_at_once(house: House) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    await house.table.resign(game, ANNA)
    assert [(seat, kind) for seat, kind, _ in await dues(house, game)] == [(0, "computer")]
    assert await keeper(house).fire_due() == 1
    assert all(seat == 0 and not host for seat, host in await hosted(house, game))
    assert (await house.table.sheet(game)).owed() == {1}


async def test_timers_survive_a_restart_to_the_second(settings: Settings) -> None:
    async with open_house(settings, HandClock(1000.0)) as house:
        game = await house.seated(ANNA, BERT, pace=HOUR)
    async with open_house(settings, HandClock(1000.0 + HOUR - 0.5)) as house:
        assert await keeper(house).fire_due() == 0
        assert await house.store.timers.next_due() == 1000.0 + HOUR
    async with open_house(settings, HandClock(1000.0 + HOUR)) as house:
        assert await keeper(house).fire_due() == 1
        assert len(await hosted(house, game)) == 1


async def test_earliest_first_and_a_timer_that_fails_is_tried_again(house: House, clock: HandClock) -> None:
    games = [await house.seated(ANNA, BERT, pace=pace) for pace in (30.0, 10.0, 20.0)]
    fired: list[int] = []
    failures = [RuntimeError("bad day")]

    async def fire(timer: object) -> None:
        if failures:
            raise failures.pop()
        number = getattr(timer, "game", 0)
        fired.append(number)
        # What handling a timer does in its own transaction: the timer is not there any more.
        gone = timers.delete().where(timers.c.game == number)
        await house.store.database.write(lambda connection: connection.execute(gone))

    worker = Timekeeper(house.store.timers, fire, clock)
    clock.advance(30.0)
    await worker.fire_due()
    assert fired == [games[2], games[0]]
    clock.advance(LEASE)
    await worker.fire_due()
    assert fired == [games[2], games[0], games[1]]


async def test_the_worker_sleeps_until_the_earliest_timer(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=1.25)
    worker = keeper(house)
    task = asyncio.create_task(worker.run())
    await until(lambda: clock.pauses)
    assert clock.pauses == [1.25]
    clock.advance(1.25)
    await until(lambda: hosted(house, game))
    assert await hosted(house, game) != []
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_two_keepers_on_one_database_answer_once(settings: Settings) -> None:
    clock = HandClock()
    async with open_house(settings, clock) as first, open_house(settings, clock) as second:
        games = [await first.seated(ANNA, BERT, pace=HOUR) for _ in range(6)]
        clock.advance(HOUR)
        fired = await asyncio.gather(*(keeper(house).fire_due() for house in (first, second)))
        assert sum(fired) == 6
        for game in games:
            assert len(await hosted(first, game)) == 1


async def test_a_timer_that_fits_no_more_is_dropped(house: House, clock: HandClock) -> None:
    game = await house.seated(ANNA, BERT, pace=HOUR)
    wrong = update(timers).where(timers.c.game == game).values(seat=1)
    await house.store.database.write(lambda connection: connection.execute(wrong))
    clock.advance(HOUR)
    await keeper(house).fire_due()
    assert await dues(house, game) == []
    assert await hosted(house, game) == []
