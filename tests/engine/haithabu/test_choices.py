"""What is offered in Haithabu: runner and destination, rarer runs behind words of their own, and how few taps it takes.

Not for legality, nor for what holds in every title: the generic tests look at both.
"""

from engine.haithabu.actions import Run
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.history import Game
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import position, started
from tests.engine.taps import turn


def targets(state: HaithabuState, runner: str) -> list[str]:
    """What is to be chosen once the runner is, in the order it is offered."""
    values = [choice.values for choice in TITLE.choices(state, state.active)]
    return list(dict.fromkeys(target for mover, target, *_ in values if mover == runner))


def runs(state: HaithabuState, runner: str, target: str) -> list[str]:
    return [
        TITLE.text(choice.actions[0])
        for choice in TITLE.choices(state, state.active)
        if choice.values[:2] == (runner, target)
    ]


@clauses("HB-4.1")
def test_without_tokens_a_run_is_a_runner_and_a_destination() -> None:
    state = started(2)
    choices = TITLE.choices(state, state.active)
    assert len(choices) == 50
    assert all(choice.values[1] == choice.values[2] for choice in choices)
    assert [choice.actions for choice in choices] == [(run,) for run in TITLE.runs_with(state, "")]


@clauses("HB-13.5", "HB-13.7")
def test_of_two_ways_the_first_in_list_order_is_meant() -> None:
    state = position({"N1": "c"}, {"N": "ijo"})
    assert runs(state, "N1", "h") == ["run N1 h over d"]
    assert "run N1 h over g" in runs(state, "N1", "way")


@clauses("HB-15.8")
def test_runs_that_need_tokens_are_listed_by_how_many() -> None:
    state = position({"N1": "ac2"}, {"N": "cg"})
    assert [target for target in targets(state, "N1") if target.startswith("put")] == ["put1", "put2"]
    assert "run N1 d over - put c" in runs(state, "N1", "put1")
    assert "run N1 cg2 over - put cg" in runs(state, "N1", "put2")
    listed = [action for action in TITLE.legal(state, 0) if isinstance(action, Run) and action.runner == "N1"]
    direct = [target for target in targets(state, "N1") if target[:3] not in ("way", "put", "tok")]
    assert direct == [run.destination for run in listed if not run.put]


@clauses("HB-3.2", "HB-3.3")
def test_a_token_goes_to_any_bridge_that_the_run_does_not_enter() -> None:
    """E-17: ac2 is one step away with a token put, and no path of four steps ends there."""
    state = position({"N1": "ac1", "S1": "c", "S2": "ae1"}, {"N": "b", "S": "st"})
    offered = {text for target in ("put1", "token") for text in runs(state, "N1", target)}
    assert {f"run N1 ac2 over - put {bridge}" for bridge in "bst"} <= offered
    every = {TITLE.text(run) for bridge in "bst" for run in TITLE.runs_with(state, bridge) if run.runner == "N1"}
    assert offered == every, "none of these bridges is near enough to be entered"


@clauses("HB-4.2")
def test_a_full_track_offers_runs_with_tokens_only() -> None:
    state = position({"N1": "ac2"}, {"N": "abdefghijklmn"})
    assert all(target.startswith(("put", "token")) for target in targets(state, "N1"))


@clauses("HB-12.1", "HB-12.4")
def test_notes_are_single_decisions() -> None:
    state = started(2, traps=True)
    assert state.author is not None
    assert {choice.name for choice in TITLE.choices(state, state.author)} == {"trap"}
    assert TITLE.choices(state, 1 - state.author) == []


@clauses("HB-16.4")
def test_a_run_takes_three_taps() -> None:
    for seats in (2, 3, 4):
        state = started(seats)
        one = TITLE.choices(state, state.active)[-1]
        assert turn(Game(TITLE, None, state), state.active, (one.name, *one.values)) == 3


@clauses("HB-16.4")
def test_a_run_with_tokens_takes_one_tap_more() -> None:
    state = position({"N1": "ac2"}, {"N": "cg"})
    game = Game(TITLE, None, state)
    assert turn(game, 0, ("run_to", "N1", "put1", "d", "-", "c")) == 4
