"""What is counted and listed of a server's games, on both databases.

Not for who may see it: `tests/bot/ui/test_game_list.py`.
"""

from bot.store.server_games import GROUPS, Group, ServerGames
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, OfflineBot

GUILD, OTHER = 77, 78


async def game(offline: OfflineBot, channel: int, guild: int | None = GUILD, *, start: bool = True) -> int:
    opening = Opening(title="hansa", owner=ANNA, channel=channel, guild=guild)
    number = (await offline.table.open(opening)).game
    await offline.table.join(number, BERT)
    if start:
        await offline.table.start(number, ANNA)
    return number


async def listed(games: ServerGames, group: Group) -> list[int]:
    return [one.number for one in await games.listed(GUILD, group, 100)]


async def test_what_goes_on_is_counted(offline: OfflineBot) -> None:
    games = ServerGames(offline.store.database)
    first, second = await game(offline, 1), await game(offline, 2, start=False)
    elsewhere, private = await game(offline, 3, OTHER), await game(offline, 4, None)
    assert await games.going_on(GUILD) == await games.of_person(GUILD, BERT) == 2
    assert await games.going_on(GUILD, but=first) == await games.of_person(GUILD, BERT, but=second) == 1
    assert (await games.going_on(OTHER), elsewhere != private) == (1, True)
    await offline.table.pause(first, 5, host=True)
    assert await games.going_on(GUILD) == 2, "a paused game keeps its place"
    await offline.table.park(first)
    assert await games.going_on(GUILD) == await games.of_person(GUILD, ANNA) == 1
    await offline.table.leave(second, BERT)
    assert await games.of_person(GUILD, BERT) == 0
    await offline.table.abort(second, ANNA)
    assert await games.going_on(GUILD) == 0


async def test_every_game_of_a_server_is_in_one_list(offline: OfflineBot) -> None:
    games = ServerGames(offline.store.database)
    numbers = [await game(offline, channel, start=channel != 1) for channel in range(1, 7)]
    opened, running, paused, lost, aborted, silent = numbers
    await offline.table.pause(paused, 5, host=True)
    await offline.table.park(lost)
    await offline.table.abort(aborted, ANNA)
    await offline.table.set_aside(silent, offline.clock.now() + 1)
    await game(offline, 9, OTHER)
    found = {group: await listed(games, group) for group in GROUPS}
    assert found == {"open": [opened], "running": [running], "waiting": [silent, lost, paused], "over": [aborted]}


async def test_lists_have_pages(offline: OfflineBot) -> None:
    games = ServerGames(offline.store.database)
    numbers = [await game(offline, channel) for channel in range(1, 6)]
    first = await games.listed(GUILD, "running", 2)
    assert [one.number for one in first] == numbers[:2:-1]
    rest = await games.listed(GUILD, "running", 10, before=first[-1].number)
    assert [one.number for one in rest] == numbers[2::-1]


async def test_since_when_a_game_is_what_it_is(offline: OfflineBot, clock: HandClock) -> None:
    games = ServerGames(offline.store.database)
    times = [clock.now()]

    async def since(group: Group) -> float:
        (one,) = await games.listed(GUILD, group, 10)
        return one.since

    def later() -> float:
        clock.advance(100.0)
        times.append(clock.now())
        return clock.now()

    number = await game(offline, 1, start=False)
    assert await since("open") == times[0]
    started = later()
    await offline.table.start(number, ANNA)
    assert await since("running") == started
    decided = later()
    await offline.play(number, 1)
    assert await since("running") == decided, "since when the next one is waited for"
    paused = later()
    await offline.table.pause(number, 5, host=True)
    assert await since("waiting") == paused
    over = later()
    await offline.table.abort(number, ANNA)
    assert await since("over") == over
