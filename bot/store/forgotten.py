"""Who wished to be forgotten: a digest of their number each, so that a restored backup can forget them again.

Not for forgetting: `bot.store.maintenance.forget` does. The number itself is not kept; whoever knows a number can tell
whether it is among these, and nothing else is known of it.
"""

import hashlib
from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import forgotten

NOBODY = 0
"""In the place of somebody forgotten where a number must stand."""


def digest_of(user: int) -> str:
    return hashlib.sha256(f"kontor forgets {user}".encode()).hexdigest()


def former(seat: int) -> int:
    """Who had a seat of a game that is over, when nobody may know any more who that was; no number of Discord's."""
    return -1 - seat


def is_former(user: int | None) -> bool:
    return user is not None and user < 0


class Forgotten:
    """The list of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def when(self) -> dict[str, float]:
        """Since when each of them is forgotten."""
        query = select(forgotten.c.digest, forgotten.c.at)
        return await self._database.read(lambda connection: {row.digest: row.at for row in connection.execute(query)})

    async def again(self) -> set[str]:
        """Those of whom a restored backup knows once more."""
        query = select(forgotten.c.digest).where(forgotten.c.again)
        return await self._database.read(lambda connection: set(connection.execute(query).scalars()))

    async def settled(self) -> None:
        """All of them are forgotten again."""
        done = update(forgotten).values(again=False)
        await self._database.write(lambda connection: connection.execute(done))


def note(connection: Connection, digests: Mapping[str, float], *, again: bool = False) -> None:
    """Puts people on the list; whoever is on it already is forgotten once more."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    for digest, at in digests.items():
        row = insert(forgotten).values(digest=digest, at=at, again=again)
        connection.execute(row.on_conflict_do_update(index_elements=["digest"], set_={"at": at, "again": again}))


# ---- the same list as a file, which stands beside the backups


def encode(when: Mapping[str, float]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(dict(when), order="sorted"), indent=1) + b"\n"


def decode(text: bytes) -> dict[str, float]:
    """MsgspecError if that is no such list."""
    return msgspec.json.decode(text, type=dict[str, float])
