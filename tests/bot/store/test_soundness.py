"""What a game must fulfil besides its record: an import refuses what does not, and the doctor reports it.

Not for snapshots and timers, which the doctor mends: `test_maintenance.py`.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Executable, delete, insert, text, update

from bot.__main__ import main
from bot.errors import BadBackup
from bot.store.database import Database
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.transfer import export_game, import_game
from bot.store.schema import games, metadata, moves, results, seats
from bot.table.seats import Opening
from tests.bot.databases import sqlite
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot, open_offline
from tests.bot.store.test_maintenance import everything, filled

DONE, RUNNING, COMPUTERS, OPEN = range(4)
Parcel = dict[str, Any]


def header(**changes: object) -> Callable[[Parcel], Parcel]:
    return lambda parcel: parcel | {"header": parcel["header"] | changes}


def seat(number: int, **changes: object) -> Callable[[Parcel], Parcel]:
    return lambda parcel: (
        parcel | {"seats": [one | changes if place == number else one for place, one in enumerate(parcel["seats"])]}
    )


def seated(*sitting: dict[str, object]) -> Callable[[Parcel], Parcel]:
    return lambda parcel: parcel | {"seats": list(sitting)}


PEOPLE: list[dict[str, object]] = [{"user": number} for number in range(1, 9)]
WRONG: list[tuple[int, Callable[[Parcel], Parcel], str]] = [
    (COMPUTERS, seat(1, policy="clever"), "unknown policy “clever”"),
    (RUNNING, seat(1, policy="simple"), "both a person and a computer"),
    (RUNNING, seat(1, user=None), "seat P2 has nobody"),
    (RUNNING, seat(1, resigned=5), "was resigned but has no computer"),
    (RUNNING, seat(1, user=ANNA), "somebody has two of its seats"),
    (RUNNING, seat(1, user=10**30), "without a possible number"),
    (RUNNING, seat(1, user=-1), "without a possible number"),
    (RUNNING, header(pace=-60.0), "time for a decision"),
    (RUNNING, header(pace=0), "time for a decision"),
    (RUNNING, header(channel=2**63), "its channel"),
    (RUNNING, header(guild=-1), "its server"),
    (RUNNING, header(owner=10**30), "its owner"),
    (RUNNING, header(status="finished", ended_at=5.0), "finished but its record is not played to the end"),
    (RUNNING, header(status="open"), "open but has started"),
    (RUNNING, header(status="open", started_at=None), "has a record but never started"),
    (RUNNING, header(started_at=None), "has a record but never started"),
    (RUNNING, header(ended_at=5.0), "running but has an end"),
    (RUNNING, header(status="aborted"), "aborted but has no end"),
    (RUNNING, header(status="paused"), "no game of Kontor"),
    (DONE, header(status="running", ended_at=None), "running but its record is played to the end"),
    (DONE, header(status="aborted"), "aborted but its record is played to the end"),
    (DONE, header(ended_at=None), "finished but has no end"),
    (OPEN, header(status="running"), "running but never started"),
    (OPEN, header(started_at=5.0), "has started but has no record"),
    (OPEN, header(ended_at=5.0), "open but has an end"),
    (OPEN, header(lobby={"limit": 9}), "limited to 9 seats"),
    (OPEN, header(options={"what": "ever"}), "options are not offered"),
    (OPEN, header(seed="\0"), "zero character"),
    (OPEN, seated(*PEOPLE), "8 seats, 4 too many"),
    (OPEN, lambda parcel: seated(*PEOPLE[:3])(header(lobby={"limit": 2})(parcel)), "3 seats, 1 too many"),
]


async def test_what_the_doctor_would_report_is_not_imported(folder: Path) -> None:
    async with open_offline(sqlite(folder)) as offline:
        numbers = await filled(offline)
        database = offline.store.database
        parcels = [msgspec.json.decode(await export_game(database, number)) for number in numbers]
        before = await database.read(everything)
        for which, change, message in WRONG:
            data = msgspec.json.encode(change(parcels[which]))
            with pytest.raises(BadBackup, match=message):
                await import_game(database, data, 0.0)
        for data in (b"", b"\xff", b"[" * 100_000, b'{"header":' + b"[" * 100_000, b"5"):
            with pytest.raises(BadBackup, match="no game of Kontor"):
                await import_game(database, data, 0.0)
        assert await database.read(everything) == before


def changed(which: int, **values: object) -> tuple[int, Callable[[int], Executable]]:
    return which, lambda number: update(games).where(games.c.id == number).values(**values)


def reseated(which: int, **values: object) -> tuple[int, Callable[[int], Executable]]:
    return which, lambda number: update(seats).where(seats.c.game == number, seats.c.seat == 1).values(**values)


DAMAGES: list[tuple[tuple[int, Callable[[int], Executable]], str]] = [
    (reseated(COMPUTERS, policy="clever"), "unknown policy “clever”"),
    (reseated(RUNNING, user=None), "seat P2 has nobody"),
    (reseated(RUNNING, seat=7), "its seats have a gap"),
    (changed(RUNNING, pace=-60.0), "time for a decision"),
    (changed(RUNNING, revision=0), "its revision"),
    (changed(RUNNING, status="finished", ended_at=5.0), "finished but its record is not played to the end"),
    (changed(RUNNING, status="paused"), "its status “paused” is none"),
    (changed(RUNNING, started_at=None), "has a record but never started"),
    (changed(RUNNING, options="{"), "cannot be read"),
    (changed(RUNNING, pinged='{"seats":[9]}'), "a seat that it has not"),
    (
        changed(RUNNING, requests='[{"number":1,"by":101,"what":{"type":"back","to":9,"made_on":5}}]'),
        "where it never was",
    ),
    (changed(OPEN, status="running"), "running but never started"),
    (changed(OPEN, options='{"what":"ever"}'), "options are not offered"),
    (changed(DONE, ended_at=None), "finished but has no end"),
    ((DONE, lambda number: delete(results).where(results.c.game == number)), "the result that is kept"),
    (
        (DONE, lambda _: update(results).where(results.c.seat == 1).values(total=999)),
        "the result that is kept",
    ),
    (
        (OPEN, lambda number: insert(moves).values(game=number, number=1, text="pass", host=False, at=0.0)),
        "cannot be played",
    ),
]


async def test_the_doctor_reports_what_cannot_be(offline: OfflineBot) -> None:
    numbers = await filled(offline)
    database, now = offline.store.database, offline.clock.now()
    sound = await database.read(everything)
    for (which, make), message in DAMAGES:
        await execute(database, make(numbers[which]))
        before = await database.read(everything)
        for repair in (False, True):
            findings = (await examine(database, now, repair=repair)).findings
            assert {finding.game for finding in findings} == {numbers[which]}, message
            assert any(message in finding.what for finding in findings), findings
            assert not any(finding.repaired for finding in findings), message
        assert await database.read(everything) == before, message
        await database.write(lambda connection: put_back(connection, sound))
    assert (await examine(database, now)).findings == ()


def put_back(connection: Connection, kept: dict[str, list[tuple[object, ...]]]) -> None:
    """Every table as it was."""
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))
    for table in metadata.sorted_tables:
        if rows := kept[table.name]:
            connection.execute(insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in rows])


async def test_whatever_a_column_holds_the_doctor_reports_it(folder: Path) -> None:
    """SQLite keeps any value in any column."""
    async with open_offline(sqlite(folder)) as offline:
        await offline.play(await offline.seated(ANNA, BERT, pace=60.0), 5)
        database = offline.store.database
        good = (await database.read(everything))["games"][0]
        for name, kept in zip(games.c.keys(), good, strict=True):
            for value in ("'x'", "x'ff'", "'[[]]'", f"'{'[' * 3000}{']' * 3000}'"):
                if name == "id" or (name == "seed" and value != "x'ff'"):
                    continue  # the first cannot be changed, and any text may be a seed
                await execute(database, text(f"UPDATE games SET {name} = {value}"))
                assert (await examine(database, 0.0)).findings, name
                await execute(database, update(games).values({name: kept}))
                assert not (await examine(database, 0.0)).findings


async def execute(database: Database, statement: Executable) -> None:
    await database.write(lambda connection: connection.execute(statement))


async def test_games_of_every_fate_are_sound(offline: OfflineBot) -> None:
    """What the table makes of a game, in all its ways, is never reported."""
    table = offline.table
    left = (await table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await table.leave(left, ANNA)
    aborted = await offline.seated(ANNA, BERT)
    await table.abort(aborted, ANNA, host=False)
    resigned = await offline.seated(ANNA, BERT, CARL, pace=60.0)
    await offline.play(resigned, 6)
    await table.resign(resigned, BERT)
    deserted = await offline.seated(ANNA, BERT)
    await table.resign(deserted, ANNA)
    await table.resign(deserted, BERT)
    await filled(offline)
    assert (await examine(offline.store.database, offline.clock.now())).findings == ()


def test_the_command_ends_with_one_for_what_cannot_be_mended(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = sqlite(folder)

    async def damage() -> None:
        async with open_offline(settings) as offline:
            await offline.seated(ANNA, BERT)
            broken = update(seats).where(seats.c.seat == 1).values(user=None, policy="clever")
            await offline.store.database.write(lambda connection: connection.execute(broken))

    asyncio.run(damage())
    monkeypatch.setenv("KONTOR_DATA", str(folder))
    assert main(["doctor"]) == 1
    assert "Game 1: seat P2 has a computer with the unknown policy “clever”." in capsys.readouterr().out
    assert main(["doctor", "--repair"]) == 1
