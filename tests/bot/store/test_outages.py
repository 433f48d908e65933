"""Every way a database can fail while letters are sent and timers fire: both go on by themselves when it is over.

Not for what a command gets to hear meanwhile: `test_faults.py`. KONTOR_OUTAGE sets how many seconds an outage lasts.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from bot.clock import WallClock
from bot.errors import StoreError
from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from bot.table.seats import Opening
from tests.bot.databases import PostgreSQLs, sqlite
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.bot.store.faults import cut, failing_sqlite, read_only
from tests.bot.store.test_faults import OUTAGE
from tests.bot.store.test_maintenance import everything
from tests.bot.workers.test_outbox import Post
from tests.patience import until


async def with_computer(offline: OfflineBot) -> int:
    """Anna plays against a computer: after each turn of hers a timer has to fire."""
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=7))).game
    await offline.table.seat_computer(game, ANNA, "simple")
    await offline.table.start(game, ANNA)
    return game


async def press(offline: OfflineBot, game: int) -> bool:
    """One decision of Anna's if it is her turn; whether there was one, and it was taken."""
    try:
        hosted = await offline.table.hosted(game)
        if hosted.status != "running" or 0 not in hosted.owed():
            return False
        decision = await offline.next_decision(game)
        assert decision is not None
        await offline.table.act(game, decision[0], decision[1], made_on=decision[2], interaction=f"press {decision[2]}")
    except (StoreError, DBAPIError, sqlite3.Error):  # what nobody knows comes as it is
        return False
    return True


async def assert_goes_on(
    offline: OfflineBot, fault: AbstractAsyncContextManager[None], *, seconds: float = OUTAGE
) -> None:
    """Plays before, during and after the fault: afterwards every letter has come once, and the computer plays."""
    post = Post()
    workers = offline.workers(post)
    await workers.sign_on()
    workers.start()
    game = await with_computer(offline)
    await until(lambda: press(offline, game))
    async with fault:
        over = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < over:
            await press(offline, game)
            await asyncio.sleep(0.05)

    async def is_asked_again() -> bool:
        """The computer has answered, and it is her turn again."""
        return await press(offline, game)

    for _ in range(8):
        await until(is_asked_again)

    async def all_came() -> bool:
        rows = (await offline.store.database.read(everything))["outbox"]
        return len({letter.nonce for letter in post.came}) == len(rows)

    await until(all_came)
    assert len({letter.nonce for letter in post.came}) == len(post.came)
    assert not offline.supervisor.at_its_end.is_set()
    assert (await examine(offline.store.database, 0.0)).findings == ()
    await workers.stop()


CODES = [sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT]


@pytest.mark.parametrize("code", CODES)
async def test_a_sqlite_file_that_fails_for_a_while(folder: Path, code: int) -> None:
    async with open_offline(sqlite(folder), WallClock()) as offline:
        await assert_goes_on(offline, failing_sqlite(code))


async def test_a_disk_that_goes_and_comes_back(folder: Path) -> None:
    """The file is another one afterwards, with the same contents: as after mounting it again."""
    file = folder / "kontor.sqlite3"

    @asynccontextmanager
    async def away() -> AsyncIterator[None]:
        async with failing_sqlite(sqlite3.SQLITE_IOERR):
            yield
            for name in ("kontor.sqlite3", "kontor.sqlite3-wal", "kontor.sqlite3-shm"):
                if (folder / name).exists():
                    copied = (folder / name).read_bytes()
                    (folder / name).unlink()
                    (folder / name).write_bytes(copied)

    async with open_offline(sqlite(folder), WallClock()) as offline:
        await assert_goes_on(offline, away())
    assert file.exists()


async def test_a_server_that_takes_no_writes_for_a_while(postgresqls: PostgreSQLs) -> None:
    settings = await postgresqls.fresh()
    async with open_offline(settings, WallClock()) as offline:
        await assert_goes_on(offline, read_only(postgresqls.server, settings))


async def test_connections_that_are_cut_again_and_again(postgresqls: PostgreSQLs) -> None:
    settings = await postgresqls.fresh()

    @asynccontextmanager
    async def cutting() -> AsyncIterator[None]:
        async def often() -> None:
            while True:
                await cut(postgresqls.server, settings)
                await asyncio.sleep(0.1)

        task = asyncio.create_task(often())
        yield
        task.cancel()

    async with open_offline(settings, WallClock()) as offline:
        await assert_goes_on(offline, cutting())


async def test_an_error_nobody_knows(postgresqls: PostgreSQLs) -> None:
    settings = await postgresqls.fresh()

    @asynccontextmanager
    async def unknown() -> AsyncIterator[None]:
        raising = "BEGIN RAISE 'unknown' USING ERRCODE = 'ZZ999'; END"
        await run(settings, f"CREATE FUNCTION unknown() RETURNS trigger AS $$ {raising} $$ LANGUAGE plpgsql")
        for table in ("outbox", "timers", "processes"):
            await run(settings, f"CREATE TRIGGER unknown BEFORE UPDATE ON {table} EXECUTE FUNCTION unknown()")
        yield
        await run(settings, "DROP FUNCTION unknown CASCADE")

    async def run(settings: Settings, command: str) -> None:
        await offline.store.database.write(lambda connection: connection.exec_driver_sql(command).close())

    async with open_offline(settings, WallClock()) as offline:
        await assert_goes_on(offline, unknown())


async def test_two_processes_and_one_dies(settings: Settings) -> None:
    """What it had claimed is sent by the other one within seconds, not after its lease."""
    async with open_offline(settings, WallClock()) as living, open_offline(settings, WallClock()) as dead:
        await dead.store.processes.sign_on(dead.clock.now())
        await living.seated(ANNA, BERT)
        claimed = await dead.store.outbox.claim(dead.store.processes.own, dead.clock.now(), 60.0, 10)
        assert claimed
        post = Post()
        workers = living.workers(post)
        await workers.sign_on()
        workers.start()
        await until(lambda: {letter.nonce for letter in claimed} <= {letter.nonce for letter in post.came}, 30.0)
        await workers.stop()
