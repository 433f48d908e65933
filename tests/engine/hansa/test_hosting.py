"""Standing orders, undo, absence, stale decisions and the log (sections 18, 19).

Not for the rules of play.
"""

import pytest

from engine.errors import Illegal, Stale
from engine.hansa.actions import Sell
from engine.hansa.board import BOARD
from engine.hansa.title import TITLE
from engine.history import Game
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import act, held, lines_of, new, now, position, prompted, rejected, sale, slot, talers


@clauses("HA-18.2")
def test_skip_is_explicit_but_may_come_in_the_same_message() -> None:
    game = position(phase="refill", empty=["riga.a"])
    rejected(game, "P1 sail lubeck", "HA-18.2")
    game.apply(0, TITLE.parse("skip"), TITLE.parse("sail lubeck"))
    assert now(game).ship == "lubeck"


@clauses("HA-18.4")
def test_a_standing_order_answers_with_the_fewest_barrels() -> None:
    game = sale()
    rejected(game, "P2 standing off", "HA-18.4")
    act(game, "P2 standing fewest", "P4 standing fewest")
    rejected(game, "P2 standing fewest", "HA-18.4")
    happened = lines_of(act(game, "P1 sell G1 G2"))
    assert happened[1:] == ["lost P3 G2", "lost P2 G1", "lost P4 G1"]
    assert prompted(game) == ["P1 act"]
    rejected(game, "P1 undo", "HA-18.5")


@clauses("HA-18.4")
def test_no_change_of_the_order_while_a_choice_is_open() -> None:
    game = sale()
    act(game, "P1 sell G1 G2")
    rejected(game, "P2 standing fewest", "HA-18.4")
    act(game, "P3 standing fewest")


@clauses("HA-18.5", "S-31")
def test_undo_of_buy_and_the_barrier_of_a_refill() -> None:
    game = position(phase="refill", empty=["riga.a"], slots={"copenhagen.a": "B1"}, talers=(6, 3, 3))
    act(game, "P1 skip", "P1 buy B1", "P1 undo")
    assert slot(game, "copenhagen.a") == "B1"
    assert talers(game)[0] == 6
    assert prompted(game) == ["P1 act"]
    act(game, "P1 undo")
    assert prompted(game) == ["P1 refill"]
    act(game, "P1 refill")
    rejected(game, "P1 undo", "HA-18.5")
    act(game, "P1 buy B1", "P1 undo")
    rejected(game, "P1 undo", "HA-18.5")


@clauses("HA-18.5", "S-32")
def test_undo_of_a_sale() -> None:
    game = sale()
    act(game, "P1 sell G1 G2", "P1 undo")
    assert held(game, "P3") == "G2 G2"
    assert prompted(game) == ["P1 act"]
    act(game, "P1 sell G1 G2", "P4 lose G1")
    rejected(game, "P1 undo", "HA-18.5")
    rejected(game, "P4 undo", "HA-18.5")


@clauses("HA-18.5")
def test_a_turn_that_was_passed_on_comes_back_until_the_next_seat_decides() -> None:
    game = new(2, "undo")
    act(game, "P1 place riga", "P1 undo")
    assert prompted(game) == ["P1 place"]
    act(game, "P1 place riga", "P2 place riga")
    rejected(game, "P1 undo", "HA-18.5")
    game = position(face_up=["Y1 Y2 Y3 G1"], talers=(5, 3, 3), booths={"copenhagen": (1,)})
    act(game, "P1 sail lubeck", "P1 establish Y1", "P1 undo", "P1 undo", "P1 end")
    assert talers(game)[0] == 3
    act(game, "P1 undo")
    assert talers(game)[0] == 5
    act(game, "P1 end", "P1 discard G1")
    assert talers(game)[1] == 6
    act(game, "P1 undo")
    assert prompted(game) == ["P1 tax"]
    assert talers(game)[1] == 3
    act(game, "P1 discard G1", "P2 sail lubeck")
    rejected(game, "P1 undo", "HA-18.5")
    assert str(game.lines[-1]) == "P2 sail lubeck"


@clauses("HA-18.5", "HA-6.3")
def test_an_end_that_shows_markers_is_final() -> None:
    game = position(ship="riga", slots={"riga.a": "B1"}, empty=[name for name in BOARD.slot_names if name != "riga.a"])
    act(game, "P1 buy B1", "P1 end")
    rejected(game, "P1 undo", "HA-18.5")


@clauses("HA-18.5")
def test_the_end_of_the_game_is_final() -> None:
    game = position(active=2, piles=(0, 0, 0, 0, 3))
    act(game, "P3 end")
    assert game.result() is not None
    rejected(game, "P3 undo", "HA-18.5")


@clauses("HA-18.5")
def test_a_sealed_answer_is_replaced_by_a_new_one() -> None:
    game = sale()
    act(game, "P1 sell G1 G2", "P4 lose G1", "P4 lose G2", "P2 lose G3")
    assert held(game, "P4") == "G1"


@clauses("HA-18.5", "HA-18.4")
def test_a_standing_order_in_between_neither_stops_nor_suffers_an_undo() -> None:
    game = position()
    act(game, "P1 sail lubeck", "P3 standing fewest", "P1 undo")
    assert now(game).ship == "copenhagen"
    assert now(game).standing == (False, False, True)


@clauses("HA-18.5", "HA-6.5")
def test_no_list_refills_and_goes_on() -> None:
    game = new(2, "peek")
    act(game, *(f"P{seat} place {port}" for port in ("tonsberg", "aalborg", "lubeck") for seat in (1, 2)))
    act(game, "P1 buy N3", "P1 end")
    before, lines = TITLE.encode(now(game)), list(game.lines)
    told = set()
    for face in ("K3", "Y1", "N3", "R2"):
        with pytest.raises(Illegal) as refusal:
            game.apply(1, TITLE.parse("refill"), TITLE.parse(f"buy {face}"))
        told.add((refusal.value.clause, str(refusal.value)))
        assert (TITLE.encode(now(game)), game.lines) == (before, lines)
    assert [clause for clause, _ in told] == ["HA-18.5"]


@clauses("HA-18.5", "HA-18.4", "HA-15.4")
@pytest.mark.parametrize("orders", [(), ("P2",), ("P4",), ("P2", "P4")])
def test_nobody_learns_of_a_standing_order_before_the_sale(orders: tuple[str, ...]) -> None:
    game = sale()
    act(game, *(f"{seat} standing fewest" for seat in orders))
    sell = TITLE.parse("sell G1 G2")
    assert isinstance(sell, Sell)
    assert not TITLE.revocable(now(game), 0, sell, TITLE.play(now(game), 0, sell)[0])
    lines = list(game.lines)
    for then in ("end", "sail riga", "buy G3"):
        with pytest.raises(Illegal) as refusal:
            game.apply(0, sell, TITLE.parse(then))
        assert (refusal.value.clause, game.lines) == ("HA-18.5", lines)
    act(game, "P1 sell G1 G2")
    assert game.can_undo(0) == (not orders)


@clauses("HA-18.5")
def test_a_sale_that_asks_nobody_may_stand_in_a_list() -> None:
    game = position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G2 G2"])
    game.apply(0, TITLE.parse("sell G1 G2"), TITLE.parse("end"))
    assert prompted(game)[0].startswith("P2")


@clauses("HA-18.6", "HA-19.3")
def test_the_host_answers_for_absent_seats() -> None:
    def answer(game: Game, seat: int = 0) -> str:
        return TITLE.text(TITLE.absent(now(game), seat))

    assert answer(position(phase="refill", empty=["riga.a"])) == "skip"
    assert answer(position()) == "end"
    start = new(2, "absent")
    assert answer(start) == "place tonsberg"
    start.apply(0, TITLE.absent(now(start), 0), host=True)
    assert str(start.lines[-1]) == "P1 place tonsberg !"
    taxed = position(face_up=["R2 R3 G1 K1 Y3"])
    act(taxed, "P1 end")
    assert answer(taxed) == "discard G1 K1"
    losing = sale()
    act(losing, "P1 sell G1 G2")
    assert answer(losing, 1) == "lose G1"


@clauses("HA-18.7")
def test_a_stale_decision_is_refused() -> None:
    game = sale()
    seen = game.version
    act(game, "P1 sell G1 G2")
    with pytest.raises(Stale) as refusal:
        game.apply(1, TITLE.parse("lose G1"), made_on=seen)
    assert refusal.value.clause == "HA-18.7"
    asked = game.version
    act(game, "P4 lose G1")
    game.apply(1, TITLE.parse("lose G1"), made_on=asked)
    assert prompted(game) == ["P1 act"]
    for version in (-1, 99):
        with pytest.raises(Stale):
            game.apply(0, TITLE.parse("end"), made_on=version)
    game.apply(0, TITLE.parse("sail copenhagen"), made_on=game.version)


@clauses("HA-18.7")
def test_a_standing_order_in_between_makes_no_decision_stale() -> None:
    game = position()
    seen = game.version
    act(game, "P3 standing fewest")
    game.apply(0, TITLE.parse("sail lubeck"), made_on=seen)
    assert now(game).ship == "lubeck"


@clauses("HA-18.7")
def test_an_undo_in_between_makes_a_decision_stale() -> None:
    game = position()
    act(game, "P1 sail lubeck")
    seen = game.version
    act(game, "P1 sail aalborg", "P1 undo")
    with pytest.raises(Stale):
        game.apply(0, TITLE.parse("end"), made_on=seen)


@clauses("HA-19.4")
def test_sealed_answers_enter_the_log_together_clockwise_from_the_seller() -> None:
    game = sale()
    act(game, "P1 sell G1 G2", "P4 lose G2", "P4 lose G1")
    assert game.log(None) == ["P1 sell G1 G2"]
    assert game.log(3) == ["P1 sell G1 G2", "P4 lose G1"]
    act(game, "P2 lose G1")
    assert game.log(None) == ["P1 sell G1 G2", "P2 lose G1", "P4 lose G1"]
    act(game, "P1 sail copenhagen", "P1 undo")
    assert [str(line) for line in game.lines][-2:] == ["P1 sail copenhagen", "P1 undo"]


@clauses("HA-19.1", "HA-19.4")
def test_a_standing_order_is_listed_from_its_first_use_only() -> None:
    game = sale()
    act(game, "P4 standing fewest")
    assert game.log(None) == []
    act(game, "P1 sell G1 G2")
    assert game.log(None) == ["P1 sell G1 G2"]
    act(game, "P2 lose G1")
    assert game.log(None) == ["P4 standing fewest", "P1 sell G1 G2", "P2 lose G1"]
