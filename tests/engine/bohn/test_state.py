"""What follows from a position at once: who owes a decision, gaps, missing kinds.

Not for how positions change.
"""

from engine.bohn.state import is_missing
from engine.bohn.title import TITLE
from engine.values import Decision
from tests.engine.bohn.positions import apply, merchant, position
from tests.engine.clauses import clauses


@clauses("BH-20.1", "BH-20.2")
def test_targets_of_open_offers_are_prompted_but_block_nobody() -> None:
    state = position(merchant("rostock", "blaue"), merchant("hamburg"), merchant("rostock", "sau"))
    state = apply(state, "P1 offer #1 P2 invite give=blaue", "P3 offer #2 P1 give=sau take=blaue")
    assert TITLE.to_act(state) == (Decision(0, "trade"), Decision(1, "offer"))
    assert {"accept", "decline", "counter"} <= {TITLE.text(action).split(" ")[0] for action in TITLE.legal(state, 0)}
    after = apply(state, "P1 close")
    assert TITLE.to_act(after) == (Decision(0, "final"),)


@clauses("BH-18.4")
def test_no_beanometer_has_a_gap_outside_trade() -> None:
    state = position(merchant("hamburg"), towns={"hamburg": "blaue feuer blaue×3"})
    state = apply(state, "P1 buy blaue@1", "P1 close")
    for each in state.beanometers:
        assert None not in each.squares[: sum(pile is not None for pile in each.squares)]


@clauses("BH-12.4")
def test_a_kind_on_a_gapped_beanometer_is_not_missing() -> None:
    state = position(merchant("hamburg"), towns={"hamburg": "blaue feuer blaue×3"})
    assert not is_missing(apply(state, "P1 buy feuer@2"), "feuer")
