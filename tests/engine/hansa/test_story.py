"""How turns of Hansa are told together, and what is never left out.

Not for the words: `tests/bot/texts` reads the sentences.
"""

from engine.hansa import events
from engine.hansa.title import TITLE
from engine.history import Game
from engine.values import Action, Deed, Passage
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import new, position, sale


def told(game: Game, *lines: str, hidden: str = "") -> list[Passage]:
    """The story of these decisions; of a verb that is `hidden` nobody knows what was decided."""
    deeds = list[Deed]()
    for line in lines:
        seat, text = line.split(" ", 1)
        action = TITLE.parse(text)
        happened = game.apply(int(seat[1:]) - 1, action)
        known: Action | None = None if text.split(" ")[0] == hidden else action
        deeds.append(Deed(int(seat[1:]) - 1, known, tuple(happened)))
    passages = TITLE.story(deeds)
    assert [deed for passage in passages for deed in passage.deeds] == deeds
    return passages


def test_a_turn_is_one_sentence_in_the_order_of_its_decisions() -> None:
    game = position(
        phase="refill", empty=["riga.a"], slots={"aalborg.a": "B2"}, talers=(6, 3, 3), face_up=["Y3"], booths={}
    )
    turn = ("skip", "sail lubeck", "sail aalborg", "buy B2", "sail copenhagen", "establish Y3", "end")
    (passage,) = told(game, *(f"P1 {line}" for line in turn))
    assert passage.name == "turn"
    assert passage.fields["steps"] == ("sail lubeck aalborg", "buy B2", "sail copenhagen", "build Y3 copenhagen 3")
    assert passage.events == (), "income and the bank go without saying"


@clauses("HA-8.2")
def test_payments_to_others_are_summed_up_and_told() -> None:
    goods, led = {"copenhagen.a": "R1", "lubeck.a": "B1"}, {"copenhagen": (0, 1), "lubeck": (0, 1)}
    game = position(slots=goods, booths=led, talers=(6, 3, 3))
    (passage,) = told(game, "P1 buy R1", "P1 sail lubeck", "P1 buy B1", "P1 end")
    assert passage.events == (events.Pay(0, 1, 2),)
    assert passage.events[0].done_to() == (1,)


def test_what_would_be_listed_twice_begins_another_sentence() -> None:
    game = position(talers=(6, 3, 3))
    round_trip = ("sail lubeck", "sail aalborg", "sail copenhagen", "sail lubeck")
    one, two = told(game, *(f"P1 {line}" for line in round_trip))
    assert (one.fields["steps"], two.fields["steps"]) == (("sail lubeck aalborg copenhagen",), ("sail lubeck",))


@clauses("HA-11.1", "HA-11.4")
def test_a_sale_says_what_it_is_worth_and_the_losses_stand_behind_it() -> None:
    passages = told(sale(), "P1 sell G1 G2", "P4 lose G1", "P2 lose G3", "P1 end")
    sold, fourth, second, end = passages
    assert (sold.name, sold.fields["faces"], sold.fields["points"]) == ("sold", ("G1", "G2"), 5)
    assert sold.fields["port"] == "kalmar"
    assert sold.events == (events.Lost(2, "G2"),)
    assert fourth.events == ()
    assert set(second.events) == {events.Lost(3, "G1"), events.Lost(1, "G3")}
    assert [event.done_to() for event in second.events] == [(1,), (3,)]
    assert (end.name, end.fields["steps"]) == ("turn", ("end",))


@clauses("HA-11.4", "HA-15.4")
def test_a_sealed_answer_is_told_without_its_marker() -> None:
    game = sale()
    _, answer = told(game, "P1 sell G1 G2", "P4 lose G1", "P4 lose G2", hidden="lose")
    assert (answer.name, len(answer.deeds), dict(answer.fields)) == ("sealed", 2, {})


@clauses("HA-12.1", "HA-12.2")
def test_what_the_limits_cost_is_told() -> None:
    game = position(talers=(5, 3, 3), face_up=["Y1 Y2 R1 K3"])
    (passage,) = told(game, "P1 end", "P1 discard K3")
    assert (passage.fields["discarded"], passage.fields["returned"]) == (("K3",), 2)
    (passage,) = told(position(face_up=["Y1 Y1 Y1 Y1"]), "P1 end")
    assert passage.fields["discarded"] == ("Y1",)


@clauses("HA-13.1", "HA-6.5")
def test_a_refill_says_how_many_and_the_last_round_is_news() -> None:
    game = position(phase="refill", empty=["riga.a", "riga.b"], piles=(0, 0, 0, 1, 10))
    (passage,) = told(game, "P1 refill", "P1 end")
    assert passage.fields["steps"] == ("refill 2",)
    assert passage.events == (events.LastRound(0),)


def test_turns_of_two_seats_and_placements_stay_apart() -> None:
    passages = told(new(2, "story"), "P1 place riga", "P2 place riga", "P1 place reval")
    assert [(passage.seat, passage.name) for passage in passages] == [(0, ""), (1, ""), (0, "")]
    assert passages[0].events == (events.Booths(0, "riga", 2),)
    passages = told(position(), "P1 sail lubeck", "P1 end", "P2 end", "P3 sail aalborg")
    assert [(passage.seat, passage.fields["steps"]) for passage in passages] == [
        (0, ("sail lubeck",)), (1, ("end",)), (2, ("sail aalborg",)),
    ]  # fmt: skip
