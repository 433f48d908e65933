"""What a seat may do now: the verbs of each state, and the offers that `legal` lists (BH-20.1, sections 9 to 11).

Not for refusals of what is not listed; the chapters of the rules have those.
"""

import pytest

from engine.bohn.actions import Accept, Counter, Propose
from engine.bohn.board.beans import value
from engine.bohn.legal.offers import FAIR, family
from engine.bohn.state import BohnState, Phase
from engine.bohn.title import TITLE
from engine.values import Decision
from tests.engine.bohn.positions import apply, asked_at_the_end, bag, merchant, new, position, refusal, texts
from tests.engine.clauses import clauses


@clauses("BH-20.1")
@pytest.mark.parametrize(
    ("phase", "verbs"),
    [
        ("start", {"travel", "fulfil", "contract", "standing"}),
        ("trade", {"offer", "buy", "fulfil", "contract", "close", "standing"}),
        ("final", {"fulfil", "contract", "end", "standing"}),
    ],
)
def test_the_verbs_of_each_state(phase: Phase, verbs: set[str]) -> None:
    state = position(merchant("rostock", "feuer rote", "R1 t1 Na Zo"), phase=phase)
    assert {TITLE.text(action).split(" ")[0] for action in TITLE.legal(state, 0)} == verbs
    assert TITLE.to_act(state) == (Decision(0, phase),)


@clauses("BH-20.1")
def test_the_verbs_of_toll_open_and_last() -> None:
    toll = position(merchant("rostock", "blaue garten", "Zo t1 Na", talers=19), phase="start")
    toll = apply(toll, "P1 travel rostock")
    assert {TITLE.text(action).split(" ")[0] for action in TITLE.legal(toll, 0)} == {"pay", "standing"}
    assert TITLE.to_act(toll) == (Decision(0, "toll"),)
    assert {TITLE.text(action).split(" ")[0] for action in TITLE.legal(new(3), 0)} == {"open", "standing"}
    last = asked_at_the_end()
    assert {TITLE.text(action).split(" ")[0] for action in TITLE.legal(last, 0)} == {"final", "standing"}
    over = apply(last, "P1 final -")
    assert TITLE.to_act(over) == ()
    assert all(list(TITLE.legal(over, seat)) == [] for seat in range(3))
    assert refusal(over, "P1 standing closed").clause == "BH-15.9"


def partners(state: BohnState, seat: int) -> set[str]:
    """Whom the listed offers of a seat go to."""
    return {action.target for action in TITLE.legal(state, seat) if isinstance(action, Propose)}


def test_the_family_is_bounded_and_fair() -> None:
    mine, theirs = bag("blaue×2 sau soja garten"), bag("feuer brech augen rote garten")
    found = family(mine, theirs, True)
    assert len(set(found)) == len(found) < 120
    for give, take in found:
        assert len(give) <= 2
        assert len(take) <= 2
        assert not set(give) & set(take)
        if len(give) > 1 or len(take) > 1:
            assert abs(value(give) - value(take)) <= FAIR
    singles = {(give, take) for give, take in found if len(give) == len(take) == 1}
    assert len(singles) == 4 * 5 - 1
    assert all(len(take) <= len(give) for give, take in family(mine, theirs, False))


def test_legal_lists_offers_to_every_partner_who_listens() -> None:
    state = position(merchant("rostock", "blaue"), merchant("hamburg", "sau"), merchant("visby", "soja"))
    assert partners(state, 0) == {"P2", "P3"}
    assert "offer #1 P2 invite buy=soja@2 give=soja take=sau" in texts(state, 0, "offer")
    assert "offer #1 P2 invite" in texts(state, 0, "offer")
    state = apply(state, "P1 offer #1 P2 invite give=blaue take=sau")
    assert partners(state, 0) == {"P3"}
    assert partners(state, 1) == set()
    assert "counter #1 #2 invite give=sau take=blaue" in texts(state, 1, "counter")
    assert all("give=sau" in text for text in texts(state, 1, "counter"))
    closed = apply(state, "P3 standing closed")
    assert partners(closed, 0) == set()


def test_everything_listed_passes_the_check() -> None:
    state = position(
        merchant("rostock", "blaue×2 feuer sau brech soja augen rote"),
        merchant("hamburg", "blaue garten", "Zo Na t1", talers=3),
        merchant("rostock", "garten×2 sau"),
    )
    for seat in range(3):
        actions = TITLE.legal(state, seat)
        assert len(set(actions)) == len(actions)
        for action in actions:
            TITLE.check(state, seat, action)


def test_open_ended_are_offers_counters_and_named_payments() -> None:
    assert TITLE.open_ended(Propose("#1", "P2"))
    assert TITLE.open_ended(Counter("#1", "#2"))
    assert TITLE.open_ended(Accept("#1", (), ("sau",)))
    assert not TITLE.open_ended(Accept("#1", ("sau",)))
