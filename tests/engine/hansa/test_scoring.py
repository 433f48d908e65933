"""Points and ties (section 14).

Not for when a game ends: `test_ending.py`.
"""

import pytest

from engine.hansa.scoring import score
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import finished, now, position


@clauses("HA-14.1", "HA-14.2", "HA-14.3", "HA-14.4", "S-26")
def test_score() -> None:
    game = position(
        face_up=["Y1 G3"],
        sold=["R1 R2 R3"],
        booths={"lubeck": (1,), "danzig": (2, 1), "copenhagen": (1, 1, 1)},
    )
    parts = score(now(game), 0)
    assert parts == {"face_up": 2, "sold": 9, "ports_alone": 4, "ports_shared": 4}
    assert sum(parts.values()) == 19


@clauses("HA-14.3", "E-10")
def test_port_points() -> None:
    game = position(booths={"copenhagen": (3, 1, 2), "kalmar": (0, 1)})
    assert [sum(score(now(game), seat).values()) for seat in range(3)] == [2, 6, 2]


@clauses("HA-14.5", "HA-14.6", "S-27")
@pytest.mark.parametrize(("booths_of_first", "winners"), [(9, (1,)), (11, (0, 1))])
def test_ties_are_broken_by_booths_in_ports_and_then_shared(booths_of_first: int, winners: tuple[int, ...]) -> None:
    ports = {"riga": (booths_of_first - 1, 10, 11), "reval": (1, 1, 1)}
    sales = [
        "Y3 Y3 Y3 Y3 G3 G3 G3 G3 K3",  # 9 × 4 = 36, with two shared ports 40
        "R3 R3 R3 R3 B3 B3 B3 B3 K3",
        "Y2 Y2 Y2 Y2 Y2 G2 G2 G2 G2 G2 K3",  # 10 × 3 + 4 = 34, with the ports 38
    ]
    outcome = finished(ports, sales).result()
    assert outcome is not None
    assert sorted((rank.seat, rank.total) for rank in outcome.ranking) == [(0, 40), (1, 40), (2, 38)]
    assert outcome.winners == winners
    assert [rank.place for rank in outcome.ranking] == ([1, 1, 3] if len(winners) == 2 else [1, 2, 3])
