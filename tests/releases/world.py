"""A release's store and the Discord around it, brought back: the same server, channels, people and posts.

Not for assertions.
"""

import gzip
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import asyncpg
import msgspec
import simcord
from simcord.results import InteractionResult

from bot.settings import Settings
from tests.bot.databases import PostgreSQLs, sqlite
from tests.bot.lounge import Lounge, open_lounge

FOLDER = Path(__file__).parent
RELEASES = sorted(path.name for path in FOLDER.iterdir() if (path / "components.json").is_file())
LATER = 61.0
"""Seconds after the release's last one: what a process that is gone had claimed is free again."""
T = TypeVar("T")


class Press(msgspec.Struct, frozen=True):
    """A button or a menu of a post or a panel, who presses it, and what should come of it."""

    component: dict[str, object]
    values: list[str]
    game: int
    channel: int
    by: str
    expect: str


class World(msgspec.Struct, frozen=True):
    """What was on Discord when the release stopped; people, private channels and channels by name."""

    now: float
    guild: int
    people: dict[str, int]
    private: dict[str, int]
    channels: dict[str, int]
    posts: dict[int, list[int]]
    presses: list[Press]


def world_of(release: str) -> World:
    return msgspec.json.decode((FOLDER / release / "components.json").read_bytes(), type=World)


async def load(release: str, kind: str, folder: Path, postgresqls: Callable[[], PostgreSQLs]) -> Settings:
    """A database of its own with what the release left in it."""
    dump = gzip.decompress((FOLDER / release / f"{kind}.sql.gz").read_bytes()).decode()
    if kind == "sqlite":
        settings = sqlite(folder / release)
        settings.data.mkdir()
        connection = sqlite3.connect(str(settings.url().database))
        connection.executescript(dump)
        connection.close()
        return settings
    settings = await postgresqls().empty()
    assert settings.database is not None
    server = await asyncpg.connect(settings.database.reveal())
    try:
        await server.execute(dump)
    finally:
        await server.close()
    return settings


class OldWorld:
    """The real bot of today in the Discord of the release."""

    def __init__(self, lounge: Lounge, world: World) -> None:
        self.lounge = lounge
        self._env = lounge.env
        guild = self._env.create_guild(id=world.guild)
        for name, number in world.channels.items():
            self._numbered(number, lambda name=name: guild.create_text_channel(name))  # type: ignore[misc]
        self.people: dict[str, simcord.MemberActor] = {}
        for name, number in world.people.items():
            user = self._numbered(number, lambda name=name: self._env.create_user(name))  # type: ignore[misc]
            self.people[name] = guild.add_member(user)
            self._numbered(world.private[name], lambda user=user: user.dm_channel)  # type: ignore[misc]
        self._private = set(world.private.values())
        for channel, messages in world.posts.items():
            for message in messages:
                self._numbered(message, lambda channel=channel: self._post(channel))  # type: ignore[misc]

    def _numbered(self, number: int, make: Callable[[], T]) -> T:
        """What simcord makes next has this number."""
        backend = self._env.backend
        backend.snowflake = lambda: backend.reserve_id(number)  # type: ignore[method-assign]
        try:
            return make()
        finally:
            del backend.snowflake

    def _post(self, channel: int, *components: dict[str, object]) -> int:
        backend = self._env.backend
        rows = [{"type": 1, "components": list(components)}] if components else []
        message = backend.create_message(channel, backend.bot_user.id, "as it was", components=rows, broadcast=False)
        return message.id

    async def press(self, press: Press, under: int | None = None) -> InteractionResult:
        """What the person gets for it, under a post of the release or, without one, under a new one."""
        backend = self._env.backend
        message = backend.get_message(press.channel, under or self._post(press.channel, press.component))
        message.components = [{"type": 1, "components": [press.component]}]
        member = self.people[press.by]
        actor = member.user if press.channel in self._private else member
        post = simcord.results.ResponseMessage(self._env, message)
        custom_id = str(press.component["custom_id"])
        if press.values:
            return await actor.select(post, press.values, custom_id=custom_id)
        return await actor.click(post, custom_id=custom_id)


@asynccontextmanager
async def open_world(settings: Settings, world: World) -> AsyncIterator[OldWorld]:
    async with open_lounge(settings) as lounge:
        lounge.clock.advance(world.now + LATER - lounge.clock.now())
        yield OldWorld(lounge, world)
