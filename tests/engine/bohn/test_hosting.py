"""Playing at a distance: stale decisions, standing orders, absence, undo, the log (section 20, BH-21.4).

Not for time itself: a host keeps the clocks.
"""

import pytest

from engine.bohn.actions import Close, End, Open, Travel, Withdraw
from engine.bohn.title import TITLE
from engine.errors import BadNotation, Illegal, NotYourDecision, Stale
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.values import Options, Setup
from tests.engine.bohn.facts import restored
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    asked_at_the_end,
    asked_two,
    bag,
    follow,
    is_legal,
    merchant,
    new,
    open_numbers,
    position,
    read,
    refusal,
    state_of,
    table,
    texts,
)
from tests.engine.clauses import clauses


def two_at_rostock() -> Game:
    return table(position(merchant("rostock", "blaue", top_hand()), merchant("rostock", "sau feuer")))


def top_hand() -> str:
    return "t1 Na Zo t4 t5"


@clauses("BH-20.3")
def test_offer_lines_make_only_close_stale() -> None:
    game = two_at_rostock()
    follow(game, "P2 offer #1 P1 give=sau take=blaue")
    with pytest.raises(Stale) as caught:
        game.apply(0, Close(), made_on=0)
    assert caught.value.clause == "BH-20.3"
    game.apply(0, read("P1 buy sau@1")[1], made_on=0)


@clauses("BH-20.3")
def test_what_moved_something_makes_others_stale() -> None:
    game = two_at_rostock()
    follow(game, "P2 contract 1")
    with pytest.raises(Stale):
        game.apply(0, read("P1 buy sau@1")[1], made_on=0)
    game.apply(0, read("P1 buy sau@1")[1], made_on=game.version)


@clauses("BH-20.3")
def test_decisions_that_speak_for_themselves_are_never_stale() -> None:
    game = two_at_rostock()
    follow(game, "P1 offer #1 P2 give=blaue take=sau")
    seen = game.version
    follow(game, "P3 contract 1", "P1 buy sau@1")
    game.apply(1, read("P2 contract 1")[1], made_on=seen)
    game.apply(1, read("P2 standing closed")[1], made_on=seen)
    game.apply(1, read("P2 standing open")[1], made_on=seen)
    follow(game, "P1 offer #2 P2 give=blaue take=sau")
    game.apply(1, read("P2 accept #2")[1], made_on=seen)
    assert state_of(game).merchants[1].beans == bag("blaue feuer")
    opening = Game(TITLE, None, new(3))
    for seat in range(3):
        opening.apply(seat, TITLE.legal(state_of(opening), seat)[0], made_on=0)
    assert state_of(opening).phase == "start"


@clauses("BH-20.5")
def test_a_standing_order_declines_everything() -> None:
    state = position(merchant("rostock", "blaue"), merchant("rostock", "sau"), merchant("rostock", "garten"))
    state = apply(state, "P1 offer #1 P2 give=blaue", "P2 offer #2 P1 give=sau", "P2 standing closed")
    assert open_numbers(state) == ["#2"]
    state, events = apply_with_events(state, "P1 offer #3 P2 give=blaue")
    assert open_numbers(state) == ["#2"]
    assert any(getattr(event, "standing", None) is True for event in events)
    assert state.merchants[1].beans == ("sau",)
    state = apply(state, "P1 standing closed")
    assert open_numbers(state) == []
    state = apply(state, "P2 standing open", "P1 offer #4 P2 give=blaue")
    assert open_numbers(state) == ["#4"]
    assert refusal(state, "P2 standing open").clause == "BH-20.5"


@clauses("BH-20.5")
def test_standing_orders_can_be_given_at_any_time_by_anybody() -> None:
    toll = position(merchant("rostock", "blaue garten", "Zo t1 Na", talers=19), phase="start")
    for state in (new(3), position(phase="start"), apply(toll, "P1 travel rostock"), position(), asked_at_the_end()):
        for seat in range(3):
            assert is_legal(state, f"P{seat + 1} standing closed")
            assert not is_legal(state, f"P{seat + 1} standing open")


@clauses("BH-20.6")
def test_what_the_host_does_for_an_absent_seat() -> None:
    opening = new(3)
    dealt = sorted(opening.merchants[1].hand[7:])
    answer = TITLE.absent(opening, 1)
    assert isinstance(answer, Open)
    assert (answer.eighth, answer.ninth) == tuple(card for card in dealt if card != answer.contract)
    assert TITLE.absent(position(phase="start"), 0) == Travel("rostock")
    assert TITLE.absent(position(), 0) == Close("auto")
    assert TITLE.absent(position(phase="final"), 0) == End()
    offered = apply(position(merchant("rostock", "blaue")), "P1 offer #1 P2 invite")
    assert TITLE.absent(offered, 0) == Withdraw("#1")
    assert TITLE.absent(apply(offered, "P2 decline #1"), 0) == Close("auto")
    with pytest.raises(NotYourDecision):
        TITLE.absent(offered, 2)


@clauses("BH-20.7")
@pytest.mark.parametrize(
    "line", ["P1 contract 1", "P1 close", "P1 close auto", "P1 offer #1 P2 give=blaue", "P1 accept #1"]
)
def test_what_cannot_be_taken_back(line: str) -> None:
    game = two_at_rostock()
    if "accept" in line:
        follow(game, "P2 offer #1 P1 give=sau take=blaue")
    follow(game, line)
    assert not game.can_undo(0)
    with pytest.raises(Illegal) as caught:
        follow(game, "P1 undo")
    assert caught.value.clause == "BH-20.7"


@clauses("BH-20.7", "BH-17.2")
@pytest.mark.parametrize("first", ["contract 1", "close", "close auto"])
def test_no_list_goes_on_after_a_card_was_drawn(first: str) -> None:
    told = set()
    for top in ("R3", "R5", "B1", "V3"):
        game = table(position(merchant("rostock", "blaue", top_hand()), top=top))
        for card in ("R3", "R5", "B1", "V3"):
            with pytest.raises(Illegal) as caught:
                game.apply(0, TITLE.parse(first), TITLE.parse(f"fulfil {card}"))
            told.add((caught.value.clause, str(caught.value)))
            assert not game.lines
    assert [clause for clause, _ in told] == ["BH-20.7"]


@clauses("BH-20.7", "BH-7.1")
def test_no_list_goes_on_after_a_journey_that_draws_a_harvest_card() -> None:
    told = set()
    for pile in (("N01", "N05", "N02", "N03", "N04"), ("N05", "N01", "N02", "N03", "N04")):
        game = table(position(merchant("rostock", "blaue", "Na t1 Zo t4"), phase="start", pile=pile))
        for token in ("blaue@4", "blaue@5", "sau@1"):
            with pytest.raises(Illegal) as caught:
                game.apply(0, TITLE.parse("travel hamburg"), TITLE.parse(f"buy {token}"))
            told.add((caught.value.clause, str(caught.value)))
    assert [clause for clause, _ in told] == ["BH-20.7"]
    traveller = merchant("hamburg", "blaue", "t1 Na Zo t4")
    quiet = table(position(traveller, phase="start", pile=(), reserve=0, trigger=2))
    quiet.apply(0, TITLE.parse("travel rostock"), TITLE.parse("buy sau@1"))
    assert quiet.version == 2


@clauses("BH-20.7")
def test_undo_goes_back_step_by_step_within_the_turn() -> None:
    hand = "t1 t4 Zo Na R1"
    start = position(merchant("hamburg", "feuer sau rote garten", hand, talers=6), phase="start")
    game = table(start)
    follow(game, "P1 travel aalborg", "P1 undo", "P1 travel rostock", "P1 fulfil R1", "P1 buy sau@1")
    follow(game, "P1 undo", "P1 undo", "P1 undo")
    assert TITLE.encode(state_of(game)) == TITLE.encode(start)
    with pytest.raises(Illegal):
        follow(game, "P1 undo")
    with pytest.raises(Illegal):
        follow(game, "P2 undo")


@clauses("BH-20.7")
def test_a_payment_can_be_taken_back() -> None:
    game = table(position(merchant("rostock", "blaue garten", "Zo t1 Na", talers=19), phase="start"))
    follow(game, "P1 travel rostock")
    in_toll = TITLE.encode(state_of(game))
    follow(game, "P1 pay garten", "P1 undo")
    assert TITLE.encode(state_of(game)) == in_toll
    follow(game, "P1 undo")
    assert state_of(game).phase == "start"
    drew = table(position(merchant("hamburg", "blaue garten", "Zo Na t1", talers=19), phase="start"))
    follow(drew, "P1 travel rostock", "P1 pay garten")
    assert not drew.can_undo(0)


@clauses("BH-20.7", "BH-20.8")
def test_own_offers_are_passed_over() -> None:
    game = two_at_rostock()
    follow(
        game, "P1 buy soja@2", "P1 offer #1 P2 give=blaue take=sau", "P1 offer #2 P2 give=soja take=feuer", "P1 undo"
    )
    state = state_of(game)
    assert state.merchants[0].talers == 30
    assert state.merchants[0].beans == ("blaue",)
    assert open_numbers(state) == ["#1"]
    assert is_legal(state, "P1 offer #3 P2 give=blaue take=feuer")
    follow(game, "P2 accept #1")
    assert state_of(game).merchants[1].beans == bag("blaue feuer")
    assert not game.can_undo(0)


@clauses("BH-20.8", "I-22")
def test_offers_withdrawn_by_the_host_stay_withdrawn() -> None:
    game = two_at_rostock()
    follow(game, "P1 offer #1 P2 buy=soja@2 give=soja take=sau")
    before = state_of(game)
    follow(game, "P1 buy soja@2")
    assert open_numbers(state_of(game)) == []
    after = follow(game, "P1 undo")
    assert open_numbers(after) == []
    assert TITLE.encode(restored(after)) == TITLE.encode(restored(before))


@clauses("BH-20.7", "BH-20.8")
def test_an_undone_journey_ends_the_offers_made_after_it() -> None:
    game = table(position(merchant("hamburg", "blaue", "t1 t4 Na Zo"), merchant("rostock", "sau"), phase="start"))
    state = follow(game, "P1 travel rostock", "P1 offer #1 P2 give=blaue take=sau", "P1 undo")
    assert (state.phase, open_numbers(state)) == ("start", [])
    state = follow(game, "P1 travel rostock")
    assert texts(state, 0, "offer")[0].startswith("offer #2 ")


@clauses("BH-20.7")
def test_another_seats_decision_bars_undo_but_its_standing_order_does_not() -> None:
    game = two_at_rostock()
    follow(game, "P1 buy sau@1", "P3 standing closed")
    state = follow(game, "P1 undo")
    assert state.merchants[0].talers == 30
    assert state.merchants[2].standing == "closed"
    follow(game, "P1 buy sau@1", "P2 contract 1")
    with pytest.raises(Illegal):
        follow(game, "P1 undo")


@clauses("BH-20.7")
def test_the_next_turn_is_final() -> None:
    game = two_at_rostock()
    follow(game, "P1 close", "P1 end")
    for seat in range(3):
        assert not game.can_undo(seat)


@clauses("BH-20.9")
def test_chat_is_no_decision() -> None:
    for words in ("chat hello", "say I will give you a sau", "hello"):
        with pytest.raises(BadNotation):
            TITLE.parse(words)


@clauses("BH-21.4", "BH-9.13")
def test_the_log_shows_what_the_reader_may_know() -> None:
    game = table(position(merchant("rostock", "sau"), merchant("hamburg", "feuer soja garten", "Zo t4 Na", talers=9)))
    follow(game, "P2 offer #1 P1 invite give=garten pay=soja", "P3 contract 4")
    assert game.log(None) == ["P2 offer #1 P1 invite give=garten", "P3 contract ?"]
    assert game.log(1)[0] == "P2 offer #1 P1 invite give=garten pay=soja"
    assert game.log(2)[1] == "P3 contract 4"
    follow(game, "P1 accept #1")
    assert game.log(None)[0] == "P2 offer #1 P1 invite give=garten pay=soja"


@clauses("BH-21.4", "BH-2.8")
def test_sealed_openings_in_the_log() -> None:
    game = Game(TITLE, None, new(3))
    state = new(3)
    first, second = (TITLE.text(action) for action in TITLE.legal(state, 1)[:2])
    follow(game, f"P2 {first}", f"P2 {second}")
    assert game.log(None) == game.log(0) == []
    assert game.log(1) == [f"P2 {second}"]
    for seat in (2, 0):
        follow(game, f"P{seat + 1} {TITLE.text(TITLE.legal(state, seat)[0])}")
    log = game.log(None)
    assert [line[:2] for line in log] == ["P1", "P2", "P3"]
    assert all(line.endswith(" ? ?") for line in log)
    assert game.log(1)[1] == f"P2 {second}"


@clauses("BH-15.6", "BH-21.4")
def test_sealed_final_answers_are_listed_by_seat_when_all_are_in() -> None:
    game = table(asked_two())
    follow(game, "P2 final -")
    assert (game.log(None), game.log(0), game.log(1)) == ([], [], ["P2 final -"])
    follow(game, "P1 final R1")
    assert game.result() is not None
    assert game.log(None) == ["P1 final R1", "P2 final -"]


@clauses("BH-21.4")
def test_the_full_record_is_shown_when_the_game_is_over() -> None:
    game = Game.new(TITLE, Setup(3, Options(), "a whole game"))
    playout(game, simple_policy, 3000, "a whole game")
    assert game.result() is not None
    whole = game.log(None)
    assert sorted(whole) == sorted(str(line) for line in game.lines)
    assert not any("?" in line for line in whole)
    assert whole == game.log(0)
