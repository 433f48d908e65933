"""Mission cards and imperial favours (sections 14 and 15).

Not for what the tiles change in scoring alone: `test_scoring` has that.
"""

import pytest

from engine.teutonica.board import MISSIONS
from engine.teutonica.scoring import final_points
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position


@clauses("HT-14.1", "HT-22.2")
def test_a_mission_is_its_owners_until_the_end() -> None:
    state = position(missions={"P1": "mission_1", "P2": "mission_2"})
    own, other, table = (TITLE.view(state, seat) for seat in (0, 1, None))
    assert own.private is not None
    assert own.private.mission == "mission_1"
    assert other.private is not None
    assert other.private.mission == "mission_2"
    assert table.private is None
    assert all(player.mission == "" for view in (own, other, table) for player in view.players)
    assert set(MISSIONS["mission_1"]) == {"osnabrueck", "stendal", "paderborn"}


@clauses("HT-14.2", "HT-20.8", "I-31")
@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ({}, 0),
        ({"stendal": "P1"}, 1),
        ({"stendal": "P1", "paderborn": "P1 P2"}, 2),
        ({"stendal": "P1", "paderborn": "P1", "osnabrueck": "P1 P2"}, 3),
        ({"stendal": "P1", "paderborn": "P1", "osnabrueck": "P2 P1"}, 8),
    ],
)
def test_points_of_a_mission(rows: dict[str, str], points: int) -> None:
    assert final_points(position(missions={"P1": "mission_1"}, rows=rows))[0].mission == points


FAVOUR = {"favours": True, "seats": 5, "held": {"P1": "swap_offices swap_offices upgrade"}}


@clauses("HT-15.1")
def test_a_favour_is_the_first_decision_of_a_turn() -> None:
    state = position(**FAVOUR)  # type: ignore[arg-type]
    line = f"P1 buy {state.tiles[0]} swap_offices upgrade"
    assert allowed(state, line)
    assert refused(play(state, "P1 place T minden__hannover:1"), line) == "HT-15.1"
    assert refused(play(state, "P1 use upgrade liber"), line) == "HT-15.1"
    missing = next(tile for tile in ("full_abilities", "city_control") if tile not in state.tiles)
    assert refused(state, f"P1 buy {missing} swap_offices upgrade") == "HT-15.1"
    assert refused(state, f"P1 buy {state.tiles[0]} upgrade upgrade") == "HT-15.1"
    assert refused(position(**FAVOUR | {"favours": False}), line) == "HT-15.1"  # type: ignore[arg-type]


@clauses("HT-15.2", "HT-15.3", "HT-15.4", "I-28")
def test_a_purchase_turns_two_markers_and_locks_the_actions() -> None:
    state = position(**FAVOUR | {"held": {"P1": "swap_offices upgrade actions_3"}})  # type: ignore[arg-type]
    tile = state.tiles[1]
    after = play(state, f"P1 buy {tile} swap_offices actions_3")
    player = after.players[0]
    assert player.tiles == (tile,)
    assert tile not in after.tiles
    assert player.unused == ("upgrade",)
    assert sorted(player.used) == ["actions_3", "swap_offices"]
    assert after.left == 0
    assert refused(after, "P1 place T minden__hannover:1") == "HT-15.4"
    assert refused(after, f"P1 buy {after.tiles[0]} upgrade upgrade") == "HT-15.1"
    assert play(after, "P1 use upgrade actiones").left == 0


@clauses("HT-15.4", "HT-12.11")
def test_locked_actions_do_not_come_back() -> None:
    state = position(**FAVOUR | {"held": {"P1": "swap_offices upgrade actions_3"}})  # type: ignore[arg-type]
    after = play(state, f"P1 buy {state.tiles[0]} swap_offices upgrade")
    assert refused(after, "P1 use actions_3") == "HT-12.11"
    assert prompt(play(after, "P1 end")) == "P2 act"


@clauses("HT-15.3")
def test_a_seat_may_own_several_tiles() -> None:
    state = position(seats=4, tiles={"P1": "extra_action"}, held={"P1": "swap_offices upgrade"})
    after = play(state, f"P1 buy {state.tiles[0]} swap_offices upgrade")
    assert after.players[0].tiles == ("extra_action", state.tiles[0])
    assert len(after.tiles) == 2


@clauses("HT-15.5")
def test_extra_action_counts_from_the_next_turn_on() -> None:
    state = position(seats=3, tiles={"P1": "extra_action"}, active="P3")
    assert play(state, "P3 end").left == 3


@clauses("HT-15.6", "HT-8.1")
def test_extra_compensation_is_two_for_a_trader_and_still_two_for_a_merchant() -> None:
    for kind, pay in (("T", "T"), ("M", "TT")):
        state = position(
            tiles={"P2": "extra_compensation"},
            roads={"minden__hannover:1": f"P2{kind}"},
            stock={"P2": "3T"},
            supply={"P1": "3T"},
        )
        state = play(state, f"P1 displace minden__hannover:1 T pay {pay}")
        assert state.response is not None
        assert state.response.more == 2
        assert state.players[0].supply.total == 2 - len(pay)


@clauses("HT-15.6", "HT-8.3")
def test_both_compensations_keep_the_order_of_sources() -> None:
    state = position(
        tiles={"P2": "extra_compensation"}, roads={"minden__hannover:1": "P2T"}, stock={"P2": "1T"},
        supply={"P2": "1M"},
    )  # fmt: skip
    state = play(state, "P1 displace minden__hannover:1 T pay T", "P2 add T minden__bremen:1")
    assert refused(state, "P2 add T minden__bremen:2") == "HT-8.3"
    assert allowed(state, "P2 add M minden__bremen:2")


@clauses("HT-15.7")
def test_relocate_anywhere_frees_the_displaced_piece_only() -> None:
    state = position(tiles={"P2": "relocate_anywhere"}, roads={"minden__hannover:1": "P2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert allowed(state, "P2 relocate minden__hannover:2")
    assert allowed(state, "P2 relocate kampen__arnheim:1")
    assert refused(state, "P2 add T kampen__arnheim:1") == "HT-8.6"


@clauses("HT-15.8", "HT-5.5")
def test_recruit_along_prompts_its_owner_after_each_recruit_of_another() -> None:
    state = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "1T1M"}, supply={"P2": "1T"})
    waiting = play(state, "P1 recruit 3T")
    assert prompt(waiting) == "P2 along"
    assert legal(waiting, "P2") == ["take T", "take M", "take none"]
    after = play(waiting, "P2 take M")
    assert (after.players[1].stock, after.players[1].supply) == (pieces("1T"), pieces("1T1M"))
    assert prompt(after) == "P1 act"
    again = play(after, "P1 recruit 3T")
    assert refused(again, "P2 take M") == "HT-15.8"
    assert play(again, "P2 take none").players[1] == after.players[1]


@clauses("HT-15.8")
def test_no_prompt_with_an_empty_stock_or_for_an_own_recruit() -> None:
    empty = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "0"})
    assert prompt(play(empty, "P1 recruit 3T")) == "P1 act"
    own = position(tiles={"P1": "recruit_along"}, stock={"P1": "6T"})
    assert prompt(play(own, "P1 recruit 3T")) == "P1 act"


@clauses("HT-25.4", "HT-15.8")
@pytest.mark.parametrize(
    ("order", "stock", "kind"),
    [
        ("trader", "1T1M", "T"),
        ("merchant", "1T1M", "M"),
        ("trader", "1M", "M"),
        ("merchant", "2T", "T"),
        ("none", "1T1M", "none"),
    ],
)
def test_a_standing_order_answers(order: str, stock: str, kind: str) -> None:
    state = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": stock}, supply={"P2": "0"})
    after, events = play_with_events(state, f"P2 standing {order}", "P1 recruit 3T")
    assert prompt(after) == "P1 act"
    assert after.players[1].supply == pieces("0" if kind == "none" else f"1{kind}")
    assert host_lines(events) == [f"along P2 {kind}"]


@clauses("HT-25.4")
def test_orders_are_the_owners_and_change_outside_along_only() -> None:
    state = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "1T"})
    assert refused(state, "P1 standing trader") == "HT-25.4"
    assert refused(state, "P2 standing ask") == "HT-25.4"
    waiting = play(state, "P1 recruit 3T")
    assert refused(waiting, "P2 standing none") == "HT-25.4"
    assert legal(state, "P2") == ["standing trader", "standing merchant", "standing none"]


@clauses("HT-15.9", "HT-20.3", "HT-20.6")
def test_tiles_that_count_at_the_end() -> None:
    desks = {"P1": {"liber": 5, "privilegium": "black", "clavis": 4}}
    rows = {"minden": "P1", "hannover": "P1", "bremen": "P1", "goslar": "P1", "paderborn": "P1"}
    plain = final_points(position(seats=4, desks=desks, rows=rows))[0]  # type: ignore[arg-type]
    assert (plain.abilities, plain.cities) == (8, 10)
    tiles = {"P1": "city_control full_abilities"}
    with_tiles = final_points(position(seats=4, desks=desks, rows=rows, tiles=tiles))[0]  # type: ignore[arg-type]
    assert (with_tiles.abilities, with_tiles.cities) == (14, 20)
