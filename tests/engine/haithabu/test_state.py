"""Who owes which decision, and which games are offered.

Not for what the decisions are: `test_legal` has that.
"""

import msgspec

from engine.haithabu.options import HaithabuOptions
from engine.haithabu.state import decisions, home_name
from engine.haithabu.title import TITLE
from engine.values import Decision
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, position, started


@clauses("HB-16.1", "HB-12.1", "HB-12.4")
def test_one_seat_owes_one_decision_until_the_game_is_over() -> None:
    owing = started(3, traps=True)
    assert owing.author is not None
    assert decisions(owing) == (Decision(owing.author, "trap"),)
    running = position(trap="a")
    assert decisions(running) == (Decision(0, "run"),)
    assert decisions(after(running, "run N4 ac1 over a")) == (Decision(0, "reset"),)
    assert decisions(msgspec.structs.replace(running, phase="over")) == ()


@clauses("HB-2.1")
def test_two_to_four_seats_without_traps_and_with_them() -> None:
    offered = list(TITLE.variants())
    for seats in (2, 3, 4):
        assert (seats, HaithabuOptions(traps=False)) in offered
        assert (seats, HaithabuOptions(traps=True)) in offered
    assert "".join(home_name(3, seat) for seat in range(3)) == "NES"
