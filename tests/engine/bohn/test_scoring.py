"""The result: talers, sold beans, doubled credits, shared places (BH-15.8, section 16).

Not for the last round that leads to it.
"""

from engine.bohn.title import TITLE
from tests.engine.bohn.positions import QUIET, apply, apply_with_events, host_lines, last_turn, merchant, position
from tests.engine.clauses import clauses


@clauses("S-43", "BH-15.8", "BH-6.6")
def test_a_result_can_be_negative() -> None:
    state = apply(last_turn(merchant("rostock", "blaue", QUIET, talers=10, credit=13)), "P3 close", "P3 end")
    result = TITLE.result(state)
    assert result is not None
    last = result.ranking[-1]
    assert (last.seat, last.total) == (0, -12)
    assert last.breakdown == {"talers": 10, "beans": 4, "credit": -26}


@clauses("S-44", "BH-16.1")
def test_a_shared_win() -> None:
    state = position(
        merchant("rostock", hand=QUIET, talers=120),
        merchant("hamburg", hand=QUIET, talers=120),
        merchant("visby", hand=QUIET, talers=90),
        active=2,
        pile=(),
        trigger=0,
    )
    state, events = apply_with_events(state, "P3 close", "P3 end")
    result = TITLE.result(state)
    assert result is not None
    assert [(rank.seat, rank.place) for rank in result.ranking] == [(0, 1), (1, 1), (2, 3)]
    assert result.winners == (0, 1)
    assert host_lines(events)[-2:] == ["winner P1", "winner P2"]
