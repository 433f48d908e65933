"""What people do at a table, on both databases: seats, decisions, undo, consent, races and repeated commands.

Not for rules: any title will do, so Hansa does.
"""

import asyncio

import msgspec
import pytest
from sqlalchemy import func, select

from bot.errors import LostRace, NotSeated, Refused
from bot.store.schema import moves, outbox, results
from bot.table.seating import Opening
from engine import record
from engine.errors import BadNotation, BadOption, EngineError, Illegal, NotYourDecision, Stale, UnknownGame
from tests.bot.house import ANNA, BERT, CARL, CHANNEL, House


async def kinds(house: House, game: int) -> list[tuple[str, str]]:
    """The letters written so far: target and kind."""
    query = select(outbox.c.target, outbox.c.kind).where(outbox.c.game == game).order_by(outbox.c.id)
    return await house.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])


async def lines(house: House, game: int) -> list[str]:
    query = select(moves.c.text).where(moves.c.game == game).order_by(moves.c.number)
    return await house.store.database.read(lambda connection: list(connection.execute(query).scalars()))


# ---- seats


async def test_people_and_computers_take_seats_until_there_is_none(house: House) -> None:
    table = house.table
    game = (await table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await table.join(game, BERT)
    await table.seat_computer(game, ANNA, "simple")
    await table.seat_computer(game, ANNA, "random")
    with pytest.raises(Refused, match="All 4 seats"):
        await table.join(game, CARL)
    await table.unseat_computer(game, ANNA)
    await table.join(game, CARL)
    sheet = await table.sheet(game)
    assert [(seat.user, seat.policy) for seat in sheet.seats] == [
        (ANNA, None),
        (BERT, None),
        (None, "simple"),
        (CARL, None),
    ]


async def test_who_may_do_what_before_the_start(house: House) -> None:
    table = house.table
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
    sheet = await table.sheet(game)
    assert (sheet.header.owner, len(sheet.seats)) == (BERT, 1)
    assert (await table.leave(game, BERT)).status == "aborted"


@pytest.mark.parametrize(
    ("opening", "error"),
    [
        (Opening(title="skat", owner=ANNA, channel=CHANNEL), "no title"),
        (Opening(title="hansa", owner=ANNA, channel=CHANNEL, options={"colour": "red"}), "option"),
        (Opening(title="hansa", owner=ANNA, channel=CHANNEL, pace=0.0), "more than nothing"),
    ],
)
async def test_a_game_that_cannot_be_played_is_not_opened(house: House, opening: Opening, error: str) -> None:
    with pytest.raises(EngineError, match=error):
        await house.table.open(opening)
    with pytest.raises(UnknownGame):
        await house.table.board(1)


async def test_a_game_starts_with_board_hands_commitment_and_one_call(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    written = await kinds(house, game)
    assert ("channel", "start") in written
    assert ("channel", "board") in written
    assert [target for target, kind in written if kind == "call"] == ["seat:0"]
    assert {target for target, kind in written if kind == "hand"} <= {"seat:0", "seat:1"}


async def test_who_resigns_is_replaced_by_a_computer_and_may_be_by_a_person(house: House) -> None:
    table = house.table
    game = await house.seated(ANNA, BERT)
    await table.resign(game, ANNA)
    sheet = await table.sheet(game)
    assert (sheet.seats[0].user, sheet.seats[0].resigned, sheet.header.owner) == (None, ANNA, BERT)
    with pytest.raises(NotSeated):
        await table.hand(game, ANNA)
    with pytest.raises(Refused, match="already"):
        await table.replace(game, BERT, 0, BERT)
    with pytest.raises(Refused, match="no seat P9"):
        await table.replace(game, BERT, 8, CARL)
    await table.replace(game, CARL, 0, CARL)
    assert (await table.hand(game, CARL)).seat == 0
    with pytest.raises(Refused, match="Only its player"):
        await table.replace(game, ANNA, 0, ANNA)
    await table.resign(game, CARL)
    assert (await table.resign(game, BERT)).status == "aborted"


async def test_only_the_owner_or_a_host_aborts(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    with pytest.raises(Refused, match="opened"):
        await house.table.abort(game, BERT)
    assert (await house.table.abort(game, CARL, host=True)).status == "aborted"
    with pytest.raises(Refused, match="is over"):
        await house.table.act(game, ANNA, "end")
    with pytest.raises(Refused, match="is over"):
        await house.table.abort(game, ANNA)


# ---- decisions


async def test_a_whole_game_is_played_saved_and_verified(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    with pytest.raises(Refused, match="when it is over"):
        await house.table.export(game)
    made = await house.play(game)
    told = await house.table.export(game)
    assert made == len(told.actions) > 50
    assert record.verify(told).valid
    query = select(results.c.seat, results.c.user, results.c.place).order_by(results.c.seat)
    places = await house.store.database.read(lambda connection: [(*row,) for row in connection.execute(query)])
    assert [(seat, user) for seat, user, _ in places] == [(0, ANNA), (1, BERT)]
    assert 1 in {place for _, _, place in places}
    assert (await kinds(house, game))[-1] == ("channel", "over")
    with pytest.raises(Refused, match="is over"):
        await house.table.act(game, ANNA, "end")


async def test_several_decisions_are_applied_all_or_none(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    first = (await house.next_decision(game) or (0, "", 0))[1]
    with pytest.raises((Illegal, BadNotation)):
        await house.table.act(game, ANNA, first, "sail atlantis")
    with pytest.raises(Refused, match="no decision"):
        await house.table.act(game, ANNA)
    assert await lines(house, game) == []
    assert (await house.table.act(game, ANNA, first)).version == 1
    assert await lines(house, game) == [first]


async def test_somebody_elses_decision_is_refused_with_its_clause(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    text = (await house.next_decision(game) or (0, "", 0))[1]
    with pytest.raises(NotYourDecision) as refusal:
        await house.table.act(game, BERT, text)
    assert refusal.value.clause.startswith("HA-")
    with pytest.raises(NotSeated):
        await house.table.act(game, CARL, text)


async def test_a_decision_on_an_older_position_is_told_so(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    await house.play(game, 30)
    user, text, version = await house.next_decision(game) or (0, "", 0)
    for old in (0, version - 1):
        with pytest.raises(Stale, match="moved on"):
            await house.table.act(game, user, text, made_on=old)
    with pytest.raises(Refused, match="not been reached"):
        await house.table.act(game, user, text, made_on=version + 1)
    assert (await house.table.act(game, user, text, made_on=version)).version == version + 1


async def test_a_question_is_answered_by_its_kind_as_long_as_it_is_open(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    kind = (await house.table.sheet(game)).game.to_act()[0].kind
    user, text, _ = await house.next_decision(game) or (0, "", 0)
    with pytest.raises(NotYourDecision, match="not open"):
        await house.table.answer(game, user, "no such question", text)
    with pytest.raises(NotYourDecision, match="not open"):
        await house.table.answer(game, BERT, kind, text)
    assert (await house.table.answer(game, user, kind, text)).version == 1


async def undoable(house: House, game: int) -> int:
    """Plays until somebody can take back a decision; returns who."""
    while True:
        await house.play(game, 1)
        sheet = await house.table.sheet(game)
        for number, seat in enumerate(sheet.seats):
            if sheet.game.can_undo(number):
                assert seat.user is not None
                return seat.user


async def test_undo_restores_the_position_and_keeps_the_record(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    with pytest.raises(Illegal) as refusal:
        await house.table.undo(game, ANNA)
    assert refusal.value.clause == "HA-18.5"
    user = await undoable(house, game)
    sheet, _ = await house.store.games.load(game, whole=True)
    earlier = sheet.title.encode(sheet.game.steps[-1].before)
    assert "undo" in await house.table.choices(game, user)
    applied = await house.table.undo(game, user, made_on=sheet.version)
    now = await house.table.sheet(game)
    assert now.title.encode(now.state) == earlier
    assert (await lines(house, game))[-1] == "undo"
    assert applied.version == sheet.version + 1


async def test_everybody_must_agree_to_go_back(house: House) -> None:
    table = house.table
    game = await house.seated(ANNA, BERT, CARL)
    await house.play(game, 12)
    whole, _ = await house.store.games.load(game, whole=True)
    wanted = whole.title.encode(whole.game.state_at(5))
    with pytest.raises(Refused, match="Nobody has asked"):
        await table.consent(game, BERT, True)
    with pytest.raises(Refused, match="no earlier position"):
        await table.propose(game, ANNA, 12)
    await table.propose(game, ANNA, 5)
    await table.consent(game, BERT, True)
    assert (await table.sheet(game)).version == 12
    await table.consent(game, CARL, False)
    with pytest.raises(Refused, match="Nobody has asked"):
        await table.consent(game, BERT, True)
    await table.propose(game, BERT, 5)
    await table.consent(game, CARL, True)
    assert (await table.consent(game, ANNA, True)).version == 13
    sheet = await table.sheet(game)
    assert sheet.title.encode(sheet.state) == wanted
    assert (await lines(house, game))[-1] == "rewind 5"
    await house.play(game)
    assert record.verify(await table.export(game)).valid


async def test_a_proposal_lapses_when_the_game_goes_on(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    await house.play(game, 6)
    await house.table.propose(game, ANNA, 2)
    await house.play(game, 1)
    with pytest.raises(Refused, match="Nobody has asked"):
        await house.table.consent(game, BERT, True)


async def test_nobody_is_called_twice_in_one_turn(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    calls: list[tuple[int, str]] = []
    turn, whose, seen = 0, (0, -1), len(await kinds(house, game))
    for _ in range(150):
        if not await house.play(game, 1):
            break
        view = await house.table.board(game)
        if whose != (view.round, view.active):
            turn, whose = turn + 1, (view.round, view.active if view.active is not None else -1)
        written = await kinds(house, game)
        calls += [(turn, target) for target, kind in written[seen:] if kind == "call"]
        seen = len(written)
    assert len(calls) == len(set(calls)) > 10


async def test_hands_and_logs_show_what_their_reader_may_know(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    await house.play(game, 20)
    board, hand = await house.table.board(game), await house.table.hand(game, BERT)
    sheet, _ = await house.store.games.load(game, whole=True)
    assert board == sheet.title.view(sheet.state, None)
    assert hand == sheet.title.view(sheet.state, 1)
    assert await house.table.log(game, BERT) == sheet.game.log(1)
    assert await house.table.log(game) == sheet.game.log(None)
    query = select(outbox.c.payload).where(outbox.c.target == "channel")
    told = await house.store.database.read(lambda connection: list(connection.execute(query).scalars()))
    assert not any(sheet.header.seed in text for text in told)
    assert all(event.get("audience") is None for text in told for event in msgspec.json.decode(text).get("events", ()))


# ---- once, and only one


async def test_a_command_that_comes_again_is_answered_from_what_was_stored(house: House) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    first = await house.table.open(opening, "open")
    again = await house.table.open(opening, "open")
    assert (again.game, again.repeated, first.repeated) == (first.game, True, False)
    await house.table.join(first.game, BERT, "join")
    assert (await house.table.join(first.game, BERT, "join")).repeated
    await house.table.start(first.game, ANNA, "start")
    user, text, version = await house.next_decision(first.game) or (0, "", 0)
    done = await house.table.act(first.game, user, text, made_on=version, interaction="move")
    await house.play(first.game, 3)
    repeated = await house.table.act(first.game, user, text, made_on=version, interaction="move")
    assert msgspec.structs.replace(repeated, repeated=False) == done
    assert (await lines(house, first.game)).count(text) == 1


async def test_the_same_command_twice_at_the_same_moment_counts_once(house: House) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    opened = await asyncio.gather(*(house.table.open(opening, "open") for _ in range(4)))
    assert len({one.game for one in opened}) == 1
    game = opened[0].game
    await house.table.join(game, BERT)
    await house.table.start(game, ANNA)
    user, text, _ = await house.next_decision(game) or (0, "", 0)
    acted = await asyncio.gather(*(house.table.act(game, user, text, interaction="move") for _ in range(4)))
    assert {one.version for one in acted} == {1}
    assert sorted(one.repeated for one in acted) == [False, True, True, True]


async def test_of_two_decisions_at_once_one_wins_and_the_other_is_told(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    await house.play(game, 4)
    user, text, version = await house.next_decision(game) or (0, "", 0)
    outcomes = await asyncio.gather(
        *(house.table.act(game, user, text, made_on=version) for _ in range(3)), return_exceptions=True
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert all(isinstance(outcome, Stale) for outcome in outcomes if isinstance(outcome, Exception))
    assert len(await lines(house, game)) == version + 1


async def test_people_who_join_at_once_all_get_a_seat(house: House) -> None:
    game = (await house.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
    await asyncio.gather(*(house.table.join(game, user) for user in (BERT, CARL, 104)))
    assert {seat.user for seat in (await house.table.sheet(game)).seats} == {ANNA, BERT, CARL, 104}


async def test_a_sheet_that_is_out_of_date_is_not_saved(house: House) -> None:
    game = await house.seated(ANNA, BERT)
    old, _ = await house.store.games.load(game)
    await house.play(game, 1)
    old.tell("channel", "never")
    with pytest.raises(LostRace):
        await house.store.games.save(old, "lost", 0.0)
    assert ("channel", "never") not in await kinds(house, game)
    assert await house.store.games.answer_to("lost") is None


async def test_old_interactions_are_forgotten(house: House) -> None:
    opening = Opening(title="hansa", owner=ANNA, channel=CHANNEL)
    await house.table.open(opening, "open")
    await house.store.games.forget(house.clock.now() - 1)
    assert await house.store.games.answer_to("open") is not None
    await house.store.games.forget(house.clock.now() + 1)
    assert await house.store.games.answer_to("open") is None
    count = await house.store.database.read(
        lambda connection: connection.execute(select(func.count()).select_from(outbox)).scalar()
    )
    assert count == 1
