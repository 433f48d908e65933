"""Playing at different times: undo, absent seats, stale decisions, what the log hides (section 25).

Not for texts and records: `test_actions` has those.
"""

import msgspec
import pytest

from engine.errors import Illegal, Stale
from engine.history import Game
from engine.teutonica.actions import END
from engine.teutonica.events import Displaced, Moved, Removed, Swapped
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import follow, game, play, play_with_events
from tests.engine.teutonica.positions import position

ROUTE = {"minden__hannover": "TTT"}
ON_ROUTE = {"minden__hannover": "upgrade"}


@clauses("HT-25.3")
def test_seats_are_informed_of_what_happens_to_their_pieces() -> None:
    roads = {"minden__hannover": "P2T P3T -"}
    moved = position(roads=roads, held={"P1": "three_pieces"})
    _, events = play_with_events(
        moved, "P1 use three", "P1 lift minden__hannover:1", "P1 put minden__hannover:1 minden__hannover:3"
    )
    assert [(event.owner, event.space) for event in events if isinstance(event, Moved)] == [(1, "minden__hannover:3")]
    removed = position(edition="2009", roads=roads, held={"P1": "three_pieces"})
    _, events = play_with_events(removed, "P1 use three", "P1 lift minden__hannover:2")
    assert [event.owner for event in events if isinstance(event, Removed)] == [2]
    swapped = position(rows={"minden": "P1 P2"}, held={"P1": "swap_offices"})
    _, events = play_with_events(swapped, "P1 use swap minden 1")
    assert [(event.left, event.right) for event in events if isinstance(event, Swapped)] == [(1, 0)]
    _, events = play_with_events(position(roads=roads), "P1 displace minden__hannover:1 T pay T")
    assert [event.victim for event in events if isinstance(event, Displaced)] == [1]


@clauses("HT-25.5", "I-33")
@pytest.mark.parametrize(
    ("named", "line"),
    [
        ({"stock": {"P1": "6T"}}, "recruit 3T"),
        ({}, "place T minden__hannover:1"),
        ({"roads": {"minden__hannover": "T--"}}, "lift minden__hannover:1"),
        ({"roads": ROUTE, "on_routes": ON_ROUTE}, "create minden__hannover none"),
        ({"held": {"P1": "upgrade"}}, "use upgrade liber"),
        ({"held": {"P1": "upgrade actions_3"}, "on_offer": "city_control"}, "buy city_control upgrade actions_3"),
        ({"roads": {"minden__hannover": "P2 T--"}}, "displace minden__hannover:1 T pay T"),
    ],
)
def test_safe_decisions_are_taken_back_exactly(named: dict[str, object], line: str) -> None:
    state = position(**named)  # type: ignore[arg-type]
    table = game(state)
    follow(table, f"P1 {line}")
    assert table.state != state
    follow(table, "P1 undo")
    assert msgspec.json.encode(table.state) == msgspec.json.encode(state)
    assert [str(entry) for entry in table.lines] == [f"P1 {line}", "P1 undo"]


@clauses("HT-25.5")
def test_undo_goes_back_to_the_latest_barrier() -> None:
    table = game(position(roads={"minden__hannover": "P2T P1T -"}, stock={"P2": "2T"}, left=4))
    follow(table, "P1 place T bremen__hamburg:1", "P1 displace minden__hannover:1 T pay T")
    follow(table, "P2 add T minden__bremen:1")
    assert not table.can_undo(0)  # the victim has decided
    follow(table, "P2 undo")
    assert table.can_undo(0)
    follow(table, "P2 relocate minden__bremen:1", "P2 done")
    assert not table.can_undo(1)
    assert not table.can_undo(0)
    follow(table, "P1 lift minden__hannover:2", "P1 put minden__hannover:2 minden__hannover:3")
    follow(table, "P1 undo", "P1 undo")
    assert not table.can_undo(0)


@clauses("HT-25.5")
def test_what_can_be_taken_back_until_somebody_else_decides() -> None:
    table = game(position())
    follow(table, "P1 end")
    assert table.can_undo(0)  # the next seat was only called
    follow(table, "P2 end")
    assert not table.can_undo(0)
    shown = game(position(plate={"P1": "upgrade actions_3"}))
    follow(shown, "P1 end")
    assert not shown.can_undo(0)
    follow(shown, "P1 lay upgrade bremen__hamburg")
    assert shown.can_undo(0)
    follow(shown, "P1 lay actions_3 minden__hannover")
    assert shown.can_undo(0)
    follow(shown, "P2 place T kampen__arnheim:1")
    assert not shown.can_undo(0)
    ended = game(position(roads=ROUTE, rows={"minden": "P1"}, scores={"P1": 19}))
    follow(ended, "P1 create minden__hannover none")
    assert not ended.can_undo(0)
    pawn = Game.new(TITLE, Setup(2, TeutonicaOptions("2009"), "x"))
    follow(pawn, "P2 pawn start p05")
    assert not pawn.can_undo(1)


@clauses("HT-25.5", "HT-25.4")
def test_a_recruit_can_be_taken_back_until_it_is_answered() -> None:
    named = {"tiles": {"P2": "recruit_along"}, "stock": {"P1": "6T", "P2": "2T"}}
    table = game(position(**named))  # type: ignore[arg-type]
    follow(table, "P1 recruit 3T")
    assert table.can_undo(0)
    follow(table, "P2 take T")
    assert not table.can_undo(0)
    assert not table.can_undo(1)
    ordered = game(position(**named))  # type: ignore[arg-type]
    follow(ordered, "P2 standing none", "P1 recruit 3T")
    assert not ordered.can_undo(0)  # the order was the owner's own answer


@clauses("HT-25.6")
def test_what_the_host_answers_for_an_absent_seat() -> None:
    def answers(state: TeutonicaState) -> list[str]:
        """Until the game waits for somebody else or another kind of decision."""
        found: list[str] = []
        first = TITLE.to_act(state)
        while TITLE.to_act(state) == first and len(found) < 9:
            action = TITLE.absent(state, first[0].seat)
            state, _ = TITLE.apply(state, first[0].seat, action)
            found.append(TITLE.text(action))
        return found

    assert answers(position()) == ["end"]
    displaced = position(roads={"minden__hannover": "P2T - -"}, stock={"P2": "2T"})
    displaced = play(displaced, "P1 displace minden__hannover:1 T pay T")
    assert answers(displaced) == ["relocate bremen__hannover:1", "done"]
    along = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "2T"})
    assert answers(play(along, "P1 recruit 3T")) == ["take none"]
    perm = position(seats=3, board="east", roads={"stralsund__malmoe": "TMM"})
    assert answers(play(perm, "P1 create stralsund__malmoe none")) == ["skip"]
    lay = position(plate={"P1": "upgrade"}, on_routes={"arnheim__duisburg": "actions_3"})
    assert answers(play(lay, "P1 end")) == ["lay upgrade arnheim__muenster"]
    assert answers(TITLE.start(Setup(2, TeutonicaOptions("2009"), "x"))[0]) == ["pawn start p01"]
    lifted = play(position(roads=ROUTE), "P1 lift minden__hannover:1", "P1 lift minden__hannover:3")
    assert answers(lifted) == ["put minden__hannover:1 minden__hannover:1", "put minden__hannover:3 minden__hannover:3"]
    three = position(edition="2009", roads={"minden__hannover": "P2T P1T -"}, held={"P1": "three_pieces"})
    assert answers(play(three, "P1 use three")) == ["lift minden__hannover:2", "done"]


@clauses("HT-25.7")
def test_a_decision_made_on_an_older_position_is_refused() -> None:
    table = game(position(roads={"minden__hannover": "P2T - -"}, stock={"P2": "2T"}))
    version = table.version
    follow(table, "P1 displace minden__hannover:1 T pay T", "P2 relocate bremen__hannover:1", "P2 done")
    with pytest.raises(Stale) as caught:
        table.apply(0, END, made_on=version)
    assert caught.value.clause == "HT-25.7"
    table.apply(0, END, made_on=table.version)


@clauses("HT-25.7")
def test_several_decisions_at_once_are_all_or_none() -> None:
    table = game(position())
    good, bad = TITLE.parse("place T minden__hannover:1"), TITLE.parse("place T minden__hannover:1")
    with pytest.raises(Illegal):
        table.apply(0, good, bad)
    assert table.version == 0
    table.apply(0, good, END)
    assert table.version == 2


@clauses("HT-25.5", "HT-25.4", "HT-25.7")
@pytest.mark.parametrize("order", ["ask", "none", "trader"])
def test_no_list_goes_on_after_a_recruit_that_an_order_may_answer(order: str) -> None:
    table = game(position(tiles={"P2": "recruit_along"}, stock={"P1": "9T", "P2": "2T"}, left=4))
    if order != "ask":
        follow(table, f"P2 standing {order}")
    lines = list(table.lines)
    for then in ("end", "place T minden__hannover:1"):
        with pytest.raises(Illegal) as caught:
            table.apply(0, TITLE.parse("recruit 3T"), TITLE.parse(then))
        assert (caught.value.clause, table.lines) == ("HT-25.5", lines)
        assert str(caught.value).startswith("Only the last decision of a list")
    follow(table, "P1 recruit 3T")
    assert table.can_undo(0) == (order == "ask")


@clauses("HT-22.2", "HT-26.1")
def test_a_standing_order_is_listed_from_its_first_use() -> None:
    table = game(position(tiles={"P2": "recruit_along"}, stock={"P1": "9T", "P2": "2T"}, left=4))
    follow(table, "P2 standing merchant", "P2 standing trader")
    assert table.log(1) == ["P2 standing merchant", "P2 standing trader"]
    assert table.log(0) == table.log(None) == []
    follow(table, "P1 place T bremen__hamburg:1")
    assert table.log(0) == table.log(None) == ["P1 place T bremen__hamburg:1"]
    follow(table, "P1 recruit 3T")
    assert table.log(0) == ["P2 standing trader", "P1 place T bremen__hamburg:1", "P1 recruit 3T"]
