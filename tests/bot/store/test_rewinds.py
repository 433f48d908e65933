"""Going back through the store: the two hundredth time costs the plays of the second, and so do the letters after it.

Not for who must agree: `tests/bot/table` has that.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from bot.errors import BadBackup
from bot.store.maintenance.backup import back_up, restore
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.transfer import export_game, import_game
from bot.store.schema import moves
from bot.store.whole_games import WholeGames
from bot.texts import texts
from bot.texts.story import Story
from bot.texts.summary import Summary
from engine import record
from engine.errors import Stale
from engine.registry import title
from tests.bot.databases import sqlite
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.plays import Plays, counted_plays

HANSA = title("hansa")
DECISIONS, BACK = 30, 12
OFTEN = 200


async def lone(offline: OfflineBot) -> int:
    """A game in which Anna needs nobody's consent: a computer has the other seat."""
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, DECISIONS)
    await offline.table.resign(game, BERT)
    return game


class Presses:
    """A person who goes back again and again, and what each time costs."""

    def __init__(self, offline: OfflineBot, plays: Plays) -> None:
        self._offline = offline
        self._plays = plays
        self._whole_games = WholeGames(offline.store.games)

    async def go_back(self, game: int, to: int = BACK) -> tuple[int, int]:
        """The plays of the command and those of a letter after it."""
        self._plays.take()
        await self._offline.table.propose(game, ANNA, to)
        command = self._plays.take()
        hosted, whole = await self._whole_games.started(game)
        led_there = self._plays.take()
        assert whole.version == hosted.version
        Story(Summary(texts("en"), whole.title, ("Anna", "Bert")), whole, [0]).text()
        self._plays.take()  # a letter plays the decisions it tells of, wherever the game has been
        return command, led_there


@asynccontextmanager
async def pressing(offline: OfflineBot) -> AsyncIterator[tuple[int, Presses, Plays]]:
    game = await lone(offline)
    with counted_plays(HANSA) as plays:
        yield game, Presses(offline, plays), plays


async def test_every_time_costs_what_the_second_did(offline: OfflineBot) -> None:
    async with pressing(offline) as (game, presses, _):
        costs = [await presses.go_back(game) for _ in range(OFTEN)]
        assert max(costs[2:]) <= costs[1]
        assert costs[-1][0] <= 2 * BACK
        assert (await offline.table.hosted(game)).version == DECISIONS + OFTEN


@pytest.mark.parametrize("back", [0, 1, BACK, DECISIONS - 1])
async def test_what_is_loaded_after_going_back_needs_not_the_whole_record(offline: OfflineBot, back: int) -> None:
    async with pressing(offline) as (game, presses, plays):
        for _ in range(3):
            await presses.go_back(game, back)
        plays.take()
        hosted = await offline.table.hosted(game)
        assert plays.take() <= len(hosted.snapshot.tail)
        assert hosted.offset == hosted.version == DECISIONS + 3
        whole = await offline.store.games.load(game, whole=True)
        for seat in range(2):
            assert hosted.game.legal(seat) == whole.game.legal(seat)
        await presses.go_back(game, back)
        decision = await offline.next_decision(game) if hosted.owed() == {0} else None
        if decision is not None:
            await offline.table.act(game, ANNA, decision[1])
            hosted = await offline.table.hosted(game)
            whole = await offline.store.games.load(game, whole=True)
            assert hosted.game.lines == whole.game.lines[hosted.offset :]
            assert [hosted.game.legal(seat) for seat in range(2)] == [whole.game.legal(seat) for seat in range(2)]
        assert (await examine(offline.store.database, offline.clock.now())).findings == ()


async def test_a_decision_made_before_going_back_is_stale_after_it(offline: OfflineBot) -> None:
    game = await lone(offline)
    for back in range(DECISIONS - 6, DECISIONS):
        hosted = await offline.table.hosted(game)
        seen = hosted.version
        await offline.table.propose(game, ANNA, back)
        for text in [HANSA.text(action) for action in (await offline.table.hosted(game)).game.legal(0)]:
            with pytest.raises(Stale):
                await offline.table.act(game, ANNA, text, made_on=seen)
            with pytest.raises(Stale):
                await offline.table.act(game, ANNA, text, made_on=seen - 1)


@pytest.mark.long
async def test_doctor_export_and_import_play_every_line_once(offline: OfflineBot) -> None:
    async with pressing(offline) as (game, presses, plays):
        for _ in range(OFTEN):
            await presses.go_back(game)
        plays.take()
        checkup = await examine(offline.store.database, offline.clock.now())
        assert (checkup.findings, checkup.lines) == ((), DECISIONS + OFTEN)
        assert plays.take() <= DECISIONS + 2 * BACK
        data = await export_game(offline.store.database, game)
        assert plays.take() <= BACK
        number = (await import_game(offline.store.database, data, offline.clock.now())).game
        assert plays.take() <= DECISIONS + 2 * BACK
        here, there = await offline.table.hosted(game), await offline.table.hosted(number)
        assert there.title.encode(there.state) == here.title.encode(here.state)
        assert [there.game.legal(seat) for seat in range(2)] == [here.game.legal(seat) for seat in range(2)]
        await offline.table.abort(game, ANNA)
        plays.take()
        assert record.verify(await offline.table.export(game)).valid
        assert plays.take() <= DECISIONS + BACK


# ---- limits


async def test_a_line_beyond_the_limits_is_neither_imported_nor_restored(offline: OfflineBot, folder: Path) -> None:
    game = await lone(offline)
    parcel = msgspec.json.decode(await export_game(offline.store.database, game))
    for line in ("* rewind " + "9" * 5000, "P1 place " + "x" * 5000, "* rewind 1000000"):
        wrong = parcel | {"record": parcel["record"] | {"actions": [line]}}
        with pytest.raises(BadBackup):
            await import_game(offline.store.database, msgspec.json.encode(wrong), 0.0)

    damages: tuple[tuple[dict[str, object], str], ...] = (
        ({"text": "x" * 5000}, "too long"),
        ({"number": 5_000_000}, "5000000"),
    )
    for values, why in damages:
        damage = update(moves).where(moves.c.number == DECISIONS).values(values)
        await offline.store.database.write(lambda connection, damage=damage: connection.execute(damage))  # type: ignore[misc]
        (finding,) = (await examine(offline.store.database, 0.0, repair=True)).findings
        assert not finding.repaired
        await back_up(offline.store.database, folder / "backup.kontor")
        async with open_offline(sqlite(folder / why.replace(" ", "-")), offline.clock) as other:
            with pytest.raises(BadBackup, match=why):
                await restore(other.store.database, folder / "backup.kontor")
