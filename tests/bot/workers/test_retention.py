"""How long things are kept: lobbies, silent games, posts of games that are over, servers that left; and who is told.

Not for what people read of it: tests/bot/ui/test_places.py.
"""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.__main__ import main
from bot.errors import Refused
from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from bot.store.queries import Queries
from bot.store.schema import games, guild_settings, outbox
from bot.table.preferences import ServerPreferences
from bot.table.seats import Opening
from bot.workers.retention import DAY, HOUR, Retention
from engine import record
from tests.bot.clocks import HandClock
from tests.bot.databases import sqlite
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot, open_offline
from tests.bot.workers.test_outbox import Post

GUILD = 77
TERMS = Settings()
NEVER = Settings(lobby_hours=0, rest_days=0, posts_days=0, left_days=0)


def retention(offline: OfflineBot, settings: Settings = TERMS) -> Retention:
    return Retention(offline.store, offline.table, offline.clock, settings)


async def lobby(offline: OfflineBot, *guests: int, guild: int | None = None, channel: int = CHANNEL) -> int:
    opened = await offline.table.open(Opening(title="hansa", owner=ANNA, channel=channel, guild=guild))
    for guest in guests:
        await offline.table.join(opened.game, guest)
    return opened.game


async def told(offline: OfflineBot, game: int) -> list[tuple[str, str]]:
    query = select(outbox.c.target, outbox.c.kind).where(outbox.c.game == game).order_by(outbox.c.id)
    rows = await offline.store.database.read(lambda connection: connection.execute(query).all())
    return [(row.target, row.kind) for row in rows]


async def test_a_lobby_that_nobody_joins_closes_after_a_day_with_a_word(offline: OfflineBot, clock: HandClock) -> None:
    alone, with_guest = await lobby(offline), await lobby(offline, BERT, channel=8)
    await offline.table.seat_computer(alone, ANNA, "simple")
    clock.advance(23 * HOUR)
    assert not (await retention(offline).prune()).is_something
    clock.advance(2 * HOUR)
    assert (await retention(offline).prune()).lobbies == [alone]
    assert (await offline.table.hosted(alone)).status == "aborted"
    assert (await told(offline, alone))[-2:] == [("channel", "lobby"), ("channel", "unjoined")]
    assert (await offline.table.hosted(with_guest)).status == "open"
    assert await Queries(offline.store.database).in_channel(CHANNEL) is None
    assert not (await retention(offline).prune()).is_something
    assert (await examine(offline.store.database, clock.now())).findings == ()


async def test_who_joins_at_the_last_moment_is_not_shut_out(offline: OfflineBot, clock: HandClock) -> None:
    game = await lobby(offline)
    clock.advance(25 * HOUR)
    await offline.table.join(game, BERT)
    await offline.table.close_lobby(game, clock.now() - 24 * HOUR)
    assert (await offline.table.hosted(game)).status == "open"


async def test_a_game_that_nobody_touches_is_set_aside_and_its_people_are_asked(
    offline: OfflineBot, clock: HandClock
) -> None:
    silent, played = await offline.seated(ANNA, BERT), await offline.seated(ANNA, CARL)
    await offline.play(silent, 4)
    clock.advance(59 * DAY)
    await offline.play(played, 2)
    clock.advance(2 * DAY)
    assert (await retention(offline).prune()).silent == [silent]
    hosted = await offline.table.hosted(silent)
    assert (hosted.status, hosted.is_parked, hosted.timers()) == ("running", True, {})
    assert (await told(offline, silent))[-3:] == [
        ("channel", "set_aside"),
        ("seat:0", "resting"),
        ("seat:1", "resting"),
    ]
    assert not (await offline.table.hosted(played)).is_parked
    with pytest.raises(Refused, match="for a long time, so it is set aside"):
        await offline.play(silent, 1)
    assert not (await retention(offline).prune()).is_something
    await offline.table.move(silent, BERT, GUILD, CHANNEL + 1)
    await offline.play(silent, 1)
    assert not (await retention(offline).prune()).is_something


async def test_it_is_taken_up_again_in_its_own_channel_too(offline: OfflineBot, clock: HandClock) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL, guild=GUILD))).game
    await offline.table.join(game, BERT)
    await offline.table.start(game, ANNA)
    clock.advance(61 * DAY)
    await retention(offline).prune()
    await offline.table.move(game, BERT, GUILD, CHANNEL)
    hosted = await offline.table.hosted(game)
    assert (hosted.is_parked, hosted.header.parked_for) == (False, None)


async def test_only_people_touch_a_game(offline: OfflineBot, clock: HandClock) -> None:
    """With a pace the host answers for who is away; that must not keep a dead table alive."""
    game = await offline.seated(ANNA, BERT, pace=DAY)
    for _ in range(3):
        clock.advance(DAY)
        await offline.timer_worker().begin_due()
    assert (await offline.table.hosted(game)).version > 0
    assert (await retention(offline, Settings(rest_days=2)).prune()).silent == [game]


async def test_a_game_that_rests_is_not_woken_by_its_server_coming_back(offline: OfflineBot, clock: HandClock) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL, guild=GUILD))).game
    await offline.table.join(game, BERT)
    await offline.table.start(game, ANNA)
    clock.advance(61 * DAY)
    await retention(offline).prune()
    queries = Queries(offline.store.database)
    assert await queries.parked_in_guild(GUILD) == []
    await offline.table.park(game)
    assert await queries.parked_in_guild(GUILD) == [(game, CHANNEL)], "now its channel is gone, too"


async def finished(offline: OfflineBot) -> int:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game)
    await offline.workers(Post()).outbox_worker.settle()
    return game


async def test_a_game_that_is_over_keeps_record_and_result_without_its_posts(
    offline: OfflineBot, clock: HandClock
) -> None:
    game, other = await finished(offline), await offline.seated(ANNA, BERT)
    await offline.workers(Post()).outbox_worker.settle()
    clock.advance(6 * DAY)
    assert not (await retention(offline).prune()).posts
    clock.advance(2 * DAY)
    assert (await retention(offline).prune()).posts
    assert await told(offline, game) == []
    assert await told(offline, other) != []
    assert record.verify(await offline.table.export(game)).valid
    assert (await examine(offline.store.database, clock.now())).findings == ()


async def test_what_is_still_to_be_sent_stays(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game)
    clock.advance(30 * DAY)
    assert not (await retention(offline).prune()).posts
    assert await told(offline, game) != []


async def test_a_server_that_left_is_deleted_after_its_term(offline: OfflineBot, clock: HandClock) -> None:
    game = await lobby(offline, BERT, guild=GUILD)
    await offline.table.start(game, ANNA)
    await offline.play(game)
    elsewhere = await lobby(offline, BERT, guild=GUILD + 1)
    await offline.store.preferences.set_guild(GUILD, ServerPreferences(palette="night"))
    await offline.store.servers.left(GUILD, clock.now())
    clock.advance(29 * DAY)
    await offline.store.servers.left(GUILD, clock.now())  # noticed once more: the term goes on
    assert not (await retention(offline).prune()).servers
    clock.advance(2 * DAY)
    pruned = await retention(offline).prune()
    assert (pruned.servers, pruned.games) == ([GUILD], [game])
    kept = await offline.store.database.read(lambda connection: connection.execute(select(games.c.id)).scalars().all())
    assert kept == [elsewhere]
    left = await offline.store.database.read(lambda connection: connection.execute(select(guild_settings)).all())
    assert left == []
    assert not await offline.store.servers.has_left(GUILD)


async def test_a_server_that_takes_the_bot_back_keeps_everything(offline: OfflineBot, clock: HandClock) -> None:
    game = await lobby(offline, BERT, guild=GUILD)
    await offline.store.servers.left(GUILD, clock.now())
    await offline.store.servers.back(GUILD)
    clock.advance(31 * DAY)
    assert not (await retention(offline).prune()).games
    assert (await offline.table.hosted(game)).status == "open"


async def test_a_term_of_nothing_is_never(offline: OfflineBot, clock: HandClock) -> None:
    await finished(offline)
    await lobby(offline)
    await offline.seated(ANNA, BERT)
    await offline.store.servers.left(GUILD, clock.now())
    clock.advance(10_000 * DAY)
    assert not (await retention(offline, NEVER).prune()).is_something


def test_the_commands_say_what_they_would_do_before_they_do_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = sqlite(folder)
    monkeypatch.setenv("KONTOR_DATA", str(folder))

    async def set_up() -> None:
        async with open_offline(settings, HandClock(1000.0)) as offline:
            await lobby(offline)
            await offline.seated(ANNA, BERT)

    async def numbers() -> list[tuple[int, str]]:
        async with open_offline(settings) as offline:
            query = select(games.c.id, games.c.status).order_by(games.c.id)
            found = await offline.store.database.read(lambda connection: connection.execute(query).all())
            return [(row.id, row.status) for row in found]

    asyncio.run(set_up())
    assert main(["prune", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "Games closed, since nobody joined: 1." in said
    assert "Games set aside, since nobody touched them: 2." in said
    assert "Nothing was changed." in said
    assert asyncio.run(numbers()) == [(1, "open"), (2, "running")]
    assert main(["prune"]) == 0
    assert asyncio.run(numbers()) == [(1, "aborted"), (2, "running")]
    assert main(["delete", "2"]) == 1
    assert "hansa, running, 2 seats" in capsys.readouterr().out
    assert main(["delete", "2", "--yes"]) == 0
    assert main(["delete", "2", "--yes"]) == 1
    assert asyncio.run(numbers()) == [(1, "aborted")]
