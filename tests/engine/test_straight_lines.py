"""Lines that cross, and points near lines.

Not for the boards that are drawn with them.
"""

from engine.straight_lines import cross, crossings, distance, reachable, too_near

PLACES = {"a": (0.0, 0.0), "b": (10.0, 10.0), "c": (0.0, 10.0), "d": (10.0, 0.0), "e": (5.0, 1.0)}


def test_crossings_are_found_and_lines_that_meet_at_an_end_do_not_cross() -> None:
    assert cross((0, 0), (10, 10), (0, 10), (10, 0))
    assert list(crossings(PLACES, [("a", "b"), ("c", "d"), ("a", "c")])) == [(("a", "b"), ("c", "d"))]
    assert not list(crossings(PLACES, [("a", "b"), ("a", "c")]))


def test_points_near_a_line_that_does_not_end_there() -> None:
    assert distance((5, 1), (0, 0), (10, 0)) == 1
    assert distance((-3, 4), (0, 0), (10, 0)) == 5
    assert list(too_near(PLACES, [("a", "d")], 2)) == [("e", ("a", "d"))]
    assert not list(too_near(PLACES, [("a", "d")], 1))


def test_what_can_be_reached_both_ways_and_one_way() -> None:
    links = [("a", "b"), ("c", "b")]
    assert reachable(links, "a") == {"a", "b", "c"}
    assert reachable(links, "a", one_way=True) == {"a", "b"}
