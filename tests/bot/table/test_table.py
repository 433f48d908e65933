"""What people do at a table, on both databases: seats, decisions, undo, consent, races and repeated commands.

Not for rules: any title will do, so Hansa does.
"""

import asyncio

import msgspec
import pytest
from sqlalchemy import func, select

from bot.errors import LostRace, NotSeated, Refused
from bot.store.schema import moves, outbox, results
from bot.table.seats import Opening
from engine import record
from engine.errors import BadNotation, BadOption, EngineError, Illegal, NotYourDecision, Stale, UnknownGame
from engine.values import UNDO
from tests.bot.offline import ANNA, BERT, CARL, CHANNEL, OfflineBot


async def kinds(offline: OfflineBot, game: int) -> list[tuple[str, str]]:
    """The letters written so far: target and kind."""
    query = select(outbox.c.target, outbox.c.kind).where(outbox.c.game == game).order_by(outbox.c.id)
    return await offline.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def lines(offline: OfflineBot, game: int) -> list[str]:
    query = select(moves.c.text).where(moves.c.game == game).order_by(moves.c.number)
    return await offline.store.database.read(lambda connection: list(connection.execute(query).scalars()))


# ---- seats


async def test_people_and_computers_take_seats_until_there_is_none(offline: OfflineBot) -> None:
    table = offline.table
    game = (await table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await table.join(game, BERT)
    await table.seat_computer(game, ANNA, "simple")
    await table.seat_computer(game, ANNA, "random")
    with pytest.raises(Refused, match="All 4 seats"):
        await table.join(game, CARL)
    await table.unseat_computer(game, ANNA)
    await table.join(game, CARL)
    hosted = await table.hosted(game)
    assert [(seat.user, seat.policy) for seat in hosted.seats] == [
        (ANNA, None),
        (BERT, None),
        (None, "simple"),
        (CARL, None),
    ]


async def test_who_may_do_what_before_the_start(offline: OfflineBot) -> None:
    table = offline.table
    game = (await table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    with pytest.raises(Refused, match="already"):
        await table.join(game, ANNA)
    with pytest.raises(BadOption, match="2 to 4"):
        await table.start(game, ANNA)
    await table.join(game, BERT)
    with pytest.raises(Refused, match="opened"):
        await table.start(game, BERT)
    with pytest.raises(Refused, match="not started"):
        await table.act(game, ANNA, "end")
    await table.leave(game, ANNA)
    hosted = await table.hosted(game)
    assert (hosted.header.owner, len(hosted.seats)) == (BERT, 1)
    assert (await table.leave(game, BERT)).hosted.status == "aborted"


@pytest.mark.parametrize(
    ("opening", "error"),
    [
        (Opening(title="skat", owner=ANNA, channel=CHANNEL), "no title"),
        (Opening(title="hansa", owner=ANNA, channel=CHANNEL, options={"colour": "red"}), "option"),
        (Opening(title="hansa", owner=ANNA, channel=CHANNEL, pace=0.0), "more than nothing"),
    ],
)
async def test_a_game_that_cannot_be_played_is_not_opened(offline: OfflineBot, opening: Opening, error: str) -> None:
    with pytest.raises(EngineError, match=error):
        await offline.table.open(opening)
    with pytest.raises(UnknownGame):
        await offline.table.hosted(1)


async def test_a_game_starts_with_board_hands_commitment_and_one_call(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    written = await kinds(offline, game)
    assert ("channel", "start") in written
    assert ("channel", "board") in written
    assert [target for target, kind in written if kind == "call"] == ["call:0"]
    assert {target for target, kind in written if kind == "hand"} <= {"seat:0", "seat:1"}


async def test_who_resigns_is_replaced_by_a_computer_and_may_be_by_a_person(offline: OfflineBot) -> None:
    table = offline.table
    game = await offline.seated(ANNA, BERT)
    await table.resign(game, ANNA)
    hosted = await table.hosted(game)
    assert (hosted.seats[0].user, hosted.seats[0].resigned, hosted.header.owner) == (None, ANNA, BERT)
    with pytest.raises(NotSeated):
        await table.act(game, ANNA, "end")
    with pytest.raises(Refused, match="already"):
        await table.replace(game, BERT, 0, BERT)
    with pytest.raises(Refused, match="no seat 9"):
        await table.replace(game, BERT, 8, CARL)
    request = (await table.replace(game, CARL, 0, CARL)).hosted.requests[0].number
    await table.consent(game, BERT, True, request=request)
    assert (await table.hosted(game)).seat_of(CARL) == 0
    with pytest.raises(Refused, match="Only its player"):
        await table.replace(game, ANNA, 0, 104)
    await table.resign(game, CARL)
    assert (await table.resign(game, BERT)).hosted.status == "aborted"


async def test_only_the_owner_or_a_host_aborts(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Refused, match="opened"):
        await offline.table.abort(game, BERT)
    assert (await offline.table.abort(game, CARL, host=True)).hosted.status == "aborted"
    with pytest.raises(Refused, match="is over"):
        await offline.table.act(game, ANNA, "end")
    with pytest.raises(Refused, match="is over"):
        await offline.table.abort(game, ANNA)


# ---- decisions


async def test_a_whole_game_is_played_saved_and_verified(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Refused, match="when it is over"):
        await offline.table.export(game)
    made = await offline.play(game)
    told = await offline.table.export(game)
    assert made == len(told.actions) > 50
    assert record.verify(told).valid
    query = select(results.c.seat, results.c.user, results.c.place).order_by(results.c.seat)
    places = await offline.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])
    assert [(seat, user) for seat, user, _ in places] == [(0, ANNA), (1, BERT)]
    assert 1 in {place for _, _, place in places}
    assert (await kinds(offline, game))[-1] == ("channel", "over")
    with pytest.raises(Refused, match="is over"):
        await offline.table.act(game, ANNA, "end")


async def test_several_decisions_are_applied_all_or_none(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    first = (await offline.next_decision(game) or (0, "", 0))[1]
    with pytest.raises((Illegal, BadNotation)):
        await offline.table.act(game, ANNA, first, "sail atlantis")
    with pytest.raises(Refused, match="no decision"):
        await offline.table.act(game, ANNA)
    assert await lines(offline, game) == []
    assert (await offline.table.act(game, ANNA, first)).version == 1
    assert await lines(offline, game) == [first]


async def test_somebody_elses_decision_is_refused_with_its_clause(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    text = (await offline.next_decision(game) or (0, "", 0))[1]
    with pytest.raises(NotYourDecision) as refusal:
        await offline.table.act(game, BERT, text)
    assert refusal.value.clause.startswith("HA-")
    with pytest.raises(NotSeated):
        await offline.table.act(game, CARL, text)


async def test_a_decision_on_an_older_position_is_told_so(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 30)
    user, text, version = await offline.next_decision(game) or (0, "", 0)
    for old in (0, version - 1):
        with pytest.raises(Stale, match="moved on"):
            await offline.table.act(game, user, text, made_on=old)
    with pytest.raises(Refused, match="not been reached"):
        await offline.table.act(game, user, text, made_on=version + 1)
    assert (await offline.table.act(game, user, text, made_on=version)).version == version + 1


async def undoable(offline: OfflineBot, game: int) -> int:
    """Plays until somebody can take back a decision; returns who."""
    while True:
        await offline.play(game, 1)
        hosted = await offline.table.hosted(game)
        for number, seat in enumerate(hosted.seats):
            if hosted.game.can_undo(number):
                assert seat.user is not None
                return seat.user


async def test_undo_restores_the_position_and_keeps_the_record(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    with pytest.raises(Illegal) as refusal:
        await offline.table.undo(game, ANNA)
    assert refusal.value.clause == "HA-18.5"
    user = await undoable(offline, game)
    hosted = await offline.store.games.load(game, whole=True)
    earlier = hosted.title.encode(hosted.game.steps[-1].before)
    assert UNDO in hosted.game.legal(hosted.seat_of(user))
    applied = await offline.table.undo(game, user, made_on=hosted.version)
    now = await offline.table.hosted(game)
    assert now.title.encode(now.state) == earlier
    assert (await lines(offline, game))[-1] == "undo"
    assert applied.version == hosted.version + 1


async def test_everybody_must_agree_to_go_back(offline: OfflineBot) -> None:
    table = offline.table
    game = await offline.seated(ANNA, BERT, CARL)
    await offline.play(game, 12)
    whole = await offline.store.games.load(game, whole=True)
    wanted = whole.title.encode(whole.game.state_at(5))
    with pytest.raises(Refused, match="Nobody has asked"):
        await table.consent(game, BERT, True)
    with pytest.raises(Refused, match="no earlier position"):
        await table.propose(game, ANNA, 12)
    await table.propose(game, ANNA, 5)
    await table.consent(game, BERT, True)
    assert (await table.hosted(game)).version == 12
    await table.consent(game, CARL, False)
    with pytest.raises(Refused, match="Nobody has asked"):
        await table.consent(game, BERT, True)
    await table.propose(game, BERT, 5)
    await table.consent(game, CARL, True)
    assert (await table.consent(game, ANNA, True)).version == 13
    hosted = await table.hosted(game)
    assert hosted.title.encode(hosted.state) == wanted
    assert (await lines(offline, game))[-1] == "rewind 5"
    await offline.play(game)
    assert record.verify(await table.export(game)).valid


async def test_a_proposal_lapses_when_the_game_goes_on(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 6)
    await offline.table.propose(game, ANNA, 2)
    await offline.play(game, 1)
    with pytest.raises(Refused, match="Nobody has asked"):
        await offline.table.consent(game, BERT, True)


async def test_nobody_is_called_twice_in_one_turn(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    calls: list[tuple[int, str]] = []
    turn, whose, seen = 0, (0, -1), len(await kinds(offline, game))
    for _ in range(150):
        if not await offline.play(game, 1):
            break
        hosted = await offline.table.hosted(game)
        view = hosted.title.view(hosted.state, None)
        if whose != (view.round, view.active):
            turn, whose = turn + 1, (view.round, view.active if view.active is not None else -1)
        written = await kinds(offline, game)
        calls += [(turn, target) for target, kind in written[seen:] if kind == "call"]
        seen = len(written)
    assert len(calls) == len(set(calls)) > 10


async def test_letters_hold_no_secrets(offline: OfflineBot) -> None:
    """Whoever sends one asks for the view; a row of the outbox may lie about for a month."""
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 20)
    hosted = await offline.table.hosted(game)
    query = select(outbox.c.payload)
    told = await offline.store.database.read(lambda connection: list(connection.execute(query).scalars()))
    assert not any(hosted.header.seed in text for text in told)
    known = {"version", "seat", "commitment", "turn", "silent"}
    assert all(msgspec.json.decode(text).keys() <= known for text in told)


async def test_what_was_saved_is_handed_back(offline: OfflineBot) -> None:
    """It is what loading it again would give, so that nobody has to, and the next command can be given on it."""
    game = await offline.seated(ANNA, BERT)
    hosted = await offline.table.hosted(game)
    for _ in range(30):
        seat = hosted.game.to_act()[0].seat
        user = hosted.seats[seat].user
        assert user is not None
        text = hosted.title.text(hosted.game.legal(seat)[0])
        hosted = (await offline.table.act(hosted, user, text)).hosted
        again = await offline.table.hosted(game)
        assert (hosted.revision, hosted.version, hosted.pinged) == (again.revision, again.version, again.pinged)
        assert hosted.title.encode(hosted.state) == again.title.encode(again.state)
        assert hosted.take_snapshot() == again.take_snapshot()
        assert (hosted.letters, hosted.acted, hosted.timers_before) == ([], set(), again.timers_before)


# ---- once, and only one


async def test_a_command_that_comes_again_is_answered_from_what_was_stored(offline: OfflineBot) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    first = await offline.table.open(opening, "open")
    again = await offline.table.open(opening, "open")
    assert (again.game, again.repeated, first.repeated) == (first.game, True, False)
    await offline.table.join(first.game, BERT, "join")
    assert (await offline.table.join(first.game, BERT, "join")).repeated
    await offline.table.start(first.game, ANNA, "start")
    user, text, version = await offline.next_decision(first.game) or (0, "", 0)
    done = await offline.table.act(first.game, user, text, made_on=version, interaction="move")
    await offline.play(first.game, 3)
    repeated = await offline.table.act(first.game, user, text, made_on=version, interaction="move")
    assert msgspec.structs.replace(repeated.answer, repeated=False) == done.answer
    assert (await lines(offline, first.game)).count(text) == 1


async def test_the_same_command_twice_at_the_same_moment_counts_once(offline: OfflineBot) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    opened = await asyncio.gather(*(offline.table.open(opening, "open") for _ in range(4)))
    assert len({one.game for one in opened}) == 1
    game = opened[0].game
    await offline.table.join(game, BERT)
    await offline.table.start(game, ANNA)
    user, text, _ = await offline.next_decision(game) or (0, "", 0)
    acted = await asyncio.gather(*(offline.table.act(game, user, text, interaction="move") for _ in range(4)))
    assert {one.version for one in acted} == {1}
    assert sorted(one.repeated for one in acted) == [False, True, True, True]


async def test_of_two_decisions_at_once_one_wins_and_the_other_is_told(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    await offline.play(game, 4)
    user, text, version = await offline.next_decision(game) or (0, "", 0)
    outcomes = await asyncio.gather(
        *(offline.table.act(game, user, text, made_on=version) for _ in range(3)), return_exceptions=True
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert all(isinstance(outcome, Stale) for outcome in outcomes if isinstance(outcome, Exception))
    assert len(await lines(offline, game)) == version + 1


async def test_people_who_join_at_once_all_get_a_seat(offline: OfflineBot) -> None:
    game = (await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await asyncio.gather(*(offline.table.join(game, user) for user in (BERT, CARL, 104)))
    assert {seat.user for seat in (await offline.table.hosted(game)).seats} == {ANNA, BERT, CARL, 104}


async def test_a_game_that_is_out_of_date_is_not_saved(offline: OfflineBot) -> None:
    game = await offline.seated(ANNA, BERT)
    old = await offline.store.games.load(game)
    await offline.play(game, 1)
    old.tell("channel", "never")
    with pytest.raises(LostRace):
        await offline.store.games.save(old, "lost", 0.0)
    assert ("channel", "never") not in await kinds(offline, game)
    assert await offline.store.games.answer_to("lost") is None


async def test_old_interactions_are_forgotten(offline: OfflineBot) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    await offline.table.open(opening, "open")
    await offline.store.games.forget(offline.clock.now() - 1)
    assert await offline.store.games.answer_to("open") is not None
    await offline.store.games.forget(offline.clock.now() + 1)
    assert await offline.store.games.answer_to("open") is None
    count = await offline.store.database.read(
        lambda connection: connection.execute(select(func.count()).select_from(outbox)).scalar()
    )
    assert count == 1
