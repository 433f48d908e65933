"""Refusals that belong to no one chapter: words of another board, another seat's turn, another phase.

Not for the refusals of a single decision: the modules of the chapters have those.
"""

import pytest

from engine.errors import NotYourDecision
from engine.teutonica.actions import END
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import legal, prompt, refused
from tests.engine.teutonica.positions import position


@clauses("HT-1.6", "HT-2.1")
def test_words_of_another_board_are_refused_not_misread() -> None:
    state = position()
    for line in (
        "P1 place T malmoe__danzig:1",
        "P1 displace malmoe__danzig:1 T pay T",
        "P1 lift malmoe__danzig:1",
        "P1 create malmoe__danzig none",
    ):
        assert refused(state, line) == "HT-2.1"
    state = position(held={"P1": "swap_offices"})
    assert refused(state, "P1 use swap danzig 1") == "HT-2.1"


@clauses("HT-25.1", "HT-25.2")
def test_one_seat_is_prompted_and_others_are_told_so() -> None:
    state = position()
    assert prompt(state) == "P1 act"
    with pytest.raises(NotYourDecision):
        TITLE.check(state, 1, END)
    assert refused(state, "P1 relocate minden__hannover:1") == "HT-25.1"
    assert refused(state, "P1 skip") == "HT-25.1"
    assert refused(state, "P1 lay upgrade minden__hannover") == "HT-25.1"
    assert legal(state, "P2") == []


@clauses("HT-4.8")
def test_a_refused_decision_changes_nothing() -> None:
    state = position(supply={"P1": "1T"})
    before = repr(state)
    assert refused(state, "P1 place M minden__hannover:1") == "HT-6.1"
    assert repr(state) == before
