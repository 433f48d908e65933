"""Kontor as a process of its own at a local Discord, judged by Discord's OpenAPI document if there is one.

Not for the server alone: tests/bot/local.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.local.server import Server, serve
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from tests.bot.databases import quick_folder
from tests.bot.local.faults import Faults
from tests.bot.local.judge import Judge
from tests.bot.local.people import Guest
from tests.e2e.kontor import Kontor
from tests.patience import PATIENCE


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
async def server(folder: Path, faults: Faults) -> AsyncIterator[Server]:
    database = Database(Settings(data=folder))
    judge = Judge.of_environment()
    try:
        await migrate(database)
        async with serve(database, between=[faults.meddle, judge.watch]) as server:
            server.services.interactions.answer_seconds = PATIENCE  # a slow machine is no silent bot
            yield server
    finally:
        await database.close()
    judge.verdict()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def kontor(server: Server, folder: Path) -> AsyncIterator[Kontor]:
    async with Kontor(server, folder) as kontor:
        yield kontor


@pytest.fixture
def anna(server: Server, session: aiohttp.ClientSession) -> Guest:
    return Guest(server, session, server.world.persons()[0].id, server.world.text_channels()[0].id)


@pytest.fixture
def bruno(server: Server, session: aiohttp.ClientSession) -> Guest:
    return Guest(server, session, server.world.persons()[1].id, server.world.text_channels()[0].id)
