"""What a seat is told that is asked in another's turn (HT-25.8).

Not for the sentences: `tests/bot/texts/test_prompts.py` has those.
"""

import pytest

from engine.chance import Stream
from engine.teutonica.actions import Relocate
from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from engine.values import Note
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import play
from tests.engine.teutonica.positions import position

TRADER = {"minden__hannover:1": "P2T"}
LINE = "P1 displace minden__hannover:1 T pay T"
TOLD = Note("displaced", {"by": 0, "kind": "T", "route": "minden__hannover"})


def told(state: TeutonicaState, seat: int) -> list[Note]:
    return list(TITLE.prompt(TITLE.view(state, seat)))


def routes(state: TeutonicaState, seat: int) -> set[str]:
    """Where the displaced piece may go, as the list of decisions has it."""
    return {action.space.partition(":")[0] for action in TITLE.legal(state, seat) if isinstance(action, Relocate)}


@clauses("HT-25.8", "HT-8.1", "HT-8.6")
def test_the_displaced_are_told_by_whom_from_where_and_where_to() -> None:
    state = play(position(roads=TRADER, supply={"P1": "2T"}, stock={"P2": "3T1M"}), LINE)
    displaced, refuges, added = told(state, 1)
    assert displaced == TOLD
    assert refuges.name == "refuges"
    assert set(refuges.fields["routes"]) == routes(state, 1)  # type: ignore[call-overload]
    assert added == Note("add_from_stock", {"count": 1, "traders": 3, "merchants": 1})
    first = min(routes(state, 1))
    placed = play(state, f"P2 relocate {first}:1")
    assert told(placed, 1) == [added], "the piece is placed, one may still be added"


@clauses("HT-25.8", "HT-15.7")
def test_where_a_piece_may_go_anywhere_routes_are_counted() -> None:
    state = play(
        position(roads=TRADER, supply={"P1": "2T"}, stock={"P2": "1M"}, tiles={"P2": "relocate_anywhere"}), LINE
    )
    assert told(state, 1)[1] == Note("many_refuges", {"count": len(routes(state, 1))})
    assert len(routes(state, 1)) > 6


@clauses("HT-25.8", "HT-8.3")
@pytest.mark.parametrize(
    ("given", "note"),
    [
        ({"stock": {"P2": "0"}, "supply": {"P1": "2T", "P2": "2T1M"}}, ("add_from_supply", 2, 1)),
        ({"stock": {"P2": "0"}, "supply": {"P1": "2T", "P2": "0"}}, ("add_from_roads", 0, 0)),
    ],
)
def test_what_may_be_added_comes_from_where_it_must(
    given: dict[str, dict[str, str]], note: tuple[str, int, int]
) -> None:
    state = play(position(roads=TRADER | {"goslar__magdeburg:1": "P2T"}, **given), LINE)  # type: ignore[arg-type]
    name, traders, merchants = note
    counts = {} if name == "add_from_roads" else {"traders": traders, "merchants": merchants}
    assert told(state, 1)[-1] == Note(name, {"count": 1} | counts)


@clauses("HT-25.8", "HT-15.8")
def test_whoever_may_recruit_along_is_told_who_recruits() -> None:
    table = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "2T"})
    assert told(play(table, "P1 recruit 3T"), 1) == [Note("along", {"by": 0, "traders": 2, "merchants": 0})]


@clauses("HT-25.8", "HT-22.2")
def test_nobody_else_is_told_and_nothing_hidden() -> None:
    state = play(position(roads=TRADER, supply={"P1": "2T"}, stock={"P2": "3T"}, missions={"P1": "mission_1"}), LINE)
    assert not any(told(state, seat) for seat in (0, 2, 3))
    assert not TITLE.prompt(TITLE.view(state, None))
    assert not told(position(), 0), "in one's own turn the board says it"
    for number in range(10):
        assert told(TITLE.resample(state, 1, Stream(str(number), "prompt")), 1) == told(state, 1)
