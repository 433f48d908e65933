"""Migrations lead to the schema the queries expect, on both databases, whoever comes first.

Not for data: there is one released schema so far.
"""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text

from bot.errors import BadSetting
from bot.settings import Settings
from bot.store.database import Database
from bot.store.leases import Leases
from bot.store.migrate import migrate, newest, revision
from bot.store.processes import Processes
from bot.store.schema import metadata, outbox, timers
from bot.store.sqlite import ThreadConnection


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def keys(connection: Connection) -> list[object]:
    """What comparing leaves out: primary keys, foreign keys and their rules, where there are rows or not."""
    seen = inspect(connection)
    return [
        (
            name,
            seen.get_pk_constraint(name)["constrained_columns"],
            [key["options"] for key in seen.get_foreign_keys(name)],
        )
        for name in sorted(metadata.tables)
    ]


def planned() -> list[object]:
    return [
        (
            name,
            [column.name for column in table.primary_key],
            [{"ondelete": key.ondelete} for key in table.foreign_keys],
        )
        for name, table in sorted(metadata.tables.items())
    ]


async def test_the_migrations_make_the_schema_of_the_queries(empty: Settings) -> None:
    database = Database(empty)
    await migrate(database)
    assert await database.read(differences) == []
    assert await database.read(keys) == planned()
    assert await database.read(revision) == newest()
    await migrate(database)
    await database.close()


async def test_a_store_of_release_0_1_0_gets_a_list_of_processes(empty: Settings) -> None:
    database = Database(empty)
    await migrate(database, "0002")
    game = (
        "INSERT INTO games (title, rules, options, channel, owner, status, seed, revision, version, base_version, tail,"
        " pinged, opened_at) VALUES ('hansa', '1', '{}', 7, 101, 'open', 's', 1, 0, 0, '[]', '{}', 1.0)"
    )
    letter = (
        "INSERT INTO outbox (game, target, kind, payload, nonce, status, attempts, due, written_at, claimed_by,"
        " claimed_until) VALUES (1, 'channel', 'lobby', '{}', 'n', 'queued', 1, 1.0, 1.0, 'a worker', 61.0)"
    )
    for row in (game, letter):
        await database.write(lambda connection, row=row: connection.exec_driver_sql(row).close())  # type: ignore[misc]
    await migrate(database)
    assert await database.read(differences) == []
    processes = Processes(database)
    await processes.sign_on(2.0)
    assert [row["claimed_by"] for row in await Leases(database, outbox).claim(processes.own, 30.0, 60.0, 9)] == []
    assert [row["claimed_by"] for row in await Leases(database, outbox).claim(processes.own, 61.0, 60.0, 9)] == [
        "a worker"
    ]
    await database.close()


async def test_requests_from_before_get_a_timer(empty: Settings) -> None:
    database = Database(empty)
    await migrate(database, "0007")
    asked = (
        '[{"number":3,"by":5,"what":{"type":"back","to":0,"made_on":2},"agreed":[5]},'
        '{"number":4,"by":5,"what":{"type":"seat","seat":0,"user":6,"until":90.5},"agreed":[5]},'
        '{"number":5,"by":5,"what":{"type":"seat","seat":1,"user":7,"until":80.5},"agreed":[5]}]'
    )
    for number, (status, requests) in enumerate([("running", asked), ("finished", asked), ("running", "[]")], 1):
        row = (
            "INSERT INTO games (id, title, rules, options, channel, owner, status, seed, revision, version,"
            f" base_version, tail, pinged, opened_at, requests) VALUES ({number}, 'hansa', '1', '{{}}', 7, 101,"
            f" '{status}', 's', 1, 0, 0, '[]', '{{}}', 1.0, :requests)"
        )
        statement = text(row).bindparams(requests=requests)
        await database.write(lambda connection, statement=statement: connection.execute(statement))  # type: ignore[misc]
    await migrate(database)
    rows = select(timers.c.game, timers.c.seat, timers.c.kind, timers.c.due)
    assert await database.read(lambda connection: [(*row,) for row in connection.execute(rows)]) == [
        (1, -1, "requests", 80.5)
    ]
    await database.close()


async def test_several_processes_may_start_at_once(empty: Settings) -> None:
    databases = [Database(empty) for _ in range(4)]
    await asyncio.gather(*(migrate(database) for database in databases))
    assert await databases[0].read(differences) == []
    for database in databases:
        await database.close()


async def test_many_may_open_a_new_file_at_the_same_moment(tmp_path: Path) -> None:
    """Each of them makes it a WAL file, and SQLite itself lets only one wait for another there."""
    for number in range(40):
        lines = [ThreadConnection(tmp_path / f"{number}.sqlite3", None, 10.0) for _ in range(8)]
        await asyncio.gather(*lines)
        for line in lines:
            await line.close()


async def test_a_newer_schema_is_left_alone(empty: Settings) -> None:
    database = Database(empty)
    await migrate(database)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await database.write(lambda connection: connection.execute(newer))
    with pytest.raises(BadSetting, match="schema 9999, which is newer"):
        await migrate(database)
    await database.close()


async def test_a_migration_that_fails_leaves_nothing_behind(empty: Settings) -> None:
    database = Database(empty)
    blocking = text("CREATE TABLE seats (x INTEGER)")
    await database.write(lambda connection: connection.execute(blocking))
    with pytest.raises(Exception, match="already exists"):
        await migrate(database)
    tables = await database.read(lambda connection: inspect(connection).get_table_names())
    assert tables == ["seats"]
    await database.close()
