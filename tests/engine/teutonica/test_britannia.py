"""Britannia: regions, permissions, and what they limit (section 17).

Not for its scoring: `test_scoring` has that.
"""

import pytest

from engine.teutonica.scoring import region_points
from engine.teutonica.state import TeutonicaState, board_of, full_cities
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position

WALES, SCOTLAND, ENGLAND = "pembroke__cardiff:1", "glasgow__falkirk:1", "cardiff__oxford:1"


def britannia(**named: object) -> TeutonicaState:
    return position(**{"board": "britannia"} | named)  # type: ignore[arg-type]


def routes(texts: list[str]) -> set[str]:
    return {text.split()[-1].partition(":")[0] for text in texts}


@clauses("HT-17.1", "HT-19.3")
def test_coins_of_two_and_a_limit_of_eight() -> None:
    state = britannia(roads={"cambridge__ipswich": "TTTT"}, desks={"P1": {"privilegium": "orange"}})
    after, events = play_with_events(state, "P1 create cambridge__ipswich office ipswich")
    assert host_lines(events) == ["point P1 2 coin ipswich", "full ipswich 1"]
    assert full_cities(after, board_of(after)) == 1
    seven = britannia(roads={"cambridge__ipswich": "TTTT"}, desks={"P1": {"privilegium": "orange"}}, full=7)
    assert prompt(play(seven, "P1 create cambridge__ipswich none")) == "P1 act"
    assert prompt(play(seven, "P1 create cambridge__ipswich office ipswich")) == ""


@clauses("HT-17.3")
def test_recruit_and_create_need_no_permission() -> None:
    state = britannia(roads={"conway__chester": "TTT"}, stock={"P1": "3T"})
    assert allowed(state, "P1 recruit 3T")
    assert allowed(state, "P1 create conway__chester develop actiones")
    assert allowed(state, "P1 create conway__chester office chester")


@clauses("HT-17.4")
@pytest.mark.parametrize(
    ("seats", "gate", "wales", "scotland"),
    [
        (4, "", False, False),
        (4, "cardiff", True, False),
        (4, "carlisle", False, True),
        (4, "london", True, True),
        (3, "cardiff", True, None),
        (3, "carlisle", False, None),
        (3, "london", True, None),
    ],
)
def test_gates(seats: int, gate: str, wales: bool, scotland: bool | None) -> None:
    state = britannia(seats=seats, rows={gate: "P2 P1"} if gate else {})
    assert allowed(state, f"P1 place T {WALES}") is wales
    if scotland is not None:
        assert allowed(state, f"P1 place T {SCOTLAND}") is scotland
    assert allowed(state, f"P1 place T {ENGLAND}")


@clauses("HT-17.4")
def test_displacing_needs_the_same_permission() -> None:
    roads = {WALES: "P2T"}
    assert refused(britannia(roads=roads), f"P1 displace {WALES} T pay T") == "HT-17.4"
    state = play(britannia(roads=roads, rows={"cardiff": "P1"}), f"P1 displace {WALES} T pay T")
    assert state.permissions == ("cardiff",)


@clauses("HT-17.4", "HT-17.6", "I-26")
def test_london_is_used_last() -> None:
    state = britannia(rows={"cardiff": "P1", "london": "P1"}, left=5)
    state = play(state, f"P1 place T {WALES}")
    assert state.permissions == ("cardiff",)
    state = play(state, f"P1 place T {SCOTLAND}")
    assert state.permissions == ("cardiff", "london")
    assert refused(state, "P1 place T pembroke__cardiff:2") == "HT-17.4"
    assert refused(state, "P1 place T glasgow__falkirk:2") == "HT-17.4"
    assert allowed(state, f"P1 place T {ENGLAND}")


@clauses("HT-17.5")
def test_permissions_are_judged_when_the_action_is_taken_and_come_back_next_turn() -> None:
    state = britannia(rows={"cardiff": "P1 P2"}, held={"P1": "swap_offices"}, left=5)
    assert refused(state, f"P1 place T {WALES}") == "HT-17.4"
    state = play(state, "P1 use swap cardiff 1", f"P1 place T {WALES}")
    assert refused(state, "P1 place T pembroke__cardiff:2") == "HT-17.4"
    state = play(state, "P1 end", "P2 end", "P3 end", "P4 end")
    assert allowed(state, "P1 place T pembroke__cardiff:2")


@clauses("HT-17.5")
def test_a_gate_gives_one_permission_a_turn_even_if_it_changes_hands_and_back() -> None:
    state = britannia(rows={"cardiff": "P2 P1"}, held={"P1": "swap_offices swap_offices"}, left=5)
    state = play(state, f"P1 place T {WALES}", "P1 use swap cardiff 1", "P1 use swap cardiff 1")
    assert refused(state, "P1 place T pembroke__cardiff:2") == "HT-17.4"


@clauses("HT-17.7")
def test_responses_stay_in_the_region_or_go_to_england() -> None:
    england = britannia(roads={"chester__hereford:1": "P2T"}, stock={"P2": "1T"})
    england = play(england, "P1 displace chester__hereford:1 T pay T")
    assert routes(legal(england, "P2", "relocate")) == {
        "hereford__coventry", "lancaster__hereford", "chester__carlisle",
    }  # fmt: skip
    assert refused(england, "P2 relocate conway__chester:1") == "HT-17.7"
    assert refused(england, "P2 add T montgomery__hereford:1") == "HT-17.7"
    wales = britannia(roads={"conway__isle_of_man:1": "P2M"}, stock={"P2": "1T"}, rows={"cardiff": "P1"})
    wales = play(wales, "P1 displace conway__isle_of_man:1 M pay TT")
    assert allowed(wales, "P2 relocate conway__chester:1")
    assert refused(wales, "P2 relocate isle_of_man__carlisle:1") == "HT-17.7"


@clauses("HT-17.8", "I-26")
def test_moving_leaves_a_region_for_england_only() -> None:
    roads = {WALES: "P1T", ENGLAND: "P1T", SCOTLAND: "P1T"}
    regions = {route.id: route.region for route in board_of(britannia()).routes}
    for space, open_to in ((WALES, {"wales", "england"}), (ENGLAND, {"england"}), (SCOTLAND, {"scotland", "england"})):
        state = play(britannia(roads=roads), f"P1 lift {space}")
        assert {regions[route] for route in routes(legal(state, "P1", "put"))} == open_to
    state = play(britannia(roads=roads), f"P1 lift {ENGLAND}")
    assert refused(state, f"P1 put {ENGLAND} pembroke__cardiff:2") == "HT-17.8"


@clauses("HT-17.9")
def test_marker_and_bonus_keep_each_piece_in_its_region() -> None:
    regions = {route.id: route.region for route in board_of(britannia()).routes}
    state = britannia(roads={WALES: "P2T", ENGLAND: "P2T"}, held={"P1": "three_pieces"})
    state = play(state, "P1 use three", f"P1 lift {WALES}")
    assert {regions[route] for route in routes(legal(state, "P1", "put"))} == {"wales"}
    assert refused(state, f"P1 put {WALES} cardiff__oxford:2") == "HT-17.9"
    bonus = britannia(roads={"canterbury__calais": "TMT", WALES: "P2T", ENGLAND: "P1T"})
    bonus = play(bonus, "P1 create canterbury__calais none", f"P1 lift {ENGLAND}", f"P1 lift {WALES}")
    assert {regions[route] for route in routes(legal(bonus, "P1", f"put {ENGLAND}"))} == {"england"}
    assert {regions[route] for route in routes(legal(bonus, "P1", f"put {WALES}"))} == {"wales"}


@clauses("HT-17.10")
def test_markers_are_laid_in_england_and_not_on_permanent_bonuses() -> None:
    state = play(britannia(plate={"P1": "upgrade"}, keep_clear=("chester__carlisle",)), "P1 end")
    assert refused(state, "P1 lay upgrade pembroke__cardiff") == "HT-17.10"
    assert refused(state, "P1 lay upgrade glasgow__falkirk") == "HT-17.10"
    assert refused(state, "P1 lay upgrade canterbury__calais") == "HT-16.9"
    assert allowed(state, "P1 lay upgrade chester__carlisle")


@clauses("HT-17.11", "HT-23.9")
def test_place_two_of_britannia_comes_from_the_stock() -> None:
    state = britannia(roads={"southampton__calais": "MMT"}, stock={"P1": "0"})
    state = play(state, "P1 create southampton__calais none")
    assert state.players[0].stock == pieces("1T2M")
    assert refused(state, f"P1 deploy T {ENGLAND}") == "HT-17.11"
    assert refused(state, "P1 deploy T conway__isle_of_man:1") == "HT-2.8"
    state = play(state, f"P1 deploy T {SCOTLAND}")
    assert state.permissions == ()
    assert refused(state, f"P1 deploy T {WALES}") == "HT-16.7"
    state = play(state, "P1 deploy M conway__isle_of_man:1")
    assert state.players[0].stock == pieces("1M")
    assert prompt(state) == "P1 act"


@clauses("HT-17.12", "HT-17.2", "HT-20.9")
def test_the_isle_of_man_counts_in_both_regions_of_the_large_board() -> None:
    rows = {"isle_of_man": "P1"}
    large, small = britannia(rows=rows), britannia(seats=3, rows=rows)
    assert [region_points(large, board_of(large), region)[0] for region in ("wales", "scotland")] == [7, 7]
    assert list(board_of(small).region_points) == ["wales"]
    assert region_points(small, board_of(small), "wales")[0] == 7
