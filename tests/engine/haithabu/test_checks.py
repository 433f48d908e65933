"""What is refused and why; runs told in short and by their paths (sections 13 and 16).

Not for refusals on positions from random games: `test_legal` has them beside the lists.
"""

import random

import pytest

from engine.errors import Illegal, NotYourDecision
from engine.haithabu.actions import Run
from engine.haithabu.title import TITLE
from engine.history import Game
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import (
    after,
    parsed,
    position,
    refusal,
)


@clauses("HB-1.7")
def test_waiting_finished_and_free() -> None:
    state = position({"N1": "S-s1", "N2": "S-p2"})
    view = TITLE.view(state, None)
    assert view.finished == (1, 0, 0, 0)
    assert refusal(state, "run N1 S-p1 over -") == "HB-3.4"
    assert refusal(state, "run N2 S-s1 over -") == "HB-5.2"
    assert refusal(state, "run N2 S-s6 over -") in ("", "HB-5.1")


@clauses("HB-16.1", "HB-3.1")
def test_a_run_is_never_automatic_and_an_illegal_one_changes_nothing() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "c"}
    state = position(places, {"S": "a"})
    assert [TITLE.text(run) for run in TITLE.legal(state, 0)] == ["run N3 ac2 over -"]
    assert [(decision.seat, decision.kind) for decision in TITLE.to_act(state)] == [(0, "run")]
    before = TITLE.encode(state)
    with pytest.raises(Illegal):
        TITLE.apply(state, 0, parsed("run N3 ae1 over a put b"))
    assert TITLE.encode(state) == before
    with pytest.raises(NotYourDecision):
        TITLE.apply(state, 1, parsed("run E1 E-p1 over -"))
    assert refusal(state, "run E1 E-p1 over -") == "HB-3.1"
    assert refusal(state, "run N5 ac2 over -") == "HB-2.1"


@clauses("HB-13.2", "HB-5.1", "HB-6.1", "HB-4.1")
def test_paths_are_refused_step_by_step() -> None:
    state = position({"N1": "ac2", "S1": "cd1"}, {"N": "g"})
    assert refusal(state, "run N1 via c cg1 cg2") == "HB-4.1"
    assert refusal(state, "run N1 via c cg2 cg1 c") == "HB-5.1"
    assert refusal(state, "run N1 via c cd1 cd2 d") == "HB-5.2"
    assert refusal(state, "run N1 via c cg1 cg2 g") == "HB-6.1"
    assert refusal(state, "run N1 via c cf1 c ac2") == "HB-5.3"
    assert refusal(state, "run N1 via c cf1 cf2 cf3") == ""


@clauses("HB-13.5")
def test_over_may_be_left_out_only_where_one_outcome_fits() -> None:
    chance = random.Random("over")
    state = position({"N1": "c", "N2": "gh1", "N3": "m"}, {"N": "ijo"})
    runs = TITLE.runs_with(state, "")
    for run in chance.sample(runs, 40):
        ways = [other for other in runs if (other.runner, other.destination) == (run.runner, run.destination)]
        short = Run(run.runner, run.destination)
        clause = refusal(state, TITLE.text(short))
        assert clause == ("" if len(ways) == 1 else "HB-13.5")
        if not clause:
            assert TITLE.resolve(state, 0, short) == run


@clauses("HB-13.2", "HB-13.8")
def test_a_runner_by_its_space_and_a_path_are_recorded_in_outcome_form() -> None:
    state = position({"N1": "ac2"}, {"N": "st"})
    for text in ("run ac2 gm1 over cg", "run N1 via c cg1 cg2 g gm1", "run ac2 via c cg1 cg2 g gm1", "run N1 gm1"):
        game = Game(TITLE, None, state)
        game.apply(0, parsed(text))
        assert str(game.lines[0]) == "P1 run N1 gm1 over cg"
        assert game.state == after(state, "run N1 gm1 over cg")
    assert refusal(state, "run gm1 a over -") == "HB-13.2"
    assert refusal(state, "run N-s3 N-p3 over -") == refusal(state, "run N2 N-p3 over -")


@clauses("HB-13.8", "HB-13.3")
def test_the_path_form_with_traps_names_all_that_is_crossed() -> None:
    game = Game(TITLE, None, position({"N1": "ac2"}, {"N": "cst"}, trap="t"))
    game.apply(0, parsed("run N1 via c cg1 cg2 g gm1 put c"))
    assert str(game.lines[0]) == "P1 run N1 gm1 over cg put c"
    game = Game(TITLE, None, position({"N1": "ac2"}, {"N": "cst"}))
    game.apply(0, parsed("run N1 via c cg1 cg2 g gm1 put c"))
    assert str(game.lines[0]) == "P1 run N1 gm1 over g put c"
