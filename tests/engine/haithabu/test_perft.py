"""The number of ways to make the first decisions, from setup and from fuller positions.

Not for meaning: a changed count says that some rule changed, and the other tests say which.
"""

import pytest

from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.policies import perft
from tests.engine.haithabu.positions import position, started

MIDDLE = position({"N1": "ac2", "N2": "gh1", "E1": "m", "S1": "c", "W1": "ef1"}, {"N": "bd", "E": "k", "S": "pqr"})
LOADED = position({"N1": "S-s1", "N2": "qs1", "S1": "bd2"}, {"N": "acegik", "S": "bdfh"}, seats=2)
VARIANT = position({"N1": "ac2", "N2": "gh1", "S1": "d"}, {"N": "cst", "S": "m"}, seats=2, trap="g", author="S")


@pytest.mark.parametrize(
    ("state", "depth", "nodes"),
    [
        (started(2), 1, 50),
        (started(2), 2, 2500),
        (started(2), 3, 48900),
        (started(3), 3, 46656),
        (started(4), 3, 46656),
        (started(2, traps=True), 2, 1000),
        (started(4, traps=True), 3, 26016),
        (MIDDLE, 1, 64),
        (MIDDLE, 2, 3817),
        (LOADED, 1, 172),
        (LOADED, 2, 19530),
        (VARIANT, 1, 139),
        (VARIANT, 2, 8966),
    ],
)
def test_perft(state: HaithabuState, depth: int, nodes: int) -> None:
    assert perft(TITLE, state, depth) == nodes
