"""Texts, objects and records of decisions (section 26).

Not for what the decisions do.
"""

import msgspec
import pytest

from engine import record
from engine.errors import BadNotation
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.teutonica.actions import (
    VERBS,
    Add,
    Buy,
    Create,
    Deploy,
    Develop,
    Displace,
    Done,
    End,
    Found,
    Lay,
    Lift,
    Pawn,
    Place,
    Put,
    Recruit,
    Relocate,
    Skip,
    Standing,
    Take,
    Use,
)
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.title import TITLE
from engine.values import UNDO, Action, Setup
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import host_lines, play_with_events
from tests.engine.teutonica.positions import position

VOCABULARY = {
    "recruit 2T1M": Recruit("2T1M"),
    "place T minden__hannover:2": Place("T", "minden__hannover:2"),
    "displace minden__hannover:1 T pay TM": Displace("minden__hannover:1", "T", "TM"),
    "relocate minden__bremen:3": Relocate("minden__bremen:3"),
    "add M minden__bremen:1": Add("M", "minden__bremen:1"),
    "add kampen__arnheim:1 minden__bremen:1": Add("kampen__arnheim:1", "minden__bremen:1"),
    "done": Done(),
    "lift goslar__magdeburg:1": Lift("goslar__magdeburg:1"),
    "put goslar__magdeburg:1 minden__hannover:2": Put("goslar__magdeburg:1", "minden__hannover:2"),
    "create duisburg__dortmund none": Create("duisburg__dortmund", "none"),
    "create duisburg__dortmund office duisburg": Create("duisburg__dortmund", "office", "duisburg"),
    "create duisburg__dortmund extra duisburg T": Create("duisburg__dortmund", "extra", "duisburg", "T"),
    "create hamburg__luebeck develop bursa": Create("hamburg__luebeck", "develop", "bursa"),
    "create coellen__warburg honour orange": Create("coellen__warburg", "honour", "orange"),
    "use swap perleberg 2": Use("swap", "perleberg", 2),
    "use upgrade liber": Use("upgrade", "liber"),
    "use three": Use("three"),
    "use actions_3": Use("actions_3"),
    "use actions_4": Use("actions_4"),
    "found waren T": Found("waren", "T"),
    "develop privilegium": Develop("privilegium"),
    "deploy T belgard__kulm:1": Deploy("T", "belgard__kulm:1"),
    "skip": Skip(),
    "buy extra_action swap_offices upgrade": Buy("extra_action", "swap_offices", "upgrade"),
    "take M": Take("M"),
    "take none": Take("none"),
    "pawn free p09": Pawn("free", "p09"),
    "pawn pay p09": Pawn("pay", "p09"),
    "pawn start p05": Pawn("start", "p05"),
    "end": End(),
    "lay actions_4 bremen__hamburg": Lay("actions_4", "bremen__hamburg"),
    "standing merchant": Standing("merchant"),
}


@clauses("HT-26.1")
@pytest.mark.parametrize(("text", "action"), VOCABULARY.items(), ids=VOCABULARY)
def test_the_vocabulary_letter_for_letter(text: str, action: Action) -> None:
    assert TITLE.parse(text) == action
    assert TITLE.text(action) == text
    assert TITLE.read(msgspec.json.decode(msgspec.json.encode(TITLE.to_object(action)))) == action


@clauses("HT-26.1")
def test_the_vocabulary_is_complete() -> None:
    assert {text.split()[0] for text in VOCABULARY} == {verb.name for verb in VERBS}
    assert TITLE.parse("undo") == UNDO
    assert TITLE.text(UNDO) == "undo"


@clauses("HT-26.1")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "plunder minden",
        "place",
        "place T",
        "place X minden__hannover:2",
        "place T minden__hannover:4",
        "place T minden__hannover",
        "place T  minden__hannover:2",
        "place t minden__hannover:2",
        "place T minden__hannover:2 now",
        "recruit 0T",
        "recruit 1M2T",
        "recruit 2T0M",
        "recruit 99T",
        "displace minden__hannover:1 T TM",
        "displace minden__hannover:1 T pay MT",
        "displace minden__hannover:1 T pay",
        "create minden__hannover",
        "create minden__hannover office",
        "create minden__hannover office bursa",
        "create minden__hannover office minden T",
        "create minden__hannover none minden",
        "create minden__hannover extra minden",
        "create minden__hannover develop minden",
        "create minden__hannover honour minden",
        "create minden__hannover honour",
        "create hannover__minden none",
        "use",
        "use swap",
        "use swap minden",
        "use swap minden 0",
        "use swap minden 8",
        "use swap minden -1",
        "use swap bursa 1",
        "use upgrade",
        "use upgrade minden",
        "use upgrade bursa 1",
        "use three minden",
        "use extra_office",
        "buy extra_action upgrade",
        "pawn p05",
        "pawn jump p05",
        "take both",
        "undo now",
        "standing always",
    ],
)
def test_what_is_no_decision_is_refused_as_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        TITLE.parse(text)


@clauses("HT-26.1")
@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        [],
        {},
        {"verb": "place"},
        {"verb": "place", "kind": "T", "space": 3},
        {"verb": "place", "kind": "T", "space": "minden__hannover:2", "pay": "T"},
        {"verb": "create", "route": "minden__hannover", "outcome": "office"},
        {"verb": "use", "marker": "swap", "target": "minden", "office": "1"},
        {"verb": "use", "marker": "swap", "target": "minden", "office": 1.5},
    ],
)
def test_objects_are_read_as_strictly(value: object) -> None:
    with pytest.raises(BadNotation):
        TITLE.read(value)


@clauses("HT-26.1", "HT-15.1")
def test_the_two_markers_of_a_purchase_may_come_in_either_order() -> None:
    assert TITLE.parse("buy city_control actions_3 swap_offices") == TITLE.parse(
        "buy city_control swap_offices actions_3"
    )


@clauses("HT-26.2")
def test_derived_host_lines() -> None:
    state = position(
        roads={"duisburg__dortmund": "TT"}, rows={"dortmund": "P2M"}, on_routes={"duisburg__dortmund": "actions_3"},
        scores={"P2": 19}, full=9,
    )  # fmt: skip
    _, events = play_with_events(state, "P1 create duisburg__dortmund office duisburg")
    lines = host_lines(events)
    assert lines[:8] == [
        "point P2 1 control dortmund",
        "trigger score",
        "take P1 actions_3",
        "draw P1",
        "full duisburg 10",
        "trigger cities",
        "over",
        lines[7],
    ]
    scores = [line for line in lines if line.startswith("score")]
    assert [line.split()[1] for line in scores] == ["P1", "P2", "P3", "P4"]
    assert scores[0] == "score P1 4 developments 0 network 1"
    assert [line.split()[0] for line in lines[-1:]] == ["winner"]


@clauses("HT-26.2", "HT-14.1")
def test_missions_are_shown_when_the_game_is_over() -> None:
    state = position(
        roads={"minden__hannover": "TTT"}, rows={"minden": "P1"}, scores={"P1": 19}, missions={"P1": "mission_4"}
    )
    _, events = play_with_events(state, "P1 create minden__hannover none")
    assert "mission P1 mission_4" in host_lines(events)


@clauses("HT-26.3")
def test_lines_of_the_host_and_undone_ones_stay_in_the_record() -> None:
    game = Game.new(TITLE, Setup(3, TeutonicaOptions(), "lines"))
    game.apply(0, TITLE.parse("place T minden__hannover:1"))
    game.apply(0, UNDO)
    game.apply(0, TITLE.absent(TITLE.start(Setup(3, TeutonicaOptions(), "lines"))[0], 0), host=True)
    written = record.export(game)
    assert written.actions == ["P1 place T minden__hannover:1", "P1 undo", "P1 end !"]
    assert record.replay(written).state == game.state


@clauses("HT-26.4", "I-33")
def test_a_record_gives_the_same_game_again() -> None:
    game = Game.new(TITLE, Setup(3, TeutonicaOptions(missions=True, favours=True), "again"))
    playout(game, simple_policy, 2000, "again")
    again = record.replay(record.export(game))
    assert again.state == game.state
    assert [again.state_at(number) for number in range(0, again.version, 10)] == [
        game.state_at(number) for number in range(0, game.version, 10)
    ]
