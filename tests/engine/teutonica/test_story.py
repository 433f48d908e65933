"""The stories of Hansa Teutonica: what is told in one sentence, and what is never left out.

Not for the words of other texts.
"""

from bot.texts import texts
from engine.history import Game
from engine.teutonica.events import Displaced, Moved, Point, Removed, Swapped
from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from engine.values import Deed, Passage
from tests.engine.clauses import clauses
from tests.engine.teutonica.positions import position

ROUTE = "minden__hannover"


def deeds(state: TeutonicaState, *lines: str) -> list[Deed]:
    """What is played, as everybody may know it."""
    game, found = Game(TITLE, None, state), list[Deed]()
    for line in lines:
        seat, _, text = line.partition(" ")
        action, number = TITLE.parse(text), int(seat[1:]) - 1
        events = game.apply(number, action)
        found.append(Deed(number, action, tuple(event for event in events if event.audience is None)))
    return found


def told(state: TeutonicaState, *lines: str) -> list[Passage]:
    return TITLE.story(deeds(state, *lines))


def sentences(passages: list[Passage], code: str = "en") -> list[str]:
    return [
        sentence for passage in passages for sentence in texts(code).passage(TITLE, passage, lambda seat: "ABCDE"[seat])
    ]


@clauses("HT-6.1")
def test_placements_on_one_route_are_one_sentence_and_the_end_of_the_turn_none() -> None:
    state = position(left=3, supply={"P1": "5T1M"}, keep_clear=(ROUTE,))
    story = told(state, f"P1 place T {ROUTE}:1", f"P1 place M {ROUTE}:2", "P1 place T kampen__arnheim:1", "P1 end")
    assert [len(passage.deeds) for passage in story] == [2, 2]
    assert sentences(story) == [
        "A places 1 trader and 1 merchant on Minden–Hannover.",
        "A places 1 trader on Kampen–Arnheim.",
    ]
    assert sentences(story, "fr")[0] == "A place 1 négociant et 1 marchand sur Minden–Hannover."


@clauses("HT-4.7")
def test_a_turn_in_which_nothing_was_done_is_told() -> None:
    assert sentences(told(position(), "P1 end")) == ["A ends the turn."]


@clauses("HT-7.1", "HT-8.2")
def test_a_displacement_names_the_victim_and_its_answer_is_one_sentence() -> None:
    state = position(roads={ROUTE: "P2 T--"}, stock={"P2": "3T"}, supply={"P1": "5T"})
    first = told(state, f"P1 displace {ROUTE}:1 T pay T")
    assert sentences(first) == [
        "A displaces a trader of B on Minden–Hannover with a trader and pays a trader.",
        "B must move the displaced trader and may add up to 1 piece.",
    ]
    story = told(state, f"P1 displace {ROUTE}:1 T pay T", "P2 relocate minden__bremen:1", "P2 add T minden__bremen:2")
    assert [len(passage.deeds) for passage in story] == [1, 2]
    assert sentences(story)[1:] == ["B moves the displaced piece to Minden–Bremen and adds 1 trader, on Minden–Bremen."]


@clauses("HT-9.2")
def test_lifting_and_putting_is_moving() -> None:
    state = position(roads={ROUTE: "TT-"}, keep_clear=("kampen__arnheim", "arnheim__muenster"))
    lifts = (f"P1 lift {ROUTE}:1", f"P1 lift {ROUTE}:2")
    story = told(state, *lifts, f"P1 put {ROUTE}:1 kampen__arnheim:1", f"P1 put {ROUTE}:2 kampen__arnheim:2", "P1 end")
    assert len(story) == 1
    assert sentences(story) == ["A moves 2 traders from Minden–Hannover, to Kampen–Arnheim."]
    apart = told(state, *lifts, f"P1 put {ROUTE}:1 kampen__arnheim:1", f"P1 put {ROUTE}:2 arnheim__muenster:1")
    assert len(apart) == 1
    assert len(apart[0].events) == 2
    assert len(told(state, *lifts)) == 2, "nothing is moved yet"


@clauses("HT-12.7", "HT-25.3")
def test_pieces_of_others_that_a_marker_moves_are_all_named() -> None:
    state = position(roads={ROUTE: "P2T P3T -"}, held={"P1": "three_pieces"}, keep_clear=("kampen__arnheim",))
    story = told(
        state,
        "P1 use three",
        f"P1 lift {ROUTE}:1",
        f"P1 lift {ROUTE}:2",
        f"P1 put {ROUTE}:1 kampen__arnheim:1",
        f"P1 put {ROUTE}:2 kampen__arnheim:2",
    )
    assert len(story) == 1
    assert [event.done_to() for event in story[0].events] == [(1,), (2,)]
    assert len(sentences(story)) == 3


@clauses("HT-12.8")
def test_pieces_that_a_marker_of_2009_removes_are_all_named() -> None:
    state = position(edition="2009", roads={ROUTE: "P1T P2M P3T"}, held={"P1": "three_pieces"})
    story = told(state, "P1 use three", f"P1 lift {ROUTE}:1", f"P1 lift {ROUTE}:2", "P1 done")
    assert len(story) == 1
    assert [event.done_to() for event in story[0].events] == [(), (1,)]


@clauses("HT-10.2")
def test_points_of_a_route_are_told() -> None:
    state = position(roads={"dortmund__paderborn": "TTT"}, rows={"dortmund": "P1", "paderborn": "P1 P2"})
    story = told(state, "P1 create dortmund__paderborn none")
    assert [event.seat for event in story[0].events if isinstance(event, Point)] == [0, 1]


@clauses("HT-13.1")
def test_markers_that_are_laid_are_told_once() -> None:
    state = position(plate={"P1": "actions_4 upgrade"}, keep_clear=("bremen__hamburg", "kampen__arnheim"))
    story = told(state, "P1 end", "P1 lay actions_4 bremen__hamburg", "P1 lay upgrade kampen__arnheim")
    assert [len(passage.deeds) for passage in story] == [2, 1]
    assert sentences(story) == [
        "A lays the new bonus marker “+4 actions” on Bremen–Hamburg.",
        "A turns up the bonus marker “Develop an ability”.",
        "A lays the new bonus marker “Develop an ability” on Kampen–Arnheim.",
    ]


def test_events_say_to_whom_they_were_done() -> None:
    assert Displaced(seat=0, victim=2, kind="T", space=f"{ROUTE}:1", extra=1).done_to() == (2,)
    assert Moved(seat=0, owner=0, kind="T", origin=f"{ROUTE}:1", space=f"{ROUTE}:2").done_to() == ()
    assert Removed(seat=0, owner=1, kind="T", space=f"{ROUTE}:1").done_to() == (1,)
    assert Swapped(seat=0, city="minden", office=1, left=0, right=2).done_to() == (2,)
    assert Swapped(seat=0, city="minden", office=1, left=1, right=2).done_to() == (1, 2)
