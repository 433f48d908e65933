"""Texts and objects: what is written, what is understood, in which order lists come.

Not for the position a text is meant for, except where it decides what the text means.
"""

import random

import msgspec
import pytest

from engine.errors import BadNotation
from engine.haithabu.actions import WORDS, LetterSets, Reset, Run, Trap, Via
from engine.haithabu.board import FULL_IDS, LETTERS, NUMBER
from engine.haithabu.title import TITLE
from engine.history import Game
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, parsed, position, refusal

ACTIONS = [
    (Run("N1", "gm1", "cg", ""), "run N1 gm1 over cg"),
    (Run("N1", "gm1", "g", "c"), "run N1 gm1 over g put c"),
    (Run("S6", "N-s1", "-", ""), "run S6 N-s1 over -"),
    (Run("N1", "h"), "run N1 h"),
    (Run("N1", "h", "", "dg"), "run N1 h put dg"),
    (Via("N1", ("c", "cg1", "cg2", "g", "gm1"), "c"), "run N1 via c cg1 cg2 g gm1 put c"),
    (Via("N1", ("c",)), "run N1 via c"),
    (Trap("g"), "trap g"),
    (Reset("N-s1", "b"), "reset N-s1 trap b"),
    (Reset("N-s1", "none"), "reset N-s1 trap none"),
]


@clauses("HB-13.1", "HB-13.2")
@pytest.mark.parametrize(("action", "text"), ACTIONS)
def test_texts_and_objects_come_back(action: Run | Via | Trap | Reset, text: str) -> None:
    assert TITLE.text(action) == text
    assert TITLE.parse(text) == action
    assert TITLE.read(msgspec.json.decode(msgspec.json.encode(TITLE.to_object(action)))) == action


@clauses("HB-13.1")
def test_letters_are_sorted() -> None:
    assert parsed("run N1 gm1 over gc put tsa") == Run("N1", "gm1", "cg", "ast")
    assert parsed("run N1 gm1 over - put -") == Run("N1", "gm1", "-", "")


@clauses("HB-13.1", "HB-3.2")
@pytest.mark.parametrize(
    "text",
    [
        "run",
        "run N1",
        "run N7 a over -",
        "run N1 zz9 over -",
        "run N1 gm1 over",
        "run N1 gm1 over z",
        "run N1 gm1 over cc",
        "run N1 gm1 put cc",
        "run N1 gm1 put",
        "run N1 gm1 over c put a put b",
        "run N1 gm1 put a over c",
        "run N1 gm1  over c",
        "run N1 via",
        "run N1 via c put",
        "trap",
        "trap none",
        "trap ab",
        "trap ?",
        "reset N-s1",
        "reset N-s1 b",
        "reset N-s1 trap ?",
        "fly N1 gm1",
        "",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        TITLE.parse(text)


def test_sets_of_letters_are_all_known_but_not_all_listed() -> None:
    sets = WORDS["bridges"]
    assert isinstance(sets, LetterSets)
    assert list(sets)[:25] == ["-", *LETTERS, "ab", "ac", "ad", "ae"]
    assert len(sets) == len(list(sets)) == 1 + 20 + 190
    assert all(word in sets for word in (*sets, "cba", LETTERS))
    assert not any(word in sets for word in ("", "z", "aa", "a-", 3))


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


@clauses("HB-13.2", "HB-5.1", "HB-6.1", "HB-4.1")
def test_paths_are_refused_step_by_step() -> None:
    state = position({"N1": "ac2", "S1": "cd1"}, {"N": "g"})
    assert refusal(state, "run N1 via c cg1 cg2") == "HB-4.1"
    assert refusal(state, "run N1 via c cg2 cg1 c") == "HB-5.1"
    assert refusal(state, "run N1 via c cd1 cd2 d") == "HB-5.2"
    assert refusal(state, "run N1 via c cg1 cg2 g") == "HB-6.1"
    assert refusal(state, "run N1 via c cf1 c ac2") == "HB-5.3"
    assert refusal(state, "run N1 via c cf1 cf2 cf3") == ""


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
