"""A fortnight of many people and games: one call per turn, none at night, everybody gets theirs, reminders end.

Not for single calls: `test_calls.py`. `pytest -s` prints the figures.
"""

from collections import defaultdict
from pathlib import Path

import pytest

from bot.calls.series import MOST_GENTLE
from tests.bot.calls.fortnight import TICK, Fortnight, Notice, quiet_boards
from tests.bot.databases import sqlite

MINUTES = 2 * TICK
"""Within which everybody is told what they are to be told: the clock makes steps, and people wait for a minute."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("people", "games", "days"),
    [pytest.param(18, 8, 6, id="some"), pytest.param(50, 40, 14, id="many")],
)
async def test_a_fortnight(people: int, games: int, days: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = sqlite(folder)
    world = Fortnight(settings, people, games, days)
    quiet_boards(monkeypatch, world.seen)
    await world.live()
    notices = world.seen.notices
    told: dict[tuple[int, int, object], list[Notice]] = defaultdict(list)
    for notice in notices:
        told[notice.user, notice.game, notice.turn].append(notice)
    figures(world, told)
    assert len(world.answered) > 10 * games, "something was played"
    assert world.refused == 0, "no letter has come to grief"
    assert_one_call_for_each_turn(told)
    assert_nobody_is_woken(world)
    assert_everybody_gets_theirs(world, told)
    assert_reminders_end(world, told)


def figures(world: Fortnight, told: dict[tuple[int, int, object], list[Notice]]) -> None:
    calls = sum(1 for each in told.values() if not each[0].again)
    print(
        f"\n{len(world.people)} people, {world.games} games, {world.days} days: {world.decisions} decisions of people, "
        f"{len(world.answered)} times somebody was waited for; {calls} calls, {len(world.seen.notices) - calls} "
        f"reminders; {dict(world.seen.kinds)}"
    )


def assert_one_call_for_each_turn(told: dict[tuple[int, int, object], list[Notice]]) -> None:
    for each in told.values():
        first, *rest = each
        since = [(round(later.at - first.at), later.again) for later in rest]
        assert all(seconds >= 1800 and (again or seconds >= 4 * 3600) for seconds, again in since), (first, since)


def assert_nobody_is_woken(world: Fortnight) -> None:
    for notice in world.seen.notices:
        assert not world.people[notice.user].hours.is_quiet(notice.at), notice
        assert world.people[notice.user].wish.ping != "none", notice


def assert_everybody_gets_theirs(world: Fortnight, told: dict[tuple[int, int, object], list[Notice]]) -> None:
    late = 0
    for game, user, turn, since, acted, _, first in world.answered:
        person = world.people[user]
        if not first or person.wish.ping == "none":
            continue
        awake = person.hours.awake(since + TICK)  # when the clock of the tests looks again
        if acted > awake + MINUTES + 6 * 3600:  # for some hours nobody runs
            late += 1
            found = [notice for notice in told[user, game, turn] if since <= notice.at <= awake + MINUTES + 6 * 3600]
            assert found, (game, user, turn, since, acted)
    assert late > world.games


def assert_reminders_end(world: Fortnight, told: dict[tuple[int, int, object], list[Notice]]) -> None:
    spans: dict[tuple[int, int, object], list[tuple[float, float]]] = defaultdict(list)
    for waited in world.answered:
        spans[waited.user, waited.game, waited.turn].append((waited.since, waited.until))
    for (game, user), (turn, since) in world.waits.items():
        spans[user, game, turn].append((since, world.clock.now()))
    for key, each in told.items():
        for notice in each:
            assert any(since - TICK <= notice.at <= until + TICK for since, until in spans[key]), notice
        again = [notice for notice in each if notice.again]
        remind = world.people[key[0]].wish.remind
        assert remind != "off" or not again
        if remind is None:
            assert len(again) <= (MOST_GENTLE + 1) * len(spans[key]), each
