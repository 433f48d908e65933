"""The decisions there are, and their notation (HA-4.6, HA-19.1, HA-19.3).

Not for whether they are legal.
"""

import pytest

from engine.errors import BadNotation
from engine.hansa.title import TITLE
from tests.engine.clauses import clauses


@clauses("HA-4.6")
def test_no_verb_moves_goods_or_money_by_agreement() -> None:
    assert {verb.name for verb in TITLE.verbs} == {
        "place", "refill", "skip", "sail", "buy", "establish", "sell", "lose", "end", "discard", "standing",
    }  # fmt: skip


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
