"""A paused game, on both databases: who pauses it and takes it up again, and that nothing runs in it meanwhile.

Not for commands and what people read: `tests/bot/ui/test_moderators.py`.
"""

import pytest
from sqlalchemy import select

from bot.errors import NotSeated, Refused
from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.forget import everybody, forget
from bot.store.maintenance.person import told_of
from bot.store.schema import timers
from bot.table.presence import DAY, present_people
from bot.table.requests import outcome_of
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot, open_offline
from tests.bot.table.test_handover import letters

MIA = 105
"""A moderator without a seat."""
HOUR = 3600.0


async def timers_of(offline: OfflineBot, game: int) -> list[tuple[str, float]]:
    query = select(timers.c.kind, timers.c.due).where(timers.c.game == game)
    rows = await offline.store.database.read(lambda connection: connection.execute(query).all())
    return [(row.kind, row.due) for row in rows]


async def version(offline: OfflineBot, game: int) -> int:
    return (await offline.table.hosted(game)).version


async def present(offline: OfflineBot, game: int) -> set[int]:
    return present_people(await offline.table.hosted(game), offline.clock.now())


async def alone(offline: OfflineBot) -> int:
    """Anna against a computer, whose turn it is."""
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL, computers=("simple",)))).game
    await offline.table.start(game, ANNA)
    return game


async def test_no_clock_runs_while_a_game_is_paused(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    clock.advance(HOUR - 60)
    await offline.table.pause(game, MIA, host=True)
    assert await timers_of(offline, game) == []
    clock.advance(100 * HOUR)
    assert await offline.timer_worker().begin_due() == 0
    assert await version(offline, game) == 0
    assert (await examine(offline.store.database, clock.now())).findings == ()
    await offline.table.resume(game, MIA, host=True)
    assert await timers_of(offline, game) == [("absent", clock.now() + HOUR)], "everybody has their whole time anew"
    assert (await examine(offline.store.database, clock.now())).findings == ()


async def test_nobody_decides_anything_in_a_paused_game(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 2)
    decision = await offline.next_decision(game)
    assert decision is not None
    user, text, made_on = decision
    await offline.table.pause(game, MIA, host=True)
    for refused in (
        offline.table.act(game, user, text, made_on=made_on),
        offline.table.undo(game, user),
        offline.table.propose(game, ANNA, 0),
    ):
        with pytest.raises(Refused, match="is paused: no clock runs"):
            await refused
    await offline.table.resume(game, MIA, host=True)
    await offline.table.act(game, user, text, made_on=made_on)


async def test_computers_wait(offline: OfflineBot) -> None:
    game = await alone(offline)
    while not (computer := [kind for kind, _ in await timers_of(offline, game) if kind == "computer"]):
        await offline.play(game, 1)
    assert computer
    before = await version(offline, game)
    await offline.table.pause(game, ANNA)
    assert await offline.timer_worker().begin_due() == 0
    assert await version(offline, game) == before
    await offline.table.resume(game, ANNA)
    await offline.timer_worker().begin_due()
    assert await version(offline, game) > before


async def test_a_timer_that_another_process_has_claimed_does_nothing(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    clock.advance(2 * HOUR)
    (claimed,) = await offline.store.timers.claim("other", clock.now(), 60.0, 10)
    await offline.table.pause(game, MIA, host=True)
    await offline.table.fire(claimed)
    assert await version(offline, game) == 0
    assert await timers_of(offline, game) == []


async def test_a_pause_outlives_a_restart_and_holds_in_every_process(settings: Settings, clock: HandClock) -> None:
    async with open_offline(settings, clock) as first, open_offline(settings, clock) as second:
        game = await first.seated(ANNA, BERT, pace=HOUR)
        await first.table.pause(game, MIA, host=True)
        decision = await second.next_decision(game)
        assert decision is not None
        with pytest.raises(Refused, match="is paused"):
            await second.table.act(game, decision[0], decision[1])
        clock.advance(50 * HOUR)
        assert await second.timer_worker().begin_due() == 0
    async with open_offline(settings, clock) as third:
        assert (await third.table.hosted(game)).pause is not None
        assert await third.timer_worker().begin_due() == 0
        await third.table.resume(game, MIA, host=True)
        assert (await third.table.hosted(game)).pause is None
        await third.play(game, 1)


# ---- who may


async def test_one_player_among_others_pauses_nothing(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    for somebody in (ANNA, BERT, CARL):
        with pytest.raises(Refused, match="Only those who may manage the channel can pause game"):
            await offline.table.pause(game, somebody)
    with pytest.raises(Refused, match="Only those who may manage"):
        await offline.table.pause(game, CARL, agreed=(ANNA, BERT))


async def test_all_players_together_pause_it_and_one_takes_it_up_again(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.table.pause(game, ANNA, agreed=(BERT,))
    assert await letters(offline, game, "paused") == [{"by": ANNA, "agreed": [BERT]}]
    with pytest.raises(NotSeated):
        await offline.table.resume(game, CARL)
    await offline.table.resume(game, BERT)
    assert await letters(offline, game, "resumed") == [{"by": BERT}]


async def test_who_plays_alone_with_computers_pauses_as_they_like(offline: OfflineBot) -> None:
    game = await alone(offline)
    await offline.table.pause(game, ANNA)
    with pytest.raises(Refused, match="paused already"):
        await offline.table.pause(game, ANNA)
    await offline.table.resume(game, ANNA)
    with pytest.raises(Refused, match="is not paused"):
        await offline.table.resume(game, ANNA)


async def test_what_a_moderator_has_paused_players_do_not_take_up_again(offline: OfflineBot) -> None:
    game = await alone(offline)
    await offline.table.pause(game, MIA, host=True)
    with pytest.raises(Refused, match="A moderator has paused"):
        await offline.table.resume(game, ANNA)
    other = 106
    await offline.table.resume(game, other, host=True)
    assert await letters(offline, game, "paused") == [{"by": MIA, "host": True}]
    assert await letters(offline, game, "resumed") == [{"by": other, "host": True}]


async def test_only_a_game_that_runs_is_paused(offline: OfflineBot) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    with pytest.raises(Refused, match="has not started"):
        await offline.table.pause(game, MIA, host=True)
    await offline.table.abort(game, ANNA)
    with pytest.raises(Refused, match="is over"):
        await offline.table.pause(game, MIA, host=True)


async def test_the_same_command_twice_pauses_once(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    assert not (await offline.table.pause(game, MIA, "one", host=True)).repeated
    assert (await offline.table.pause(game, MIA, "one", host=True)).repeated
    assert len(await letters(offline, game, "paused")) == 1


# ---- what it is not


async def test_the_time_of_a_pause_is_nobodys_silence(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    clock.advance(DAY / 2)
    await offline.table.pause(game, MIA, host=True)
    clock.advance(30 * DAY)
    assert await present(offline, game) == {ANNA, BERT}
    await offline.table.resume(game, MIA, host=True)
    assert await present(offline, game) == {ANNA, BERT}
    clock.advance(DAY / 2 + 1)
    assert await present(offline, game) == set(), "the silence before it counts"


async def test_seats_change_hands_while_it_is_paused(offline: OfflineBot) -> None:
    game = await alone(offline)
    await offline.table.pause(game, ANNA)
    seat = next(number for number, one in enumerate((await offline.table.hosted(game)).seats) if one.user is None)
    asked = await offline.table.replace(game, CARL, seat, CARL)
    request = asked.hosted.requests[-1].number
    assert outcome_of((await offline.table.consent(game, ANNA, True, request=request)).answer) == "done"
    assert (await offline.table.hosted(game)).seats[seat].user == CARL
    assert (await offline.table.hosted(game)).pause is not None


async def test_a_lost_channel_does_not_end_a_pause(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT, pace=HOUR)
    await offline.table.pause(game, MIA, host=True)
    await offline.table.park(game)
    with pytest.raises(Refused, match="channel of game"):
        await offline.table.resume(game, MIA, host=True)
    await offline.table.unpark(game)
    assert (await offline.table.hosted(game)).pause is not None
    assert await timers_of(offline, game) == []


async def test_what_is_set_aside_for_silence_is_taken_up_for_good(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.table.pause(game, MIA, host=True)
    clock.advance(61 * DAY)
    await offline.table.set_aside(game, clock.now() - 60 * DAY)
    await offline.table.unpark(game)
    await offline.play(game, 1)


async def test_a_paused_game_can_be_called_off(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.table.pause(game, MIA, host=True)
    await offline.table.abort(game, ANNA)
    hosted = await offline.table.hosted(game)
    assert (hosted.status, hosted.pause) == ("aborted", None)
    assert (await examine(offline.store.database, clock.now())).findings == ()


async def test_a_moderator_is_told_of_and_forgotten(offline: OfflineBot, clock: HandClock) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.table.pause(game, MIA, host=True)
    assert {"game": game, "had_seat": None, "acted_at": None, "paused_it": True, "requests": []} in (
        await told_of(offline.store.database, MIA)
    )["presence"]  # type: ignore[operator]
    assert MIA in await everybody(offline.store.database)
    await forget(offline.store.database, MIA, clock.now())
    assert MIA not in await everybody(offline.store.database)
    hosted = await offline.table.hosted(game)
    assert hosted.pause is not None
    assert hosted.pause.host
    assert await letters(offline, game, "paused") == []
