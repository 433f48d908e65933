"""What follows from a state alone: leaders, and who owes which decision (HA-1.8, HA-18.1, HA-18.3).

Not for broken states: `test_audit.py`.
"""

import pytest

from engine.hansa.state import leader_of
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import act, lines_of, new, position, prompted, sale


@clauses("HA-1.8")
@pytest.mark.parametrize(
    ("row", "expected"), [((0, 0, 0), -1), ((1, 0, 0), 0), ((2, 2, 1), -1), ((1, 2, 1), 1), ((0, 1, 1), -1)]
)
def test_leader_is_the_one_with_strictly_most_booths(row: tuple[int, ...], expected: int) -> None:
    assert leader_of(row) == expected


@clauses("HA-18.1")
def test_prompts_name_seat_and_state() -> None:
    assert prompted(new(2, "x")) == ["P1 place"]
    assert prompted(position(phase="refill", empty=["riga.a"])) == ["P1 refill"]
    assert prompted(position()) == ["P1 act"]
    game = sale()
    act(game, "P1 sell G1 G2")
    assert prompted(game) == ["P2 loss", "P4 loss"]
    taxed = position(face_up=["Y1 Y2 Y3 G1"])
    act(taxed, "P1 end")
    assert prompted(taxed) == ["P1 tax"]


@clauses("HA-18.3")
def test_seats_that_are_paid_or_lose_automatically_are_not_prompted() -> None:
    game = position(ship="kalmar", booths={"kalmar": (1, 2)}, face_up=["G1 G2", "G3"], slots={"kalmar.a": "B1"})
    assert lines_of(act(game, "P1 sell G1 G2")) == ["booths P1 kalmar -1", "lost P2 G3"]
    assert prompted(game) == ["P1 act"]
