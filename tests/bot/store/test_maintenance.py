"""Looking after a store: backup and restore, export and import of one game, the doctor, and the command for them.

Not for the play in between.
"""

import asyncio
import gzip
import stat
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, delete, select, update

from bot.__main__ import main
from bot.errors import BadBackup
from bot.settings import Settings
from bot.store.database import Database
from bot.store.maintenance.backup import back_up, restore
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.transfer import export_game, import_game
from bot.store.schema import games, metadata, moves, timers
from bot.table.seats import Opening
from engine import record
from tests.bot.databases import PostgreSQLs, sqlite
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot, open_offline


async def filled(offline: OfflineBot) -> list[int]:
    """A finished game, one under way with something to take back, one with a computer, one that is open."""
    done = await offline.seated(ANNA, BERT)
    await offline.play(done)
    under_way = await offline.seated(ANNA, BERT, CARL, pace=3600.0)
    await offline.play(under_way, 25)
    computers = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL), "with computers")).game
    await offline.table.seat_computer(computers, ANNA, "simple")
    await offline.table.start(computers, ANNA)
    still_open = (await offline.table.open(Opening(title="hansa", owner=BERT, channel=CHANNEL))).game
    return [done, under_way, computers, still_open]


def everything(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        table.name: [(*row,) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in metadata.sorted_tables
    }


# ---- backup


@pytest.mark.long
async def test_a_backup_brings_everything_back_on_either_database(
    offline: OfflineBot, folder: Path, postgresqls: PostgreSQLs
) -> None:
    _, under_way, *_ = await filled(offline)
    file = folder / "backup.kontor"
    rows = (await back_up(offline.store.database, file)).rows
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = await offline.store.database.read(everything)
    assert rows == sum(map(len, before.values()))
    for settings in (sqlite(folder / "new"), await postgresqls.empty(), await postgresqls.fresh()):
        database = Database(settings)
        assert (await restore(database, file)).rows == rows
        assert await database.read(everything) == before
        await database.close()
        async with open_offline(settings, offline.clock) as other:
            await other.play(under_way)
            assert record.verify(await other.table.export(under_way)).valid
            opened = await other.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))
            assert opened.game == 5
            assert (await examine(other.store.database, 0.0)).findings == ()


async def test_a_backup_is_of_one_moment_while_the_game_goes_on(offline: OfflineBot, folder: Path) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 5)

    def slow(connection: Connection) -> tuple[int, int]:
        """Reads the game, waits until the loop has made another move, reads its record."""
        version = connection.execute(select(games.c.version)).scalar_one()
        while not moved:
            if not wait(connection):
                break
        return version, len(connection.execute(select(moves.c.number)).all())

    moved: list[int] = []

    def wait(connection: Connection) -> bool:
        connection.execute(select(games.c.id))
        return connection.dialect.name == "sqlite"  # work on SQLite is in a thread of its own; on PostgreSQL it is here

    task = asyncio.create_task(offline.store.database.still(slow))
    await asyncio.sleep(0)
    await offline.play(game, 3)
    moved.append(1)
    version, lines = await task
    assert version == lines


async def test_a_backup_is_not_restored_over_something(offline: OfflineBot, folder: Path) -> None:
    await filled(offline)
    file = folder / "backup.kontor"
    await back_up(offline.store.database, file)
    before = await offline.store.database.read(everything)
    with pytest.raises(BadBackup, match="not empty"):
        await restore(offline.store.database, file)
    assert await offline.store.database.read(everything) == before


async def test_a_damaged_backup_is_refused_and_changes_nothing(offline: OfflineBot, folder: Path) -> None:
    await filled(offline)
    file = folder / "backup.kontor"
    await back_up(offline.store.database, file)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if b"hansa" in line)
    changed = [*lines[:first], lines[first].replace(b"hansa", b"hanse"), *lines[first + 1 :]]
    damaged = {
        "not complete": gzip.compress(b"".join(lines[:-1])),
        "was changed": gzip.compress(b"".join(changed)),
        "is no backup": b"something else",
        "no backup of Kontor": gzip.compress(b'{"type":"end","rows":0,"digest":""}x'),
    }
    damaged["is not complete"] = file.read_bytes()[:-40]
    database = Database(sqlite(folder / "other"))
    for message, data in damaged.items():
        file.write_bytes(data)
        with pytest.raises(BadBackup, match=message):
            await restore(database, file)
    with pytest.raises(BadBackup, match="cannot be read"):
        await restore(database, folder / "missing")
    await database.close()


async def test_a_backup_that_cannot_be_written_says_so(offline: OfflineBot, folder: Path) -> None:
    with pytest.raises(BadBackup, match="cannot be written"):
        await back_up(offline.store.database, folder / "no such folder" / "backup.kontor")


# ---- one game


async def test_a_game_moves_to_another_house_and_goes_on(offline: OfflineBot, folder: Path) -> None:
    for game in await filled(offline):
        data = await export_game(offline.store.database, game)
        async with open_offline(sqlite(folder / str(game)), offline.clock) as other:
            number = (await import_game(other.store.database, data, 5.0)).game
            here, there = await offline.table.hosted(game), await other.table.hosted(number)
            assert (there.status, there.version, there.seats) == (here.status, here.version, here.seats)
            if here.has_started:
                assert there.title.encode(there.state) == here.title.encode(here.state)
                assert [there.game.legal(seat) for seat in range(2)] == [here.game.legal(seat) for seat in range(2)]
            assert (await examine(other.store.database, 5.0)).findings == ()


async def test_a_game_that_was_changed_is_not_imported(offline: OfflineBot) -> None:
    done, *_ = await filled(offline)
    parcel = msgspec.json.decode(await export_game(offline.store.database, done))
    wrong = [
        parcel | {"record": parcel["record"] | {"actions": parcel["record"]["actions"][:-1]}},
        parcel | {"record": parcel["record"] | {"seed": "00"}},
        parcel | {"record": None},
        parcel | {"seats": parcel["seats"][:1]},
        parcel | {"header": parcel["header"] | {"title": "skat"}},
        {"hello": "world"},
    ]
    before = await offline.store.database.read(everything)
    for one in wrong:
        with pytest.raises(BadBackup):
            await import_game(offline.store.database, msgspec.json.encode(one), 0.0)
    assert await offline.store.database.read(everything) == before


# ---- doctor


async def test_the_doctor_finds_a_sound_store_sound(offline: OfflineBot) -> None:
    numbers = await filled(offline)
    checkup = await examine(offline.store.database, offline.clock.now())
    assert (checkup.games, checkup.findings) == (len(numbers), ())
    assert checkup.lines > 80


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ({"state": "{}"}, "not what its record replays to"),
        ({"version": 3}, "of version 3, its record has 25 lines"),
        ({"base": "{}", "base_version": 25, "tail": "[]"}, "base of its snapshot"),
    ],
)
async def test_the_doctor_mends_a_snapshot_from_the_record(
    offline: OfflineBot, damage: dict[str, object], what: str
) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 25)
    good = await offline.table.hosted(game)
    broken = update(games).where(games.c.id == game).values(damage)
    await offline.store.database.write(lambda connection: connection.execute(broken))
    (finding,) = (await examine(offline.store.database, 0.0)).findings
    assert (finding.game, finding.repaired) == (game, False)
    assert what in finding.what
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert finding.repaired
    assert (await examine(offline.store.database, 0.0)).findings == ()
    mended = await offline.table.hosted(game)
    assert mended.title.encode(mended.state) == good.title.encode(good.state)
    assert [mended.game.legal(seat) for seat in (0, 1)] == [good.game.legal(seat) for seat in (0, 1)]
    await offline.play(game)


async def test_the_doctor_mends_timers(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, pace=60.0)
    await offline.store.database.write(lambda connection: connection.execute(delete(timers)))
    (finding,) = (await examine(offline.store.database, offline.clock.now(), repair=True)).findings
    assert "timers" in finding.what
    assert (await examine(offline.store.database, offline.clock.now())).findings == ()
    assert await offline.store.timers.next_due() == offline.clock.now() + 60.0
    assert (await offline.table.hosted(game)).timers() == {0: "absent"}


@pytest.mark.parametrize("number", [1, 12])
async def test_the_doctor_reports_a_broken_record_and_leaves_it(offline: OfflineBot, number: int) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 20)
    await offline.store.database.write(
        lambda connection: connection.execute(delete(moves).where(moves.c.game == game, moves.c.number == number))
    )
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert (finding.repaired, finding.what) == (False, "its record has a gap")
    await offline.store.database.write(
        lambda connection: connection.execute(
            update(moves).where(moves.c.game == game, moves.c.number == 20).values(number=number)
        )
    )
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert "cannot be played" in finding.what


# ---- the command


def kontor(monkeypatch: pytest.MonkeyPatch, settings: Settings, *words: str) -> int:
    monkeypatch.setenv("KONTOR_DATA", str(settings.data))
    return main(words)


def test_the_command_backs_up_restores_exports_imports_and_examines(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    monkeypatch.chdir(folder)
    here, there = sqlite(folder / "here"), sqlite(folder / "there")

    async def play() -> None:
        async with open_offline(here) as offline:
            await filled(offline)

    asyncio.run(play())
    assert kontor(monkeypatch, here, "backup", "all.kontor") == 0
    assert kontor(monkeypatch, there, "restore", "all.kontor") == 0
    assert kontor(monkeypatch, there, "restore", "all.kontor") == 2
    assert "not empty" in capsys.readouterr().err
    assert kontor(monkeypatch, there, "export", "2", "two.json") == 0
    assert stat.S_IMODE((folder / "two.json").stat().st_mode) == 0o600
    assert kontor(monkeypatch, there, "import", "two.json") == 0
    assert "It is game 5 here." in capsys.readouterr().out
    assert kontor(monkeypatch, there, "doctor") == 0
    assert "5 games" in capsys.readouterr().out
    assert kontor(monkeypatch, there, "export", "99", "none.json") == 2
    assert capsys.readouterr().err == "kontor: There is no game 99.\n"
    assert kontor(monkeypatch, there, "import", "missing.json") == 2


def test_the_command_mends_what_the_doctor_finds(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    settings = sqlite(folder)

    async def damage() -> None:
        async with open_offline(settings) as offline:
            game = await offline.seated(ANNA, BERT)
            await offline.play(game, 8)
            broken = update(games).values(state="{}")
            await offline.store.database.write(lambda connection: connection.execute(broken))

    asyncio.run(damage())
    assert kontor(monkeypatch, settings, "doctor") == 1
    assert "Game 1: its snapshot is not what its record replays to." in capsys.readouterr().out
    assert kontor(monkeypatch, settings, "doctor", "--repair") == 0
    assert kontor(monkeypatch, settings, "doctor") == 0


def test_a_wrong_setting_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("KONTOR_CONNECTIONS", "lots")
    assert main(["doctor"]) == 2
    assert capsys.readouterr().err.startswith("kontor: KONTOR_CONNECTIONS is wrong")
