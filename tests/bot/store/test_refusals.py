"""Every command answers in one sentence, with status 2 and nothing changed, whatever file or database it is given.

Not for what the commands do when all is well: `test_maintenance.py`.
"""

import asyncio
import gzip
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import main
from bot.errors import BadBackup
from bot.store.database import Database
from bot.store.maintenance import backup
from bot.store.maintenance.backup import restore
from bot.store.migrate import revision
from tests.bot.databases import PostgreSQLs, quick_folder, sqlite
from tests.bot.offline import ANNA, BERT, open_offline

DEEP = "[" * 100_000 + "]" * 100_000
Items = list[dict[str, object] | list[object] | bytes]


@pytest.fixture(scope="module")
def store() -> Iterator[Path]:
    """The folder of a database with a game under way, and its backup `all.kontor`."""

    async def play(folder: Path) -> None:
        async with open_offline(sqlite(folder)) as offline:
            await offline.play(await offline.seated(ANNA, BERT), 12)
            await backup.back_up(offline.store.database, folder / "all.kontor")

    with quick_folder() as folder:
        asyncio.run(play(folder))
        yield folder


@pytest.fixture
def kontor(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Gives a command that must be refused, and returns the sentence."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("KONTOR_DATA", str(folder / "data"))

    def give(*words: object) -> str:
        capsys.readouterr()
        assert main([str(word) for word in words]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("kontor: ")
        assert said.err.endswith(".\n")
        assert said.err.count("\n") == 1
        return said.err

    return give


# ---- backups


def unpacked(store: Path) -> tuple[dict[str, object], dict[str, object], list[object]]:
    """The head, the first section, which is that of the games, and its row."""
    head, section, row, *_ = gzip.decompress((store / "all.kontor").read_bytes()).splitlines()
    return msgspec.json.decode(head), msgspec.json.decode(section), msgspec.json.decode(row)


def packed(items: Items) -> bytes:
    """A file whose digest is right, whatever is in it."""
    lines = b"".join((item if isinstance(item, bytes) else msgspec.json.encode(item)) + b"\n" for item in items)
    rows = sum(line.startswith(b"[") for line in lines.splitlines())
    tail = {"type": "end", "rows": rows, "digest": hashlib.sha256(lines).hexdigest()}
    return gzip.compress(lines + msgspec.json.encode(tail) + b"\n", 1)


def broken_files(store: Path) -> Iterator[bytes]:
    good, dice = (store / "all.kontor").read_bytes(), random.Random(1)
    yield from (good[:length] for length in range(0, len(good), 50))
    for _ in range(40):
        damaged = bytearray(good)
        damaged[dice.randrange(10, len(good))] ^= 1 + dice.randrange(255)
        yield bytes(damaged)
    yield from (dice.randbytes(length) for length in (0, 1, 10, 500))
    yield from (gzip.compress(text) for text in (b"", b"{}", b"[]", b"null\n", b"\xff\n", DEEP.encode()))
    yield gzip.compress(b"[" + b" " * 100_000_000, 1)  # one line for ever
    head, *_ = unpacked(store)
    yield gzip.compress(msgspec.json.encode(head) + b"\n" + b"[]\n" * 20_000_000, 9)  # lines for ever


def crafted_files(store: Path) -> Iterator[Items]:
    head, section, row = unpacked(store)
    columns = [str(name) for name in section["columns"]]  # type: ignore[attr-defined]
    for schema in ("", "head", "base", "-1", "9999", "0001:0002"):
        yield [head | {"schema": schema}, section, row]
    for name in ("nothing", "alembic_version", "sqlite_sequence"):
        yield [head, section | {"name": name}, row]
    yield [head, section | {"columns": columns[1:]}, row[1:]]
    yield [head, section | {"columns": [*columns, "more"]}, [*row, 1]]
    yield [head, section | {"columns": [columns[1], *columns[1:]]}, row]
    yield [head, section, row[1:]]
    yield [head, row]
    yield [head, head]
    yield [section, row]
    yield [head, section, row, row]
    yield [head, section, DEEP.encode()]
    wrong: dict[str, tuple[object, ...]] = {
        "id": ("1", None, True, 1.5, 10**30),
        "title": (5, None, ["hansa"]),
        "pace": ("x", {}, 10**400, True),
    }
    for name, values in wrong.items():
        for value in values:
            changed = [value if column == name else kept for column, kept in zip(columns, row, strict=True)]
            yield [head, section, changed]
    seats: dict[str, object] = {
        "type": "table",
        "name": "seats",
        "columns": ["game", "seat", "user", "policy", "resigned"],
    }
    yield [head, seats, [77, 0, None, "simple", None]]  # of a game that is not there


@pytest.mark.long
def test_what_is_no_backup_is_not_restored(store: Path, folder: Path, kontor: Callable[..., str]) -> None:
    file = folder / "broken.kontor"
    for data in broken_files(store):
        file.write_bytes(data)
        assert "backup" in kontor("restore", file)
    assert not (folder / "data" / "kontor.sqlite3").exists()


@pytest.mark.long
def test_a_crafted_backup_is_not_restored(store: Path, folder: Path, kontor: Callable[..., str]) -> None:
    file = folder / "crafted.kontor"
    for items in crafted_files(store):
        file.write_bytes(packed(items))
        assert "backup" in kontor("restore", file), items
        assert (
            sqlite3.connect(folder / "data" / "kontor.sqlite3").execute("SELECT * FROM sqlite_master").fetchall() == []
        )
    head, section, row = unpacked(store)
    file.write_bytes(packed([head, section, row]))
    assert main(["restore", str(file)]) == 0


@pytest.mark.long
async def test_a_crafted_backup_is_not_restored_to_postgresql(
    store: Path, folder: Path, postgresqls: PostgreSQLs
) -> None:
    head, section, row = unpacked(store)
    place = section["columns"].index("version")  # type: ignore[attr-defined]
    nulls: list[object] = [f"{value}\0" if isinstance(value, str) else value for value in row]
    special: list[Items] = [[head, section, nulls], [head, section, [*row[:place], 2**40, *row[place + 1 :]]]]
    database = Database(await postgresqls.empty())
    file = folder / "crafted.kontor"
    for items in (*crafted_files(store), *special):
        file.write_bytes(packed(items))
        with pytest.raises(BadBackup):
            await restore(database, file)
    assert await database.read(revision) is None
    await database.close()


# ---- files that cannot be written or read


def test_what_cannot_be_written_is_said(
    store: Path, folder: Path, kontor: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_DATA", str(store))
    (folder / "here").mkdir()
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")  # stands for a device, which must not be replaced by a file
    before = sorted(folder.iterdir())
    for command in (("backup",), ("export", 1)):
        for place in ("here", ".", "/", "", "pipe", "missing/file", "x" * 300, "loop"):
            assert "cannot be written" in kontor(*command, place)
    assert (folder / "pipe").is_fifo()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (folder / "old").write_text("old")
    for command in (("backup",), ("export", 1)):
        assert "No space left on device" in kontor(*command, "old")
    assert (folder / "old").read_text() == "old"
    assert sorted(folder.iterdir()) == sorted([*before, folder / "old"])


def test_what_cannot_be_read_is_said(folder: Path, kontor: Callable[..., str]) -> None:
    for command in ("restore", "import"):
        for place in (".", "/dev/zero", "missing", "x" * 300):
            assert "cannot be read" in kontor(command, place)


def test_a_game_that_cannot_be_is_not_exported(kontor: Callable[..., str]) -> None:
    for number in (10**30, 2**63, 0, 99):
        assert kontor("export", number, "file") == f"kontor: There is no game {number}.\n"


def test_a_name_that_is_no_text_can_be_printed(store: Path, folder: Path) -> None:
    environment = os.environ | {"KONTOR_DATA": str(store), "PYTHONIOENCODING": "ascii:strict"}
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "bot", "backup", os.fsdecode(os.fsencode(folder) + b"/\xff\xe9")]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\udcff" in done.stdout


# ---- databases


CERTAIN = 7


def damaged_databases(store: Path) -> Iterator[bytes]:
    good, dice = (store / "kontor.sqlite3").read_bytes(), random.Random(2)
    assert len(good) > 50_000
    yield b"something else" * 1000
    yield b"X" * 100 + good[100:]
    yield from (good[:length] for length in (50, 100, 5000, len(good) // 2, len(good) - 5000))
    for start in range(110, len(good), 4999):  # some of these may be room that is not used
        yield good[:start] + dice.randbytes(50) + good[start + 50 :]


@pytest.mark.long
def test_a_damaged_database_is_said(
    store: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is none or is cut off always; of one that was overwritten, a command may not need what is broken."""
    for number, data in enumerate(damaged_databases(store)):
        place = folder / str(number)
        monkeypatch.setenv("KONTOR_DATA", str(place))
        for words in (["doctor"], ["backup", str(folder / "file")], ["export", "1", str(folder / "file")]):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            (place / "kontor.sqlite3").write_bytes(data)
            (place / "kontor.sqlite3").chmod(0o600)
            status, said = main(words), capsys.readouterr()
            assert status == 2 or number >= CERTAIN
            assert status != 2 or "damaged" in said.err or "the doctor says more" in said.err


@pytest.mark.long
def test_a_thread_that_could_not_open_the_file_says_nothing_of_its_own(folder: Path) -> None:
    """The words of a thread that ends late come after the sentence, so only a process of its own shows them."""
    (folder / "kontor.sqlite3").write_bytes(b"something else" * 1000)
    (folder / "kontor.sqlite3").chmod(0o600)
    environment = os.environ | {"KONTOR_DATA": str(folder)}
    for _ in range(3):
        command = [sys.executable, "-m", "bot", "doctor"]
        root = Path(__file__).parents[3]
        done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


def test_a_database_of_something_else_is_left_alone(folder: Path, kontor: Callable[..., str]) -> None:
    (folder / "data").mkdir()
    with sqlite3.connect(folder / "data" / "kontor.sqlite3") as connection:
        connection.execute("CREATE TABLE games (x)")
    (folder / "data" / "kontor.sqlite3").chmod(0o600)
    assert "another program" in kontor("doctor")
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("games",)]
    connection.close()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:hunter2@127.0.0.1:abc/db",
        "postgresql://u:hunter2@127.0.0.1:99999/db",
        "postgresql://u:hunter2@127.0.0.1:1/db?hunter2=1",
        "postgresql://u:hunter2@127.0.0.1:1/db?ssl=hunter2",
        "postgresql://u:hunter2@127.0.0.1:1/db?port=hunter2",
        f"postgresql://u:hunter2@{'a' * 300}/db",
        "sqlite:///:memory:",
    ],
)
def test_a_wrong_address_is_said(address: str, kontor: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONTOR_DATABASE", address)
    said = kontor("doctor")
    assert said.startswith("kontor: KONTOR_DATABASE ")
    assert "hunter2" not in said


@pytest.mark.parametrize(
    "text", [f"data = {DEEP}", "connections = " + "9" * 5000, 'data = "\\u0000"', 'data = "~nobody here/x"']
)
def test_a_wrong_settings_file_is_said(
    text: str, folder: Path, kontor: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KONTOR_DATA")
    (folder / "kontor.toml").write_text(text)
    assert "kontor.toml" in kontor("doctor")


def test_a_time_without_end_is_no_time(kontor: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONTOR_BUSY_SECONDS", "inf")
    assert "KONTOR_BUSY_SECONDS is wrong" in kontor("doctor")


def test_a_picture_of_nothing_is_refused(folder: Path, kontor: Callable[..., str]) -> None:
    for content in (DEEP, "\udcff", "5", "{}"):
        (folder / "record.json").write_text(content, errors="surrogateescape")
        kontor("draw", "record.json", "--to", "x.png")
        kontor("draw", "record.json", "--to", "x.png", "--title", "hansa")
        kontor("replay", "record.json", "--to", "x.webp")


# ---- the version


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--version"])
    assert capsys.readouterr().out == f"kontor {project['version']}\n"
