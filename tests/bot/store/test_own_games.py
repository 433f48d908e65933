"""The games of a person on all servers: which wait for them, since when and until when; from rows alone, by indexes.

Not for what is shown of them: `tests/bot/ui/test_own_games.py`.
"""

from sqlalchemy import update

from bot.store.games import Games
from bot.store.own_games import Own, OwnGames
from bot.store.schema import games
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, OfflineBot
from tests.bot.store.test_plans import noted


async def game(offline: OfflineBot, channel: int, pace: float | None = None, *, start: bool = True) -> int:
    """Anna is asked first."""
    opening = Opening(title="hansa", owner=ANNA, channel=channel, guild=channel, pace=pace)
    number = (await offline.table.open(opening)).game
    await offline.table.join(number, BERT)
    if start:
        await offline.table.start(number, ANNA)
    return number


async def own(offline: OfflineBot, user: int) -> list[Own]:
    return await OwnGames(offline.store.database).of(user)


async def test_those_that_wait_come_first_by_when_time_runs_out(offline: OfflineBot, clock: HandClock) -> None:
    table = await game(offline, 1, start=False)
    slow = await game(offline, 2)
    clock.advance(10.0)
    late = await game(offline, 3, pace=900.0)
    soon = await game(offline, 4, pace=60.0)
    paused, lost, silent, over = [await game(offline, channel) for channel in range(5, 9)]
    await offline.table.pause(paused, 5, host=True)
    await offline.table.park(lost)
    await offline.table.set_aside(silent, clock.now() + 1)
    await offline.table.abort(over, ANNA)
    found = await own(offline, ANNA)
    assert [one.number for one in found] == [soon, late, slow, table, silent, lost, paused]
    assert [one.waits for one in found] == [True] * 3 + [False] * 4
    assert [one.rests for one in found] == [None] * 4 + ["aside", "lost", "paused"]
    assert [one.due for one in found[:3]] == [clock.now() + 60.0, clock.now() + 900.0, None]
    assert [one.waits_since for one in found[:3]] == [clock.now(), clock.now(), clock.now() - 10.0]
    theirs = await own(offline, BERT)
    assert not any(one.waits for one in theirs)
    assert [one.number for one in theirs] == [soon, late, slow, table, silent, lost, paused], "the latest first"
    assert await own(offline, CARL) == []


async def test_since_when_a_seat_is_asked(offline: OfflineBot, clock: HandClock) -> None:
    """As with its clock, each decision of its own begins it anew; those of others do not."""
    number = await game(offline, 1, pace=500.0)
    (mine,) = await own(offline, ANNA)
    assert (mine.waits, mine.waits_since, mine.due) == (True, clock.now(), clock.now() + 500.0)
    while mine.waits:
        clock.advance(7.0)
        await offline.play(number, 1)
        (mine,) = await own(offline, ANNA)
        assert not mine.waits or (mine.waits_since, mine.due) == (clock.now(), clock.now() + 500.0)
    began = clock.now()
    clock.advance(100.0)
    await offline.table.replace(number, CARL, 1, CARL)  # a request, which decides nothing
    (theirs,) = await own(offline, BERT)
    assert (theirs.waits, theirs.waits_since, theirs.due) == (True, began, began + 500.0)


async def test_what_an_older_program_wrote_does_not_say_who_is_asked(offline: OfflineBot, clock: HandClock) -> None:
    number = await game(offline, 1)
    unsaid = update(games).values(owed=None)
    await offline.store.database.write(lambda connection: connection.execute(unsaid))
    (mine,) = await own(offline, ANNA)
    assert (mine.owed, mine.waits) == (None, False)
    assert (await Games(offline.store.database).load(number)).owed() == {0}
    clock.advance(50.0)
    await offline.play(number, 1)
    assert (await own(offline, ANNA))[0].owed is not None, "the next decision writes it down"


async def test_a_person_of_many_games_costs_one_question(offline: OfflineBot) -> None:
    for channel in range(1, 31):
        await game(offline, channel)
    with noted() as said:
        assert len(await own(offline, ANNA)) == 30
    assert len(said) == 1
