"""Forgetting a person: nothing in the database or beside it names them, games go on, a restored backup forgets again.

Not for how it is asked for in Discord: tests/bot/ui/test_privacy.py.
"""

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, MetaData, select

from bot.__main__ import main
from bot.errors import BadBackup, Refused
from bot.settings import Settings
from bot.store.database import Database
from bot.store.forgotten import digest_of, is_former
from bot.store.hosted_game import Draft
from bot.store.maintenance.backup import back_up, restore
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.person import told_of
from bot.table.preferences import PersonPreferences
from bot.table.seats import Opening
from bot.workers.forgetting import FILE, Forgetting
from engine import record
from tests.bot.clocks import HandClock
from tests.bot.databases import sqlite
from tests.bot.offline import BERT, CARL, CHANNEL, OfflineBot, open_offline
from tests.bot.workers.test_outbox import Post

ANNA = 801_234_567_890_123_456
"""As long as Discord's numbers are, so that nothing else reads like it."""


def forgetting(offline: OfflineBot, settings: Settings) -> Forgetting:
    return Forgetting(offline.store, offline.table, offline.clock, settings)


def keeping(settings: Settings, folder: Path) -> Settings:
    return msgspec.structs.replace(settings, backup_folder=folder / "backups")


class Keeper(Post):
    """A receiver that leaves behind what private messages leave behind."""

    async def send(self, letter: object) -> str | None:
        await super().send(letter)  # type: ignore[arg-type]
        if letter.kind == "hand":  # type: ignore[attr-defined]
            return f"[5,6,{ANNA},7]"
        return f"[1,null,{ANNA}]" if letter.kind == "call" else "17"  # type: ignore[attr-defined]


async def lived(offline: OfflineBot) -> dict[str, int]:
    """Everything that can be kept of somebody: games of every kind, letters sent and waiting, requests, choices."""
    table = offline.table
    done = await offline.seated(ANNA, BERT)
    await offline.play(done)
    left = await offline.seated(BERT, ANNA, CARL)
    await table.resign(left, ANNA)
    await offline.outbox_worker(Keeper()).settle()
    under_way = await offline.seated(ANNA, BERT, CARL, pace=3600.0)
    await offline.play(under_way, 12)
    await table.propose(under_way, ANNA, 3)
    await table.replace(under_way, BERT, 1, 999)
    await table.substitute(left, ANNA, 1, host=True)  # her own seat, which a computer keeps
    await table.substitute(left, ANNA, 0, host=True)
    await table.substitute(under_way, 999, 0, host=True)
    alone = (await table.open(Opening(title="hansa", owner=ANNA, channel=8))).game
    await table.seat_computer(alone, ANNA, "simple")
    await table.start(alone, ANNA)
    await table.substitute(alone, ANNA, 0)
    lobby = (await table.open(Opening(title="hansa", owner=ANNA, channel=9))).game
    await table.join(lobby, BERT)
    await offline.store.preferences.set_user(ANNA, PersonPreferences(language="fr", spoken="fr"))
    await offline.store.preferences.set_user(BERT, PersonPreferences(language="en"))
    return {"done": done, "left": left, "under_way": under_way, "alone": alone, "lobby": lobby}


def whole_text(connection: Connection) -> str:
    """All that stands in a database, whatever its tables are."""
    found = MetaData()
    found.reflect(connection)
    return "\n".join(str([*row]) for table in found.sorted_tables for row in connection.execute(select(table)))


def files_text(folder: Path) -> bytes:
    return b"\n".join(
        str(file).encode() + file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.suffix != ".kontor"
    )


async def assert_forgotten(offline: OfflineBot, folder: Path, user: int = ANNA) -> None:
    assert str(user) not in await offline.store.database.read(whole_text)
    # Nor in the free pages of SQLite's file, or in its log.
    assert str(user).encode() not in files_text(folder)


async def test_nothing_names_somebody_who_is_forgotten(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    settings = keeping(settings, folder)
    games = await lived(offline)
    assert str(ANNA) in await offline.store.database.read(whole_text)
    assert await forgetting(offline, settings).forget(ANNA) == 3
    await assert_forgotten(offline, folder)
    assert (await examine(offline.store.database, offline.clock.now())).findings == ()
    done = await offline.table.hosted(games["done"])
    assert [is_former(seat.user) for seat in done.seats] == [True, False]
    assert done.people() == {BERT: 1}
    assert record.verify(await offline.table.export(games["done"])).valid
    assert (await offline.store.preferences.of_user(BERT, PersonPreferences)).language == "en"


async def test_games_go_on_without_them(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    games = await lived(offline)
    await forgetting(offline, keeping(settings, folder)).forget(ANNA)
    under_way = await offline.table.hosted(games["under_way"])
    assert (under_way.status, under_way.header.owner) == ("running", BERT)
    assert (under_way.seats[0].user, under_way.seats[0].policy) == (None, "simple")
    assert not under_way.requests or under_way.requests[0].by != ANNA
    post = Post()
    await offline.outbox_worker(post).settle()
    assert [letter.payload for letter in post.came if letter.kind == "forgotten"] == [{"seat": 0}, {"seat": 0}]
    assert (await offline.table.hosted(games["alone"])).status == "aborted", "nobody is left"
    lobby = await offline.table.hosted(games["lobby"])
    assert (lobby.status, lobby.header.owner, len(lobby.seats)) == ("open", BERT, 1)


async def test_who_has_seen_a_hand_takes_no_other_seat_under_a_clean_name(
    offline: OfflineBot, settings: Settings, folder: Path
) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    await forgetting(offline, keeping(settings, folder)).forget(ANNA)
    with pytest.raises(Refused, match="has had seat 1"):
        await offline.table.replace(game, CARL, 2, ANNA)
    attendance = (await offline.table.hosted(game)).header.attendance
    assert attendance.gone == {digest_of(ANNA): 0}
    await offline.table.abort(game, BERT)
    assert not (await offline.table.hosted(game)).header.attendance.gone, "it matters no more"


async def test_who_comes_back_takes_their_own_seat(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    game = await offline.seated(BERT, ANNA)
    await forgetting(offline, keeping(settings, folder)).forget(ANNA)
    await offline.table.replace(game, BERT, 1, ANNA)
    await offline.table.consent(game, ANNA, True, request=(await offline.table.hosted(game)).requests[0].number)
    assert (await offline.table.hosted(game)).people() == {BERT: 0, ANNA: 1}


async def test_two_who_are_forgotten_share_a_game(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    settings = keeping(settings, folder)
    game = await offline.seated(ANNA, BERT)
    await offline.play(game)
    await forgetting(offline, settings).forget(ANNA)
    await forgetting(offline, settings).forget(BERT)
    assert (await offline.table.hosted(game)).people() == {}
    assert (await examine(offline.store.database, offline.clock.now())).findings == ()


async def test_who_sits_down_meanwhile_is_stood_up_again(
    offline: OfflineBot, settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=BERT, channel=CHANNEL))).game
    await offline.table.join(game, ANNA)
    leave, again = offline.table.leave_for_good, [True]

    async def leave_and_come_back(number: int, user: int) -> object:
        left = await leave(number, user)
        if again:
            again.pop()
            await offline.table.join(number, user)
        return left

    monkeypatch.setattr(offline.table, "leave_for_good", leave_and_come_back)
    await forgetting(offline, keeping(settings, folder)).forget(ANNA)
    assert not again
    await assert_forgotten(offline, folder)


async def test_a_queued_letter_about_them_is_not_sent(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    game = await offline.seated(BERT, CARL)
    hosted = await offline.table.hosted(game)
    hosted.letters = [Draft("channel", "replaced", {"seat": 0, "user": BERT, "by": ANNA, "agreed": [ANNA]})]
    hosted.letters.append(Draft(f"user:{ANNA}", "hand", {}))
    hosted.letters.append(Draft("channel", "resigned", {"user": CARL, "by": CARL, "agreed": []}))
    await offline.store.games.save(hosted, None, offline.clock.now())
    await forgetting(offline, keeping(settings, folder)).forget(ANNA)
    post = Post()
    await offline.outbox_worker(post).settle()
    assert {letter.kind for letter in post.came} >= {"resigned", "board"}
    assert not {letter.kind for letter in post.came} & {"replaced"}


async def test_a_restored_backup_forgets_again(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    settings = keeping(settings, folder)
    await lived(offline)
    before = folder / "before.kontor"
    contents = await back_up(offline.store.database, before)
    offline.clock.advance(contents.made_at - offline.clock.now() + 60.0)  # type: ignore[attr-defined]
    await forgetting(offline, settings).forget(ANNA)
    assert digest_of(ANNA) in (settings.backups_in() / FILE).read_text()
    other = msgspec.structs.replace(sqlite(folder / "other"), backup_folder=settings.backups_in())
    database = Database(other)
    made_at = (await restore(database, before)).made_at
    await database.close()
    async with open_offline(other, offline.clock) as restored:
        assert str(ANNA) in await restored.store.database.read(whole_text)
        again = forgetting(restored, other)
        await again.expect(before, made_at)
        assert await again.again() == 1
        await assert_forgotten(restored, folder / "other")
        assert await again.again() == 0
        assert (await examine(restored.store.database, offline.clock.now())).findings == ()


async def test_who_came_back_before_the_backup_stays(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    """Forgotten, back at the table, then backed up: the restored backup knows them, and rightly."""
    settings = keeping(settings, folder)
    await lived(offline)
    await forgetting(offline, settings).forget(ANNA)
    game = await offline.seated(ANNA, BERT)
    contents = await back_up(offline.store.database, folder / "after.kontor")
    again = forgetting(offline, settings)
    await again.expect(folder / "after.kontor", max(contents.made_at, offline.clock.now() + 1.0))
    assert await again.again() == 0
    assert ANNA in (await offline.table.hosted(game)).people()


async def test_a_list_that_is_none_is_said(offline: OfflineBot, settings: Settings, folder: Path) -> None:
    settings = keeping(settings, folder)
    settings.backups_in().mkdir()
    (settings.backups_in() / FILE).write_text("nobody")
    with pytest.raises(BadBackup, match="is no list of those who are to be forgotten"):
        await forgetting(offline, settings).expect(folder / "any.kontor", 0.0)


async def test_all_that_is_kept_of_somebody_can_be_had(offline: OfflineBot) -> None:
    games = await lived(offline)
    told = msgspec.to_builtins(await told_of(offline.store.database, ANNA))
    assert told["settings"] == {"language": "fr", "spoken": "fr"}
    assert [row["game"] for row in told["seats"]] == sorted(games.values())
    assert {row["game"] for row in told["opened"]} == {
        games["done"],
        games["under_way"],
        games["alone"],
        games["lobby"],
    }
    assert [row["game"] for row in told["results"]] == [games["done"]]
    assert {row["game"] for row in told["decisions"]} >= {games["done"], games["under_way"]}
    assert [row["requests"] for row in told["presence"] if row["requests"]]
    calls = {row["game"]: row["calls_substitutes_for"] for row in told["presence"] if "calls_substitutes_for" in row}
    assert calls == {games["left"]: [1], games["alone"]: [0]}
    assert told["letters"]
    assert str(BERT) not in str(told["seats"]), "nothing of others"


def test_the_commands_ask_before_they_forget(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KONTOR_DATA", str(folder))
    monkeypatch.chdir(folder)

    async def live() -> None:
        async with open_offline(sqlite(folder), HandClock(1000.0)) as offline:
            await lived(offline)

    async def search() -> None:
        async with open_offline(sqlite(folder)) as offline:
            (folder / "anna.json").unlink()
            await assert_forgotten(offline, folder)

    asyncio.run(live())
    assert main(["person", str(ANNA), "anna.json"]) == 0
    assert msgspec.json.decode((folder / "anna.json").read_bytes())["user"] == ANNA
    assert main(["backup", "before.kontor"]) == 0
    assert main(["forget", str(ANNA)]) == 1
    assert "5 seats, 4 opened" in capsys.readouterr().out
    assert main(["forget", str(ANNA), "--yes"]) == 0
    asyncio.run(search())
    monkeypatch.setenv("KONTOR_DATA", str(folder / "new"))
    monkeypatch.setenv("KONTOR_BACKUP_FOLDER", str(folder / "backups"))
    assert main(["restore", "before.kontor"]) == 0
    assert "1 people who wished it since were forgotten again" in capsys.readouterr().out
    assert main(["doctor"]) == 0
