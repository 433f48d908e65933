"""A whole store in one file and back: consistent while the bot runs, and the same file for SQLite and PostgreSQL.

Not for one game: `transfer.py`. The file holds seeds and hands, so only its owner may read it.
"""

import gzip
import hashlib
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import Column, Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from bot.errors import BadBackup
from bot.store import migrate
from bot.store.database import Database
from bot.store.games import LARGEST
from bot.store.maintenance.files import private_file, size_of
from bot.store.schema import chores, metadata, moves, processes
from engine.history import MOST_LINES
from engine.notation import LONGEST_TEXT

BATCH = 500
KEPT = tuple(name for name, table in metadata.tables.items() if table not in (processes, chores))
"""The tables in a backup, those that others refer to first. Which processes work on a database, and what they did for
it, another need not know."""

LONGEST_LINE = 1 << 24
"""Bytes. A row of ours, with a state and its base, has some tens of thousands."""
DENSEST, SMALL = 200, 1 << 20
"""How many times its size a file may be unpacked to, and what is always allowed. Ours are packed to a tenth or so."""


class Head(msgspec.Struct, frozen=True, tag="kontor"):
    """The first line."""

    schema: str
    format: Literal[1] = 1
    made_at: float = 0.0
    """0: by a release that did not write it down."""


class Section(msgspec.Struct, frozen=True, tag="table"):
    """Rows of this table follow, as arrays in the order of the columns."""

    name: str
    columns: tuple[str, ...]


class Tail(msgspec.Struct, frozen=True, tag="end"):
    """The last line; a file without it was cut off. The digest is SHA-256 over all lines before."""

    rows: int
    digest: str


Row = list[object]
_LINE: msgspec.json.Decoder[Head | Section | Tail | Row] = msgspec.json.Decoder(Head | Section | Tail | Row)


class Contents(msgspec.Struct, frozen=True):
    """What is in a backup: the schema it was made with, and how many rows of each table."""

    schema: str
    made_at: float
    rows_of: dict[str, int]

    @property
    def rows(self) -> int:
        return sum(self.rows_of.values())


async def back_up(database: Database, file: Path) -> Contents:
    """Writes the file, complete or not at all."""
    return await database.still(lambda connection: write(connection, file))


def write(connection: Connection, file: Path) -> Contents:
    """The same on a connection whose transaction sees one moment."""
    digest, rows_of, table, head = hashlib.sha256(), dict[str, int](), "", Head("")
    with private_file(file) as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
        for item in _items(connection):
            line = msgspec.json.encode(item) + b"\n"
            digest.update(line)
            packed.write(line)
            match item:
                case Head():
                    head = item
                case Section():
                    table = item.name
                    rows_of[table] = 0
                case _:
                    rows_of[table] += 1
        packed.write(msgspec.json.encode(Tail(sum(rows_of.values()), digest.hexdigest())) + b"\n")
    return Contents(head.schema, head.made_at, rows_of)


def _items(connection: Connection) -> Iterator[Head | Section | Row]:
    """The database as it is: before a migration its schema is older than the program's."""
    yield Head(migrate.revision(connection) or migrate.newest(), made_at=time.time())
    for table in _kept(connection):
        yield Section(str(table.name), tuple(str(column.name) for column in table.columns))
        yield from _rows(connection, table)


def _rows(connection: Connection, table: Table) -> Iterator[list[object]]:
    """Some at a time, and with no cursor left open: PostgreSQL alters no table that one still reads from."""
    first, query = 0, select(table).order_by(*table.primary_key)
    while rows := connection.execute(query.limit(BATCH).offset(first)).all():
        yield from map(list, rows)
        first += len(rows)


def _kept(connection: Connection) -> list[Table]:
    """The tables of the database that a backup holds, as they are there."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in KEPT)
    return [found.tables[name] for name in KEPT if name in found.tables]


# ---- reading: whatever is in the file, it is a backup or BadBackup


def _read(file: Path) -> Iterator[Head | Section | Row]:
    digest, count, tail = hashlib.sha256(), 0, None
    for number, line in enumerate(_lines(file)):
        item = _item(file, line)
        if (number == 0) != isinstance(item, Head):
            raise _none(file)
        if tail is not None:
            raise BadBackup(f"The backup {file} was changed after it was written.")
        if isinstance(item, Tail):
            tail = item
            continue
        digest.update(line)
        count += isinstance(item, list)
        yield item
    if tail is None:
        raise BadBackup(f"The backup {file} is not complete.")
    if (tail.rows, tail.digest) != (count, digest.hexdigest()):
        raise BadBackup(f"The backup {file} was changed after it was written.")


def _lines(file: Path) -> Iterator[bytes]:
    """The unpacked lines. A file that is packed as none of ours is can neither fill the memory nor take for ever."""
    allowed = SMALL + DENSEST * size_of(file)
    try:
        with gzip.open(file, "rb") as packed:
            while line := packed.readline(LONGEST_LINE):
                allowed -= len(line)
                if allowed < 0 or len(line) == LONGEST_LINE:
                    raise _none(file)
                yield line
    except (gzip.BadGzipFile, zlib.error):
        raise _none(file) from None
    except EOFError:
        raise BadBackup(f"The backup {file} is not complete.") from None
    except OSError as error:
        raise BadBackup(f"The backup {file} cannot be read: {error.strerror}.") from None


def _item(file: Path, line: bytes) -> Head | Section | Tail | Row:
    try:
        return _LINE.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise _none(file) from None


def _none(file: Path) -> BadBackup:
    return BadBackup(f"The file {file} is no backup of Kontor, or it is damaged.")


# ---- restoring


async def restore(database: Database, file: Path) -> Contents:
    """Fills an empty database from the file, all or nothing, and brings it to the newest schema."""
    check_digest(file)
    try:
        return await database.write(lambda connection: fill(connection, file))
    except DBAPIError:  # a digest can be made for anything: rows may contradict each other or the tables
        raise BadBackup(f"The rows of the backup {file} do not fit together.") from None


def check_digest(file: Path) -> None:
    """It is at the end: nothing is written before the whole file has proved good."""
    for _ in _read(file):
        pass


def fill(connection: Connection, file: Path) -> Contents:
    """Restores in the transaction of a connection; of the file, the digest was checked."""
    items = _read(file)
    head = next(items)
    assert isinstance(head, Head)
    _prepare(connection, head)
    rows_of: dict[str, int] = {}
    known = MetaData()
    known.reflect(connection)
    table, rows = None, list[dict[str, object]]()
    for item in items:
        if isinstance(item, Section):
            _flush(connection, table, rows)
            table, columns = _table(known, item), item.columns
            rows_of[item.name] = 0
        elif isinstance(item, list):
            if table is None:
                raise _none(file)
            rows.append(_row(table, columns, item))
            rows_of[table.name] += 1
            if len(rows) >= BATCH:
                _flush(connection, table, rows)
    _flush(connection, table, rows)
    _set_sequences(connection)
    migrate.upgrade(connection)
    return Contents(head.schema, head.made_at, rows_of)


def _table(known: MetaData, section: Section) -> Table:
    """The table that a section fills, if the section has exactly its columns."""
    table = known.tables.get(section.name) if section.name != "alembic_version" else None
    if table is None:
        raise BadBackup(f"The backup has a table “{section.name}”, which its schema has not.")
    if sorted(section.columns) != sorted(str(column.name) for column in table.columns):
        raise BadBackup(f"The backup's table “{section.name}” has not the columns of its schema.")
    return table


def _row(table: Table, columns: tuple[str, ...], values: Row) -> dict[str, object]:
    if len(values) != len(columns):
        raise BadBackup(f"A row of the backup's table “{table.name}” has {len(values)} values, not {len(columns)}.")
    row = dict(zip(columns, values, strict=True))
    for name, value in row.items():
        if not _fits(table.columns[name], value):
            raise BadBackup(f"A row of the backup's table “{table.name}” has a value in “{name}” that does not fit.")
    return row


def _fits(column: "Column[object]", value: object) -> bool:
    """Whether the value has the column's type; SQLite itself would take anything."""
    if value is None:
        return bool(column.nullable) and not column.primary_key
    kind = column.type.python_type
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    if kind is int:
        return isinstance(value, int) and abs(value) <= LARGEST
    if kind is float:
        return isinstance(value, int | float) and abs(value) <= LARGEST
    return isinstance(value, kind)


def _prepare(connection: Connection, head: Head) -> None:
    """The schema the backup was made with, empty."""
    if head.schema not in migrate.revisions():
        raise BadBackup(f"The backup has schema {head.schema}, which this program does not know; update Kontor first.")
    here = migrate.revision(connection)
    if here is None:
        migrate.upgrade(connection, head.schema)
        return
    if any(connection.execute(select(func.count()).select_from(table)).scalar() for table in _kept(connection)):
        raise BadBackup("The database is not empty; a backup is restored into an empty one.")
    if here != head.schema:
        raise BadBackup(f"The backup has schema {head.schema}, the database {here}; restore into a new database.")


def _flush(connection: Connection, table: Table | None, rows: list[dict[str, object]]) -> None:
    if table is not None and rows:
        if table.name == moves.name:
            _check_lines(rows)
        connection.execute(insert(table), rows)
    rows.clear()


def _check_lines(rows: list[dict[str, object]]) -> None:
    """The limits of a record, so that no game is restored that could never be loaded."""
    for row in rows:
        number, line = row["number"], row["text"]
        if not isinstance(number, int) or not 1 <= number <= MOST_LINES:
            raise BadBackup(f"Game {row['game']} of the backup has a line {number}; there are {MOST_LINES} at most.")
        if not isinstance(line, str) or len(line) > LONGEST_TEXT:
            raise BadBackup(f"Line {number} of game {row['game']} of the backup is too long.")


def _set_sequences(connection: Connection) -> None:
    """PostgreSQL counts its row numbers apart from the rows; SQLite looks at them."""
    if connection.dialect.name != "postgresql":
        return
    for name in ("games", "outbox", "timers"):
        connection.execute(
            text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), coalesce(max(id), 0) + 1, false) FROM {name}")
        )
