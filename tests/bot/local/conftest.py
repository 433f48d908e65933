"""A local server with the sample bot in a process of its own, judged by Discord's OpenAPI document if there is one.

Not for Kontor itself: tests/e2e.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.local.server import Server, serve
from bot.settings import Settings
from bot.store.database import Database
from tests.bot.local.faults import Faults
from tests.bot.local.judge import Judge
from tests.bot.local.people import Guest
from tests.bot.local.process import running_bot
from tests.patience import PATIENCE

SAMPLE = ("-m", "tests.bot.local.sample_bot")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(Settings(data=tmp_path))
    yield database
    await database.close()


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
async def server(database: Database, faults: Faults) -> AsyncIterator[Server]:
    judge = Judge.of_environment()
    async with serve(database, between=[faults.meddle, judge.watch]) as server:
        server.services.interactions.answer_seconds = PATIENCE  # a slow machine is no silent bot
        yield server
    judge.verdict()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def anna(server: Server, session: aiohttp.ClientSession) -> Guest:
    return Guest(server, session, server.world.persons()[0].id, server.world.text_channels()[0].id)


@pytest.fixture
def bruno(server: Server, session: aiohttp.ClientSession) -> Guest:
    return Guest(server, session, server.world.persons()[1].id, server.world.text_channels()[0].id)


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[None]:
    async with running_bot(server, SAMPLE):
        yield
