"""Calls for substitutes on both databases: who must agree, who may follow, when they end; and ends of requests.

Not for what Discord shows of it: `tests/bot/ui/test_substitutes.py`.
"""

import pytest

from bot.errors import Refused
from bot.table import Saved
from bot.table.presence import DAY
from bot.table.requests import outcome_of
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, OfflineBot
from tests.bot.table.test_handover import DORA, asked, heard_of, letters, say, users, with_computers


def call_of(saved: Saved, seat: int) -> int:
    return saved.hosted.header.attendance.vacant[seat].number


async def closed(offline: OfflineBot, game: int) -> list[object]:
    return [one["outcome"] for one in await letters(offline, game, "filled")]


# ---- who must agree


async def test_one_calls_for_ones_own_seat_and_the_first_who_follows_has_it(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    saved = await offline.table.substitute(game, BERT, 1)
    assert outcome_of(saved.answer) == "done"
    call = call_of(saved, 1)
    with pytest.raises(Refused, match="You have a seat"):
        await offline.table.take_seat(game, ANNA, call)
    await offline.table.take_seat(game, CARL, call)
    assert await users(offline, game) == [ANNA, CARL]
    with pytest.raises(Refused, match="any more"):
        await offline.table.take_seat(game, DORA, call)
    (told,) = await letters(offline, game, "replaced")
    assert told == {"seat": 1, "user": CARL, "holder": BERT, "by": BERT, "agreed": []}
    assert await closed(offline, game) == ["taken"]


async def test_who_has_had_a_seat_follows_no_call_for_another(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    call = call_of(await offline.table.substitute(game, CARL, 2), 2)
    await offline.table.resign(game, BERT)
    with pytest.raises(Refused, match="knows its secrets"):
        await offline.table.take_seat(game, BERT, call)


async def test_the_seat_of_somebody_absent_is_called_for_with_the_owners_yes(
    offline: OfflineBot, clock: HandClock
) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    with pytest.raises(Refused, match="Only its player"):
        await offline.table.substitute(game, CARL, 1)
    with pytest.raises(Refused, match="no seat"):
        await offline.table.substitute(game, DORA, 1)
    clock.advance(DAY + 1)
    await heard_of(offline, game, ANNA, CARL)
    request = asked(await offline.table.substitute(game, CARL, 1))
    with pytest.raises(Refused, match="asked already"):
        await offline.table.substitute(game, CARL, 1)
    assert not await letters(offline, game, "vacancy")
    assert await say(offline, game, ANNA, request) == "done"
    (told,) = await letters(offline, game, "vacancy")
    assert (told["seat"], told["holder"], told["by"], told["agreed"]) == (1, BERT, CARL, [ANNA])


async def test_the_table_calls_for_an_absent_owner(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    clock.advance(DAY + 1)
    await heard_of(offline, game, BERT, CARL)
    request = asked(await offline.table.substitute(game, BERT, 0))
    assert await say(offline, game, CARL, request) == "done"
    call = (await offline.table.hosted(game)).header.attendance.vacant[0].number
    await offline.table.take_seat(game, DORA, call)
    hosted = await offline.table.hosted(game)
    assert (await users(offline, game), hosted.header.owner) == ([DORA, BERT, CARL], DORA)


async def test_a_computers_seat_is_called_for_with_the_owners_yes(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    assert outcome_of((await offline.table.substitute(game, BERT, seat)).answer) == "asked"
    assert outcome_of((await offline.table.substitute(game, ANNA, seat)).answer) == "done"


async def test_a_moderator_calls_for_the_seat_of_somebody_absent(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    assert outcome_of((await offline.table.substitute(game, DORA, 1, host=True)).answer) == "asked", "Bert is there"
    clock.advance(DAY + 1)
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    call = call_of(await offline.table.substitute(game, DORA, 1, host=True), 1)
    await offline.table.take_seat(game, CARL, call)
    assert (await letters(offline, game, "replaced"))[0]["host"] is True


# ---- when it ends


async def test_a_call_ends_when_the_absent_player_decides_something(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    while (decision := await offline.next_decision(game)) is not None and decision[0] != BERT:
        await offline.play(game, 1)
    clock.advance(DAY + 1)
    await heard_of(offline, game, ANNA)
    call = call_of(await offline.table.substitute(game, ANNA, 1), 1)
    await offline.play(game, 1)
    assert await closed(offline, game) == ["returned"]
    with pytest.raises(Refused, match="any more"):
        await offline.table.take_seat(game, CARL, call)


async def test_who_looks_for_their_own_substitute_plays_on_meanwhile(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    call = call_of(await offline.table.substitute(game, ANNA, 0), 0)
    await offline.play(game, 3)
    assert not await closed(offline, game)
    await offline.table.take_seat(game, CARL, call)


async def test_a_call_is_withdrawn_by_whom_it_concerns(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    call = call_of(await offline.table.substitute(game, BERT, 1), 1)
    for stranger in (CARL, DORA):
        with pytest.raises(Refused, match="Only who asked"):
            await offline.table.withdraw_call(game, stranger, call)
    await offline.table.withdraw_call(game, ANNA, call)
    with pytest.raises(Refused, match="any more"):
        await offline.table.withdraw_call(game, BERT, call)
    call = call_of(await offline.table.substitute(game, BERT, 1), 1)
    await offline.table.withdraw_call(game, DORA, call, host=True)
    assert await closed(offline, game) == ["withdrawn"] * 2


async def test_a_call_is_repeated_by_who_wished_for_it(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    first = call_of(await offline.table.substitute(game, BERT, 1), 1)
    with pytest.raises(Refused, match="already"):
        await offline.table.substitute(game, DORA, 1, host=True)
    second = call_of(await offline.table.substitute(game, BERT, 1), 1)
    assert first != second
    assert await closed(offline, game) == ["repeated"]


async def test_a_call_ends_with_the_seat_or_the_game(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    for user, seat in ((BERT, 1), (CARL, 2)):
        await offline.table.substitute(game, user, seat)
    await offline.table.resign(game, BERT)
    await offline.table.abort(game, ANNA)
    assert await closed(offline, game) == ["taken", "over"]
    over = await offline.seated(ANNA, BERT)
    call = call_of(await offline.table.substitute(over, BERT, 1), 1)
    await offline.play(over)
    assert await closed(offline, over) == ["over"]
    with pytest.raises(Refused, match="is over"):
        await offline.table.take_seat(over, CARL, call)


# ---- requests that end by themselves


async def test_a_request_nobody_answers_lapses_by_its_timer(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    asked(await offline.table.replace(game, DORA, 1, DORA))
    worker = offline.timer_worker()
    clock.advance(DAY - 1)
    await worker.settle()
    assert not await letters(offline, game, "settled")
    clock.advance(2)
    await worker.settle()
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["lapsed"]
    assert (await offline.table.hosted(game)).timers() == {}


async def test_at_its_end_those_count_who_are_there(offline: OfflineBot, clock: HandClock) -> None:
    """Carl was there when it was asked, and has been silent since."""
    game = await offline.seated(ANNA, BERT, CARL)
    clock.advance(DAY - 60.0)
    asked(await offline.table.substitute(game, ANNA, 2))
    clock.advance(120.0)
    await offline.timer_worker().settle()
    assert not await letters(offline, game, "vacancy"), "he still has time to answer"
    clock.advance(DAY)
    await offline.timer_worker().settle()
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["agreed"]
    (told,) = await letters(offline, game, "vacancy")
    assert (told["seat"], told["by"], told["agreed"]) == (2, ANNA, [])


async def test_who_was_there_meanwhile_and_said_nothing_has_not_agreed(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    asked(await offline.table.substitute(game, ANNA, 2))
    clock.advance(DAY / 2)
    await heard_of(offline, game, CARL)
    clock.advance(DAY)
    await offline.timer_worker().settle()
    assert [one["outcome"] for one in await letters(offline, game, "settled")][-1] == "lapsed"
    assert not await letters(offline, game, "vacancy")


async def test_the_earliest_end_comes_first(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    asked(await offline.table.replace(game, DORA, 1, DORA))
    clock.advance(3600.0)
    asked(await offline.table.replace(game, DORA + 1, 2, DORA + 1))
    worker = offline.timer_worker()
    for count, wait in ((1, DAY - 3600.0), (2, 3600.0)):
        clock.advance(wait)
        await worker.settle()
        assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["lapsed"] * count
