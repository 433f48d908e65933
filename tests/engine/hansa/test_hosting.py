"""Hidden information, prompts, undo, absence, notation and the record (sections 15, 18, 19).

Not for the rules of play.
"""

import msgspec
import pytest

from engine.chance import Stream
from engine.errors import BadNotation, NotYourDecision, Stale
from engine.hansa import events, play
from engine.hansa.state import HansaState
from engine.hansa.title import TITLE
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.values import Options, Setup
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import (
    act,
    held,
    lines_of,
    now,
    options,
    position,
    prompted,
    rejected,
    slot,
    talers,
)  # fmt: skip


def sale() -> Game:
    """The position of scenario S-12 before the sale."""
    return position(
        n=4, ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3", "G2 G2", "G1 G2"], empty=["riga.a"]
    )


@clauses("HA-15.1", "I-19")
def test_the_order_of_the_supply_is_hidden_from_everybody() -> None:
    state = now(position())
    for seat in (None, 0, 1, 2):
        other = TITLE.resample(state, seat, Stream("hidden", "order"))
        assert other.supply != state.supply
        assert msgspec.json.encode(TITLE.view(other, seat)) == msgspec.json.encode(TITLE.view(state, seat))


@clauses("HA-15.2", "HA-15.3")
def test_everything_else_is_public() -> None:
    game = position(talers=(5, 1, 2), face_up=["Y1 R3"], sold=["", "K1 K2"], booths={"riga": (1, 2)}, stay_used=True)
    view = TITLE.view(now(game), None)
    assert [player.talers for player in view.players] == [5, 1, 2]
    assert view.players[0].face_up == ("Y1", "R3")
    assert view.players[1].sold == ("K1", "K2")
    assert (view.players[1].reserve, view.players[1].in_ports) == (13, 2)
    assert view.stay_used
    assert view.boxed == now(game).boxed
    on_table = [face for port in view.ports for face in port.slots if face]
    zones = [*on_table, *view.removed, *(face for p in view.players for face in (*p.face_up, *p.sold))]
    assert len(zones) + sum(view.piles) == 65


@clauses("HA-15.4", "HA-18.4")
def test_standing_orders_and_sealed_answers_are_their_owners_only() -> None:
    game = sale()
    act(game, "P4 standing fewest", "P1 sell G1 G2")
    own, other = TITLE.view(now(game), 3).private, TITLE.view(now(game), 1).private
    assert own is not None
    assert own.standing
    assert own.answer == "G1"
    assert other is not None
    assert not other.standing
    assert "P4" not in "".join(game.log(1))
    assert "P4 standing fewest" in game.log(3)


@clauses("HA-18.1")
def test_prompts_name_seat_and_state() -> None:
    assert prompted(Game.new(TITLE, Setup(2, Options(), "x"))) == ["P1 place"]
    assert prompted(position(phase="refill", empty=["riga.a"])) == ["P1 refill"]
    assert prompted(position()) == ["P1 act"]
    game = sale()
    act(game, "P1 sell G1 G2")
    assert prompted(game) == ["P2 loss", "P4 loss"]
    taxed = position(face_up=["Y1 Y2 Y3 G1"])
    act(taxed, "P1 end")
    assert prompted(taxed) == ["P1 tax"]


@clauses("HA-18.2")
def test_skip_is_explicit_but_may_come_in_the_same_message() -> None:
    game = position(phase="refill", empty=["riga.a"])
    rejected(game, "P1 sail lubeck", "HA-18.2")
    game.apply(0, TITLE.parse("skip"), TITLE.parse("sail lubeck"))
    assert now(game).ship == "lubeck"


@clauses("HA-18.3")
def test_seats_that_are_paid_or_lose_automatically_are_not_prompted() -> None:
    game = position(ship="kalmar", booths={"kalmar": (1, 2)}, face_up=["G1 G2", "G3"], slots={"kalmar.a": "B1"})
    assert lines_of(act(game, "P1 sell G1 G2")) == ["booths P1 kalmar -1", "lost P2 G3"]
    assert prompted(game) == ["P1 act"]


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
def test_what_else_can_and_cannot_be_taken_back() -> None:
    game = Game.new(TITLE, Setup(2, Options(), "undo"))
    act(game, "P1 place riga")
    rejected(game, "P1 undo", "HA-18.5")
    game = position(face_up=["Y1 Y2 Y3 G1"], talers=(5, 3, 3), booths={"copenhagen": (1,)})
    act(game, "P1 sail lubeck", "P1 establish Y1", "P1 undo", "P1 undo", "P1 end")
    assert talers(game)[0] == 3
    act(game, "P1 undo")
    assert talers(game)[0] == 5
    act(game, "P1 end", "P1 discard G1")
    rejected(game, "P1 undo", "HA-18.5")
    assert str(game.lines[-1]) == "P1 discard G1"


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


@clauses("HA-18.6", "HA-19.3")
def test_the_host_answers_for_absent_seats() -> None:
    def answer(game: Game, seat: int = 0) -> str:
        return TITLE.text(TITLE.absent(now(game), seat))

    assert answer(position(phase="refill", empty=["riga.a"])) == "skip"
    assert answer(position()) == "end"
    start = Game.new(TITLE, Setup(2, Options(), "absent"))
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
def test_an_undo_in_between_makes_a_decision_stale() -> None:
    game = position()
    act(game, "P1 sail lubeck")
    seen = game.version
    act(game, "P1 sail aalborg", "P1 undo")
    with pytest.raises(Stale):
        game.apply(0, TITLE.parse("end"), made_on=seen)


@clauses("HA-19.1", "HA-19.3")
@pytest.mark.parametrize(
    "text",
    ["place danzig", "refill", "skip", "sail lubeck", "buy R3", "establish G2", "sell R1 R2 K1 K1", "lose R1", "end",
     "discard Y1 B2", "undo", "standing fewest", "standing off"],
)  # fmt: skip
def test_notation(text: str) -> None:
    assert TITLE.text(TITLE.parse(text)) == text


@clauses("HA-19.3")
def test_faces_are_written_in_colour_order() -> None:
    assert TITLE.text(TITLE.parse("sell K1 R2 K1 R1")) == "sell R1 R2 K1 K1"


@clauses("HA-19.1")
@pytest.mark.parametrize(
    "text",
    ["", "fly", "sail", "sail visby", "sail lubeck riga", "buy", "buy R4", "buy r3", "sell", "end now", "sell R1  R2",
     "standing", "standing most", "undo now", " end", "P1 end"],
)  # fmt: skip
def test_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        TITLE.parse(text)


@clauses("HA-19.2")
def test_host_lines() -> None:
    lines = [
        events.SetUp(3, ("N",)), events.Deal("aalborg.a", "Y2"), events.Draw("riga.b", "K1"), events.Income(0, 3),
        events.Pay(0, 2, 1), events.Pay(0, None, 1), events.Booths(0, "danzig", 2), events.Lost(1, "K2"),
        events.Tax(0, 2), events.ForcedRefill(0), events.LastRound(1), events.Over(), events.Score(0, 41, 11),
        events.Winner(0), events.Discarded(0, ("G1",)),
    ]  # fmt: skip
    assert lines_of(lines) == [
        "setup n=3 boxed=N", "deal aalborg.a=Y2", "draw riga.b=K1", "income P1 3", "pay P1 P3 1", "pay P1 bank 1",
        "booths P1 danzig +2", "lost P2 K2", "tax P1 2", "refill forced P1", "final P2", "over",
        "score P1 41 booths 11", "winner P1", "discard P1 G1",
    ]  # fmt: skip


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


@clauses("HA-19.5", "I-20")
def test_host_lines_and_decisions_reproduce_every_view_and_every_derived_line() -> None:
    """The deck is read back from the deal and draw lines; its undrawn rest may lie in any order."""
    game = Game.new(TITLE, Setup(3, Options(), "reproduce"))
    happened = lines_of(game.opening)
    playout(game, simple_policy, 10_000, "reproduce")
    replayed = Game.new(TITLE, Setup(3, Options(), "reproduce"))
    happened += [line for made in game.lines for line in lines_of(replayed.follow(made))]
    known = tuple(line.split("=")[1] for line in happened if line.split(" ")[0] in ("deal", "draw"))
    boxed = tuple(happened[0].split("boxed=")[1])
    state, opening = play.deal(3, boxed, (*known, *now(game).supply[::-1]))
    again = Game(TITLE, None, state)
    lines = lines_of(opening)
    for number, made in enumerate(game.lines):
        lines += lines_of(again.follow(made))
        earlier = game.state_at(number + 1)
        assert isinstance(earlier, HansaState)
        assert TITLE.view(now(again), None) == TITLE.view(earlier, None)
    assert lines == happened


@clauses("HA-18.1", "HA-4.2")
def test_nobody_decides_when_the_game_is_over() -> None:
    game = position(active=2, phase="over", piles=(0, 0, 0, 0, 0))
    assert options(game, "P1", "standing") == []
    with pytest.raises(NotYourDecision):
        game.apply(2, TITLE.parse("end"))
