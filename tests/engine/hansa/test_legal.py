"""What is listed for a seat: distinguishable choices, and those alone.

Not for counting whole walks: `test_perft.py`.
"""

from tests.engine.clauses import clauses
from tests.engine.hansa.positions import options, position, rejected


@clauses("HA-1.2")
def test_equal_faces_never_make_two_options() -> None:
    game = position(face_up=["R1 R1 R1"], booths={"copenhagen": (1,)})
    assert options(game, "P1", "sell") == ["sell R1 R1", "sell R1 R1 R1"]
    assert options(game, "P1", "establish") == ["establish R1"]


@clauses("HA-16.4")
def test_without_markers_or_booths() -> None:
    game = position(ship="kalmar")
    assert {text.split()[0] for text in options(game, "P1")} == {"buy", "sail", "end"}
    no_booth = position(ship="kalmar", face_up=["R1 R2"])
    assert options(no_booth, "P1", "sell") == []
    rejected(no_booth, "P1 sell R1 R2", "HA-10.1")
