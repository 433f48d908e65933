"""The stories of Bohn Hansa: what is told in one sentence, and what is never left out.

Not for the words of other texts.
"""

from bot.texts import texts
from engine.bohn.events import DealDone, HarvestDrawn, Offered
from engine.bohn.state import BohnState, Terms
from engine.bohn.title import TITLE
from engine.history import Game
from engine.values import Deed, Passage
from tests.engine.bohn.positions import QUIET, merchant, position, read
from tests.engine.clauses import clauses

BOARDS = (merchant("rostock", "blaue feuer"), merchant("hamburg", "soja garten"), merchant("visby", "brech"))


def told(state: BohnState, *lines: str) -> list[Passage]:
    game, deeds = Game(TITLE, None, state), list[Deed]()
    for line in lines:
        seat, action = read(line)
        events = game.apply(seat, action)
        deeds.append(Deed(seat, action, tuple(event for event in events if event.audience is None)))
    story = TITLE.story(deeds)
    passed_on = [deed for passage in story for deed in passage.deeds]
    assert sorted(passed_on, key=deeds.index) == deeds, "nothing is left out"
    return story


def sentences(passages: list[Passage], code: str = "en") -> list[str]:
    return [
        sentence for passage in passages for sentence in texts(code).passage(TITLE, passage, lambda seat: "ABCDE"[seat])
    ]


@clauses("BH-5.5", "BH-12.1", "BH-13.4")
def test_a_journey_and_purchases_are_a_sentence_each_and_the_end_of_the_turn_none() -> None:
    state = position(merchant("rostock", hand=QUIET), phase="start")
    story = told(state, "P1 travel hamburg", "P1 buy blaue@1", "P1 buy feuer@2", "P1 close auto")
    assert [len(passage.deeds) for passage in story] == [1, 3]
    assert sentences(story) == [
        "A travels to Hamburg and lays down travel card 1 and travel card 4.",
        "A buys a blue bean and a fire bean for 9 talers.",
    ]
    assert sentences(story, "fr")[1] == "A achète un haricot bleu et un haricot d’Espagne pour 9 thalers."


@clauses("BH-7.1")
def test_a_harvest_card_and_where_its_beans_go_are_told() -> None:
    state = position(merchant("rostock", hand="Na t1 Zo t4 t5 t6 t7"), phase="start", pile=("N01", "N05", "N02"))
    (story,) = told(state, "P1 travel rostock")
    assert [type(event) for event in story.events] == [HarvestDrawn]
    assert sentences([story])[0].startswith("A stays in Rostock and lays down the Supplies card; new beans come to ")


@clauses("BH-13.1")
def test_contracts_that_are_lost_are_told() -> None:
    state = position(merchant("rostock", hand="R1 t1 Na Zo t4 t5 t6 t7"), phase="start")
    story = told(state, "P1 travel rostock", "P1 close auto")
    assert "loses the contracts laid down: R1" in sentences(story)[-1]


@clauses("BH-9.6")
def test_an_open_offer_is_told_with_its_terms() -> None:
    story = told(position(*BOARDS), "P1 offer #1 P2 invite give=blaue take=soja")
    assert sentences(story) == ["A makes B an offer, with an invitation, giving a blue bean, asking for a soy bean."]


@clauses("BH-9.6")
def test_offers_that_came_to_nothing_are_told_in_few_words() -> None:
    story = told(
        position(*BOARDS),
        "P1 offer #1 P2 invite give=blaue take=soja",
        "P1 offer #2 P3 invite give=blaue take=brech",
        "P2 decline #1",
        "P3 decline #2",
        "P1 close auto",
    )
    assert sentences(story) == ["A makes 2 offers to B and C, in vain."]
    assert sentences(story, "fr") == ["A fait en vain 2 offres à B et C."]


@clauses("BH-9.6", "BH-12.1")
def test_offers_that_came_to_nothing_do_not_break_up_what_is_bought() -> None:
    """Somebody who buys, offers, waits and buys again: what was bought in one sentence, what was offered in another."""
    story = told(
        position(merchant("hamburg", "blaue"), merchant("rostock", "soja"), merchant("visby", "brech")),
        "P1 buy blaue@1",
        "P1 offer #1 P2 invite give=blaue take=soja",
        "P2 decline #1",
        "P1 buy feuer@2",
        "P1 offer #2 P3 invite give=blaue take=brech",
        "P1 withdraw #2",
    )
    assert sentences(story) == [
        "A buys a blue bean and a fire bean for 9 talers.",
        "A makes 2 offers to B and C, in vain.",
    ]


@clauses("BH-9.6")
def test_a_refusal_is_told_where_its_offer_is_not() -> None:
    """The offer was made before what is told here; or it was answered with another one."""
    state = position(*BOARDS)
    game = Game(TITLE, None, state)
    game.apply(*read("P1 offer #1 P2 invite give=blaue take=soja"))
    assert isinstance(game.state, BohnState)
    story = told(game.state, "P2 decline #1")
    assert sentences(story) == ["B declines an offer."]


@clauses("BH-9.8")
def test_a_deal_is_told_with_its_terms() -> None:
    story = told(position(*BOARDS), "P1 offer #1 P2 invite give=blaue take=soja", "P2 accept #1")
    said = sentences(story)
    assert said[0] == "A makes an offer to B."
    assert any("A gives a blue bean; B gives a soy bean" in sentence for sentence in said)


@clauses("BH-15.2")
def test_the_last_turn_is_announced() -> None:
    state = position(merchant("rostock", hand=QUIET), trigger=0, pile=0, reserve=0)
    assert any("last turn of B" in sentence for sentence in sentences(told(state, "P1 close", "P1 end")))


def test_events_say_to_whom_they_were_done() -> None:
    terms = Terms(invite=True, buy=(), give=("blaue",), take=())
    assert Offered(number="#1", maker=0, target=2, terms=terms).done_to() == (2,)
    assert DealDone(number="#1", maker=0, target=2, terms=terms, maker_drop=(), target_drop=()).done_to() == (0,)
