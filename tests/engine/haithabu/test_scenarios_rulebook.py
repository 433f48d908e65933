"""Section 18.1: the statements of the rulebook, E-1 to E-22.

Not for the points the rulebook leaves open: those are in `test_scenarios_own`.
"""

import pytest

from engine.haithabu.board import LETTERS
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.values import Setup
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
    started,
    told,
    where,
)


@clauses("E-1", "HB-2.1", "HB-2.3", "HB-2.4", "HB-2.5")
def test_setup() -> None:
    two, three, four = started(2), started(3), started(4)
    assert two.runners == tuple(tuple(f"{home}-s{i}" for i in range(1, 7)) for home in "NS")
    assert three.runners == tuple(tuple(f"{home}-s{i}" for i in range(2, 6)) for home in "NES")
    assert four.runners == tuple(tuple(f"{home}-s{i}" for i in range(2, 6)) for home in "NESW")
    for state in (two, three, four):
        assert state.open == LETTERS
        assert set(state.loads) == {0}


@clauses("E-2", "HB-2.2", "HB-2.6")
def test_order() -> None:
    state = position(first="E", active="E")
    order = []
    for _ in range(5):
        order.append(homes(4)[state.active])
        state = after(state, TITLE.text(TITLE.legal(state, state.active)[0]))
    assert order == ["E", "S", "W", "N", "E"]
    state = started(3)
    order = []
    for _ in range(4):
        order.append(homes(3)[state.active])
        state = after(state, TITLE.text(TITLE.legal(state, state.active)[0]))
    assert order == ["S", "N", "E", "S"]


@clauses("HB-2.7")
def test_seats_are_numbered_in_turn_order() -> None:
    assert [TITLE.view(started(seats), None).homes for seats in (2, 3, 4)] == [
        ("N", "S"),
        ("N", "E", "S"),
        ("N", "E", "S", "W"),
    ]


@clauses("HB-2.2")
def test_a_round_is_one_turn_of_each_seat_from_the_first_on() -> None:
    state = started(3)
    rounds = []
    for _ in range(7):
        rounds.append(state.round)
        state = after(state, TITLE.text(TITLE.legal(state, state.active)[0]))
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


@clauses("HB-2.6", "HB-12.1")
def test_lots_of_setup_reach_every_seat_and_follow_the_seed() -> None:
    setups = [Setup(4, HaithabuOptions(traps=True), f"lot {i}") for i in range(60)]
    states = [TITLE.start(setup)[0] for setup in setups]
    assert {state.first for state in states} == {0, 1, 2, 3}
    assert {state.author for state in states} == {0, 1, 2, 3}
    assert [TITLE.start(setup)[0] for setup in setups] == states


@clauses("E-3", "HB-4.1")
def test_one_to_three_steps() -> None:
    state = position(seats=2)
    assert len(outcomes(state)) == 50
    assert {"b/-", "bd1/b"} <= set(outcomes(state, "N1"))
    assert refusal(state, "run N1 bd2 over b") == "HB-5.1"
    assert len(outcomes(position())) == 36


@clauses("E-4", "HB-6.2", "HB-6.3")
def test_stop_and_pass() -> None:
    state = position(seats=2)
    stopped = after(state, "run N1 b over -")
    assert "b" in stopped.open
    assert load(stopped, "N") == 0
    crossed = after(state, "run N1 bd1 over b")
    assert "b" not in crossed.open
    assert load(crossed, "N") == 1
    assert TITLE.view(crossed, None).distances[0] == (4,)


@clauses("E-5", "HB-6.3", "HB-4.4")
def test_several_tokens_in_a_turn() -> None:
    state = position({"N1": "ac2"}, {"N": "st"})
    assert len(path_of(state, "run N1 gm1 over cg").split()) == 5
    done = after(state, "run N1 gm1 over cg")
    assert not {"c", "g"} & set(done.open)
    assert load(done, "N") == 4


@clauses("E-6", "HB-4.1")
def test_example_of_four_tokens() -> None:
    state = position({"N1": "ac1"}, {"N": "ijop"})
    runs = TITLE.runs_with(state, "")
    assert len(runs) == 86
    assert {len(TITLE.preview(state, 0, run).path) for run in runs} == {7}
    for tokens, distance in (("i", 4), ("ij", 5), ("ghijklmopqrs", 15)):
        state = position({"N1": "ac1"}, {"N": tokens})
        assert {len(TITLE.preview(state, 0, run).path) for run in TITLE.runs_with(state, "")} == {distance}


@clauses("E-7", "HB-5.2")
def test_no_jumping() -> None:
    state = position({"N1": "ac2", "S1": "c"})
    assert outcomes(state, "N1") == ["N-p6/a", "a/-", "ac1/-", "ae1/a"]
    for behind in ("c over -", "cd1 over c", "cf1 over c", "cg2 over c"):
        assert refusal(state, f"run N1 {behind}") == "HB-5.2"


@clauses("E-8", "HB-6.1", "HB-4.1")
def test_bare_bridge() -> None:
    state = position({"N1": "ac2"}, {"N": "cg"})
    assert outcomes(state, "N1") == ["N-p1/a", "N-p4/a", "N-p7/a", "N-s6/a", "ae3/a"]
    assert refusal(state, "run N1 c over -") == "HB-6.1"
    assert refusal(state, "run N1 di1 over cd") == "HB-6.1"
    one = after(state, "run N1 d over - put c")
    assert "c" in one.open
    assert load(one, "N") == 1
    two = after(state, "run N1 cg2 over - put cg")
    assert {"c", "g"} <= set(two.open)
    assert load(two, "N") == 0


@clauses("E-9", "HB-6.5")
def test_old_and_fresh_tokens() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"})
    assert len(path_of(state, "run N1 gm1 over g put c").split()) == 5
    done = after(state, "run N1 gm1 over g put c")
    assert "c" in done.open
    assert "g" not in done.open
    assert load(done, "N") == 3
    later = position({"N1": "ac2"}, {"N": "gst"})  # the token on c was put on an earlier turn
    beyond = [way for way in outcomes(later, "N1") if way[0] in "cdf"]
    assert beyond
    assert all("c" in way.split("/")[1] for way in beyond)
    space, over = beyond[0].split("/")
    assert "c" not in after(later, f"run N1 {space} over {over}").open


@clauses("E-10", "HB-7.2")
@pytest.mark.parametrize("blocker", ["N1", "S1"])
def test_one_access_bridge_stays_free(blocker: str) -> None:
    state = position({blocker: "b"})
    assert refusal(state, "run N4 a over -") == "HB-7.2"
    assert refusal(state, "run N4 ac1 over a") == ""


@clauses("E-11", "HB-8.1", "HB-8.2", "HB-8.3")
def test_clearing() -> None:
    state = position({"N1": "N-p1"})
    assert outcomes(state) == [f"N1 {way}" for way in ["N-s1/-", "N-s2/-", "N-s6/-", "a/-", "b/-", "bd1/b", "bj1/b"]]
    assert {refusal(state, f"run {runner} b over -") for runner in ("N2", "N3", "N4")} == {"HB-8.2"}
    assert refusal(state, "run N1 N-p7 over -") == "HB-8.3"


@clauses("E-12", "HB-7.4", "HB-8.3")
def test_one_on_passage() -> None:
    state = position({"N1": "N-p1", "S1": "fl1"}, {"S": "ab"}, seats=2)
    moved = [way for way in outcomes(state) if "-p" in way]
    assert moved
    assert {way[:2] for way in moved} == {"N1"}
    assert refusal(state, "run N2 N-p3 over -") == "HB-7.4"
    assert refusal(state, "run N1 N-p7 over -") == ""


@clauses("E-13", "HB-7.5", "HB-8.2")
def test_keep_a_finish_space_free() -> None:
    places = {"S1": "ac2", "N1": "S-s1", "N2": "S-s6", "N3": "S-s2", "N4": "s"}
    state = position(places)
    assert not [way for way in outcomes(state, "N4") if way.startswith("S-s")]
    state = position(places, active="S")
    assert TITLE.view(state, None).tier == 1
    assert len(outcomes(state)) == 20
    assert {way[:2] for way in outcomes(state)} == {"S2", "S3", "S4"}
    assert refusal(state, "run S1 ac1 over -") == "HB-8.2"


@clauses("E-14", "HB-7.1", "HB-7.3")
def test_foreign_village() -> None:
    state = position({"N1": "ae4"}, {"N": "ghmn"})
    assert {"ks1/ek", "kl1/ek"} <= set(outcomes(state, "N1"))
    assert not [way for way in outcomes(state) if " W-" in way]
    assert refusal(state, "run N1 W-p7 over e") == "HB-7.1"
    state = position({"N1": "ae4"}, {"N": "mn"})
    assert outcomes(state, "N1") == ["N-p6/a", "ac1/a", "cf3/ef", "fg1/ef", "fl1/ef"]


@clauses("E-15", "HB-3.4", "HB-7.7")
def test_locked() -> None:
    state = position({"N1": "S-s1", "N2": "s"})
    assert {refusal(state, f"run N1 {space}") for space in ("S-p1", "S-p2", "s", "ac1")} == {"HB-3.4"}
    assert "S-s1/-" not in outcomes(state, "N2")
    assert refusal(state, "run N2 S-s1 over -") == "HB-5.2"
    assert refusal(state, "run N2 via S-p2 S-s1 S-p1") == "HB-5.2"


@clauses("E-16", "HB-5.4")
def test_circling() -> None:
    state = position({"N1": "s"}, {"N": "abcdef"})
    assert "S-s1/-" in outcomes(state, "N1")
    assert path_of(state, "run N1 S-s1 over -") == "S-p2 S-p1 S-p7 S-p6 S-p5 S-p4 S-p3 S-p2 S-s1"


@clauses("E-17", "HB-5.3")
def test_back_and_forth() -> None:
    state = position({"N1": "ac1", "S1": "c", "S2": "ae1"}, {"N": "b"})
    assert outcomes(state, "N1") == ["N-p1/a", "N-p4/a", "N-p7/a", "N-s6/a"]
    assert refusal(state, "run N1 ac2 over -") == "HB-5.1"
    assert refusal(state, "run N1 N-p6 over a") == "HB-5.3"
    assert refusal(state, "run N1 via ac2 ac1 a N-p6") == "HB-5.3"
    assert refusal(state, "run N1 ac2 over - put b") == ""


@clauses("E-18", "HB-4.1", "HB-7.7")
def test_exact_count_by_putting() -> None:
    state = position({"N1": "qs1", "N2": "S-s6", "S1": "g"}, {"N": "abcd"})
    reachable = {
        count: any(way.startswith("S-s1/") for way in outcomes(state, "N1", put))
        for count, put in enumerate(["", "a", "ab", "abc", "abcd"])
    }
    assert reachable == {0: True, 1: False, 2: True, 3: True, 4: False}
    assert refusal(state, "run N1 S-s1 put a") == "HB-5.3"
    assert refusal(state, "run N1 S-s1 put abcd") == "HB-5.1"


@clauses("E-19", "HB-9.1", "HB-9.2")
def test_pass() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2"}
    state, events = told(position(places, {"S": "a"}, active="W"), "run W1 W-p1 over -")
    assert "pass N" in lines(events)
    assert homes(4)[state.active] == "E"
    assert state.passes == 1
    state = position(places, {"N": "a"})
    assert outcomes(state) == []
    free = ["N-p5", "N-p6", "N-p7", "N-s5", "N-s6", "a", "ae1", "ae2"]
    assert outcomes(state, "N3", "a") == [f"{space}/-" for space in free]
    assert [TITLE.text(run) for run in TITLE.legal(state, 0)] == [f"run N3 {space} over - put a" for space in free]


@clauses("E-20", "HB-10.1")
def test_win() -> None:
    state = position({"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "qs2", "S1": "g", "S2": "gh1"})
    over, events = told(state, "run N4 S-s2 over s")
    assert over.phase == "over"
    assert TITLE.to_act(over) == ()
    assert "over win N" in lines(events)
    result = TITLE.result(over)
    assert result is not None
    assert result.winners == (0,)


@clauses("E-21", "HB-12.2", "HB-12.3", "HB-12.4", "HB-12.5")
def test_trap_crossed() -> None:
    state = position(trap="a", author="E")
    sprung, events = told(state, "run N4 ac1 over a")
    assert "sprung a N4" in lines(events)
    assert "a" in sprung.open
    assert load(sprung, "N") == 0
    assert [(decision.seat, decision.kind) for decision in TITLE.to_act(sprung)] == [(0, "reset")]
    resets = [TITLE.text(action) for action in TITLE.legal(sprung, 0)]
    notes = [*"bcdefghijklmnopqrst", "none"]
    assert resets == [f"reset {space} trap {note}" for space in ("N-s1", "N-s5", "N-s6") for note in notes]
    assert refusal(sprung, "reset N-s1 trap a") == "HB-12.5"
    done = after(sprung, "reset N-s6 trap b")
    assert where(done, "N4") == "N-s6"
    assert homes(4)[done.active] == "E"


@clauses("E-22", "HB-12.5")
def test_trap_and_occupied_bridges() -> None:
    sprung = after(position({"S1": "m"}, trap="a"), "run N4 ac1 over a")
    notes = {TITLE.text(action).split()[-1] for action in TITLE.legal(sprung, 0)}
    assert notes == set(LETTERS) - {"a", "m"} | {"none"}
    assert refusal(sprung, "reset N-s1 trap m") == "HB-12.5"
