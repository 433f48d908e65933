"""The quick rules against the slow ones: lists, tiers, passes and refusals on positions from random games.

Not for scenarios: those are chosen by hand. At the end come edge cases (section 15) and the tables behind the lists.
"""

import random
from itertools import combinations

import pytest

from engine.errors import Illegal
from engine.haithabu.actions import Run, Trap, Via
from engine.haithabu.board import (
    FULL_IDS,
    LETTERS,
    NUMBER,
    SPACES,
    VILLAGE_DATA,
    VILLAGES,
    bridge_letters,
    bridge_mask,
)
from engine.haithabu.legal.charts import REST_SHIFT, chart_from
from engine.haithabu.legal.reach import members
from engine.haithabu.legal.turns import turns
from engine.haithabu.legal.walks import DOORS, stay
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu import oracle
from tests.engine.haithabu.positions import after, load, outcomes, position, where


def walk(seats: int, traps: bool, seed: str, *, greedy: bool) -> list[HaithabuState]:
    """The positions of a random game in which a run is due. A greedy one spends no token it need not."""
    chance = random.Random(seed)
    state, _ = TITLE.start(Setup(seats, HaithabuOptions(traps=traps), seed))
    seen = []
    while due := TITLE.to_act(state):
        if state.phase == "run":
            seen.append(state)
        actions = TITLE.legal(state, due[0].seat)
        if greedy and isinstance(actions[0], Run):
            actions = [run for run in actions if isinstance(run, Run) and len(run.put) == len(actions[0].put)]
        state, _ = TITLE.play(state, due[0].seat, chance.choice(actions))
    return seen


@clauses("I-12", "I-13", "I-14", "I-15", "HB-13.7", "HB-15.1", "HB-15.8", "HB-9.1")
@pytest.mark.parametrize("traps", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lists_and_tiers_agree_with_a_search_over_all_put_sets(seats: int, traps: bool) -> None:
    states = [
        state
        for number in range(4)
        for state in walk(seats, traps, f"oracle {number}", greedy=number % 2 == 1)[number::5]
        if state.loads[state.active] <= 3
    ]
    assert len(states) > 30
    for state in states[:60]:
        number, found = oracle.turns(state)
        assert turns(state).tier.number == number
        assert [TITLE.text(run) for run in TITLE.legal(state, state.active)] == oracle.listed(state, found)


@clauses("HB-15.8", "HB-4.3")
@pytest.mark.parametrize("traps", [False, True])
@pytest.mark.long
def test_long_lists_agree_too(traps: bool) -> None:
    chance = random.Random("long lists")
    states = [state for seats in (2, 4) for state in walk(seats, traps, f"long {seats}", greedy=True)]
    heavy = [state for state in states if 4 <= state.loads[state.active] <= 6]
    for state in chance.sample(heavy, 6):
        _, found = oracle.turns(state)
        assert [TITLE.text(run) for run in TITLE.legal(state, state.active)] == oracle.listed(state, found)


@clauses("HB-16.2", "HB-13.3", "I-13")
@pytest.mark.parametrize("seats", [2, 4])
def test_every_put_set_of_any_load_is_answered_as_by_the_search(seats: int) -> None:
    chance = random.Random(f"put sets {seats}")
    states = [state for number in range(3) for state in walk(seats, number == 1, f"load {number}", greedy=True)]
    heavy = [state for state in states if state.loads[state.active] >= 4]
    assert len(heavy) > 20
    for state in chance.sample(heavy, 20):
        walker = oracle.Walker(state)
        tier = turns(state).tier
        for _ in range(3):
            put = "".join(sorted(chance.sample(walker.bare, chance.randint(0, walker.load))))
            found = walker.moves(put, list(tier.runners), waived=tier.number == 3)
            if tier.number == 2:
                found = {turn for turn in found if oracle.KIND[turn.destination] != "passage"}
            expected = sorted({oracle.list_order(turn, traps=state.traps)[2:] for turn in found})
            answer = [
                (run.runner, oracle.FULL[run.destination], len(run.over.strip("-")), run.over.strip("-"))
                for run in TITLE.runs_with(state, put)
            ]
            assert answer == expected


@clauses("HB-3.1", "HB-5.1", "HB-5.6", "I-13")
@pytest.mark.parametrize("traps", [False, True])
def test_check_accepts_what_the_search_finds_and_nothing_else(traps: bool) -> None:
    chance = random.Random("check")
    states = [state for state in walk(2, traps, "check", greedy=True) if state.loads[state.active] <= 2]
    for state in chance.sample(states, 12):
        _, found = oracle.turns(state)
        walker = oracle.Walker(state)
        legal = {
            (turn.put, turn.runner, turn.destination, (turn.crossed if traps else turn.captured) or "-")
            for turn in found
        }
        tried = set(chance.sample(sorted(legal), min(60, len(legal))))
        for put, runner, _, over in list(tried):
            tried.add((put, runner, chance.choice(SPACES), over))
            tried.add(("".join(sorted(chance.sample(LETTERS, 2))), runner, chance.choice(SPACES), "-"))
        for put, runner, space, over in sorted(tried):
            run = Run(runner, space, over, put)
            if (put, runner, space, over) in legal:
                TITLE.check(state, state.active, run)
            else:
                with pytest.raises(Illegal):
                    TITLE.check(state, state.active, run)
        assert walker.load == state.loads[state.active]


@clauses("I-12", "HB-13.4")
def test_different_keys_lead_to_different_positions_and_equal_ones_to_equal() -> None:
    chance = random.Random("keys")
    states = [state for state in walk(2, False, "keys", greedy=True) if 1 <= state.loads[state.active] <= 3]
    for state in chance.sample(states, 6):
        _, found = oracle.turns(state)
        keys: dict[tuple[str, str, str, str], tuple[object, ...]] = {}
        for turn in sorted(found):
            run = Run(turn.runner, turn.destination, turn.captured or "-", turn.put)
            played, _ = TITLE.play(state, state.active, run)
            key = (turn.put, turn.runner, turn.destination, turn.captured)
            reached = (played.runners, played.open, played.loads)
            assert keys.setdefault(key, reached) == reached
        assert len(set(keys.values())) == len(keys)


@clauses("HB-15.1")
def test_whether_a_turn_is_possible_depends_on_the_number_put_and_the_bridges_used() -> None:
    chance = random.Random("surplus")
    states = [state for state in walk(4, False, "surplus", greedy=True) if 2 <= state.loads[state.active] <= 4]
    for state in chance.sample(states, 8):
        walker = oracle.Walker(state)
        for run in TITLE.legal(state, state.active):
            assert isinstance(run, Run)
            used = set(TITLE.preview(state, state.active, run).path) & set(run.put)
            free = [letter for letter in walker.bare if letter not in used]
            others = list(combinations(free, len(run.put) - len(used)))
            put = "".join(sorted([*used, *chance.choice(others)]))
            if not set(put) & set(run.over):
                moved = TITLE.runs_with(state, put)
                assert any((run.runner, run.destination) == (other.runner, other.destination) for other in moved)
        assert bridge_mask("".join(walker.bare)).bit_count() >= walker.load


@clauses("HB-15.3", "HB-1.5")
def test_all_bridges_may_be_bare() -> None:
    tokens = {"N": "abcdefg", "E": "hijklmn", "S": "opqrst"}
    state = position(tokens=tokens)
    assert state.open == ""
    assert outcomes(state)
    done = after(state, "run N4 N-p7 over - put abcdefg")
    assert done.open == "abcdefg"
    assert load(done, "N") == 0


@clauses("HB-15.4")
def test_one_unfinished_runner_left() -> None:
    state = position({"N1": "S-s1", "N2": "S-s6", "N3": "S-s2", "N4": "gh1", "S1": "ac1"})
    assert {way[:2] for way in outcomes(state)} == {"N4"}


@clauses("HB-15.6", "HB-8.1", "HB-7.8")
def test_all_goal_start_spaces_occupied() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "s", "S1": "S-s2"}
    state = position(places, active="S", seats=4)
    view = TITLE.view(state, None)
    assert (view.vacating, view.tier) == (True, 1)
    mine = position(places)
    assert not [way for way in outcomes(mine, "N3") if way.startswith("S-s")]
    assert where(mine, "S1") == "S-s2"


@clauses("HB-15.7")
def test_between_two_bare_bridges() -> None:
    state = position({"N1": "ac1"}, {"S": "ac"})
    assert outcomes(state, "N1") == ["ac2/-"]


@clauses("HB-13.7")
def test_list_order() -> None:
    state = position({"N1": "c", "N2": "gh1"}, {"N": "ijo"}, trap="t")
    runs = [run for run in TITLE.legal(state, 0) if isinstance(run, Run)]
    order = [
        (len(run.put), run.put, run.runner, FULL_IDS[NUMBER[run.destination]], len(run.over.strip("-")), run.over)
        for run in runs
    ]
    assert order == sorted(order)
    assert len(set(runs)) == len(runs)
    assert {len(run.put) for run in runs} == {0, 1, 2, 3}


def test_what_is_open_ended() -> None:
    assert not TITLE.open_ended(Run("N1", "gm1", "cg", ""))
    for action in (Run("N1", "gm1", "cg", "a"), Run("N1", "gm1"), Run("ac2", "gm1", "-"), Via("N1", ("c",))):
        assert TITLE.open_ended(action)
    assert not TITLE.open_ended(Trap("a"))


def test_the_walk_drawn_beside_the_charts() -> None:
    """The example in the text of `charts.OutsideWalk`."""
    chart = chart_from(NUMBER["ac2"], 6)
    drawn = [
        (walk.space, walk.key >> REST_SHIFT, bridge_letters(walk.crossed), walk.worse, walk.after)
        for walk in chart.endings[25:20:-1]  # by bit length
    ]
    bits = {count: (1 << count) - 1 for count in range(26)}
    assert drawn == [
        ("gh2", 5, "cdh", bits[24], bits[23]),
        ("gh2", 3, "cg", bits[23], bits[23]),
        ("gm1", 6, "cfg", bits[22], bits[21]),
        ("gm1", 2, "cg", bits[21], bits[21]),
        ("gm2", 3, "cg", bits[20], bits[20]),
    ]


def test_the_stay_drawn_beside_the_charts() -> None:
    """The example in the text of `charts.InsideWalk`."""
    section = chart_from(NUMBER["qs2"], 0).sections[VILLAGES.index("S")]
    assert section is not None
    assert {(walk.key, walk.source, walk.steps) for walk in section.endings[1:]} == {
        (bridge_mask("s"), 0, 1),
        (bridge_mask("s"), 0, 2),
    }
    first = VILLAGE_DATA[VILLAGES.index("S")].shift
    ends = [SPACES[first + local] for local in members(stay(0, DOORS[0]).ends[2])]
    assert ends == ["S-p1", "S-p3", "S-s1", "S-s2"]
