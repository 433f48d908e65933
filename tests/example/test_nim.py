"""The clauses of Nim.

Not for what holds for every title: the shared tests.
"""

import pytest

from engine.chance import Stream
from engine.errors import BadState, Illegal, NotYourDecision
from engine.history import Game
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.example.actions import HEAPS, Take
from tests.example.state import NimState, active, left
from tests.example.title import TITLE

NOTHING = (0, 0, 0)


def position(*taken: tuple[int, int, int], bonus: tuple[str, ...] = ("left", "right"), turn: int = 0) -> NimState:
    state = NimState("take", turn, 0, taken, bonus)
    if not any(left(state)):
        state.phase = "over"
    TITLE.audit(state)
    return state


@clauses("NI-1.1", "NI-1.2", "NI-1.3")
def test_chance_says_who_begins_and_which_heaps_are_secret() -> None:
    starts = [TITLE.start(Setup(3, TITLE.options_type(), str(seed)))[0] for seed in range(60)]
    assert {left(state) for state in starts} == {(9, 11, 13)}
    assert {active(state) for state in starts} == {0, 1, 2}
    assert {state.bonus[1] for state in starts} == set(HEAPS)
    own = TITLE.view(starts[0], 1).private
    assert own is not None
    assert own.bonus == starts[0].bonus[1]
    assert TITLE.view(starts[0], None).private is None


@clauses("NI-2.1")
def test_a_turn_takes_one_to_three_of_one_heap() -> None:
    state = position((8, 0, 0), NOTHING)
    assert [take.count for take in TITLE.legal(state, 0) if take.heap == "left"] == [1]
    assert [take.count for take in TITLE.legal(state, 0) if take.heap == "right"] == [1, 2, 3]
    assert left(TITLE.apply(state, 0, Take("right", 3))[0]) == (1, 11, 10)
    with pytest.raises(Illegal) as refused:
        TITLE.apply(state, 0, Take("left", 2))
    assert (refused.value.clause, type(refused.value)) == ("NI-2.1", Illegal)
    with pytest.raises(NotYourDecision):
        TITLE.apply(state, 1, Take("left", 1))


@clauses("NI-3.1", "NI-3.2", "NI-3.3", "NI-3.4")
def test_the_end_reveals_and_counts() -> None:
    before = position((9, 1, 0), (0, 10, 11))
    after, events = TITLE.apply(before, 0, Take("right", 2))
    assert [event.__struct_config__.tag for event in events] == ["emptied", "over"]
    result = TITLE.result(after)
    assert result is not None
    parts = {rank.seat: rank.breakdown for rank in result.ranking}
    assert parts == {0: {"taken": 12, "bonus": 9, "last": 3}, 1: {"taken": 21, "bonus": 11, "last": 0}}
    assert TITLE.view(after, None).revealed == after.bonus
    assert TITLE.resample(after, 0, Stream("nim", "over")) == after
    assert TITLE.result(before) is None
    assert TITLE.scores(TITLE.view(before, 0)) == (10, 21)


@clauses("NI-4.1", "NI-4.2", "NI-4.3")
def test_hosting() -> None:
    first = position((9, 9, 12), (0, 1, 0))
    assert TITLE.absent(first, 0) == Take("middle", 1)
    game = Game(TITLE, None, first)
    game.apply(0, Take("middle", 1))
    with pytest.raises(Illegal, match="moved on"):
        game.apply(1, Take("right", 1), made_on=0)
    assert game.can_undo(0)
    game.apply(1, Take("right", 1))
    assert not game.can_undo(0)
    assert not game.can_undo(1)


@clauses("I-1")
@pytest.mark.parametrize(
    "broken",
    [
        NimState("take", 0, 0, (NOTHING,), ("left",)),
        NimState("take", 0, 0, ((0, 0), (0, 0)), ("left", "left")),
        NimState("take", 0, 0, (NOTHING, NOTHING), ("left", "above")),
        NimState("take", 0, 0, ((10, 0, 0), NOTHING), ("left", "left")),
        NimState("take", 0, 2, (NOTHING, NOTHING), ("left", "left")),
        NimState("over", 0, 0, (NOTHING, NOTHING), ("left", "left")),
    ],
)
def test_broken_states_are_refused(broken: NimState) -> None:
    with pytest.raises(BadState):
        TITLE.audit(broken)
