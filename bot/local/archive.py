"""Keeps the local Discord in the store's database: what changed is written in the background, a moment later.

Not for games: the bot's own tables have them. Ephemeral messages are not kept; in Discord they go with the window too.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec
from sqlalchemy import BigInteger, Column, Connection, LargeBinary, MetaData, Table, Text, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.errors import StoreError
from bot.local.things import Channel, Message, Person
from bot.local.world import Card, World, new_world
from bot.store.database import Database

log = logging.getLogger(__name__)

metadata = MetaData()
# Tables of their own, made when local mode first starts: a bot with a token never has them.
things = Table(
    "local_things",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
files = Table(
    "local_files",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

CARD = ("card", 0)
PAUSE_SECONDS = 0.2
"""Changes that come together are written together; a crash of the server loses at most what was said in this time."""

Key = tuple[str, int]


class Archive:
    """A listener that remembers what has changed, and a task that writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changed: dict[Key, msgspec.Struct | None] = {}
        self._files: dict[int, bytes | None] = {}
        self._passing: dict[int, bytes] = {}
        self._wake = asyncio.Event()

    async def open(self) -> World:
        """The world as it was left, or a new one."""
        world = await self._database.write(_read)
        if world is None:
            world = new_world()
            self._note(CARD, world.card)
            for person in world.people.values():
                self._note(("person", person.id), person)
            for channel in world.channels.values():
                self._note(("channel", channel.id), channel)
        self._card = world.card
        world.listeners.append(self)
        return world

    # ---- files

    def keep_file(self, number: int, content: bytes, *, passing: bool) -> None:
        """Keeps a file; a passing one, of an ephemeral message, in memory only."""
        if passing:
            self._passing[number] = content
            return
        self._files[number] = content
        self._wake.set()

    def drop_file(self, number: int) -> None:
        if self._passing.pop(number, None) is None:
            self._files[number] = None
            self._wake.set()

    async def file(self, number: int) -> bytes | None:
        if number in self._passing:
            return self._passing[number]
        if number in self._files:
            return self._files[number]
        return await self._database.read(
            lambda connection: connection.execute(select(files.c.body).where(files.c.id == number)).scalar()
        )

    # ---- the listener

    def message_saved(self, message: Message, *, new: bool) -> None:
        if message.viewer is None:
            self._note(("message", message.id), message)

    def message_gone(self, message: Message) -> None:
        if message.viewer is None:
            self._note(("message", message.id), None)
        for attachment in message.attachments:
            self.drop_file(attachment.id)

    def channel_saved(self, channel: Channel, *, new: bool) -> None:
        self._note(("channel", channel.id), channel)

    def channel_gone(self, channel: Channel) -> None:
        self._note(("channel", channel.id), None)

    def commands_saved(self) -> None:
        self._note(CARD, self._card)

    def seen(self, person: int, channel: int) -> None:
        self._note(CARD, self._card)

    def _note(self, key: Key, thing: msgspec.Struct | None) -> None:
        self._changed[key] = thing
        self._wake.set()

    # ---- writing

    async def write_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                await self.flush()
            except StoreError as error:
                log.warning("What was said last is not saved yet: %s", error)

    async def flush(self) -> None:
        """Writes everything that changed, in one transaction."""
        self._wake.clear()
        changed, self._changed = self._changed, {}
        contents = dict(self._files)
        if not changed and not contents:
            return
        bodies = {key: None if thing is None else msgspec.json.encode(thing) for key, thing in changed.items()}
        try:
            await self._database.write(lambda connection: _write(connection, bodies, contents))
        except StoreError:
            self._changed = changed | self._changed
            self._wake.set()
            raise
        for number, content in contents.items():
            if self._files.get(number) is content:
                del self._files[number]


def _read(connection: Connection) -> World | None:
    metadata.create_all(connection)
    rows: dict[str, list[str]] = {}
    for kind, body in connection.execute(select(things.c.kind, things.c.body).order_by(things.c.id)):
        rows.setdefault(kind, []).append(body)
    if "card" not in rows:
        return None
    return World(
        msgspec.json.decode(rows["card"][0], type=Card),
        [msgspec.json.decode(body, type=Person) for body in rows.get("person", [])],
        [msgspec.json.decode(body, type=Channel) for body in rows.get("channel", [])],
        [msgspec.json.decode(body, type=Message) for body in rows.get("message", [])],
    )


def _write(connection: Connection, bodies: dict[Key, bytes | None], contents: dict[int, bytes | None]) -> None:
    put = _putting(connection)
    for (kind, number), body in bodies.items():
        if body is None:
            connection.execute(delete(things).where(things.c.kind == kind, things.c.id == number))
        else:
            put(things, {"kind": kind, "id": number, "body": body.decode()})
    for number, content in contents.items():
        if content is None:
            connection.execute(delete(files).where(files.c.id == number))
        else:
            put(files, {"id": number, "body": content})


def _putting(connection: Connection) -> Callable[[Table, dict[str, object]], None]:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert

    def put(table: Table, row: dict[str, object]) -> None:
        statement = insert(table).values(row)
        keys = list(table.primary_key.columns)
        connection.execute(statement.on_conflict_do_update(index_elements=keys, set_={"body": row["body"]}))

    return put
