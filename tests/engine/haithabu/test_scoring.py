"""Finished runners, the distance left and the places they give (section 11).

Not for when a game ends.
"""

import msgspec

from engine.haithabu.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import position, started


@clauses("HB-11.4")
def test_distance_left_at_setup() -> None:
    assert TITLE.view(started(2), None).distance_left == (116, 116)
    assert TITLE.view(started(3), None).distance_left == (78, 78, 78)
    assert TITLE.view(started(4), None).distance_left == (78, 78, 78, 78)


@clauses("HB-11.3", "HB-11.4")
def test_more_finished_runners_then_less_distance_left_and_equals_share() -> None:
    at = {"N1": "ac1", "E1": "W-s1", "S1": "N-s1", "W1": "E-s1", "W2": "p"}
    stalled = msgspec.structs.replace(position(at, audited=False), phase="over", quiet=100)
    result = TITLE.result(stalled)
    assert result is not None
    left = TITLE.view(stalled, None).distance_left
    assert left[3] < left[1] == left[2]
    table = [(rank.seat, rank.place, rank.breakdown, rank.tie_break) for rank in result.ranking]
    assert table == [
        (3, 1, {"finished": 1}, (left[3],)),
        (1, 2, {"finished": 1}, (left[1],)),
        (2, 2, {"finished": 1}, (left[2],)),
        (0, 4, {"finished": 0}, (left[0],)),
    ]
    assert result.tie_breaks == 1


def test_no_result_before_the_end_but_scores_at_any_time() -> None:
    state = position({"E1": "W-s1"})
    assert TITLE.result(state) is None
    assert TITLE.scores(TITLE.view(state, None)) == (0, 1, 0, 0)
