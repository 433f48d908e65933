"""A whole store in one file and back: consistent while the bot runs, and the same file for SQLite and PostgreSQL.

Not for one game: `transfer.py`. The file holds seeds and hands, so only its owner may read it.
"""

import contextlib
import gzip
import hashlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import Connection, MetaData, Table, func, insert, select, text

from bot.errors import BadBackup
from bot.store import migrate
from bot.store.database import Database
from bot.store.schema import metadata, moves, processes
from engine.history import MOST_LINES
from engine.notation import LONGEST_TEXT

BATCH = 500
TABLES = [table for table in metadata.sorted_tables if table is not processes]
"""What is kept: which processes work on the database now, nobody asks later."""


class Head(msgspec.Struct, frozen=True, tag="kontor"):
    """The first line."""

    schema: str
    format: Literal[1] = 1


class Section(msgspec.Struct, frozen=True, tag="table"):
    """Rows of this table follow, as arrays in the order of the columns."""

    name: str
    columns: tuple[str, ...]


class Tail(msgspec.Struct, frozen=True, tag="end"):
    """The last line; a file without it was cut off. The digest is SHA-256 over all lines before."""

    rows: int
    digest: str


Row = list[object]
_LINE = msgspec.json.Decoder(Head | Section | Tail | Row)


async def back_up(database: Database, file: Path) -> int:
    """Writes the file, complete or not at all; returns the number of rows."""
    part = file.with_name(file.name + ".part")
    try:
        rows = await database.still(lambda connection: _write(connection, part))
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _write(connection: Connection, part: Path) -> int:
    try:
        return _write_items(connection, part)
    except OSError as error:
        raise BadBackup(f"The backup {part} cannot be written: {error.strerror}.") from None


def _write_items(connection: Connection, part: Path) -> int:
    digest, count = hashlib.sha256(), 0
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as raw:
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            for item in _items(connection):
                line = msgspec.json.encode(item) + b"\n"
                digest.update(line)
                packed.write(line)
                count += isinstance(item, list)
            packed.write(msgspec.json.encode(Tail(count, digest.hexdigest())) + b"\n")
        raw.flush()
        os.fsync(raw.fileno())
    return count


def _items(connection: Connection) -> Iterator[Head | Section | Row]:
    yield Head(migrate.newest())
    for table in TABLES:
        yield Section(str(table.name), tuple(str(column.name) for column in table.columns))
        found = connection.execution_options(yield_per=BATCH).execute(select(table).order_by(*table.primary_key))
        for row in found:
            yield list(row)


async def restore(database: Database, file: Path) -> int:
    """Fills an empty database from the file, all or nothing, and brings it to the newest schema."""
    for _ in _read(file):  # the digest is at the end: nothing is written before the whole file has proved good
        pass
    return await database.write(lambda connection: _restore(connection, file))


def _read(file: Path) -> Generator[Head | Section | Row, None, None]:
    digest, count = hashlib.sha256(), 0
    try:
        with gzip.open(file, "rb") as lines:
            for number, line in enumerate(lines):
                item = _LINE.decode(line)
                if isinstance(item, Tail):
                    if (item.rows, item.digest) != (count, digest.hexdigest()) or lines.read(1):
                        raise BadBackup(f"The backup {file} was changed after it was written.")
                    return
                if (number == 0) != isinstance(item, Head):
                    raise BadBackup(f"The file {file} is no backup of Kontor.")
                digest.update(line)
                count += isinstance(item, list)
                yield item
    except (msgspec.MsgspecError, gzip.BadGzipFile):
        raise BadBackup(f"The file {file} is no backup of Kontor.") from None
    except EOFError:
        raise BadBackup(f"The backup {file} is not complete.") from None
    except OSError as error:
        raise BadBackup(f"The backup {file} cannot be read: {error.strerror}.") from None
    raise BadBackup(f"The backup {file} is not complete.")


def _restore(connection: Connection, file: Path) -> int:
    items = _read(file)
    head = next(items)
    assert isinstance(head, Head)
    _prepare(connection, head)
    known = MetaData()
    known.reflect(connection)
    table, rows, count = None, list[dict[str, object]](), 0
    with contextlib.closing(items):
        for item in items:
            if isinstance(item, Section):
                _flush(connection, table, rows)
                table, columns = known.tables[item.name], item.columns
            elif isinstance(item, list):
                rows.append(dict(zip(columns, item, strict=True)))
                count += 1
                if len(rows) >= BATCH:
                    _flush(connection, table, rows)
        _flush(connection, table, rows)
    _set_sequences(connection)
    migrate.upgrade(connection)
    return count


def _prepare(connection: Connection, head: Head) -> None:
    """The schema the backup was made with, empty."""
    here = migrate.revision(connection)
    if here is None:
        migrate.upgrade(connection, head.schema)
        return
    if any(connection.execute(select(func.count()).select_from(table)).scalar() for table in TABLES):
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
