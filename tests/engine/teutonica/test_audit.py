"""What a loaded position is refused for, and that no nonsense breaks the refusing itself.

Not for invariants of steps: `test_invariants` has those.
"""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from engine.chance import Stream
from engine.errors import BadState
from engine.teutonica.scoring import final_points
from engine.teutonica.state import Bonus, Held, Moving, Pieces, Response, Road, Row, TeutonicaState, board_of
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import play
from tests.engine.teutonica.positions import position
from tests.engine.teutonica.transitions import transitions

Break = Callable[[TeutonicaState], TeutonicaState]


def player(state: TeutonicaState, seat: int, **changes: object) -> TeutonicaState:
    changed = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], changed, *state.players[seat + 1 :]))


def road(state: TeutonicaState, route: str, **changes: object) -> TeutonicaState:
    index = board_of(state).route_index[route]
    changed = replace(state.roads[index], **changes)
    return replace(state, roads=(*state.roads[:index], changed, *state.roads[index + 1 :]))


def row(state: TeutonicaState, city: str, *offices: str) -> TeutonicaState:
    index = board_of(state).city_index[city]
    return replace(state, rows=(*state.rows[:index], Row(city, offices), *state.rows[index + 1 :]))


BASE = position(roads={"minden__hannover": "TT-"}, rows={"minden": "P2 P1"}, held={"P1": "upgrade"})
EAST = position(seats=3, board="east")
MEN = position(missions={"P1": "mission_1"}, tiles={"P2": "recruit_along"})
TWO = position(seats=2, edition="2009")

BROKEN: dict[str, tuple[TeutonicaState, Break]] = {
    "I-1": (BASE, lambda state: player(state, 0, stock=Pieces(99, 0))),
    "not 27 and 4": (BASE, lambda state: road(state, "minden__hannover", pieces=("P1T", "P1T", "P1T"))),
    "fewer than no pieces": (BASE, lambda state: player(state, 0, supply=Pieces(-1, 0))),
    "I-3": (BASE, lambda state: player(state, 0, desk=replace(state.players[0].desk, liber=4))),
    "I-5": (EAST, lambda state: road(state, "malmoe__danzig", pieces=("P1T", "", "", ""))),
    "other spaces": (BASE, lambda state: road(state, "minden__hannover", pieces=("P1T", "P1T"))),
    "no piece P5T": (BASE, lambda state: road(state, "minden__hannover", pieces=("P1T", "P5T", ""))),
    "I-6": (BASE, lambda state: row(state, "minden", *["P2T"] * 5)),
    "HT-2.9": (BASE, lambda state: row(state, "minden", "P2T", "P1Tx")),
    "unknown office": (BASE, lambda state: row(state, "minden", "house")),
    "I-9": (BASE, lambda state: replace(state, markers=state.markers[1:])),
    "I-11": (BASE, lambda state: player(road(state, "osnabrueck__bremen", marker=""), 1, used=(_marker(state),))),
    "I-13": (BASE, lambda state: player(state, 0, score=-1)),
    "triggers are those that": (BASE, lambda state: player(state, 0, score=20)),
    "27 here": (BASE, lambda state: player(state, 0, score=28)),
    "I-15": (BASE, lambda state: replace(state, connected=(1, 1))),
    "I-16": (BASE, lambda state: replace(state, left=-1)),
    "HT-15.4": (BASE, lambda state: replace(state, locked=True)),
    "MOVE only": (BASE, lambda state: replace(state, moving=Moving("move"))),
    "RESPOND only": (BASE, lambda state: replace(state, response=Response(1, "minden__hannover", "", 1))),
    "PERM only": (BASE, lambda state: replace(state, bonus=Bonus("move_two"))),
    "I-26": (BASE, lambda state: replace(state, permissions=("london",))),
    "I-27": (TWO, lambda state: replace(state, pawn="nowhere")),
    "for two has a pawn": (BASE, lambda state: replace(state, pawn="p05")),
    "I-28": (MEN, lambda state: replace(state, tiles=())),
    "I-29": (
        BASE,
        lambda state: player(replace(state, triggers=("score",)), 0, score=20),
    ),
    "its own mission": (MEN, lambda state: player(state, 0, mission=state.players[1].mission)),
    "no missions": (BASE, lambda state: player(state, 0, mission="mission_1")),
    "HT-25.4": (BASE, lambda state: player(state, 0, standing="none")),
    "HT-1.1": (BASE, lambda state: replace(state, options=replace(state.options, board="britannia", missions=True))),
    "HT-13.1": (BASE, lambda state: player(road(state, "osnabrueck__bremen", marker=""), 1, plate=(_marker(state),))),
    "HT-19.6": (BASE, lambda state: replace(state, phase="over")),
    "one of the seats": (BASE, lambda state: replace(state, active=4)),
    "routes of the board": (BASE, lambda state: replace(state, roads=state.roads[::-1])),
    "cities of the board": (BASE, lambda state: replace(state, rows=state.rows[1:])),
    "one player per seat": (BASE, lambda state: replace(state, players=state.players[:3])),
    "HT-3.7": (BASE, lambda state: replace(state, phase="pawn0")),
    "recruit of another": (BASE, lambda state: replace(state, phase="along")),
    "nothing to decide": (BASE, lambda state: replace(state, phase="lay")),
}


def _marker(state: TeutonicaState) -> str:
    return next(one.marker for one in state.roads if one.route == "osnabrueck__bremen")


@clauses(
    "I-1", "I-3", "I-5", "I-6", "I-9", "I-11", "I-14", "I-15", "I-16", "I-17", "I-18", "I-26", "I-27", "I-28", "I-29"
)
@pytest.mark.parametrize("reason", BROKEN)
def test_a_broken_position_is_refused_with_its_reason(reason: str) -> None:
    state, break_ = BROKEN[reason]
    TITLE.audit(state)
    with pytest.raises(BadState) as caught:
        TITLE.audit(break_(state))
    assert reason in str(caught.value)


@clauses("I-17")
def test_a_hand_that_does_not_fit_its_sequence_is_refused() -> None:
    lifted = play(BASE, "P1 lift minden__hannover:1")
    assert lifted.moving is not None
    for hand in (
        (Held("nowhere", "P1T"),),
        (Held("minden__hannover:1", "P2T"),),
        (Held("minden__hannover:1", "P1T"), Held("minden__hannover:1", "P1T")),
        (),
    ):
        with pytest.raises(BadState):
            TITLE.audit(replace(lifted, moving=replace(lifted.moving, hand=hand)))


def test_sequences_that_would_be_over_are_refused() -> None:
    displaced = position(roads={"minden__hannover": "P2T - -"}, stock={"P2": "1T"})
    displaced = play(displaced, "P1 displace minden__hannover:1 T pay T")
    assert displaced.response is not None
    answered = play(displaced, "P2 relocate minden__bremen:1")
    assert answered.response is not None
    with pytest.raises(BadState, match=r"HT-8\.9"):
        TITLE.audit(replace(answered, response=replace(answered.response, more=0)))
    bonus = play(
        position(seats=3, board="east", roads={"stralsund__malmoe": "TMM"}), "P1 create stralsund__malmoe none"
    )
    with pytest.raises(BadState, match=r"HT-16\.7"):
        TITLE.audit(replace(bonus, bonus=Bonus("move_two")))


def leaves(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Where in plain data the numbers, texts, flags and lists are."""
    found = [path] if not isinstance(value, dict) else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [leaf for key, item in items for leaf in leaves(item, (*path, key))]


def spoiled(plain: dict[str, object], stream: Stream) -> dict[str, object]:
    """A copy with one leaf replaced by something of the same type."""
    copied = msgspec.json.decode(msgspec.json.encode(plain))
    *path, last = stream.choice([leaf for leaf in leaves(copied) if leaf])
    place = copied
    for key in path:
        place = place[key]
    old = place[last]
    if isinstance(old, bool):
        place[last] = not old
    elif isinstance(old, int):
        place[last] = stream.choice([-1, 0, 1, 2, 3, 7, 99, -(10**9)])
    elif isinstance(old, str):
        place[last] = stream.choice(
            ["", "x", "P1", "P1T", "P2M", "P9T", "P1Tx", "minden__hannover", "minden", "minden__hannover:1", "upgrade",
             "over", "act", "move", "respond", "perm", "lay", "along", "pawn0", "east", "britannia", "2009", "none"]
        )  # fmt: skip
    elif isinstance(old, list):
        place[last] = stream.choice([[], old + old, old[1:], old[::-1]])
    else:
        place[last] = {}
    return copied  # type: ignore[no-any-return]


@pytest.mark.long
def test_nonsense_is_refused_or_sound_and_never_breaks() -> None:
    stream = Stream("nonsense", "audit")
    steps = transitions()
    refused = 0
    for number in range(0, len(steps), max(1, len(steps) // 150)):
        plain = msgspec.to_builtins(steps[number].after)
        for _ in range(12):
            try:
                state = TITLE.to_state(spoiled(plain, stream))
            except BadState as error:
                refused += bool(str(error))
                continue
            for seat in range(state.seats):
                TITLE.view(state, seat)
                for action in TITLE.legal(state, seat)[:3]:
                    TITLE.check(state, seat, action)
    assert refused > 800


@pytest.mark.long
def test_a_position_comes_back_from_its_bytes() -> None:
    for step in transitions()[::50]:
        assert TITLE.decode(TITLE.encode(step.after)) == step.after


# ---- I-34


def renamed(state: TeutonicaState) -> TeutonicaState:
    """Every seat one further; the last becomes the first."""
    seats = state.seats

    def piece(word: str) -> str:
        return f"P{int(word[1]) % seats + 1}{word[2:]}" if word else ""

    def turned(players: tuple[object, ...]) -> tuple[object, ...]:
        return (players[-1], *players[:-1])

    return replace(
        state,
        active=(state.active + 1) % seats,
        players=turned(state.players),
        roads=tuple(replace(one, pieces=tuple(map(piece, one.pieces))) for one in state.roads),
        rows=tuple(replace(one, offices=tuple(map(piece, one.offices))) for one in state.rows),
        honours=tuple(map(piece, state.honours)),
        connected=tuple((seat + 1) % seats for seat in state.connected),
        response=replace(
            state.response,
            victim=(state.response.victim + 1) % seats,
            piece=piece(state.response.piece),
        )
        if state.response is not None
        else None,
        moving=replace(state.moving, hand=tuple(replace(held, piece=piece(held.piece)) for held in state.moving.hand))
        if state.moving is not None
        else None,
    )


@clauses("I-34", "HT-2.3")
@pytest.mark.long
def test_renaming_the_seats_changes_no_count_and_no_score() -> None:
    compared = 0
    for step in transitions()[::9]:
        state, other = step.after, renamed(step.after)
        if state.phase in ("pawn0", "over"):
            continue
        TITLE.audit(other)
        for seat in range(state.seats):
            assert len(TITLE.legal(state, seat)) == len(TITLE.legal(other, (seat + 1) % state.seats))
        totals = [line.total for line in final_points(state)]
        assert [line.total for line in final_points(other)] == [totals[-1], *totals[:-1]]
        compared += 1
    assert compared > 100


@clauses("I-34")
def test_counting_the_spaces_from_the_other_end_changes_nothing() -> None:
    compared = 0
    for step in transitions()[::9]:
        state = step.after
        if state.options.board != "league" or state.phase != "act":
            continue
        other = replace(state, roads=tuple(Road(one.route, one.pieces[::-1], one.marker) for one in state.roads))
        assert len(TITLE.legal(state, state.active)) == len(TITLE.legal(other, state.active))
        assert [line.total for line in final_points(state)] == [line.total for line in final_points(other)]
        compared += 1
    assert compared > 50
