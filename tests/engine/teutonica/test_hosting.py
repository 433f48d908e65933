"""Who knows what, and playing at different times (sections 22, 23 and 25).

Not for texts and records: `test_notation` has those.
"""

import msgspec
import pytest
from msgspec.structs import replace

from engine.chance import Stream
from engine.errors import Illegal, NotYourDecision, Stale
from engine.history import Game
from engine.teutonica.actions import END
from engine.teutonica.events import Displaced, Moved, Removed, Swapped
from engine.teutonica.state import TeutonicaOptions, TeutonicaState
from engine.teutonica.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import follow, game, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import position

ROUTE = {"minden__hannover": "TTT"}
ON_ROUTE = {"minden__hannover": "upgrade"}


def seen(state: TeutonicaState, seat: int | None) -> bytes:
    return msgspec.json.encode(TITLE.view(state, seat))


# ---- section 22


@clauses("HT-22.1", "I-32")
def test_nobody_sees_the_marker_order_or_the_plate() -> None:
    state = position(plate={"P1": "upgrade"}, marker_supply="actions_3 actions_4 swap_offices extra_office "
                     "extra_office extra_office swap_offices upgrade actions_3 actions_4 three_pieces extra_office",
                     on_routes={"minden__hannover": "swap_offices", "bremen__hamburg": "three_pieces"})  # fmt: skip
    other = replace(
        state,
        markers=(*state.markers[1:], "upgrade"),
        players=(replace(state.players[0], plate=("actions_3",)), *state.players[1:]),
    )
    TITLE.audit(other)
    for seat in (None, 0, 1, 2, 3):
        assert seen(state, seat) == seen(other, seat)
    assert TITLE.view(state, 1).unseen["upgrade"] == 2


@clauses("HT-22.2", "I-32")
def test_missions_and_orders_are_secret_until_the_end() -> None:
    state = position(missions={"P1": "mission_1", "P2": "mission_2", "P3": "mission_3", "P4": "mission_4"},
                     tiles={"P2": "recruit_along"})  # fmt: skip
    changed = replace(
        state, players=(*state.players[:1], replace(state.players[1], mission="mission_9", standing="none"),
                        *state.players[2:]))  # fmt: skip
    TITLE.audit(changed)
    for seat in (None, 0, 2, 3):
        assert seen(state, seat) == seen(changed, seat)
    assert seen(state, 1) != seen(changed, 1)
    over = replace(state, options=replace(state.options, stall=1))
    over = play(over, "P1 end", "P2 end", "P3 end", "P4 end")
    assert [player.mission for player in TITLE.view(over, None).players] == [
        "mission_1", "mission_2", "mission_3", "mission_4",
    ]  # fmt: skip


@clauses("HT-22.3")
def test_everything_else_is_public() -> None:
    state = position(
        roads=ROUTE, rows={"minden": "P1 P2"}, held={"P1": "upgrade"}, used={"P2": "actions_3"}, scores={"P3": 4},
        honours={"white": "P4"}, connected="P3", on_routes=ON_ROUTE, plate={"P1": "actions_4"},
    )  # fmt: skip
    view = TITLE.view(state, None)
    assert view.roads == state.roads
    assert [city.offices for city in view.cities] == [row.offices for row in state.rows]
    assert view.cities[[city.city for city in view.cities].index("minden")].controller == 1
    assert (view.left, view.locked, view.honours, view.connected) == (2, False, state.honours, (2,))
    assert view.markers == len(state.markers)
    assert [player.plate for player in view.players] == [1, 0, 0, 0]
    for shown, player in zip(view.players, state.players, strict=True):
        assert (shown.stock, shown.supply, shown.desk, shown.score) == (
            player.stock, player.supply, player.desk, player.score,
        )  # fmt: skip
        assert (shown.unused, shown.used) == (player.unused, player.used)


@clauses("HT-22.1", "HT-22.2")
def test_a_resampled_position_cannot_be_told_apart() -> None:
    state = position(missions={"P1": "mission_1"}, tiles={"P2": "recruit_along"}, plate={"P1": "upgrade"})
    stream = Stream("resample", "test")
    others = [TITLE.resample(state, 0, stream) for _ in range(20)]
    assert {seen(other, 0) for other in others} == {seen(state, 0)}
    assert len({other.markers for other in others}) > 15
    assert len({other.players[0].plate for other in others}) > 1
    assert {other.players[0].mission for other in others} == {"mission_1"}
    assert len({other.players[1].mission for other in others}) > 3
    assert len({other.players[1].standing for other in others}) > 1
    table = [TITLE.resample(state, None, stream) for _ in range(20)]
    assert len({other.players[0].mission for other in table}) > 3


# ---- section 23


@clauses("HT-23.6", "I-6")
def test_only_a_swap_moves_offices() -> None:
    state = position(rows={"minden": "P2 P1"}, roads=ROUTE | {"bremen__hamburg": "P2 TTTT"}, honours={"white": "P2"})
    rows = state.rows
    for line in ("P1 create minden__hannover none", "P1 displace bremen__hamburg:1 T pay T", "P1 end"):
        after = play(state, line)
        assert (after.rows, after.honours) == (rows, state.honours)


# ---- section 25


@clauses("HT-25.1", "HT-25.2")
def test_one_seat_is_prompted_and_others_are_told_so() -> None:
    state = position()
    assert prompt(state) == "P1 act"
    with pytest.raises(NotYourDecision):
        TITLE.check(state, 1, END)
    assert refused(state, "P1 relocate minden__hannover:1") == "HT-25.1"
    assert refused(state, "P1 skip") == "HT-25.1"
    assert refused(state, "P1 lay upgrade minden__hannover") == "HT-25.1"
    assert legal(state, "P2") == []


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
def test_what_cannot_be_taken_back() -> None:
    table = game(position())
    follow(table, "P1 end")
    assert not table.can_undo(0)
    shown = game(position(plate={"P1": "upgrade actions_3"}))
    follow(shown, "P1 end")
    assert not shown.can_undo(0)
    follow(shown, "P1 lay upgrade bremen__hamburg")
    assert shown.can_undo(0)
    follow(shown, "P1 lay actions_3 minden__hannover")
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


@clauses("HT-22.2", "HT-26.1")
def test_a_standing_order_is_listed_from_its_first_use() -> None:
    table = game(position(tiles={"P2": "recruit_along"}, stock={"P1": "9T", "P2": "2T"}, left=4))
    follow(table, "P2 standing merchant", "P2 standing trader")
    assert table.log(1) == ["P2 standing merchant", "P2 standing trader"]
    assert table.log(0) == table.log(None) == []
    follow(table, "P1 recruit 3T")
    assert table.log(0) == ["P2 standing trader", "P1 recruit 3T"]
