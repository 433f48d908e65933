"""What those may do who manage a game's channel, on both databases, and that all are told who did it.

Not for finding out who they are: `tests/bot/ui/test_moderators.py`.
"""

import pytest

from bot.errors import Refused
from bot.table.presence import DAY
from bot.table.requests import outcome_of
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot
from tests.bot.table.test_handover import asked, heard_of, letters, say, users, with_computers

MIA, DORA = 105, 104
"""A moderator without a seat, and somebody who would take one."""
GUILD, ELSEWHERE = 77, 8


async def opened(offline: OfflineBot, *guests: int) -> int:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL, guild=GUILD))).game
    for guest in guests:
        await offline.table.join(game, guest)
    return game


# ---- before the start


async def test_a_moderator_starts_a_game_and_is_named(offline: OfflineBot) -> None:
    game = await opened(offline, BERT)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.start(game, MIA)
    await offline.table.start(game, MIA, host=True)
    assert (await offline.table.hosted(game)).status == "running"
    assert await letters(offline, game, "moderated") == [{"act": "start", "by": MIA}]


async def test_a_moderator_seats_a_computer_and_takes_it_out(offline: OfflineBot) -> None:
    game = await opened(offline)
    for refused in (offline.table.seat_computer(game, MIA, "simple"), offline.table.unseat_computer(game, MIA)):
        with pytest.raises(Refused, match="Only the person who opened"):
            await refused
    await offline.table.seat_computer(game, MIA, "simple", host=True)
    assert await users(offline, game) == [ANNA, None]
    await offline.table.unseat_computer(game, MIA, host=True)
    assert await users(offline, game) == [ANNA]
    assert [one["act"] for one in await letters(offline, game, "moderated")] == ["computer", "nocomputer"]


async def test_what_an_owner_does_is_no_act_of_a_moderator(offline: OfflineBot) -> None:
    game = await opened(offline, BERT)
    await offline.table.seat_computer(game, ANNA, "simple", host=True)
    await offline.table.start(game, ANNA, host=True)
    await offline.table.abort(game, ANNA, host=True)
    assert await letters(offline, game, "moderated") == []
    assert await letters(offline, game, "aborted") == [{"by": ANNA}]


# ---- calling off, moving


async def test_calling_off_names_the_moderator(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.abort(game, MIA)
    await offline.table.abort(game, MIA, host=True)
    assert await letters(offline, game, "aborted") == [{"by": MIA, "host": True}]


@pytest.mark.parametrize("started", [False, True])
async def test_a_moderator_moves_a_game_within_the_server(offline: OfflineBot, started: bool) -> None:
    game = await opened(offline, BERT)
    if started:
        await offline.table.start(game, ANNA)
    with pytest.raises(Refused, match="no seat"):
        await offline.table.move(game, MIA, GUILD, ELSEWHERE)
    with pytest.raises(Refused, match="no seat"):
        await offline.table.move(game, MIA, GUILD + 1, ELSEWHERE, host=True)
    await offline.table.move(game, MIA, GUILD, ELSEWHERE, host=True)
    assert (await offline.table.hosted(game)).header.channel == ELSEWHERE
    assert await letters(offline, game, "moved") == [{"by": MIA}]


async def test_a_player_who_is_a_moderator_moves_it_too(offline: OfflineBot) -> None:
    game = await opened(offline, BERT)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.move(game, BERT, GUILD, ELSEWHERE)
    await offline.table.move(game, BERT, GUILD, ELSEWHERE, host=True)
    assert await letters(offline, game, "moved") == [{"by": BERT}]


# ---- seats


async def test_a_moderator_gives_a_present_persons_seat_to_a_computer(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.dismiss(game, MIA, 1)
    assert outcome_of((await offline.table.dismiss(game, MIA, 1, host=True)).answer) == "done"
    assert await users(offline, game) == [ANNA, None]
    assert await letters(offline, game, "resigned") == [{"user": BERT, "by": MIA, "agreed": [], "host": True}]


async def test_whom_a_moderator_has_shown_out_comes_back_with_the_owners_yes(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.table.dismiss(game, MIA, 1, host=True)
    request = asked(await offline.table.replace(game, BERT, 1, BERT))
    assert await users(offline, game) == [ANNA, None]
    assert await say(offline, game, ANNA, request) == "done"
    assert await users(offline, game) == [ANNA, BERT]


async def test_whom_a_moderator_stood_in_for_comes_back_at_once(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY + 1)
    await offline.table.dismiss(game, MIA, 1, host=True)
    assert outcome_of((await offline.table.replace(game, BERT, 1, BERT)).answer) == "done"


async def test_a_substitute_must_agree(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    clock.advance(DAY + 1)
    await heard_of(offline, game, CARL)
    with pytest.raises(Refused, match="Only its player"):
        await offline.table.replace(game, MIA, 1, DORA)
    request = asked(await offline.table.replace(game, MIA, 1, DORA, host=True))
    with pytest.raises(Refused, match="not for you"):
        await offline.table.consent(game, CARL, True, request=request)
    assert await say(offline, game, DORA, request) == "done", "the moderator stands for the owner"
    assert (await users(offline, game))[1] == DORA
    (told,) = await letters(offline, game, "replaced")
    assert told == {"seat": 1, "user": DORA, "holder": BERT, "by": MIA, "agreed": [DORA], "host": True}


async def test_a_substitute_for_somebody_present_needs_their_yes(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    request = asked(await offline.table.replace(game, MIA, 1, DORA, host=True))
    assert await say(offline, game, DORA, request) == "asked"
    assert (await users(offline, game))[1] == BERT
    assert await say(offline, game, BERT, request) == "done"


async def test_a_moderator_never_seats_themselves_without_the_tables_yes(offline: OfflineBot) -> None:
    game = await with_computers(offline, ANNA, BERT)
    seat = (await users(offline, game)).index(None)
    request = asked(await offline.table.replace(game, MIA, seat, MIA, host=True))
    assert await say(offline, game, MIA, request) == "asked"
    assert MIA not in await users(offline, game)
    assert await say(offline, game, ANNA, request) == "done"
    assert (await users(offline, game))[seat] == MIA


async def test_not_even_in_two_steps(offline: OfflineBot) -> None:
    """The seat is given to a computer first; that makes it nobody's more than it was."""
    game = await offline.seated(ANNA, BERT, CARL)
    await offline.table.dismiss(game, MIA, 0, host=True)
    assert (await offline.table.hosted(game)).header.owner == BERT
    request = asked(await offline.table.replace(game, MIA, 0, MIA, host=True))
    assert await say(offline, game, MIA, request) == "asked"
    assert MIA not in await users(offline, game)
    with pytest.raises(Refused, match="not for you"):
        await offline.table.consent(game, DORA, True, request=request)


async def test_at_their_own_table_moderators_are_players(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    with pytest.raises(Refused, match="Only the person who opened"):
        await offline.table.dismiss(game, BERT, 2, host=True)
    with pytest.raises(Refused, match="Only its player"):
        await offline.table.replace(game, BERT, 2, DORA, host=True)


async def test_who_has_seen_a_hand_is_no_substitute(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, CARL)
    await offline.table.resign(game, CARL)
    with pytest.raises(Refused, match="knows its secrets"):
        await offline.table.replace(game, MIA, 1, CARL, host=True)
