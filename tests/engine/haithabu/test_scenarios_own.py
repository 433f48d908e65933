"""Section 18.2, S-1 to S-21: movement, bridges, duties.

Not for traps, undo and the end: those are in `test_scenarios_host`.
"""

from engine.haithabu.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import (
    after,
    homes,
    lines,
    load,
    outcomes,
    path_of,
    position,
    refusal,
    some_run,
    told,
    where,
)


@clauses("S-1", "HB-6.2")
def test_departure_bridge() -> None:
    done = after(position({"N1": "a"}), "run N1 c over -")
    assert {"a", "c"} <= set(done.open)
    assert load(done, "N") == 0


@clauses("S-2", "HB-6.4", "HB-5.4")
def test_departure_bridge_met_again() -> None:
    state = position({"N1": "a"}, {"N": "ghm"})
    assert path_of(state, "run N1 ac1 over a") == "N-p6 N-p7 N-s6 N-p6 a ac1"
    done = after(state, "run N1 ac1 over a")
    assert "a" not in done.open
    assert load(done, "N") == 4


@clauses("S-3", "HB-5.5")
def test_not_back_to_the_start() -> None:
    state = position({"N1": "a"}, {"N": "gh"})
    assert refusal(state, "run N1 a over -") == "HB-5.5"
    assert refusal(state, "run N1 via N-p6 N-p7 N-s6 N-p6 a") == "HB-5.5"
    assert refusal(state, "run N1 b over -") == ""


@clauses("S-4", "HB-6.4", "HB-6.5")
def test_twice_over_one_bridge() -> None:
    state = position({"N1": "ac1"}, {"N": "ghmn"})
    assert refusal(state, "run N1 ae1 over a") == "HB-6.4"
    assert refusal(state, "run N1 via a N-p6 N-p7 N-s6 N-p6 a ae1") == "HB-6.4"
    state = position({"N1": "ac1"}, {"N": "aghmn"})
    assert path_of(state, "run N1 ae1 over - put a") == "a N-p6 N-p7 N-s6 N-p6 a ae1"
    done = after(state, "run N1 ae1 over - put a")
    assert "a" in done.open
    assert load(done, "N") == 4


@clauses("S-5", "HB-4.2", "HB-15.2")
def test_full_track() -> None:
    state = position({"N1": "ac2"}, {"N": "abdefghijklmn"})
    assert outcomes(state) == []
    assert refusal(state, "run N1 ac1 over -") == "HB-4.2"
    assert len(outcomes(state, put="a")) == 71
    assert all(run.put for run in TITLE.runs_with(state, "a"))
    assert TITLE.view(state, 0).distances[0] == ()


@clauses("S-6", "HB-4.3")
def test_slot_limit() -> None:
    state = position({"N1": "ac2"}, {"N": "ijklmnopqrst"})
    ways = outcomes(state, "N1")
    assert len(ways) == 11
    assert {way.split("/")[1] for way in ways} == {"a"}
    space, over = ways[0].split("/")
    assert load(after(state, f"run N1 {space} over {over}"), "N") == 13


@clauses("HB-4.3")
def test_two_captures_do_not_fit_beside_twelve_tokens() -> None:
    state = position({"N1": "ac2"}, {"N": "ijklmnopqrst"})
    path = "c cg1 cg2 g fg2 fg1 f ef2 ef1 e ae4 ae3 ae2 ae1 a"
    assert refusal(state, f"run N1 via {path}") == "HB-4.3"
    assert refusal(state, "run N1 a over cefg") == "HB-4.3"


@clauses("S-7", "HB-4.1")
def test_speed_after_putting_all() -> None:
    state = position({"N1": "cg1"}, {"N": "s"})
    assert sorted(outcomes(state, "N1")) == sorted(["a/c", "d/c", "cf3/c", "fg1/g", "gh2/g", "gm2/g"])
    assert len(outcomes(state, "N1", "s")) == 12
    assert "cg2/-" in outcomes(state, "N1", "s")


@clauses("S-8", "HB-7.2")
def test_foreign_access_bridge() -> None:
    state = position({"S1": "e", "N1": "kl2"}, seats=2)
    assert refusal(state, "run N1 k over -") == "HB-7.2"
    assert refusal(state, "run N1 ks1 over k") == ""


@clauses("S-9", "HB-13.6", "HB-13.4")
def test_same_outcome_by_different_lengths() -> None:
    state = position(seats=2)
    assert outcomes(state, "N1").count("N-p2/-") == 1
    assert path_of(state, "run N1 N-p2 over -") == "N-p2"
    by_two = after(state, "run N1 via N-p1 N-p2")
    assert by_two == after(state, "run N1 N-p2 over -")


@clauses("S-10", "HB-13.6", "HB-13.8")
def test_canonical_path() -> None:
    state = position({"N1": "e"}, {"N": "ghm"})
    assert path_of(state, "run N1 k over -") == "W-p2 W-p1 W-p7 W-s6 W-p6 k"
    for other in ("W-p2 W-p3 W-p4 W-p5 W-p6 k", "W-p2 W-s1 W-p1 W-p7 W-p6 k"):
        assert refusal(state, f"run N1 via {other}") == ""
        assert path_of(state, f"run N1 via {other}") == "W-p2 W-p1 W-p7 W-s6 W-p6 k"
    trail = TITLE.view(after(state, "run N1 via W-p2 W-p3 W-p4 W-p5 W-p6 k"), None).latest
    assert trail is not None
    assert " ".join(trail.path) == "W-p2 W-p1 W-p7 W-s6 W-p6 k"


@clauses("S-11", "HB-13.5")
def test_two_outcomes_one_destination() -> None:
    state = position({"N1": "c"}, {"N": "ijo"})
    assert refusal(state, "run N1 h") == "HB-13.5"
    assert [way for way in outcomes(state, "N1") if way.startswith("h/")] == ["h/d", "h/g"]
    assert refusal(state, "run N1 h over d") == ""
    assert refusal(state, "run N1 h over g") == ""
    assert refusal(state, "run N1 h over dg") == "HB-13.3"


@clauses("S-12", "HB-13.3")
def test_key_in_the_variant() -> None:
    places, tokens = {"N1": "c"}, {"N": "dgijo"}
    base = position(places, tokens)
    assert [way for way in outcomes(base, "N1", "dg") if way.startswith("h/")] == ["h/-"]
    assert path_of(base, "run N1 h over - put dg") == "cd1 cd2 d dh1 dh2 h"
    variant = position(places, tokens, trap="t")
    assert [way for way in outcomes(variant, "N1", "dg") if way.startswith("h/")] == ["h/d", "h/g"]


@clauses("S-13", "HB-8.2", "HB-8.4", "HB-9.1")
def test_tier_3() -> None:
    state = position({"N1": "N-p1", "S1": "N-s1", "S2": "fl1"}, {"S": "ab"}, seats=2)
    assert TITLE.view(state, None).tier == 3
    ways = outcomes(state)
    assert len(ways) == 24
    assert {way[:2] for way in ways} == {"N2", "N3", "N4", "N5", "N6"}
    assert all(way[3:].startswith("N-p") for way in ways)
    state = after(state, "run N2 N-p3 over -")
    state, events = told(state, some_run(state, runner="S3"))
    assert "pass N" in lines(events)
    assert homes(2)[state.active] == "S"


@clauses("S-14", "HB-8.2", "HB-8.4")
def test_tier_1_before_tier_2() -> None:
    state = position({"N1": "N-p1", "S1": "N-s1"}, seats=2)
    expected = ["N2 b/-", "N2 bd1/b", "N2 bj1/b", "N3 b/-", "N4 a/-"]
    expected += [f"{runner} {way}" for runner in ("N5", "N6") for way in ("a/-", "ac1/a", "ae1/a")]
    assert outcomes(state) == expected
    assert TITLE.view(state, None).tier == 1


@clauses("S-15", "HB-8.3")
def test_clearing_impossible() -> None:
    state = position({"N1": "N-p1", "S1": "fl1"}, {"S": "ab"}, seats=2)
    assert TITLE.view(state, None).tier == 4
    assert outcomes(state) == [*(f"N1 N-p{i}/-" for i in range(2, 8)), "N2 N-s1/-", "N3 N-s1/-"]


@clauses("S-16", "HB-7.5", "HB-7.6")
def test_last_free_start_space() -> None:
    assert refusal(position({"N1": "a"}, seats=2), "run N2 N-s1 over -") == ""
    assert refusal(position({"N1": "b"}, seats=2), "run N1 N-s1 over -") == "HB-7.5"
    state = position({"N1": "b", "N2": "cg1"}, seats=2)
    assert refusal(state, "run N1 N-s1 over -") == ""
    assert refusal(state, "run N1 N-s2 over -") == ""


@clauses("S-17", "HB-7.6", "HB-7.8", "HB-7.5")
def test_home_again() -> None:
    state = after(position({"N1": "ac1"}), "run N1 N-s6 over a")
    assert where(state, "N1") == "N-s6"
    state = after(state, *("run E1 E-p1 over -", "run S1 S-p1 over -", "run W1 W-p1 over -"))
    assert any(way.startswith("N1 ") for way in outcomes(state))
    filled = position({"N1": "ac1", "S1": "N-s1", "S2": "N-s2"})
    assert refusal(filled, "run N1 N-s6 over a") == "HB-7.5"


@clauses("S-18", "HB-7.4")
def test_passage_counts_over_both_villages() -> None:
    state = position({"N1": "S-p1", "N2": "a"}, {"E": "st"})
    assert outcomes(state) == ["N1 S-s1/-", "N1 S-s6/-"]
    assert refusal(state, "run N2 N-p6 over -") == "HB-8.2"


@clauses("S-19", "HB-8.5")
def test_two_on_passages() -> None:
    state = position({"N1": "N-p1", "N2": "N-p3", "S1": "N-s1"}, seats=2)
    expected = [f"N1 {way}" for way in ("a/-", "b/-", "bd1/b", "bj1/b")]
    assert outcomes(state) == expected + [f"N2 {way}" for way in ("b/-", "bd1/b", "bj1/b")]


@clauses("S-20", "HB-15.5", "HB-1.6")
def test_west_village_at_three_seats() -> None:
    state = position({"E1": "k", "N1": "kl2"}, seats=3, active="E")
    ends = [way.split("/")[0] for way in outcomes(state, "E1") if way.startswith("W-")]
    assert ends == ["W-p1", "W-p4", "W-p5", "W-p6", "W-p7", "W-s4", "W-s5", "W-s6"]
    state = position({"E1": "k", "N1": "kl2"}, seats=3)
    assert not [way for way in outcomes(state, "N1") if way.startswith("W-")]
    state = position({"E1": "W-s5"}, seats=3, active="E")
    assert refusal(state, "run E1 W-p5 over -") == "HB-3.4"


@clauses("S-21", "HB-7.7")
def test_through_a_finish_space() -> None:
    state = position({"N1": "qs1", "N2": "S-s6", "S1": "g"}, {"N": "abcd"})
    assert path_of(state, "run N1 S-s1 over s") == "qs2 s S-p2 S-p3 S-s2 S-p2 S-s1"
    state, events = told(state, "run N1 S-s1 over s")
    assert lines(events).count("home N1") == 1
    assert where(state, "N1") == "S-s1"


@clauses("S-33", "HB-3.2", "HB-3.3")
def test_put_rejected() -> None:
    state = position({"N1": "ac2"}, {"N": "cg", "S": "d"})
    assert refusal(state, "run N1 ae2 over a put a") == "HB-3.2"
    assert refusal(state, "run N1 ae2 over a put cdg") == "HB-3.2"
    assert refusal(state, "run N1 ae2 over a put d") == ""
    done = after(state, "run N1 ae2 over a put d")
    assert "d" in done.open
    assert load(done, "S") == 1
    assert load(done, "N") == 2
