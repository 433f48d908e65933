"""States that break an invariant are refused (section 21).

Not for what decisions may change: `test_invariants.py`.
"""

import pytest

from engine.errors import BadState
from engine.hansa.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import bank, new, now, position, reserves


@clauses("HA-1.4", "I-1")
def test_a_state_with_a_marker_too_many_or_too_few_is_refused() -> None:
    state = now(new(3))
    for face_up in (("Y1",), ()):
        broken = TITLE.decode(TITLE.encode(state))
        broken.face_up = (face_up, (), ())
        broken.supply = broken.supply if face_up else broken.supply[1:]
        with pytest.raises(BadState, match="I-1"):
            TITLE.audit(broken)


@clauses("HA-1.5", "I-3")
def test_a_seat_owns_fifteen_booths() -> None:
    game = position(booths={"riga": (13,), "lubeck": (2,)})
    assert reserves(game) == (0, 15, 15)
    with pytest.raises(BadState, match="I-3"):
        position(booths={"riga": (13,), "lubeck": (3,)})
    with pytest.raises(BadState, match="I-3"):
        position(booths={"riga": (-1,)})


@clauses("HA-1.6", "I-4")
def test_talers_are_never_negative_and_the_bank_has_the_rest() -> None:
    assert bank(position(talers=(5, 0, 2))) == 15
    with pytest.raises(BadState, match="I-4"):
        position(talers=(-1, 3, 3))


@clauses("HA-1.7")
def test_there_is_one_ship_in_one_port() -> None:
    with pytest.raises(BadState, match=r"HA-1\.7"):
        position(ship="visby")
