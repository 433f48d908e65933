"""What decisions do, and the host lines they write (sections 12 and 17).

Not for movement: scenarios and `test_invariants` have that.
"""

from engine.haithabu.options import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, lines, position, told


@clauses("HB-14.4", "HB-12.7")
def test_crossing_without_springing_leaves_the_trap() -> None:
    state = after(position(trap="b"), "run N4 ac1 over a")
    assert state.phase == "run"
    assert state.note == "b"


@clauses("HB-17.1")
def test_host_lines() -> None:
    _, events = TITLE.start(Setup(3, HaithabuOptions(traps=True), "lines"))
    assert lines(events)[0] == "setup n=3 first=S traps=on"
    assert lines(events)[1] in {f"trapper {home}" for home in "NES"}
    _, events = told(position({"N1": "ac2"}, {"N": "st"}), "run N1 gm1 over cg")
    assert lines(events) == ["load N 4"]
    for count in (50, 80, 90):
        _, events = told(position(quiet=count - 1), "run N1 N-p2 over -")
        assert lines(events) == [f"quiet {count}"]
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "g", "S2": "gh1"}
    _, events = told(position(places), "run N4 S-s2 over -")
    ranks = lines(events)
    assert ranks[:3] == ["home N4", "over win N", "rank 1 N 4 0"]
    assert [line.split()[1] for line in ranks[3:]] == ["2", "3", "3"]
