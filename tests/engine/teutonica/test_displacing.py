"""Displacing and the response to it (sections 7 and 8).

Not for favours and regions beyond what a response is bound by.
"""

import pytest

from engine.teutonica.legal.reach import leaves_room
from engine.teutonica.state import Response, board_of
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import crowd, pieces, position

TRADER = {"minden__hannover:1": "P2T"}
MERCHANT = {"minden__hannover:1": "P2M"}
FIRST_RING = ("hannover__lueneburg", "bremen__hannover", "minden__bremen", "paderborn__minden")


def around(*, but: str = "") -> dict[str, str]:
    """The first ring of minden__hannover full of P3 and P4, apart from one space."""
    roads = {
        "bremen__hannover": "P3 TTT",
        "hannover__lueneburg": "P3 TTT",
        "minden__bremen": "P3 TTT",
        "minden__brunswiek": "P3 TTTT",
        "muenster__minden": "P4 TTT",
        "paderborn__minden": "P4 TTT",
    }
    if but:
        route, _, slot = but.partition(":")
        owner, kinds = roads[route].split()
        roads[route] = f"{owner} {kinds[: int(slot) - 1]}-{kinds[int(slot) :]}"
    return roads


@clauses("HT-7.1", "HT-7.4")
def test_only_another_seats_piece_is_displaced() -> None:
    state = position(roads=TRADER | {"minden__hannover:2": "P1T"})
    assert allowed(state, "P1 displace minden__hannover:1 T pay T")
    assert refused(state, "P1 displace minden__hannover:2 T pay T") == "HT-7.4"
    assert refused(state, "P1 displace minden__hannover:3 T pay T") == "HT-7.1"


@clauses("HT-7.2")
@pytest.mark.parametrize(
    ("roads", "supply", "offers"),
    [
        (TRADER, "2T", ["T pay T"]),
        (TRADER, "1T1M", ["T pay M", "M pay T"]),
        (TRADER, "2T2M", ["T pay T", "T pay M", "M pay T", "M pay M"]),
        (TRADER, "1T", []),
        (MERCHANT, "3T", ["T pay TT"]),
        (MERCHANT, "2T1M", ["T pay TM", "M pay TT"]),
        (MERCHANT, "1T2M", ["T pay MM", "M pay TM"]),
        (MERCHANT, "2T", []),
    ],
)
def test_the_cost_is_a_piece_and_a_penalty_of_any_kinds(roads: dict[str, str], supply: str, offers: list[str]) -> None:
    state = position(roads=roads, supply={"P1": supply})
    assert legal(state, "P1", "displace") == [f"displace minden__hannover:1 {offer}" for offer in offers]


@clauses("HT-7.2")
def test_the_wrong_penalty_is_refused() -> None:
    assert refused(position(roads=TRADER), "P1 displace minden__hannover:1 T pay TT") == "HT-7.2"
    assert refused(position(roads=MERCHANT), "P1 displace minden__hannover:1 T pay T") == "HT-7.2"


@clauses("HT-7.3", "HT-8.1", "I-19")
def test_the_order_of_a_displacement() -> None:
    state = position(roads=MERCHANT, supply={"P1": "3T1M"}, stock={"P1": "1T", "P2": "2T"})
    after, events = play_with_events(state, "P1 displace minden__hannover:1 T pay TM")
    assert after.players[0].supply == pieces("1T")
    assert after.players[0].stock == pieces("2T1M")
    assert after.roads[board_of(after).route_index["minden__hannover"]].pieces[0] == "P1T"
    assert after.response is not None
    assert (after.response.piece, after.response.more) == ("P2M", 2)
    assert [type(event).__name__ for event in events] == ["Displaced"]


@clauses("HT-8.2", "HT-8.9", "HT-8.10")
def test_the_displaced_piece_must_be_placed_once_and_added_ones_may_be() -> None:
    state = play(position(roads=TRADER, stock={"P2": "3T"}), "P1 displace minden__hannover:1 T pay T")
    assert refused(state, "P2 done") == "HT-8.9"
    placed = play(state, "P2 relocate minden__bremen:1")
    assert prompt(placed) == "P2 respond"
    assert refused(placed, "P2 relocate minden__bremen:2") == "HT-8.2"
    supply = placed.players[1].supply
    done = play(placed, "P2 done")
    assert prompt(done) == "P1 act"
    assert done.players[1].stock == pieces("3T")
    assert done.players[1].supply == supply
    added = play(placed, "P2 add T minden__bremen:2")
    assert prompt(added) == "P1 act"
    assert added.players[1].stock == pieces("2T")
    assert added.players[1].supply == supply


@clauses("HT-8.2", "HT-8.1")
def test_any_order_and_no_more_than_the_entitlement() -> None:
    state = play(position(roads=TRADER, stock={"P2": "3T"}), "P1 displace minden__hannover:1 T pay T")
    state = play(state, "P2 add T minden__bremen:1")
    assert prompt(state) == "P2 respond"
    assert refused(state, "P2 add T minden__bremen:2") == "HT-8.1"
    assert prompt(play(state, "P2 relocate minden__bremen:2")) == "P1 act"


@clauses("HT-8.3")
def test_sources_are_stock_then_supply_then_roads() -> None:
    roads = MERCHANT | {"groningen__emden:1": "P2T"}
    state = position(roads=roads, stock={"P2": "1M"}, supply={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:1 T pay TT")
    assert refused(state, "P2 add T minden__bremen:1") == "HT-8.3"
    assert refused(state, "P2 add groningen__emden:1 minden__bremen:1") == "HT-8.3"
    state = play(state, "P2 add M minden__bremen:1")
    assert refused(state, "P2 add M minden__bremen:2") == "HT-8.3"
    assert refused(state, "P2 add groningen__emden:1 minden__bremen:2") == "HT-8.3"
    assert allowed(state, "P2 add T minden__bremen:2")


@clauses("HT-8.4")
def test_pieces_from_roads_leave_their_space_when_they_are_put() -> None:
    roads = MERCHANT | {"minden__bremen:1": "P2T"} | {"groningen__emden:1": "P2T"}
    state = position(roads=roads, stock={"P2": "0"}, supply={"P2": "0"})
    state = play(state, "P1 displace minden__hannover:1 T pay TT")
    assert refused(state, "P2 add T minden__bremen:2") == "HT-8.3"
    assert refused(state, "P2 add minden__bremen:1 minden__bremen:1") == "HT-8.6"
    assert refused(state, "P2 add kampen__arnheim:1 minden__bremen:2") == "HT-8.4"
    state = play(state, "P2 add minden__bremen:1 minden__bremen:3")
    assert allowed(state, "P2 relocate minden__bremen:1")  # free again
    assert refused(state, "P2 add minden__bremen:3 minden__bremen:2") == "HT-8.4"  # placed in this response
    assert allowed(state, "P2 add groningen__emden:1 minden__bremen:1")


@clauses("HT-8.5", "HT-8.6")
def test_pieces_go_to_the_lowest_ring_with_room_on_either_side() -> None:
    state = play(position(roads=TRADER, stock={"P2": "1T"}), "P1 displace minden__hannover:1 T pay T")
    routes = {text.split()[1].partition(":")[0] for text in legal(state, "P2", "relocate")}
    assert routes == {
        "bremen__hannover", "hannover__lueneburg", "minden__bremen", "minden__brunswiek", "muenster__minden",
        "paderborn__minden",
    }  # fmt: skip
    assert refused(state, "P2 relocate minden__hannover:2") == "HT-8.5"
    assert refused(state, "P2 relocate kampen__arnheim:1") == "HT-8.6"
    assert refused(state, "P2 relocate minden__hannover:1") == "HT-8.6"


@clauses("HT-8.6", "HT-8.9")
def test_each_piece_is_judged_at_its_moment() -> None:
    roads = TRADER | around(but="minden__bremen:2")
    state = play(position(roads=roads, stock={"P2": "1T"}), "P1 displace minden__hannover:1 T pay T")
    assert legal(state, "P2") == ["relocate minden__bremen:2", "add T minden__bremen:2"]
    later = play(state, "P2 add T minden__bremen:2")
    second = {text.split()[1].partition(":")[0] for text in legal(later, "P2", "relocate")}
    assert "bremen__hamburg" in second
    assert "kampen__arnheim" not in second


@clauses("HT-8.7", "HT-2.8")
def test_a_ship_space_is_no_room_for_a_trader() -> None:
    full = {
        "malmoe__danzig": "P3 MTTT",
        "danzig__braunsberg": "P3 TTTT",
        "danzig__koenigsberg": "P3 TTTT",
        "belgard__danzig": "P1 TTTT",
        "stralsund__malmoe": "P1T - -",
    }
    state = position(seats=3, board="east", roads=full | {"malmoe__visby:1": "P2T"}, stock={"P2": "1M"})
    state = play(state, "P1 displace malmoe__visby:1 T pay T")
    assert {text.split()[1].partition(":")[0] for text in legal(state, "P2", "relocate")} >= {"wismar__stralsund"}
    assert legal(state, "P2", "add M stralsund") == ["add M stralsund__malmoe:2", "add M stralsund__malmoe:3"]
    assert refused(state, "P2 relocate stralsund__malmoe:2") == "HT-8.7"


@clauses("HT-8.8")
def test_rings_count_over_routes_of_every_region() -> None:
    state = position(board="britannia", roads={"chester__hereford:1": "P2T"}, stock={"P2": "1T"})
    roads = {
        "hereford__coventry": "P3 TTT", "lancaster__hereford": "P3 TT", "chester__carlisle": "P3 MMT",
    }  # fmt: skip
    state = position(board="britannia", roads=roads | {"chester__hereford:1": "P2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace chester__hereford:1 T pay T")
    routes = {text.split()[1].partition(":")[0] for text in legal(state, "P2", "relocate")}
    # cardiff__coventry is in ring 2 by Coventry; pembroke__cardiff would only be reached through Wales
    assert "cardiff__coventry" in routes
    assert "lancaster__durham" in routes
    assert "cardiff__oxford" not in routes


@clauses("HT-8.9")
def test_the_response_ends_by_itself_when_nothing_can_be_added() -> None:
    state = position(roads=TRADER, stock={"P2": "0"}, supply={"P2": "0"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert prompt(play(state, "P2 relocate minden__bremen:1")) == "P1 act"


@clauses("HT-8.11")
def test_a_piece_that_fits_nowhere_goes_to_the_stock() -> None:
    roads = crowd(5, "east", ships=False) | {"luebeck__wismar:1": "P2T"}
    state = position(seats=5, board="east", roads=roads, supply={"P1": "2T"}, stock={"P2": "2T"})
    state, events = play_with_events(state, "P1 displace luebeck__wismar:1 T pay T")
    assert prompt(state) == "P1 act"
    assert state.players[1].stock == pieces("3T")
    assert host_lines(events) == ["relocate P2 stock"]


@clauses("HT-8.11", "HT-8.2")
def test_with_a_merchant_in_the_stock_a_ship_space_can_still_be_used() -> None:
    roads = crowd(5, "east", ships=False) | {"luebeck__wismar:1": "P2T"}
    state = position(seats=5, board="east", roads=roads, supply={"P1": "2T"}, stock={"P2": "1M"})
    state = play(state, "P1 displace luebeck__wismar:1 T pay T")
    assert prompt(state) == "P2 respond"
    assert state.players[1].stock == pieces("1T1M")
    assert legal(state, "P2") == ["add M wismar__stralsund:2", "add M wismar__stralsund:3", "done"]


@clauses("HT-8.9", "HT-8.6")
def test_the_only_space_is_taken_without_asking_when_nothing_can_be_added() -> None:
    roads = crowd(5, "east", ships=False) | {
        "luebeck__wismar:1": "P2M",
        "wismar__stralsund:2": "P3M",
        "wismar__stralsund:3": "P3M",
        "stralsund__malmoe:2": "P4M",
        "malmoe__visby:2": "P4M",
        "malmoe__danzig:1": "P5M",
    }
    state = position(seats=5, board="east", roads=roads, supply={"P1": "3T"}, stock={"P2": "2T"})
    state, events = play_with_events(state, "P1 displace luebeck__wismar:1 T pay TT")
    assert prompt(state) == "P1 act"
    assert host_lines(events) == ["relocate P2 stralsund__malmoe:3"]
    assert state.players[1].stock == pieces("2T")


@clauses("HT-8.11")
def test_an_added_piece_may_take_the_last_space() -> None:
    roads = crowd(5, "league", free=("kampen__arnheim:2",)) | {"minden__hannover:1": "P2T"}
    state = position(seats=5, roads=roads, supply={"P1": "2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert legal(state, "P2") == ["relocate kampen__arnheim:2", "add T kampen__arnheim:2"]
    state = play(state, "P2 add T kampen__arnheim:2")
    assert prompt(state) == "P1 act"
    assert state.players[1].stock == pieces("1T")


@clauses("HT-8.11")
def test_an_added_piece_may_not_take_the_last_space_where_nobody_may_be_homeless() -> None:
    roads = crowd(5, "east", ships=False) | {"luebeck__wismar:1": "P2M"}
    ships = {"wismar__stralsund:2": "P3M", "wismar__stralsund:3": "P3M", "stralsund__malmoe:2": "P4M"}
    ships |= {"malmoe__visby:2": "P4M", "malmoe__danzig:1": "P5M"}  # stralsund__malmoe:3 is the only free space
    state = position(seats=5, board="east", roads=roads | ships, supply={"P1": "3T"}, stock={"P2": "1M"})
    state = play(state, "P1 displace luebeck__wismar:1 T pay TT")
    assert legal(state, "P2") == ["relocate stralsund__malmoe:3", "add M stralsund__malmoe:3"]
    state = position(
        seats=5, board="east", roads=roads | ships, supply={"P1": "3T"}, stock={"P2": "1M"}, homeless="forbidden"
    )
    state, events = play_with_events(state, "P1 displace luebeck__wismar:1 T pay TT")
    assert host_lines(events) == ["relocate P2 stralsund__malmoe:3"]
    assert prompt(state) == "P1 act"


@clauses("HT-8.11", "HT-8.4")
def test_a_piece_added_from_a_road_leaves_its_space_to_the_displaced_one() -> None:
    roads = crowd(5, "league", free=("kampen__arnheim:2",)) | {"minden__hannover:1": "P2T"}
    state = position(seats=5, roads=roads | {"minden__bremen:1": "P2T"}, homeless="forbidden")
    board, response = board_of(state), Response(1, "minden__hannover", "P2T", 1)
    last = board.space_index["kampen__arnheim:2"]
    assert leaves_room(state, board, response, "minden__bremen:1", last)
    assert not leaves_room(state, board, response, "T", last)
    assert not leaves_room(state, board, response, "minden__hannover:2", last)  # no piece goes back to this route


@clauses("HT-8.11")
def test_why_the_last_space_may_not_be_taken() -> None:
    roads = crowd(5, "league", free=("kampen__arnheim:2", "minden__bremen:1")) | {"minden__hannover:1": "P2M"}
    state = position(seats=5, roads=roads, supply={"P1": "3T"}, stock={"P2": "2T"}, homeless="forbidden")
    state = play(state, "P1 displace minden__hannover:1 T pay TT", "P2 add T minden__bremen:1")
    assert legal(state, "P2") == ["relocate kampen__arnheim:2"]
    assert refused(state, "P2 add T kampen__arnheim:2") == "HT-8.11"


@clauses("HT-8.2")
def test_after_an_added_piece_the_displaced_one_is_still_the_victims_to_place() -> None:
    roads = crowd(5, "league", free=("kampen__arnheim:2", "kampen__arnheim:3")) | {"minden__hannover:1": "P2T"}
    state = position(seats=5, roads=roads, supply={"P1": "2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T", "P2 add T kampen__arnheim:2")
    assert legal(state, "P2") == ["relocate kampen__arnheim:3"]


@clauses("HT-8.12", "HT-18.10")
def test_the_pawn_limits_no_response() -> None:
    state = position(seats=2, edition="2009", pawn="p05", roads={"minden__hannover:1": "P2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert allowed(state, "P2 relocate paderborn__minden:1")


@clauses("HT-23.4")
@pytest.mark.parametrize("victim", ["P1", "P3", "P4"])
def test_whose_turn_is_next_makes_no_difference(victim: str) -> None:
    state = position(active="P2", roads={"minden__hannover:1": f"{victim}T"}, stock={victim: "1T"})
    state = play(state, "P2 displace minden__hannover:1 T pay T")
    assert prompt(state) == f"{victim} respond"
    assert allowed(state, f"{victim} add T minden__bremen:1")


@clauses("HT-23.9", "HT-17.7")
def test_ships_and_regions_bind_every_way_of_entering_a_space() -> None:
    state = position(board="britannia", roads={"conway__chester:1": "P2T"}, stock={"P2": "1T"}, rows={"london": "P1"})
    state = play(state, "P1 displace conway__chester:1 T pay T")
    assert allowed(state, "P2 relocate conway__montgomery:1")  # Wales
    assert allowed(state, "P2 relocate chester__hereford:1")  # England
    assert refused(state, "P2 relocate conway__isle_of_man:1") == "HT-8.7"
    assert allowed(state, "P2 relocate conway__isle_of_man:3")
