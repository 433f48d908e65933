"""Keeps the local Discord in the store's database: what changed is written in the background, a moment later.

Not for games: the bot's own tables have them. Ephemeral messages are not kept; in Discord they go with the window too.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import Generic, TypeVar

import msgspec
import structlog
from sqlalchemy import BigInteger, Column, Connection, LargeBinary, MetaData, Table, Text, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.errors import StoreError
from bot.local.models import Channel, Message, Person
from bot.local.world import Card, World, new_world
from bot.store.database import Database

log = structlog.get_logger(__name__)

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
LONGEST_PAUSE_SECONDS = 5.0
"""A database that refuses is asked again after twice the pause, up to this one."""
KEEP_DROPPED_SECONDS = 60.0
"""How long the file of a picture that was replaced can still be fetched."""
LAST_TRIES = 3
"""How often the last writing before the end is tried."""

Key = tuple[str, int]
K = TypeVar("K")
T = TypeVar("T")


class Pending(Generic[K, T]):
    """What waits to be written, by key; None means that it is gone.

    Each change has a number, so that writing one is told from writing a later one of the same key.
    """

    def __init__(self) -> None:
        self._changes: dict[K, tuple[int, T | None]] = {}
        self._numbers = count()

    def __contains__(self, key: K) -> bool:
        return key in self._changes

    def __getitem__(self, key: K) -> T | None:
        return self._changes[key][1]

    def note(self, key: K, value: T | None) -> None:
        self._changes[key] = next(self._numbers), value

    def now(self) -> dict[K, tuple[int, T | None]]:
        return dict(self._changes)

    def written(self, changes: Mapping[K, tuple[int, T | None]]) -> None:
        """These need not wait any longer, but for those that have changed since."""
        for key, change in changes.items():
            if self._changes.get(key, (-1, None))[0] == change[0]:
                del self._changes[key]


class Archive:
    """A listener that remembers what has changed, and a task that writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changed: Pending[Key, msgspec.Struct] = Pending()
        self._files: Pending[int, bytes] = Pending()
        self._passing: dict[int, bytes] = {}
        self._dropped: dict[int, float] = {}
        self._wake = asyncio.Event()
        self._flushing = asyncio.Lock()

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
        self._files.note(number, content)
        self._wake.set()

    def drop_file(self, number: int) -> None:
        """A page may just be fetching it: it goes with the first writing after a while."""
        if self._passing.pop(number, None) is None:
            self._dropped[number] = time.monotonic()
            self._wake.set()

    def _forget_dropped(self, *, all_of_them: bool) -> None:
        for number, since in list(self._dropped.items()):
            if all_of_them or time.monotonic() - since > KEEP_DROPPED_SECONDS:
                del self._dropped[number]
                self._files.note(number, None)

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

    def emojis_saved(self) -> None:
        self._note(CARD, self._card)

    def seen(self, person: int, channel: int) -> None:
        self._note(CARD, self._card)

    def _note(self, key: Key, thing: msgspec.Struct | None) -> None:
        self._changed.note(key, thing)
        self._wake.set()

    # ---- writing

    async def write_for_ever(self) -> None:
        """Until cancelled; whatever goes wrong is said and tried again."""
        pause = PAUSE_SECONDS
        while True:
            await self._wake.wait()
            await asyncio.sleep(pause)
            try:
                await self.flush()
                pause = PAUSE_SECONDS
            except Exception as error:
                self._wake.set()
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
                log.warning("What was said last is not saved yet", reason=_told(error))

    async def close(self) -> None:
        """Writes what is left; the last error if that cannot be done."""
        self._forget_dropped(all_of_them=True)
        for left in reversed(range(LAST_TRIES)):
            try:
                return await self.flush()
            except Exception as error:
                if not left:
                    raise
                log.warning("What was said last is not saved yet", reason=_told(error))
                await asyncio.sleep(PAUSE_SECONDS)

    async def flush(self) -> None:
        """Writes everything that changed, in one transaction.

        What is being written waits here until it surely is: a writing that fails or is stopped in the middle loses
        nothing, and writing something twice does no harm.
        """
        async with self._flushing:
            self._wake.clear()
            self._forget_dropped(all_of_them=False)
            changed, contents = self._changed.now(), self._files.now()
            if not changed and not contents:
                return
            bodies = {key: _encoded(thing) for key, (_, thing) in changed.items()}
            blobs = {number: content for number, (_, content) in contents.items()}
            await self._database.write(lambda connection: _write(connection, bodies, blobs))
            self._changed.written(changed)
            self._files.written(contents)


def _encoded(thing: msgspec.Struct | None) -> bytes | None:
    return None if thing is None else msgspec.json.encode(thing)


def _told(error: Exception) -> str:
    """Our own errors are sentences; of others only the kind is told, since their text may quote what was said."""
    return str(error) if isinstance(error, StoreError) else type(error).__name__


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
