"""Games whose rules are of another version: known ones go on, unknown ones are kept and block nothing.

Not for what a version of a title changes: the title's own tests say that.
"""

import json
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from bot.errors import BadBackup, NotPlayable, Refused
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.transfer import Parcel, export_game, import_game
from bot.store.queries import Queries
from bot.store.schema import games, moves, outbox, timers
from bot.table.seats import Opening
from data import load_json
from engine import record, registry
from engine.errors import Illegal
from engine.registry import title
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot
from tests.bot.versions import GONE, TO_COME, set_rules

HOUR = 3600.0


async def row_of(offline: OfflineBot, game: int) -> dict[str, object]:
    query = select(games).where(games.c.id == game)
    return await offline.store.database.read(lambda connection: dict(connection.execute(query).mappings().one()))


async def under_way(offline: OfflineBot, version: str, decisions: int = 25) -> int:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    await offline.play(game, decisions)
    await set_rules(offline.store, game, version)
    return game


async def test_a_kept_game_answers_every_command_with_a_sentence(offline: OfflineBot) -> None:
    game = await under_way(offline, GONE)
    table, before = offline.table, await row_of(offline, game)
    for command in (
        table.act(game, ANNA, "end"),
        table.undo(game, ANNA),
        table.propose(game, ANNA, 0),
        table.consent(game, ANNA, True),
        table.resign(game, ANNA),
        table.replace(game, ANNA, 1, 104),
        table.dismiss(game, ANNA, 1),
    ):
        with pytest.raises(NotPlayable, match=f"Game {game} follows version 0 of the rules; this program plays"):
            await command
    for refused in (table.join(game, 104), table.leave(game, ANNA), table.start(game, ANNA), table.film(game)):
        with pytest.raises(Refused):
            await refused
    with pytest.raises(Refused, match="when it is over"):
        await table.export(game)
    assert await row_of(offline, game) == before
    hosted = await table.hosted(game)
    assert (hosted.version, hosted.has_started, hosted.owed(), hosted.timers()) == (25, True, set(), {})


async def test_a_kept_game_can_be_called_off_and_its_record_had(offline: OfflineBot) -> None:
    game = await under_way(offline, GONE)
    before = await row_of(offline, game)
    await offline.table.abort(game, ANNA)
    after = await row_of(offline, game)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"status", "ended_at", "revision"}
    told = await offline.table.export(game)
    assert (told.rules, told.seats, len(told.actions), told.digest) == (GONE, 2, 25, None)
    assert record.verify(msgspec.structs.replace(told, rules=title("hansa").rules_version)).valid
    assert not record.verify(told).valid
    with pytest.raises(NotPlayable):
        await offline.table.film(game)


async def test_a_kept_game_does_not_block_its_channel(offline: OfflineBot) -> None:
    queries = Queries(offline.store.database)
    game = await under_way(offline, GONE)
    assert await queries.in_channel(CHANNEL) is None
    assert await queries.in_channel(CHANNEL, live=False) == game
    assert await queries.kept_in_channel(CHANNEL) == game
    assert await queries.of_person(ANNA) == []
    other = await offline.seated(ANNA, BERT)
    assert await queries.in_channel(CHANNEL) == other
    assert [own.number for own in await queries.of_person(ANNA)] == [other]
    await offline.table.abort(game, ANNA)
    assert await queries.kept_in_channel(CHANNEL) is None


async def test_timers_of_a_kept_game_are_dropped_with_one_line(offline: OfflineBot) -> None:
    await under_way(offline, GONE)
    worker = offline.timer_worker()
    offline.clock.advance(2 * HOUR)  # type: ignore[attr-defined]
    with capture_logs() as logs:
        await worker.begin_due()
        offline.clock.advance(2 * HOUR)  # type: ignore[attr-defined]
        await worker.begin_due()
    assert [(entry["log_level"], entry["event"]) for entry in logs] == [
        ("info", "A timer is dropped: its rules are not known")
    ]
    assert await offline.store.timers.next_due() is None


@pytest.mark.parametrize("version", [GONE, TO_COME])
async def test_a_lobby_takes_the_newest_rules(offline: OfflineBot, version: str) -> None:
    opened = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    game = (await offline.table.open(opened)).game
    await set_rules(offline.store, game, version)
    assert await Queries(offline.store.database).in_channel(CHANNEL) == game
    assert (await examine(offline.store.database, 0.0)).findings == ()
    copy = await import_game(offline.store.database, await export_game(offline.store.database, game), 0.0)
    assert (await offline.table.hosted(copy.game)).status == "open"
    await offline.table.join(game, BERT)
    await offline.table.start(game, ANNA)
    assert (await row_of(offline, game))["rules"] == title("hansa").rules_version
    await offline.play(game)
    assert record.verify(await offline.table.export(game)).valid


async def test_a_finished_game_of_unknown_rules_can_be_had(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game)
    whole = await offline.table.export(game)
    await set_rules(offline.store, game, TO_COME)
    kept = await offline.table.export(game)
    assert kept == msgspec.structs.replace(whole, rules=TO_COME, digest=None)
    with pytest.raises(Refused, match="is over"):
        await offline.table.act(game, ANNA, "end")
    with pytest.raises(NotPlayable):
        await offline.table.film(game)
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert (finding.repaired, finding.what) == (
        False,
        "it follows version 99 of the rules of Hansa; this program plays version 1, so it is kept as it is",
    )


async def test_a_game_of_unknown_rules_is_exported_but_not_imported(offline: OfflineBot) -> None:
    game = await under_way(offline, TO_COME)
    data = await export_game(offline.store.database, game)
    parcel = msgspec.json.decode(data, type=Parcel)
    assert parcel.record is not None
    assert (parcel.record.rules, len(parcel.record.actions)) == (TO_COME, 25)
    with pytest.raises(BadBackup, match="Version 99 of the rules of Hansa is not known here; this program plays"):
        await import_game(offline.store.database, data, 0.0)


# ---- an older version that is still played


async def test_a_game_goes_on_under_the_version_it_was_begun_with(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL, title="teutonica")
    await set_rules(offline.store, game, "1")
    assert await Queries(offline.store.database).in_channel(CHANNEL) == game
    assert (await offline.table.hosted(game)).title is title("teutonica", "1")
    with pytest.raises(Illegal, match="You hire exactly 3 pieces"):
        await offline.table.act(game, ANNA, "recruit 2T")
    await offline.table.act(game, ANNA, "recruit 3T")
    await offline.play(game, 40)
    assert (await row_of(offline, game))["rules"] == "1"
    assert (await examine(offline.store.database, 0.0)).findings == ()
    data = await export_game(offline.store.database, game)
    copy = (await import_game(offline.store.database, data, 0.0)).game
    assert (await offline.table.hosted(copy)).rules == "1"
    for each in (game, copy):
        await offline.table.propose(each, ANNA, 1)
        for other in (BERT, CARL):
            await offline.table.consent(each, other, True)
        await offline.play(each, 20)
        await offline.table.abort(each, ANNA)
        told = await offline.table.export(each)
        assert told.rules == "1"
        assert record.verify(told).valid
    assert (await examine(offline.store.database, 0.0)).findings == ()


async def test_a_new_game_follows_the_newest_rules(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL, title="teutonica")
    await offline.table.act(game, ANNA, "recruit 2T")
    assert (await row_of(offline, game))["rules"] == title("teutonica").rules_version == "2"


# ---- the doctor


async def test_the_doctor_leaves_a_newer_game_alone(offline: OfflineBot) -> None:
    game = await under_way(offline, TO_COME)
    before = await row_of(offline, game)
    for repair in (False, True):
        (finding,) = (await examine(offline.store.database, 0.0, repair=repair)).findings
        assert "version 99" in finding.what
        assert not finding.repaired
    assert await row_of(offline, game) == before


async def test_the_doctor_carries_an_older_game_over_and_tells_the_table(offline: OfflineBot) -> None:
    game = await under_way(offline, GONE)
    kept = await row_of(offline, game)
    await offline.store.database.write(lambda connection: connection.execute(timers.delete()))
    (finding,) = (await examine(offline.store.database, offline.clock.now())).findings
    assert "can be played under version 1" in finding.what
    assert not finding.repaired
    assert await row_of(offline, game) == kept
    (finding,) = (await examine(offline.store.database, offline.clock.now(), repair=True)).findings
    assert finding.repaired
    assert (await examine(offline.store.database, offline.clock.now())).findings == ()
    carried = await row_of(offline, game)
    assert (carried["rules"], carried["state"]) == (title("hansa").rules_version, kept["state"])
    query = select(outbox.c.target, outbox.c.payload).where(outbox.c.game == game, outbox.c.kind == "rules")
    letters = await offline.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])
    assert letters == [("channel", '{"version":"1"}')]
    assert await offline.store.timers.next_due() == offline.clock.now() + HOUR
    await offline.play(game)
    assert record.verify(await offline.table.export(game)).valid


async def test_the_doctor_carries_a_finished_game_over_in_silence(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game)
    whole = await offline.table.export(game)
    await set_rules(offline.store, game, GONE)
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert finding.repaired
    assert await offline.table.export(game) == whole
    query = select(outbox.c.id).where(outbox.c.kind == "rules")
    assert await offline.store.database.read(lambda connection: connection.execute(query).first()) is None


@pytest.mark.parametrize("damage", ["line", "position", "end"])
async def test_a_game_that_goes_otherwise_under_the_newest_rules_is_not_carried_over(
    offline: OfflineBot, damage: str
) -> None:
    """A line is illegal there, or another position follows, or the game would be over."""
    game = await under_way(offline, GONE)
    row = await row_of(offline, game)
    if damage == "line":
        changed = update(moves).where(moves.c.game == game, moves.c.number == 20).values(text="pass over")
    elif damage == "position":
        state = msgspec.json.decode(str(row["state"]))
        changed = (
            update(games).where(games.c.id == game).values(state=msgspec.json.encode(state | {"round": 99}).decode())
        )
    else:
        changed = update(games).where(games.c.id == game).values(status="finished")
    await offline.store.database.write(lambda connection: connection.execute(changed))
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert not finding.repaired
    assert "kept as it is" in finding.what
    assert (await row_of(offline, game))["rules"] == GONE


async def test_fields_that_only_one_version_has_do_not_matter(offline: OfflineBot) -> None:
    game = await under_way(offline, GONE)
    state = msgspec.json.decode(str((await row_of(offline, game))["state"]))
    del state["round"]
    written = msgspec.json.encode(state | {"forgotten": [1]}).decode()
    changed = update(games).where(games.c.id == game).values(state=written, base=None, base_version=0, tail="[]")
    await offline.store.database.write(lambda connection: connection.execute(changed))
    (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
    assert finding.repaired
    await offline.play(game)


async def test_a_game_on_a_corrected_board_waits_for_its_files(offline: OfflineBot, tmp_path: Path) -> None:
    board = load_json("hansa/board.json")
    board["ports"][1]["warehouses"], board["ports"][8]["warehouses"] = 2, 1
    folder = tmp_path / "hansa" / "1"
    folder.mkdir(parents=True)
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    earlier = await under_way(offline, title("hansa").rules_version)
    registry.register_boards(tmp_path)
    try:
        game = await offline.seated(ANNA, BERT)
        await offline.play(game, 25)
        rules = str((await row_of(offline, game))["rules"])
        assert rules.startswith("1+")
        await offline.play(earlier, 5)  # goes on, on the first board
        assert (await row_of(offline, earlier))["rules"] == "1"
        known = registry._boards.pop("hansa")
        with pytest.raises(NotPlayable, match=rf"The board of game {game} \(version 1\+\w+\) is not here"):
            await offline.table.act(game, ANNA, "end")
        registry._boards["hansa"] = known
        await offline.play(game)
        assert record.verify(await offline.table.export(game)).valid
        assert (await examine(offline.store.database, 0.0)).findings == ()
    finally:
        registry._boards.clear()
        registry._folders.clear()
