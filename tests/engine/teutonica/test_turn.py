"""The turn, recruiting and placing (sections 4 to 6), and the limits of section 23 that belong to them.

Not for displacing, moving and creating.
"""

import pytest

from engine.teutonica.actions import MIXES
from engine.teutonica.state import ability, board_of
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, of_version_1, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position


@clauses("HT-4.1")
def test_a_turn_is_actions_and_marker_uses_in_any_order_then_end_then_laying() -> None:
    state = position(plate={"P1": "upgrade upgrade"}, held={"P1": "actions_3"}, left=1)
    state = play(state, "P1 place T minden__hannover:1", "P1 use actions_3", "P1 place T minden__hannover:2", "P1 end")
    assert prompt(state) == "P1 lay"
    first = legal(state, "P1")[0]
    state = play(state, f"P1 {first}")
    state = play(state, f"P1 {legal(state, 'P1')[0]}")
    assert prompt(state) == "P2 act"


@clauses("HT-4.2", "HT-15.5")
@pytest.mark.parametrize(
    ("actiones", "tiles", "left"), [(2, "", 2), (5, "", 5), (2, "extra_action", 3), (5, "extra_action", 6)]
)
def test_actions_at_the_start_of_a_turn(actiones: int, tiles: str, left: int) -> None:
    state = position(
        seats=3,
        active="P3",
        desks={"P1": {"actiones": actiones}},
        favours=True,
        tiles={"P1": tiles},
    )
    assert play(state, "P3 end").left == left


@clauses("HT-4.3", "HT-23.1")
def test_every_action_costs_one_and_needs_one() -> None:
    roads = {"minden__hannover": "TTT", "bremen__hamburg:1": "P1T", "kampen__arnheim:1": "P2T"}
    lines = (
        "P1 recruit 2T1M",
        "P1 place T goslar__magdeburg:1",
        "P1 displace kampen__arnheim:1 T pay T",
        "P1 lift bremen__hamburg:1",
        "P1 create minden__hannover none",
    )
    for line in lines:
        assert play(position(roads=roads, left=2, supply={"P1": "5T"}), line).left == 1
        assert refused(position(roads=roads, left=0, supply={"P1": "5T"}), line) == "HT-4.3"


@clauses("HT-4.4", "HT-8.1")
def test_an_action_is_finished_before_anything_else_happens() -> None:
    state = position(roads={"minden__hannover:1": "P2T"}, held={"P1": "actions_3"}, stock={"P2": "3T"})
    waiting = play(state, "P1 displace minden__hannover:1 T pay T")
    assert prompt(waiting) == "P2 respond"
    assert legal(waiting, "P1") == []
    assert refused(waiting, "P1 use actions_3") == "HT-25.2"
    assert refused(waiting, "P2 end") == "HT-25.1"


@clauses("HT-4.5")
def test_markers_are_used_between_actions_not_inside_one() -> None:
    state = position(roads={"minden__hannover:1": "P1T"}, held={"P1": "actions_4"}, left=1)
    moving = play(state, "P1 lift minden__hannover:1")
    assert refused(moving, "P1 use actions_4") == "HT-25.1"
    after = play(moving, "P1 put minden__hannover:1 minden__hannover:2")
    assert after.left == 0
    assert play(after, "P1 use actions_4").left == 4


@clauses("HT-4.6", "HT-12.10")
@pytest.mark.parametrize(("step", "gain"), [((2, 1), 1), ((3, 1), 0), ((3, 2), 1), ((4, 1), 0), ((4, 2), 1)])
def test_a_higher_value_of_actiones_counts_at_once(step: tuple[int, int], gain: int) -> None:
    state = position(held={"P1": "upgrade"}, desks={"P1": {"actiones": step}}, left=1)
    assert play(state, "P1 use upgrade actiones").left == 1 + gain


@clauses("HT-4.7", "HT-23.2")
def test_end_is_always_there_and_never_by_itself() -> None:
    state = position(left=0, supply={"P1": "0"}, stock={"P1": "0"})
    assert legal(state, "P1") == ["end"]
    assert prompt(play(position(left=1), "P1 place T minden__hannover:1")) == "P1 act"
    assert prompt(play(position(left=5), "P1 end")) == "P2 act"
    assert legal(position(left=0, held={"P1": "actions_3"}), "P1") == ["use actions_3", "end"]


# ---- recruiting


@clauses("HT-5.1", "HT-5.3")
@pytest.mark.parametrize(
    ("bursa", "stock", "mixes"),
    [
        (3, "6T", ["3T"]),
        (5, "6T", ["5T"]),
        (7, "6T", ["6T"]),
        ("all", "9T2M", ["9T2M"]),
        (3, "2T2M", ["2T1M", "1T2M"]),
        (3, "3M", ["3M"]),
        (3, "0", []),
    ],
)
def test_recruiting_takes_exactly_what_bursa_says_in_2009(bursa: int | str, stock: str, mixes: list[str]) -> None:
    state = position(edition="2009", desks={"P1": {"bursa": bursa}}, stock={"P1": stock})
    assert legal(state, "P1", "recruit") == [f"recruit {mix}" for mix in mixes]
    newer = position(desks={"P1": {"bursa": bursa}}, stock={"P1": stock})
    assert legal(of_version_1(newer), "P1", "recruit") == legal(state, "P1", "recruit")


@clauses("HT-5.1", "HT-5.3")
@pytest.mark.parametrize(
    ("bursa", "stock", "mixes"),
    [
        (3, "6T", "3T"),
        (3, "4T", "3T 2T"),
        (5, "6T", "5T 4T"),
        (7, "6T", "6T 5T 4T"),
        ("all", "9T2M", "9T2M 9T1M 8T2M 9T 8T1M 7T2M"),
        (3, "2T2M", "2T1M 1T2M 2T 1T1M 2M"),
        (3, "3M", "3M 2M 1M"),
        (3, "1T", "1T"),
        (3, "0", ""),
    ],
)
def test_recruiting_lists_all_pieces_first_then_what_may_be_held_back_in_2020(
    bursa: int | str, stock: str, mixes: str
) -> None:
    state = position(desks={"P1": {"bursa": bursa}}, stock={"P1": stock})
    assert legal(state, "P1", "recruit") == [f"recruit {mix}" for mix in mixes.split()]


@clauses("HT-5.2", "HT-5.3")
def test_every_number_up_to_bursa_may_be_recruited_in_2020() -> None:
    state = position(desks={"P1": {"bursa": 5}}, stock={"P1": "6T2M"})
    taken = [mix for mix in MIXES if allowed(state, f"P1 recruit {mix}")]
    assert taken == [mix for mix, (traders, merchants) in MIXES.items() if merchants <= 2 and traders + merchants <= 5]
    assert "recruit 1M" not in legal(state, "P1", "recruit")
    after = play(state, "P1 recruit 1M")
    assert (after.players[0].stock, after.left) == (pieces("6T1M"), state.left - 1)
    assert refused(of_version_1(state), "P1 recruit 1M") == "HT-5.3"
    assert refused(state, "P1 recruit 6T") == "HT-5.3"


@clauses("HT-5.1", "HT-5.2", "HT-5.5")
def test_recruited_pieces_go_from_stock_to_supply() -> None:
    state = position(stock={"P1": "2T2M"}, supply={"P1": "1T"})
    player = play(state, "P1 recruit 1T2M").players[0]
    assert player.supply == pieces("2T2M")
    assert player.stock == pieces("1T")
    assert prompt(play(state, "P1 recruit 1T2M")) == "P1 act"


@clauses("HT-5.2", "HT-5.3", "HT-5.4")
@pytest.mark.parametrize("edition", ["2009", "2020"])
def test_other_mixes_are_refused_with_their_reason(edition: str) -> None:
    state = position(edition=edition, stock={"P1": "4T"})
    assert refused(state, "P1 recruit 4T") == "HT-5.3"
    assert allowed(state, "P1 recruit 2T") == (edition == "2020")
    assert refused(of_version_1(state), "P1 recruit 2T") == "HT-5.3"
    assert refused(state, "P1 recruit 2T1M") == "HT-5.2"
    assert refused(position(edition=edition, stock={"P1": "0"}), "P1 recruit 3T") == "HT-5.4"


# ---- placing


@clauses("HT-6.1", "HT-2.8")
def test_a_piece_is_placed_on_a_free_space_whoever_is_beside_it() -> None:
    state = position(roads={"minden__hannover": "P2T - P3M"}, supply={"P1": "1T1M"})
    assert legal(state, "P1", "place T minden__hannover") == ["place T minden__hannover:2"]
    assert refused(state, "P1 place T minden__hannover:1") == "HT-6.1"
    after = play(state, "P1 place M minden__hannover:2")
    assert after.roads[board_of(after).route_index["minden__hannover"]].pieces == ("P2T", "P1M", "P3M")
    assert after.players[0].supply == pieces("1T")
    assert refused(after, "P1 place M goslar__magdeburg:1") == "HT-6.1"


@clauses("HT-6.1", "HT-2.8", "HT-23.9")
def test_ship_spaces_take_merchants_only() -> None:
    state = position(seats=3, board="east")
    assert refused(state, "P1 place T malmoe__danzig:1") == "HT-2.8"
    assert allowed(state, "P1 place M malmoe__danzig:1")
    assert allowed(state, "P1 place T malmoe__danzig:2")


@clauses("HT-6.2")
def test_offices_and_honours_are_no_spaces() -> None:
    every_space = {f"place {kind} {space}" for kind in "TM" for space in board_of(position()).spaces}
    assert set(legal(position(), "P1", "place")) == every_space


@clauses("HT-23.1")
def test_with_an_empty_supply_nothing_is_placed_or_displaced() -> None:
    state = position(supply={"P1": "0"}, roads={"minden__hannover:1": "P2T"})
    assert legal(state, "P1", "place") == []
    assert legal(state, "P1", "displace") == []
    assert refused(state, "P1 displace minden__hannover:1 T pay T") == "HT-7.2"


@clauses("HT-23.5")
def test_a_marker_stays_when_pieces_enter_the_route() -> None:
    state = position(on_routes={"minden__hannover": "upgrade"})
    after = play(state, "P1 place T minden__hannover:1", "P1 place T minden__hannover:2")
    assert after.roads[board_of(after).route_index["minden__hannover"]].marker == "upgrade"


@clauses("HT-2.5", "HT-4.2")
def test_values_at_the_start() -> None:
    _, events = play_with_events(position(), "P1 end")
    assert [event.line() for event in events] == ["left P2 2"]
    desk = position().players[0].desk
    assert [ability(desk, name) for name in ("clavis", "actiones", "privilegium", "liber", "bursa")] == [
        1, 2, "white", 2, 3,
    ]  # fmt: skip
