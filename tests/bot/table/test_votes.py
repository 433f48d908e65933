"""What a table may grant when others are absent, on both databases: more time, another owner, the end, their seats.

Not for what Discord shows of it: `tests/bot/ui/test_ask_table.py`.
"""

import asyncio

import pytest
from sqlalchemy import select

from bot.errors import Refused
from bot.store.schema import timers
from bot.store.timers import Timer
from bot.table import Table
from bot.table.presence import DAY
from bot.table.requests import outcome_of
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, OfflineBot
from tests.bot.table.test_handover import DORA, asked, heard_of, letters, say, users


async def left_by_the_owner(offline: OfflineBot, clock: HandClock, pace: float | None = None) -> int:
    """A game of Anna's, who has not been seen for more than a day; Bert and Carl are there."""
    game = await offline.seated(ANNA, BERT, CARL, pace=pace)
    clock.advance(DAY + 1)
    await heard_of(offline, game, BERT, CARL)
    return game


async def outcomes(offline: OfflineBot, game: int) -> list[object]:
    """What became of the requests, without those that only were a sign of life."""
    return [one["outcome"] for one in await letters(offline, game, "settled") if one.get("about") is not None]


# ---- calling it off


async def test_those_who_are_there_call_a_game_off(offline: OfflineBot, clock: HandClock) -> None:
    game = await left_by_the_owner(offline, clock)
    with pytest.raises(Refused, match="no seat"):
        await offline.table.ask(game, DORA, "off")
    request = asked(await offline.table.ask(game, BERT, "off"))
    with pytest.raises(Refused, match="asked already"):
        await offline.table.ask(game, CARL, "off")
    assert await say(offline, game, CARL, request) == "done"
    assert (await offline.table.hosted(game)).status == "aborted"
    (told,) = await letters(offline, game, "aborted")
    assert told == {"by": BERT, "agreed": [CARL]}


async def test_an_owner_who_is_there_must_agree_too(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    request = asked(await offline.table.ask(game, BERT, "off"))
    assert await say(offline, game, CARL, request) == "asked"
    assert await say(offline, game, ANNA, request, agrees=False) == "declined"
    assert (await offline.table.hosted(game)).status == "running"


async def test_who_is_there_alone_must_wait_for_the_others(offline: OfflineBot, clock: HandClock) -> None:
    """They have a day to come back; after it those count who are there."""
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    asked(await offline.table.ask(game, BERT, "off"))
    worker = offline.timer_worker()
    clock.advance(DAY - 1)
    await worker.settle()
    assert (await offline.table.hosted(game)).status == "running"
    clock.advance(1)
    await worker.settle()
    assert (await offline.table.hosted(game)).status == "aborted"
    assert await outcomes(offline, game) == ["agreed"]


async def test_a_press_after_its_end_only_ends_it(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    request = asked(await offline.table.ask(game, BERT, "owner"))
    clock.advance(DAY)
    assert await say(offline, game, DORA, request) == "overtaken", "it was decided without her"
    assert (await offline.table.hosted(game)).header.owner == BERT


async def test_an_absent_player_who_comes_back_can_say_no(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    request = asked(await offline.table.ask(game, BERT, "off"))
    assert await say(offline, game, ANNA, request, agrees=False) == "declined"
    clock.advance(DAY + 1)
    await offline.timer_worker().settle()
    assert (await offline.table.hosted(game)).status == "running"


async def test_who_comes_back_to_play_must_agree(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    asked(await offline.table.ask(game, BERT, "off"))
    clock.advance(DAY / 2)
    await offline.play(game, 1)  # Anna
    clock.advance(DAY / 2)
    await offline.timer_worker().settle()
    assert (await offline.table.hosted(game)).status == "running"
    assert await outcomes(offline, game) == ["lapsed"]


async def test_a_vote_ends_once_with_two_processes(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    asked(await offline.table.ask(game, BERT, "off"))
    clock.advance(DAY)
    other = Table(offline.store.games, offline.store.timers, clock)

    async def fire(timer: Timer) -> None:
        await other.fire(timer)

    first, second = offline.timer_worker(), offline.timer_worker(fire)
    await asyncio.gather(first.settle(), second.settle())
    assert len(await letters(offline, game, "aborted")) == 1
    assert await outcomes(offline, game) == ["agreed"]


# ---- another owner


async def test_another_stands_in_for_an_absent_owner(offline: OfflineBot, clock: HandClock) -> None:
    game = await left_by_the_owner(offline, clock)
    request = asked(await offline.table.ask(game, BERT, "owner"))
    assert await say(offline, game, CARL, request) == "done"
    assert (await offline.table.hosted(game)).header.owner == BERT
    (told,) = await letters(offline, game, "newowner")
    assert told == {"user": BERT, "by": BERT, "agreed": [CARL]}
    await offline.table.abort(game, BERT)


async def test_whoever_is_to_stand_in_must_agree(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    for user, reason in ((DORA, "no seat"), (ANNA, "already")):
        with pytest.raises(Refused, match=reason):
            await offline.table.ask(game, ANNA, "owner", user)
    with pytest.raises(Refused, match="is there"):
        await offline.table.ask(game, BERT, "owner", BERT)
    request = asked(await offline.table.ask(game, ANNA, "owner", CARL))
    with pytest.raises(Refused, match="not for you"):
        await offline.table.consent(game, BERT, True, request=request)
    assert await say(offline, game, CARL, request) == "done"
    assert (await offline.table.hosted(game)).header.owner == CARL


async def test_one_alone_becomes_no_owner_at_once(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    asked(await offline.table.ask(game, BERT, "owner"))
    assert (await offline.table.hosted(game)).header.owner == ANNA
    clock.advance(DAY)
    await offline.timer_worker().settle()
    assert (await offline.table.hosted(game)).header.owner == BERT


# ---- more time


async def due(offline: OfflineBot, game: int) -> float:
    query = select(timers.c.due).where(timers.c.game == game, timers.c.kind == "absent")
    return await offline.store.database.read(lambda connection: connection.execute(query).scalar_one())


async def test_the_table_gives_more_time(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL, pace=7200.0)
    clock.advance(3600.0)
    request = asked(await offline.table.ask(game, BERT, "time"))
    assert await say(offline, game, ANNA, request) == "asked"
    assert await say(offline, game, CARL, request) == "done"
    assert await due(offline, game) == clock.now() + 7200.0
    assert await letters(offline, game, "moretime") == [{"by": BERT, "agreed": [ANNA, CARL]}]


async def test_more_time_is_overtaken_by_a_decision(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL, pace=7200.0)
    asked(await offline.table.ask(game, BERT, "time"))
    await offline.play(game, 1)
    assert await outcomes(offline, game) == ["overtaken"]


async def test_who_waits_alone_gives_more_time_at_once(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=7200.0)
    clock.advance(7200.0 + 60.0)  # Anna is absent, and her timer has not been looked at yet
    assert outcome_of((await offline.table.ask(game, BERT, "time")).answer) == "done"
    assert await due(offline, game) == clock.now() + 7200.0
    await offline.timer_worker().settle()
    assert not await letters(offline, game, "absent")


async def test_there_is_no_more_time_without_a_clock(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Refused, match="No clock runs"):
        await offline.table.ask(game, BERT, "time")


# ---- seats of those who are absent


async def test_anybody_may_ask_for_a_computer_in_the_place_of_somebody_absent(
    offline: OfflineBot, clock: HandClock
) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.dismiss(game, BERT, 2)
    clock.advance(DAY + 1)
    await heard_of(offline, game, ANNA, BERT)
    request = asked(await offline.table.dismiss(game, BERT, 2))
    assert await say(offline, game, ANNA, request) == "done", "the owner agrees"
    assert await users(offline, game) == [ANNA, BERT, None]
    request = asked(await offline.table.replace(game, ANNA, 0, DORA))
    await say(offline, game, DORA, request)
    assert await users(offline, game) == [DORA, BERT, None]
