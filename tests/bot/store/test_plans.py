"""What is asked at every decision is found by an index, on both databases, however many games and letters there are.

Not for how long it takes: `make bench` says that.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.store.listed_games import ListedGames
from bot.store.own_games import OwnGames
from bot.store.queries import Queries
from bot.store.schema import metadata
from tests.bot.clocks import HandClock
from tests.bot.crowds import crowd
from tests.bot.offline import ANNA, BERT, CHANNEL, OfflineBot

GAMES = 2_000
MOST_ROWS = 1_000
"""That one statement may touch; a game has fewer, and each table has more."""
SMALL = {"processes"}

Said = tuple[str, Any]


@contextmanager
def noted() -> Iterator[list[Said]]:
    """The statements that look for rows, with what they are given."""
    said: list[Said] = []

    def note(_: Connection, __: object, statement: str, given: Any, ___: object, many: bool) -> None:
        if not many and statement.split()[0] in ("SELECT", "UPDATE", "DELETE"):
            said.append((statement, given))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def asked_at_a_decision(offline: OfflineBot, game: int) -> None:
    """What a decision, its letters and its timers ask, and the life signs and figures meanwhile."""
    store, now = offline.store, 10.0 * GAMES
    await offline.play(game, 2)
    await store.outbox.next_due()
    first, second, *_ = await store.outbox.claim("somebody", now, 60.0, 8)
    await store.outbox.delivered(first, "17", now)
    await store.outbox.postpone(second, "Discord answers 500", now + 60.0)
    await store.outbox.put_off(second, now + 60.0, "[1,0,101]", now, {first.number: "[1,0,101]"})
    await store.outbox.rouse(BERT, now)
    await store.outbox.hurry(CHANNEL, now)
    await store.outbox.forget(1.0)
    await store.timers.next_due()
    timer, *_ = await store.timers.claim("somebody", now, 60.0, 8)
    await store.timers.stands(timer)
    await store.timers.put_off(timer, now + 60.0)
    await store.processes.sign(now)
    queries = Queries(store.database)
    await queries.in_channel(CHANNEL)
    await queries.of_person(BERT)
    await OwnGames(store.database).of(BERT)
    await ListedGames(store.database).seats_of([game])
    await queries.last_receipt(game, "board")
    await queries.is_queued(game, "board")
    await queries.is_held_up(game)
    await queries.calls_of(BERT)
    await queries.deadline(game, 0)


async def test_no_table_is_read_from_end_to_end(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=3600.0)
    await offline.store.database.write(lambda connection: crowd(connection, GAMES))
    with noted() as said:
        await asked_at_a_decision(offline, game)
    assert len(said) > 20
    faults = _faults_on_sqlite if offline.store.database.is_sqlite else _faults_on_postgresql
    found = await _planned(offline, said, faults)
    assert not found, "\n".join(found)


async def _planned(offline: OfflineBot, said: list[Said], faults: Callable[[Connection, Said], list[str]]) -> list[str]:
    """What is wrong with the plans of some statements; nothing of what they do stays."""
    found: list[str] = []

    class Enough(Exception):
        pass

    def work(connection: Connection) -> None:
        for one in said:
            found.extend(f"{fault}: {one[0]}" for fault in faults(connection, one))
        raise Enough

    with pytest.raises(Enough):
        await offline.store.database.write(work)
    return found


def _faults_on_sqlite(connection: Connection, said: Said) -> list[str]:
    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said[0]}", said[1]).all()
    return [row.detail for row in plan if row.detail.startswith("SCAN ") and row.detail.split()[1] in _big()]


def _faults_on_postgresql(connection: Connection, said: Said) -> list[str]:
    """It says how many rows it has touched, too."""
    plan = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {said[0]}", said[1]).scalar_one()
    nodes = list(_nodes((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]))
    scans = [str(node["Relation Name"]) for node in nodes if node["Node Type"] == "Seq Scan"]
    touched = sum(_touched(node) for node in nodes)
    return [f"SCAN {name}" for name in scans if name in _big()] + [f"{touched:.0f} rows"] * (touched > MOST_ROWS)


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _touched(node: dict[str, Any]) -> float:
    passed_over = sum(float(node.get(name, 0)) for name in node if name.startswith("Rows Removed"))
    return (float(node["Actual Rows"]) + passed_over) * float(node["Actual Loops"])


def _big() -> set[str]:
    """The tables that grow, and what they are called beside themselves."""
    return {*metadata.tables, "before"} - SMALL
