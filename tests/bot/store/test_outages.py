"""Every way a database can fail while letters are sent and timers fire: both go on by themselves when it is over.

Not for what a command gets to hear meanwhile: `test_faults.py`. KONTOR_OUTAGE sets how many seconds an outage lasts.
"""

import sqlite3
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.clock import WallClock
from bot.settings import Settings
from tests.bot.databases import PostgreSQLs, sqlite
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.bot.store.faults import cutting, disk_away, failing_sqlite, read_only, unknown_error
from tests.bot.store.outages import Through
from tests.bot.store.test_faults import OUTAGE
from tests.bot.workers.test_outbox import Post
from tests.patience import until


async def assert_goes_on(offline: OfflineBot, fault: AbstractAsyncContextManager[None]) -> None:
    outcome = await Through(offline).run(fault, OUTAGE)
    assert outcome.is_good, outcome
    assert not offline.supervisor.at_its_end.is_set()


CODES = [sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.long
async def test_a_sqlite_file_that_fails_for_a_while(folder: Path, code: int) -> None:
    async with open_offline(sqlite(folder), WallClock()) as offline:
        await assert_goes_on(offline, failing_sqlite(code))


@pytest.mark.long
async def test_a_disk_that_goes_and_comes_back(folder: Path) -> None:
    async with open_offline(sqlite(folder), WallClock()) as offline:
        await assert_goes_on(offline, disk_away(folder))


@pytest.mark.long
async def test_a_server_that_takes_no_writes_for_a_while(postgresqls: PostgreSQLs) -> None:
    settings = await postgresqls.fresh()
    async with open_offline(settings, WallClock()) as offline:
        await assert_goes_on(offline, read_only(postgresqls.server, settings))


@pytest.mark.long
async def test_connections_that_are_cut_again_and_again(postgresqls: PostgreSQLs) -> None:
    settings = await postgresqls.fresh()
    async with open_offline(settings, WallClock()) as offline:
        await assert_goes_on(offline, cutting(postgresqls.server, settings))


@pytest.mark.long
async def test_an_error_nobody_knows(postgresqls: PostgreSQLs) -> None:
    async with open_offline(await postgresqls.fresh(), WallClock()) as offline:
        await assert_goes_on(offline, unknown_error(offline.store.database))


@pytest.mark.long
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
