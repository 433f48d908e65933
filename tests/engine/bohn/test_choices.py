"""What Bohn Hansa offers: journeys with the cards they play, offers and answers by who and what, never by number.

Not for what holds of every title: `tests/engine/test_choices.py`.
"""

import re

from bot.texts import texts as speaker
from engine.bohn.state import BohnState
from engine.bohn.title import TITLE
from engine.history import Game
from engine.values import Choice
from tests.engine.bohn.positions import QUIET, apply, follow, merchant, position, table
from tests.engine.clauses import clauses
from tests.engine.tap_counts import find, taps

BOARDS = (merchant("rostock", "blaue feuer"), merchant("hamburg", "soja garten"), merchant("visby", "brech"))


def offered(state: BohnState, seat: int = 0, name: str = "") -> list[Choice]:
    return [choice for choice in TITLE.choices(state, seat) if not name or choice.name == name]


def made(state: BohnState, choice: Choice, seat: int = 0) -> BohnState:
    game = Game(TITLE, None, state)
    game.apply(seat, *choice.actions)
    TITLE.audit(game.state)  # type: ignore[arg-type]
    return game.state  # type: ignore[return-value]


@clauses("BH-5.3", "BH-5.5")
def test_a_journey_says_how_many_cards_it_takes_and_which_of_them_do_something() -> None:
    state = position(merchant("rostock", hand="t1 Zo R1 Na t4 t5 t6 t7"), phase="start")
    journeys = {choice.values[0]: choice for choice in offered(state, name="journey")}
    assert journeys["rostock"].values == ("rostock", "1", "")
    assert journeys["hamburg"].values == ("hamburg", "2", "Zo")
    assert journeys["visby"].values[1:] == ("3", "Zo R1")
    assert speaker("en").label(TITLE, journeys["visby"]) == "Visby: 3 cards, toll 20 and R1"
    assert speaker("en").label(TITLE, journeys["rostock"]) == "Stay in Rostock"


@clauses("BH-9.2", "BH-9.12")
def test_everything_that_is_listed_stays_within_reach() -> None:
    """Of offers that say the same to the reader the oldest stands for the others."""
    state = apply(position(*BOARDS), "P2 offer #1 P1 invite give=soja take=blaue", "P3 offer #2 P1 invite give=brech")
    for seat in range(3):
        listed = [action for action in TITLE.legal(state, seat) if not TITLE.is_aside(action)]
        assert {choice.actions for choice in offered(state, seat)} == {(action,) for action in listed}
    twice = apply(state, "P2 offer #3 P1 invite give=soja take=blaue")
    assert [choice.values[0] for choice in offered(twice, name="refuse")] == ["P2", "P3"]
    refused = made(twice, offered(twice, name="refuse")[0])
    assert [choice.values[0] for choice in offered(refused, name="refuse")] == ["P3", "P2"]


@clauses("BH-9.6")
def test_no_number_of_an_offer_is_asked_or_said() -> None:
    state = apply(position(*BOARDS), "P2 offer #1 P1 invite give=soja take=blaue")
    for seat in range(3):
        for choice in offered(state, seat):
            assert not any("#" in value for value in choice.values)
            for code in ("en", "fr"):
                sentence = speaker(code).choice(TITLE, choice, lambda each: "ABC"[each])
                label = speaker(code).label(TITLE, choice, lambda each: "ABC"[each])
                assert not re.search(r"#|P\d", sentence + label), sentence


@clauses("BH-9.6", "BH-9.10")
def test_an_answer_names_who_offers_what() -> None:
    state = apply(position(*BOARDS), "P2 offer #1 P1 invite give=soja take=blaue")
    accept = find(offered(state), "agree")
    assert accept.values == ("P2", "soja", "blaue", "invite", "", "")
    assert speaker("en").label(TITLE, accept) == "Accept: soy for blue"
    assert {choice.values[:3] for choice in offered(state, name="reply")} == {("P2", "soja", "blaue")}
    (mine,) = offered(state, 1, "recall")
    assert mine.values == ("P1", "soja", "blaue")


@clauses("BH-9.7", "BH-11.4")
def test_private_terms_of_an_answer_stay_within_reach() -> None:
    full = merchant("rostock", "blaue×4 feuer×4")
    poor = merchant("hamburg", "blaue×2 feuer×2 rote×2", hand="Zo t1 Na t4 t5 t6 t7", talers=0)
    state = position(full, poor, merchant("visby", "brech"))
    state = apply(state, "P1 offer #1 P2 invite give=blaue", "P3 offer #2 P1 invite give=brech")
    assert len({choice.values[5] for choice in offered(state, 1, "agree")}) > 1, "how the toll is paid"
    assert {choice.values[4] for choice in offered(state, name="agree")} == {"blaue", "feuer"}, "what is dropped"


@clauses("BH-9.2")
def test_offers_of_one_bean_stand_apart_from_those_of_two() -> None:
    state = position(*BOARDS)
    for choice in offered(state, name="exchange"):
        assert max(len(value.split()) for value in choice.values[2:]) <= 1
    assert offered(state, name="exchange_two")
    assert all(choice.values[2] for choice in offered(state, name="exchange_bought"))


@clauses("BH-13.4")
def test_closing_ends_the_turn_first_and_trading_alone_second() -> None:
    assert [choice.values for choice in offered(position(), name="close")] == [("auto",), ("",)]


# ---- taps; a Confirm for what cannot be taken back is a tap of its own


def test_travelling_and_closing_take_three_taps_besides_the_confirmation() -> None:
    state = position(merchant("rostock", hand=QUIET), phase="start")
    journey = find(offered(state), "journey", v0="hamburg")
    count = 1 + taps(TITLE, offered(state), journey)
    state = made(state, journey)
    assert count + taps(TITLE, offered(state), find(offered(state), "close", v0="auto")) <= 3


def test_buying_takes_a_tap_for_each_bean() -> None:
    """Open the panel, travel, buy three times, close: a tap remains to confirm that."""
    state = position(merchant("rostock", hand=QUIET), phase="start")
    count = 1
    for name, values in (
        ("journey", {"v0": "hamburg"}),
        ("buy", {"v0": "blaue@1"}),
        ("buy", {"v0": "feuer@2"}),
        ("buy", {"v0": "soja@3"}),
        ("close", {"v0": "auto"}),
    ):
        choice = find(offered(state), name, **values)
        count += taps(TITLE, offered(state), choice)
        state = made(state, choice)
    assert count <= 6


def test_an_offer_takes_four_taps_from_the_panel_on() -> None:
    """What kind of offer, to whom, what is given, what is taken."""
    state = position(*BOARDS)
    wanted = find(offered(state), "exchange", v0="P2", v2="blaue", v3="soja")
    assert taps(TITLE, offered(state), wanted) <= 4
    assert taps(TITLE, offered(state, 1), find(offered(state, 1), "exchange", v2="soja", v3="blaue")) <= 3


def test_answering_takes_one_tap() -> None:
    state = apply(position(*BOARDS), "P1 offer #1 P2 invite give=blaue take=soja")
    for name in ("agree", "refuse"):
        assert taps(TITLE, offered(state, 1), find(offered(state, 1), name)) == 1


@clauses("BH-20.7")
def test_a_journey_without_harvest_card_is_done_at_once() -> None:
    """It can be taken back, so nobody is asked to confirm it."""
    game = table(position(merchant("rostock", hand=QUIET), phase="start"))
    follow(game, "P1 travel hamburg")
    assert game.can_undo(0)
