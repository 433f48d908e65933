"""Who knows what: views and events (section 17, BH-9.13).

Not for random walks; the generic suite compares resampled views on those.
"""

import copy
from collections import Counter

import msgspec
import pytest

from engine.bohn import views
from engine.bohn.board import CONTRACT
from engine.bohn.events import ContractBought, Offered
from engine.bohn.state import BohnState, Merchant
from engine.bohn.title import TITLE
from engine.bohn.views import BohnView
from engine.chance import Stream
from engine.values import Event
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    asked_at_the_end,
    asked_two,
    host_lines,
    last_turn,
    merchant,
    position,
)
from tests.engine.clauses import clauses


def text_of(view: BohnView) -> str:
    return msgspec.json.encode(view).decode()


def crowded() -> BohnState:
    """Everybody has secrets: hands, private terms, decks."""
    state = position(
        merchant("rostock", "blaue feuer sau brech soja augen rote garten", "t1 R1 Na Zo t5"),
        merchant("hamburg", "feuer soja garten", "Zo t4 Na V3", talers=4),
        merchant("visby", "sau", "t6 Na L2 t7 Zo"),
    )
    return apply(
        state,
        "P1 offer #1 P3 invite give=blaue take=sau,sau drop=feuer",
        "P2 offer #2 P1 invite give=garten take=rote pay=feuer,soja",
    )


@clauses("BH-17.1", "BH-17.2", "BH-17.3")
def test_what_is_hidden_is_not_in_a_view() -> None:
    state = crowded()
    for viewer in (None, 0, 1, 2):
        shown = text_of(TITLE.view(state, viewer))
        for card in (*state.pile, *state.reserve, *state.deck):
            assert f'"{card}"' not in shown
        assert state.seed not in shown
        for seat, hidden in enumerate((("R1", "t1"), ("V3", "t4"), ("L2", "t6"))):
            for card in hidden:
                assert (f'"{card}"' in shown) == (seat == viewer)
    table_view = TITLE.view(state, None)
    assert table_view.private is None
    assert not any(isinstance(getattr(each, "hand", None), tuple) for each in table_view.merchants)


@clauses("BH-17.4", "BH-17.5")
def test_what_is_public_is_in_every_view() -> None:
    state = crowded()
    view = TITLE.view(state, None)
    second = view.merchants[1]
    assert (second.cards, second.contracts, second.ordinary) == (4, 1, 1)
    assert (second.town, second.talers, second.beans) == ("hamburg", 4, ("feuer", "soja", "garten"))
    assert view.prices == (6, 9)
    assert (view.deck, view.pile, view.reserve) == (40, 5, 2)
    assert view.discards == state.discards
    assert view.spent == state.spent
    assert view.supply["blaue"] == 18 - 4 - 1
    assert view.bank == 1940 - 64
    assert [offer.terms.give for offer in view.offers] == [("blaue",), ("garten",)]
    assert view.beanometers == state.beanometers


@clauses("BH-9.13", "BH-17.2")
def test_private_terms_are_seen_by_their_maker_only() -> None:
    state = crowded()
    own = TITLE.view(state, 1).private
    assert own is not None
    assert [(terms.number, terms.pay) for terms in own.terms] == [("#2", ("feuer", "soja"))]
    other = TITLE.view(state, 0).private
    assert other is not None
    assert [terms.number for terms in other.terms] == ["#1"]


@clauses("I-21", "BH-17.2")
def test_states_that_differ_in_secrets_look_the_same() -> None:
    state, stream = crowded(), Stream("secrets", "test")
    hands, harvests, decks = set(), set(), set()
    for viewer in (None, 0, 1, 2):
        for _ in range(12):
            other = TITLE.resample(state, viewer, stream)
            TITLE.audit(other)
            assert TITLE.view(other, viewer) == TITLE.view(state, viewer)
            if viewer is not None:
                assert other.merchants[viewer] == state.merchants[viewer]
                assert TITLE.legal(other, viewer) == TITLE.legal(state, viewer)
            hands.add((viewer, tuple(each.hand for each in other.merchants)))
            harvests.add(other.pile + other.reserve)
            decks.add(other.deck)
    assert min(len(hands), len(harvests), len(decks)) > 40


@clauses("I-21", "BH-15.6")
def test_sealed_final_answers_stay_sealed() -> None:
    state, stream = asked_at_the_end(), Stream("secrets", "last")
    for _ in range(12):
        other = TITLE.resample(state, 1, stream)
        TITLE.audit(other)
        assert TITLE.view(other, 1) == TITLE.view(state, 1)
        assert TITLE.to_act(other) == TITLE.to_act(state)


@clauses("I-21", "BH-15.6")
def test_a_sealed_final_answer_is_drawn_anew_for_others() -> None:
    state, stream = apply(asked_two(), "P1 final R1"), Stream("secrets", "sealed")
    answers = set()
    for _ in range(60):
        other = TITLE.resample(state, 2, stream)
        TITLE.audit(other)
        assert TITLE.view(other, 2) == TITLE.view(state, 2)
        assert TITLE.to_act(other) == TITLE.to_act(state)
        answers.add(other.merchants[0].answer)
    assert len(answers) > 1


@clauses("I-21", "BH-15.6")
@pytest.mark.parametrize(
    ("beans", "hand", "can"), [("feuer brech rote", "R5 Na Zo", True), ("brech augen", "H1 Na Zo", False)]
)
def test_a_deal_that_would_show_another_question_is_dropped(beans: str, hand: str, can: bool) -> None:
    first, second = merchant("rostock", "feuer rote", "R1 R3 Na Zo"), merchant("rostock", beans, hand)
    state = last_turn(first, second=second)
    state = copy.copy(apply(state, "P3 close", "P3 end"))
    state.deck = ()  # so few cards that some ways of dealing them leave nothing that fits
    assert [decision.seat for decision in TITLE.to_act(state)] == ([0, 1] if can else [0])
    stream = Stream("secrets", hand)
    deals = [views._deal(state, (0, 1), stream) for _ in range(60)]
    assert None in deals
    for hands, deck in filter(None, deals):
        assert sorted((*hands[0], *hands[1], *deck)) == sorted(("R1", "R3", hand[:2]))
        assert any(fits(first, card) for card in hands[0])
        assert any(fits(second, card) for card in hands[1]) == can


def fits(seated: Merchant, card: str) -> bool:
    return CONTRACT[card].town == seated.town and not Counter(CONTRACT[card].beans) - Counter(seated.beans)


@clauses("I-21", "BH-15.6")
def test_a_deal_that_never_comes_out_leaves_the_hands_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "TRIES", 0)
    state = asked_at_the_end()
    other = TITLE.resample(state, 1, Stream("secrets", "no deal"))
    TITLE.audit(other)
    assert other.merchants[0].hand == state.merchants[0].hand
    assert TITLE.view(other, 1) == TITLE.view(state, 1)


@clauses("I-21", "BH-9.7")
def test_an_open_offer_forbids_some_cards_in_front() -> None:
    """Whoever gives all beans cannot pay a toll with them, so that the toll card is not in front."""
    state = position(
        merchant("rostock", "blaue feuer", "t1 R1 Na Zo t5"),
        merchant("hamburg", "feuer soja garten", "t4 Zo Na", talers=0),
        merchant("visby", "sau", "t6 Na L2 t7 Zo"),
    )
    state = apply(state, "P2 offer #1 P1 invite give=feuer,soja,garten take=blaue")
    stream, hands = Stream("secrets", "front"), set()
    for _ in range(30):
        other = TITLE.resample(state, 0, stream)
        TITLE.audit(other)
        assert TITLE.view(other, 0) == TITLE.view(state, 0)
        hands.add(other.merchants[1].hand)
    assert len(hands) > 1
    assert not any(hand[0] == "Zo" for hand in hands)


@clauses("BH-17.6")
def test_a_drawn_contract_is_seen_by_its_owner() -> None:
    state = position(top="A1 B1")
    state, events = apply_with_events(state, "P2 contract 4", "P1 close")
    for seen, expected in ((None, ["?", "?"]), (0, ["?", "?", "B1"]), (1, ["?", "A1", "?"])):
        lines = [line for line in host_lines(events, seen) if line.startswith("draw")]
        assert [line.split()[-1] for line in lines] == expected
    assert [event.card for event in events if isinstance(event, ContractBought) and event.audience is None] == [None]
    assert [event.card for event in events if isinstance(event, ContractBought) and event.audience == 1] == ["t4"]
    assert '"A1"' not in text_of(TITLE.view(state, 0))


@clauses("BH-17.6")
def test_a_laid_or_discarded_card_is_public() -> None:
    state = position(merchant("hamburg", hand="D3 t1 Na Zo"), phase="start")
    state = apply(state, "P1 travel hamburg")
    assert TITLE.view(state, 2).merchants[0].table == ("D3",)
    state = apply(state, "P1 close")
    assert "D3" in TITLE.view(state, 2).discards


def secrets_in(events: list[Event]) -> str:
    return " ".join(msgspec.json.encode(event).decode() for event in events if event.audience is None)


@clauses("BH-9.13")
def test_public_events_hide_private_terms() -> None:
    state = position(merchant("rostock"), merchant("hamburg", "feuer soja garten", "Zo t4 Na", talers=4))
    _, events = apply_with_events(state, "P2 offer #1 P1 invite give=garten pay=feuer,soja")
    assert "feuer" not in secrets_in(events)
    own = [event for event in events if isinstance(event, Offered) and event.audience == 1]
    assert [event.pay for event in own] == [("feuer", "soja")]
