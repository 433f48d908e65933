"""A database that is full, locked or gone: a clear error, nothing half done, and all well again without a restart.

Not for killed processes: `test_torture.py`. KONTOR_OUTAGE sets how many seconds a server is gone.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import msgspec
import pytest
from sqlalchemy import Connection

from bot.clock import WallClock
from bot.errors import BadSetting, StoreBusy, StoreError, StoreFull, StoreGone
from bot.settings import Secret, Settings
from bot.store.database import Database
from bot.store.maintenance.doctor import examine
from tests.bot.databases import PostgreSQLs, postgresql_server, sqlite
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.bot.store.test_maintenance import everything
from tests.bot.workers.test_outbox import Post
from tests.patience import PATIENCE, until

OUTAGE = float(os.environ.get("KONTOR_OUTAGE", "2"))


async def act(offline: OfflineBot, game: int) -> int:
    user, text, version = await offline.next_decision(game) or (0, "", 0)
    return (await offline.table.act(game, user, text, made_on=version, interaction=f"{game} {version}")).version


async def play_on(offline: OfflineBot, game: int) -> None:
    """Long enough to need more room than there is."""
    for _ in range(200):
        await act(offline, game)


async def assert_refused_then_well(
    offline: OfflineBot, game: int, error: type[StoreError], heal: Callable[[], object] | None = None
) -> None:
    """The next move fails and changes nothing; when the fault is over the same move is accepted."""
    before = await offline.store.database.read(everything)
    with pytest.raises(error) as failure:
        await act(offline, game)
    assert str(failure.value).endswith(".")
    assert await offline.store.database.read(everything) == before
    if heal is not None:
        healed = heal()
        if asyncio.iscoroutine(healed):
            await healed
    version = (await offline.table.hosted(game)).version
    assert await act(offline, game) == version + 1
    await offline.play(game, 5)
    assert (await examine(offline.store.database, 0.0)).findings == ()


def run(command: str) -> Callable[[Connection], None]:
    return lambda connection: connection.exec_driver_sql(command).close()


# ---- full


async def test_a_full_disk_under_sqlite(folder: Path) -> None:
    async with open_offline(sqlite(folder)) as offline:
        game = await offline.seated(ANNA, BERT)
        await offline.play(game, 3)
        # The writing connection may not make the file any larger: what SQLite does then is what it does on a full disk.
        await offline.store.database.write(run("PRAGMA max_page_count = 1"))
        with pytest.raises(StoreFull, match="no room"):
            await play_on(offline, game)

        async def make_room() -> None:
            await offline.store.database.write(run("PRAGMA max_page_count = 1000000"))

        await assert_refused_then_well(offline, game, StoreFull, make_room)


@pytest.mark.long
async def test_a_full_disk_under_postgresql(postgresqls: PostgreSQLs) -> None:
    async with open_offline(await postgresqls.fresh()) as offline:
        game = await offline.seated(ANNA, BERT)
        await offline.play(game, 3)
        # The server's own error, in the middle of the transaction: after the move, at the letters.
        await offline.store.database.write(
            run(
                "CREATE FUNCTION full_disk() RETURNS trigger AS "
                "$$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql"
            )
        )
        await offline.store.database.write(
            run("CREATE TRIGGER full_disk BEFORE INSERT ON outbox EXECUTE FUNCTION full_disk()")
        )

        async def make_room() -> None:
            await offline.store.database.write(run("DROP TRIGGER full_disk ON outbox"))

        await assert_refused_then_well(offline, game, StoreFull, make_room)


# ---- locked


async def test_a_locked_file_under_sqlite(folder: Path) -> None:
    settings = msgspec.structs.replace(sqlite(folder), busy_seconds=0.2)
    async with open_offline(settings) as offline:
        game = await offline.seated(ANNA, BERT)
        other = sqlite3.connect(folder / "kontor.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await assert_refused_then_well(offline, game, StoreBusy, other.close)


async def test_a_locked_row_under_postgresql(postgresqls: PostgreSQLs) -> None:
    settings = msgspec.structs.replace(await postgresqls.fresh(), busy_seconds=0.2)
    async with open_offline(settings) as offline:
        game = await offline.seated(ANNA, BERT)
        assert settings.database is not None
        other = await asyncpg.connect(settings.database.reveal())
        await other.execute("BEGIN")
        await other.execute("SELECT * FROM games FOR UPDATE")
        await assert_refused_then_well(offline, game, StoreBusy, other.close)


async def test_all_connections_in_use(folder: Path, postgresqls: PostgreSQLs) -> None:
    settings = msgspec.structs.replace(await postgresqls.fresh(), busy_seconds=0.2, connections=2)
    async with open_offline(settings) as offline:
        game = await offline.seated(ANNA, BERT)
        # Whoever has a connection waits for a lock that the test holds until it has seen what it wants to see.
        assert settings.database is not None
        other = await asyncpg.connect(settings.database.reveal())
        await other.execute("SELECT pg_advisory_lock(1)")

        def wait(connection: Connection) -> None:
            run("SET lock_timeout = 0")(connection)
            run("SELECT pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)")(connection)

        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        sleepers = [asyncio.create_task(offline.store.database.read(wait)) for _ in range(2)]

        async def both_wait() -> bool:
            return bool(await other.fetchval(waiting) == 2)

        await until(both_wait)
        with pytest.raises(StoreBusy):
            await offline.table.hosted(game)
        await other.execute("SELECT pg_advisory_unlock(1)")
        await asyncio.gather(*sleepers)
        await other.close()
        assert await act(offline, game) == 1


# ---- gone


@asynccontextmanager
async def workers(offline: OfflineBot, post: Post) -> AsyncIterator[list[asyncio.Task[None]]]:
    outbox_worker, keeper = offline.outbox_worker(post), offline.timer_worker()
    offline.table.bells += [outbox_worker.bell, keeper.bell]
    tasks = [asyncio.create_task(outbox_worker.run()), asyncio.create_task(keeper.run())]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@pytest.mark.long
async def test_a_server_that_is_gone_for_a_while() -> None:
    with postgresql_server() as server:
        async with open_offline(await PostgreSQLs(server).fresh(), WallClock()) as offline:
            game = await offline.seated(ANNA, BERT, pace=3600.0)
            await offline.play(game, 5)
            post = Post()
            async with workers(offline, post) as tasks:
                decision = await offline.next_decision(game)
                assert decision is not None
                await asyncio.to_thread(server.stop)
                over = time.monotonic() + OUTAGE
                while time.monotonic() < over:
                    async with asyncio.timeout(PATIENCE):
                        with pytest.raises(StoreGone, match="does not answer"):
                            await offline.table.act(game, decision[0], decision[1], interaction="once")
                    await asyncio.sleep(0.1)
                await asyncio.to_thread(server.start)
                applied = await offline.table.act(game, decision[0], decision[1], interaction="once")
                assert (applied.version, applied.repeated) == (6, False)
                await offline.play(game, 5)
                letters = len((await offline.store.database.read(everything))["outbox"])
                await until(lambda: len(post.came) >= letters)
                assert not any(task.done() for task in tasks)
                assert len({letter.nonce for letter in post.came}) == len(post.came) == letters
            assert (await examine(offline.store.database, 0.0)).findings == ()


@pytest.mark.long
async def test_a_server_that_was_restarted_between_two_commands_is_not_noticed() -> None:
    with postgresql_server() as server:
        async with open_offline(await PostgreSQLs(server).fresh()) as offline:
            game = await offline.seated(ANNA, BERT)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            assert await act(offline, game) == 1


async def test_a_file_that_cannot_be_opened_is_tried_again(folder: Path) -> None:
    async with open_offline(sqlite(folder)) as offline:
        game = await offline.seated(ANNA, BERT)
    file = folder / "kontor.sqlite3"
    file.rename(folder / "aside")
    file.mkdir()
    database = Database(sqlite(folder))
    with pytest.raises(StoreGone):
        await database.read(everything)
    file.rmdir()
    (folder / "aside").rename(file)
    assert [row[0] for row in (await database.read(everything))["games"]] == [game]
    await database.close()


async def test_a_server_that_does_not_let_us_in_is_a_wrong_setting(postgresqls: PostgreSQLs) -> None:
    settings = Settings(database=Secret(postgresqls.server.get_uri(database="nowhere")))
    with pytest.raises(BadSetting, match="KONTOR_DATABASE"):
        async with open_offline(settings):
            pass
