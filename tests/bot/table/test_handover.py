"""Seats that change hands in a running game, on both databases: who must agree, who is absent, and one hand a person.

Not for rules, and not for what Discord shows of it: `tests/bot/ui/test_requests.py`.
"""

import msgspec
import pytest
from sqlalchemy import select

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.store.maintenance.transfer import export_game, import_game
from bot.store.requests import GiveSeat
from bot.store.schema import outbox
from bot.table import Saved
from bot.table.presence import DAY
from bot.table.requests import outcome_of
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot

DORA = 104


async def with_computers(offline: OfflineBot, *users: int, computers: int = 1, pace: float | None = None) -> int:
    """A game that has started: its owner, computers, the others."""
    first, *others = users
    opening = Opening(title="hansa", owner=first, channel=CHANNEL, pace=pace, computers=("simple",) * computers)
    game = (await offline.table.open(opening)).game
    for user in others:
        await offline.table.join(game, user)
    await offline.table.start(game, first)
    return game


async def letters(offline: OfflineBot, game: int, kind: str) -> list[dict[str, object]]:
    """What the letters of a kind tell."""
    query = select(outbox.c.payload).where(outbox.c.game == game, outbox.c.kind == kind).order_by(outbox.c.id)
    found = await offline.store.database.read(lambda connection: list(connection.execute(query).scalars()))
    return [msgspec.json.decode(payload) for payload in found]


async def users(offline: OfflineBot, game: int) -> list[int | None]:
    return [seat.user for seat in (await offline.table.hosted(game)).seats]


def asked(saved: Saved) -> int:
    """The number of the request that a command has led to."""
    assert outcome_of(saved.answer) == "asked"
    return saved.hosted.requests[-1].number


async def say(offline: OfflineBot, game: int, user: int, request: int, *, agrees: bool = True) -> str:
    return outcome_of((await offline.table.consent(game, user, agrees, request=request)).answer)


# ---- a computer's seat


async def test_the_owner_must_agree_that_somebody_takes_a_computers_seat(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    request = asked(await offline.table.replace(game, CARL, seat, CARL))
    assert CARL not in await users(offline, game)
    for stranger in (BERT, DORA):
        with pytest.raises(Refused, match="not for you"):
            await offline.table.consent(game, stranger, True, request=request)
    assert await say(offline, game, CARL, request) == "asked", "who asks has agreed already, and that is not enough"
    assert await say(offline, game, ANNA, request) == "done"
    assert (await users(offline, game))[seat] == CARL
    (told,) = await letters(offline, game, "replaced")
    assert told == {"seat": seat, "user": CARL, "holder": None, "by": CARL, "agreed": [ANNA]}
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["agreed"]


async def test_a_no_ends_it_and_who_asked_may_think_better_of_it(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    for user in (ANNA, CARL):
        request = asked(await offline.table.replace(game, CARL, seat, CARL))
        with pytest.raises(Refused, match="asked already"):
            await offline.table.replace(game, CARL, seat, CARL)
        assert await say(offline, game, user, request, agrees=False) == "declined"
        with pytest.raises(Refused, match="does not stand"):
            await offline.table.consent(game, ANNA, True, request=request)
    assert CARL not in await users(offline, game)
    assert [one["by"] for one in await letters(offline, game, "declined")] == [ANNA, CARL]


async def test_who_has_a_seat_is_told_so_in_their_own_person(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    with pytest.raises(Refused, match=r"^You have a seat"):
        await offline.table.replace(game, ANNA, seat, ANNA)
    with pytest.raises(Refused, match=r"^This person has a seat"):
        await offline.table.replace(game, ANNA, seat, BERT)


async def test_whom_the_owner_seats_must_agree(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    with pytest.raises(Refused, match="Only its player"):
        await offline.table.replace(game, BERT, seat, CARL)
    request = asked(await offline.table.replace(game, ANNA, seat, CARL))
    assert await say(offline, game, CARL, request) == "done"
    assert (await letters(offline, game, "replaced"))[0]["by"] == ANNA


async def test_the_table_agrees_for_an_absent_owner(offline: OfflineBot, clock: HandClock) -> None:
    game = await with_computers(offline, ANNA, BERT, CARL)
    seat = (await users(offline, game)).index(None)
    clock.advance(DAY + 1)
    await heard_of(offline, game, BERT, CARL)
    request = asked(await offline.table.replace(game, DORA, seat, DORA))
    assert await say(offline, game, BERT, request) == "asked"
    assert await say(offline, game, CARL, request) == "done"
    assert (await users(offline, game))[seat] == DORA


async def test_an_owner_who_comes_back_decides_alone(offline: OfflineBot, clock: HandClock) -> None:
    game = await with_computers(offline, ANNA, BERT, CARL)
    seat = (await users(offline, game)).index(None)
    clock.advance(DAY + 1)
    await heard_of(offline, game, BERT, CARL)
    request = asked(await offline.table.replace(game, DORA, seat, DORA))
    assert await say(offline, game, ANNA, request) == "done"


async def test_where_all_are_silent_somebodys_yes_is_still_needed(offline: OfflineBot, clock: HandClock) -> None:
    game = await with_computers(offline, ANNA, BERT, CARL)
    seat = (await users(offline, game)).index(None)
    clock.advance(DAY + 1)
    request = asked(await offline.table.replace(game, DORA, seat, DORA))
    assert await say(offline, game, DORA, request) == "asked"
    assert await say(offline, game, BERT, request) == "done", "he is the only one who is there"


async def heard_of(offline: OfflineBot, game: int, *people: int) -> None:
    """They do something that changes nothing: an invitation for somebody, and a second thought."""
    for user in people:
        hosted = await offline.table.hosted(game)
        request = asked(await offline.table.replace(game, user, hosted.seat_of(user), 999))
        await say(offline, game, user, request, agrees=False)


# ---- a person's seat


async def test_the_seat_of_somebody_present_is_theirs_to_give(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.replace(game, CARL, 1, CARL))
    with pytest.raises(Refused, match="not for you"):
        await offline.table.consent(game, ANNA, True, request=request)
    assert await say(offline, game, BERT, request) == "done"
    assert await users(offline, game) == [ANNA, CARL]


async def test_the_owner_gives_nobodys_seat_away_who_is_present(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.replace(game, ANNA, 1, CARL))
    assert await say(offline, game, CARL, request) == "asked"
    assert await users(offline, game) == [ANNA, BERT]
    assert await say(offline, game, BERT, request) == "done"
    (told,) = await letters(offline, game, "replaced")
    assert told == {"seat": 1, "user": CARL, "holder": BERT, "by": ANNA, "agreed": [CARL, BERT]}


async def test_nor_to_a_computer_whose_seat_they_could_give_then(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.dismiss(game, ANNA, 1))
    assert await users(offline, game) == [ANNA, BERT]
    assert await say(offline, game, BERT, request) == "done"
    assert await users(offline, game) == [ANNA, None]
    (told,) = await letters(offline, game, "resigned")
    assert told == {"user": BERT, "by": ANNA, "agreed": [BERT]}


async def test_ones_own_seat_is_given_with_the_yes_of_who_gets_it(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.replace(game, BERT, 1, CARL))
    with pytest.raises(Refused, match="not for you"):
        await offline.table.consent(game, ANNA, True, request=request)
    assert await say(offline, game, CARL, request) == "done"
    assert await users(offline, game) == [ANNA, CARL]


@pytest.mark.parametrize(("pace", "silence"), [(None, DAY), (3600.0, 3600.0), (3 * DAY, 3 * DAY)])
async def test_an_absent_persons_seat_is_the_owners_to_give(
    offline: OfflineBot, clock: HandClock, pace: float | None, silence: float
) -> None:
    game = await offline.seated(BERT, ANNA, pace=pace)
    await offline.table.act(game, BERT, (await offline.next_decision(game) or (0, "", 0))[1])
    hosted = await offline.table.hosted(game)
    assert hosted.owed() == {1}, "Anna lets Bert wait"
    clock.advance(silence)
    assert asked(await offline.table.dismiss(game, BERT, 1)), "she may still be about to act"
    clock.advance(1)
    request = asked(await offline.table.replace(game, BERT, 1, CARL))
    assert await say(offline, game, CARL, request) == "done"
    assert await users(offline, game) == [BERT, CARL]


async def test_who_waits_for_others_is_not_absent_however_short_the_pace(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=60.0)
    clock.advance(DAY - 1)
    assert asked(await offline.table.dismiss(game, ANNA, 1))
    clock.advance(2)
    assert outcome_of((await offline.table.dismiss(game, ANNA, 1)).answer) == "done"
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["overtaken"]


async def test_an_absent_owners_seat_is_the_tables_to_give(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    clock.advance(DAY + 1)
    await heard_of(offline, game, BERT, CARL)
    request = asked(await offline.table.dismiss(game, BERT, 0))
    assert await say(offline, game, CARL, request) == "done"
    hosted = await offline.table.hosted(game)
    assert [seat.user for seat in hosted.seats] == [None, BERT, CARL]
    assert hosted.header.owner == BERT


# ---- one hand a person


async def test_nobody_sees_two_hands_however_often_they_leave_and_come_back(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT, computers=2)
    first, second = (number for number, user in enumerate(await users(offline, game)) if user is None)
    await offline.table.resign(game, BERT)
    for seat in (first, second):
        with pytest.raises(Refused, match="knows its secrets"):
            await offline.table.replace(game, BERT, seat, BERT)
        with pytest.raises(Refused, match="knows its secrets"):
            await offline.table.replace(game, ANNA, seat, BERT)
    assert await say(offline, game, ANNA, asked(await offline.table.replace(game, CARL, first, CARL))) == "done"
    await offline.table.resign(game, CARL)
    for seat in (second, 3):
        with pytest.raises(Refused, match="knows its secrets"):
            await offline.table.replace(game, CARL, seat, CARL)


async def test_ones_own_seat_is_taken_back_unless_somebody_else_has_had_it(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    await offline.table.resign(game, BERT)
    assert outcome_of((await offline.table.replace(game, BERT, 1, BERT)).answer) == "done"
    await offline.table.resign(game, BERT)
    assert await say(offline, game, ANNA, asked(await offline.table.replace(game, DORA, 1, DORA))) == "done"
    await offline.table.resign(game, DORA)
    request = asked(await offline.table.replace(game, BERT, 1, BERT))
    assert await say(offline, game, ANNA, request) == "done"
    assert await users(offline, game) == [ANNA, BERT, CARL]


async def test_what_one_has_seen_is_known_where_the_game_moves_to(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    await offline.table.resign(game, BERT)
    moved = (await import_game(offline.store.database, await export_game(offline.store.database, game), 0.0)).game
    old = msgspec.json.decode(await export_game(offline.store.database, game))
    del old["header"]["attendance"]  # as release 0.1.0 wrote it
    older = (await import_game(offline.store.database, msgspec.json.encode(old), 0.0)).game
    for number in (moved, older):
        with pytest.raises(Refused, match="knows its secrets"):
            await offline.table.replace(number, BERT, 1, BERT)


# ---- until when


async def test_a_request_for_a_seat_stands_for_a_day(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.replace(game, CARL, 1, CARL))
    await offline.play(game, 1)
    clock.advance(DAY)
    assert requested(await offline.table.hosted(game)) == [1], "the game goes on under it"
    clock.advance(1)
    assert await say(offline, game, BERT, request) == "lapsed"
    assert requested(await offline.table.hosted(game)) == []
    assert CARL not in await users(offline, game)
    asked(await offline.table.replace(game, CARL, 1, CARL))
    clock.advance(DAY + 1)
    await offline.play(game, 1)
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["lapsed", "lapsed"]


def requested(hosted: HostedGame) -> list[int]:
    return [request.what.seat for request in hosted.requests if isinstance(request.what, GiveSeat)]


async def test_of_two_who_ask_for_one_seat_one_gets_it(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    first = asked(await offline.table.replace(game, CARL, seat, CARL))
    second = asked(await offline.table.replace(game, DORA, seat, DORA))
    assert await say(offline, game, ANNA, second) == "done"
    with pytest.raises(Refused, match="does not stand"):
        await offline.table.consent(game, ANNA, True, request=first)
    assert (await users(offline, game))[seat] == DORA


async def test_nothing_is_asked_any_more_when_the_game_is_over(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    asked(await offline.table.replace(game, CARL, 1, CARL))
    assert (await offline.table.abort(game, ANNA)).hosted.requests == ()
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["overtaken"]


async def test_the_same_command_again_is_answered_the_same(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    for _ in range(2):
        assert outcome_of((await offline.table.replace(game, CARL, 1, CARL, "ask")).answer) == "asked"
    request = (await offline.table.hosted(game)).requests[0].number
    for _ in range(2):
        saved = await offline.table.consent(game, BERT, True, "yes", request=request)
        assert outcome_of(saved.answer) == "done"


# ---- going back


async def test_a_yes_to_one_proposal_is_none_to_another(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 6)
    first = asked(await offline.table.propose(game, ANNA, 2))
    assert await say(offline, game, BERT, first, agrees=False) == "declined"
    second = asked(await offline.table.propose(game, ANNA, 0))
    third = asked(await offline.table.propose(game, ANNA, 1))
    for old in (first, second):
        with pytest.raises(Refused, match="does not stand"):
            await offline.table.consent(game, BERT, True, request=old)
    assert (await offline.table.hosted(game)).version == 6
    assert await say(offline, game, BERT, third) == "done"
    outcomes = [(one["request"], one["outcome"]) for one in await letters(offline, game, "settled")]
    assert outcomes == [(first, "declined"), (second, "overtaken"), (third, "agreed")]


async def test_a_proposal_is_overtaken_by_play_and_by_a_change_of_seats(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    await offline.play(game, 6)
    asked(await offline.table.propose(game, ANNA, 2))
    await offline.play(game, 1)
    asked(await offline.table.propose(game, ANNA, 2))
    await offline.table.resign(game, CARL)
    assert (await offline.table.hosted(game)).requests == ()
    assert [one["outcome"] for one in await letters(offline, game, "settled")] == ["overtaken", "overtaken"]
