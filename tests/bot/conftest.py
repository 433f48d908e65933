"""Tests that ask for `settings`, `house` or `clock` run on both databases, and each is dealt the same cards every time.

Not for tests.
"""

import itertools
import os
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.table import table
from bot.ui import in_time, languages
from tests.bot.clocks import HandClock
from tests.bot.databases import KINDS, PostgreSQLs, postgresql_server, quick_folder, sqlite
from tests.bot.lounge import Lounge, open_lounge
from tests.bot.offline import OfflineBot, open_offline
from tests.patience import PATIENCE

DEAL = os.environ.get("KONTOR_TEST_DEAL", "")
"""Another word here deals every test other cards."""


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that fails for rare cards only would fail by chance."""
    deals = itertools.count()
    name = request.node.nodeid
    monkeypatch.setattr(table, "new_seed", lambda: sha256(f"{DEAL} {name} {next(deals)}".encode()).hexdigest())


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done without when it takes too long is waited for: how long it takes depends on the machine."""
    monkeypatch.setattr(in_time, "COMPLETING", PATIENCE)
    monkeypatch.setattr(languages, "LOOKING_UP", PATIENCE)
    monkeypatch.setattr(languages, "NOTING", PATIENCE)


@pytest.fixture(scope="session")
def postgresqls() -> Iterator[PostgreSQLs]:
    with postgresql_server() as server:
        yield PostgreSQLs(server)


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as one:
        yield one


@pytest.fixture(params=KINDS)
async def settings(request: pytest.FixtureRequest, folder: Path) -> Settings:
    """A database of its own for the test, at the newest schema or ready to be brought to it."""
    if request.param == "sqlite":
        return sqlite(folder)
    postgresqls: PostgreSQLs = request.getfixturevalue("postgresqls")
    return await postgresqls.fresh()


@pytest.fixture(params=KINDS)
async def empty(request: pytest.FixtureRequest, folder: Path) -> Settings:
    """A database without any table."""
    if request.param == "sqlite":
        return sqlite(folder / "empty")
    postgresqls: PostgreSQLs = request.getfixturevalue("postgresqls")
    return await postgresqls.empty()


@pytest.fixture
async def lounge(folder: Path) -> AsyncIterator[Lounge]:
    """The real bot in simcord's Discord, on SQLite."""
    async with open_lounge(Settings(data=folder)) as one:
        yield one


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def offline(settings: Settings, clock: HandClock) -> AsyncIterator[OfflineBot]:
    async with open_offline(settings, clock) as one:
        yield one
