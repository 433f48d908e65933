"""Who knows what (section 22).

Not for what the log hides: `test_hosting` has that.
"""

import msgspec
from msgspec.structs import replace

from engine.chance import Stream
from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import play
from tests.engine.teutonica.positions import position

ROUTE = {"minden__hannover": "TTT"}
ON_ROUTE = {"minden__hannover": "upgrade"}


def seen(state: TeutonicaState, seat: int | None) -> bytes:
    return msgspec.json.encode(TITLE.view(state, seat))


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
