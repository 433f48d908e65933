"""Scenarios of displacing a piece and of the response to it, on the League and East boards.

Not for Britannia's limits: `test_scenarios_britannia` has those.
"""

import pytest

from engine.teutonica.state import TeutonicaState
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import crowd, position
from tests.engine.teutonica.test_scenarios_setup import road, routes_of, stock, supply

both_editions = pytest.mark.parametrize("edition", ["2020", "2009"])


def entitlement(state: TeutonicaState) -> int:
    """How many pieces the victim may still add."""
    assert state.response is not None
    return state.response.more


@clauses("E-3", "HT-7.1", "HT-7.2", "HT-7.3", "HT-8.1", "HT-8.2", "HT-8.3")
def test_e3_displacement() -> None:
    state = position(roads={"dortmund__paderborn:3": "P2T"}, supply={"P1": "5T1M"}, stock={"P1": "6T", "P2": "5T"})
    state = play(state, "P1 displace dortmund__paderborn:3 T pay T")
    assert (supply(state, 1), stock(state, 1), state.left) == ("3T1M", "7T", 1)
    assert (prompt(state), entitlement(state)) == ("P2 respond", 1)
    state = play(state, "P2 add T paderborn__minden:1", "P2 relocate warburg__paderborn:3")
    assert (stock(state, 2), prompt(state)) == ("4T", "P1 act")
    assert road(state, "dortmund__paderborn") == "- - P1T"
    assert road(state, "paderborn__minden") == "P2T - -"
    assert road(state, "warburg__paderborn") == "- - P2T"


@clauses("E-4", "HT-8.6")
@both_editions
def test_e4_piece_by_piece(edition: str) -> None:
    state = position(edition=edition, roads={"minden__hannover:2": "P2T"}, stock={"P2": "1T"})
    state = play(state, "P1 displace minden__hannover:2 T pay T")
    assert refused(state, "P2 relocate minden__hannover:3") == "HT-8.5"
    assert allowed(state, "P2 add T hannover__lueneburg:1")
    assert allowed(state, "P2 relocate paderborn__minden:3")
    state = play(state, "P2 add T hannover__lueneburg:1")
    assert refused(state, "P2 relocate minden__hannover:3") == "HT-8.5"
    state = play(state, "P2 relocate paderborn__minden:3")
    assert (road(state, "hannover__lueneburg"), road(state, "paderborn__minden")) == ("P2T - -", "- - P2T")
    assert (stock(state, 2), prompt(state)) == ("0", "P1 act")


@clauses("E-5", "HT-7.2", "HT-7.4")
@both_editions
def test_e5_trader_for_merchant(edition: str) -> None:
    state = position(edition=edition, roads={"minden__hannover:1": "P2M"}, supply={"P1": "3T"})
    state = play(state, "P1 displace minden__hannover:1 T pay TT")
    assert (supply(state, 1), road(state, "minden__hannover")) == ("0", "P1T - -")
    assert (prompt(state), entitlement(state)) == ("P2 respond", 2)


FULL_NEIGHBOURS = {
    "coellen__warburg:1": "P2T",
    "warburg__goettingen": "P3 TTT",
    "warburg__paderborn": "P4 TTT",
    "paderborn__hildesheim": "P3 TTT",
    "paderborn__minden": "P4 TTT",
    "goettingen__quedlinburg": "P3 T-T",
    "dortmund__paderborn": "P4 -TT",
}


@clauses("S-1", "HT-8.5", "HT-8.6")
def test_s1_full_neighbours() -> None:
    state = position(roads=FULL_NEIGHBOURS, stock={"P2": "2T"})
    state = play(state, "P1 displace coellen__warburg:1 T pay T")
    spaces = {"goettingen__quedlinburg:2", "dortmund__paderborn:1"}
    assert set(legal(state, "P2")) == {f"{what} {space}" for what in ("relocate", "add T") for space in spaces}
    for number in (2, 3, 4):
        assert refused(state, f"P2 relocate coellen__warburg:{number}") == "HT-8.5"
        assert refused(state, f"P2 add T coellen__warburg:{number}") == "HT-8.5"
    state = play(state, "P2 relocate goettingen__quedlinburg:2")
    assert set(legal(state, "P2")) == {"add T dortmund__paderborn:1", "done"}
    state = play(state, "P2 add T dortmund__paderborn:1")
    assert (stock(state, 2), prompt(state)) == ("1T", "P1 act")


@clauses("S-2", "HT-8.2", "HT-8.6")
def test_s2_one_space_left() -> None:
    state = position(roads=FULL_NEIGHBOURS | {"warburg__paderborn": "P4 T-T"}, stock={"P2": "2T"})
    state = play(state, "P1 displace coellen__warburg:1 T pay T")
    assert refused(state, "P2 relocate dortmund__paderborn:1") == "HT-8.6"
    state = play(state, "P2 add T warburg__paderborn:2")
    assert allowed(state, "P2 relocate dortmund__paderborn:1")
    state = play(state, "P2 relocate dortmund__paderborn:1")
    assert road(state, "dortmund__paderborn") == "P2T P4T P4T"
    assert prompt(state) == "P1 act"


@clauses("S-3", "HT-8.3")
def test_s3_merchant_with_an_empty_stock() -> None:
    state = position(roads={"minden__hannover:1": "P2M"}, stock={"P2": "0"}, supply={"P2": "1T1M"})
    state = play(
        state,
        "P1 displace minden__hannover:1 T pay TT",
        "P2 relocate minden__bremen:1",
        "P2 add M minden__bremen:2",
        "P2 add T minden__bremen:3",
    )
    assert (supply(state, 2), stock(state, 2), prompt(state)) == ("0", "0", "P1 act")
    assert road(state, "minden__bremen") == "P2M P2M P2T"


@clauses("S-4", "HT-8.3", "HT-8.4")
def test_s4_merchant_from_stock_then_road() -> None:
    state = position(
        roads={"minden__hannover:1": "P2M", "groningen__emden:1": "P2T"}, stock={"P2": "1T"}, supply={"P2": "0"}
    )
    state = play(state, "P1 displace minden__hannover:1 T pay TT")
    assert refused(state, "P2 add groningen__emden:1 minden__bremen:2") == "HT-8.3"
    state = play(
        state,
        "P2 add T minden__bremen:1",
        "P2 add groningen__emden:1 minden__bremen:2",
        "P2 relocate minden__bremen:3",
    )
    assert road(state, "groningen__emden") == "- - -"
    assert road(state, "minden__bremen") == "P2T P2T P2M"
    assert (supply(state, 2), stock(state, 2), prompt(state)) == ("0", "0", "P1 act")


@clauses("S-5", "HT-8.9", "HT-8.10")
def test_s5_declining() -> None:
    state = position(roads={"minden__hannover:1": "P2T"}, stock={"P2": "3T"}, supply={"P2": "2T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert refused(state, "P2 done") == "HT-8.9"
    state = play(state, "P2 relocate minden__bremen:1", "P2 done")
    assert (stock(state, 2), supply(state, 2), prompt(state)) == ("3T", "2T", "P1 act")


@clauses("S-6", "HT-7.2")
def test_s6_cost() -> None:
    trader = position(roads={"minden__hannover:1": "P2T"}, supply={"P1": "1T1M"})
    assert set(legal(trader, "P1", "displace")) == {
        "displace minden__hannover:1 T pay M",
        "displace minden__hannover:1 M pay T",
    }
    merchant = position(roads={"minden__hannover:1": "P2M"}, supply={"P1": "1T1M"})
    assert legal(merchant, "P1", "displace") == []
    for line in ("T pay M", "M pay T", "T pay TM", "M pay TT", "T pay TT", "T pay MM"):
        assert refused(merchant, f"P1 displace minden__hannover:1 {line}") == "HT-7.2"


@clauses("S-7", "HT-7.2")
def test_s7_ship_space() -> None:
    poor = position(seats=3, board="east", roads={"malmoe__danzig:1": "P2M"}, supply={"P1": "4T"})
    assert legal(poor, "P1", "displace") == []
    assert refused(poor, "P1 displace malmoe__danzig:1 T pay TT") == "HT-7.2"
    rich = position(seats=3, board="east", roads={"malmoe__danzig:1": "P2M"}, supply={"P1": "2T1M"})
    assert allowed(rich, "P1 displace malmoe__danzig:1 M pay TT")
    assert refused(rich, "P1 displace malmoe__danzig:1 T pay TM") == "HT-7.2"
    assert legal(rich, "P1", "displace") == ["displace malmoe__danzig:1 M pay TT"]


@clauses("S-8", "HT-8.7")
def test_s8_trader_at_sea() -> None:
    state = position(
        seats=3,
        board="east",
        roads={
            "malmoe__visby:1": "P2T",
            "malmoe__danzig": "P3 MTTT",
            "stralsund__malmoe": "P3T - P3M",
            "belgard__danzig": "P3 -TTT",
            "danzig__braunsberg": "P3 TTTT",
            "danzig__koenigsberg": "P1 TTTT",
            "wismar__stralsund": "P3 TMM",
        },
        stock={"P2": "1M"},
    )
    state = play(state, "P1 displace malmoe__visby:1 T pay T")
    assert set(legal(state, "P2")) == {"relocate belgard__danzig:1", "add M stralsund__malmoe:2"}
    assert refused(state, "P2 relocate stralsund__malmoe:2") == "HT-8.7"
    assert refused(state, "P2 add M belgard__danzig:1") == "HT-8.6"
    trader_first = play(state, "P2 relocate belgard__danzig:1")
    assert set(legal(trader_first, "P2")) == {"add M stralsund__malmoe:2", "done"}
    trader_first = play(trader_first, "P2 add M stralsund__malmoe:2")
    merchant_first = play(state, "P2 add M stralsund__malmoe:2")
    assert legal(merchant_first, "P2") == ["relocate belgard__danzig:1"]
    merchant_first = play(merchant_first, "P2 relocate belgard__danzig:1")
    for after in (trader_first, merchant_first):
        assert road(after, "belgard__danzig") == "P2T P3T P3T P3T"
        assert road(after, "stralsund__malmoe") == "P3T P2M P3M"
        assert (stock(after, 2), prompt(after)) == ("0", "P1 act")


@clauses("S-9", "HT-8.1", "HT-15.6", "HT-15.7")
def test_s9_both_favours() -> None:
    state = position(
        roads={"minden__hannover:1": "P2T"},
        stock={"P2": "5T"},
        supply={"P1": "5T1M"},
        tiles={"P2": "extra_compensation relocate_anywhere"},
    )
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert supply(state, 1) == "3T1M"
    assert entitlement(state) == 2
    assert allowed(state, "P2 relocate minden__hannover:2")
    ring = {
        "minden__bremen",
        "minden__brunswiek",
        "muenster__minden",
        "paderborn__minden",
        "bremen__hannover",
        "hannover__lueneburg",
    }
    assert routes_of(legal(state, "P2", "add ")) == ring
    assert refused(state, "P2 add T kampen__arnheim:1") == "HT-8.6"
    state = play(state, "P2 add T minden__bremen:1")
    assert routes_of(legal(state, "P2", "add ")) == ring
    state = play(state, "P2 add T minden__bremen:2")
    assert refused(state, "P2 add T minden__bremen:3") == "HT-8.1"
    state = play(state, "P2 relocate minden__hannover:2")
    assert (stock(state, 2), prompt(state)) == ("3T", "P1 act")
    assert road(state, "minden__hannover") == "P1T P2T -"


@clauses("S-57", "HT-8.11")
def test_s57_board_full() -> None:
    roads = crowd(5, "league") | {"minden__hannover:1": "P2T"}
    state = position(seats=5, roads=roads, stock={"P2": "2T"}, supply={"P1": "2T"})
    state = play(state, "P1 displace minden__hannover:1 T pay T")
    assert (stock(state, 2), prompt(state)) == ("3T", "P1 act")
    assert road(state, "minden__hannover").startswith("P1T")
    assert supply(state, 1) == "0"


@clauses("S-59", "HT-8.11")
def test_s59_board_full_and_no_displacement() -> None:
    def crowded(*free: str) -> TeutonicaState:
        roads = crowd(5, "league", free=free) | {"minden__hannover:1": "P2T"}
        return position(seats=5, roads=roads, stock={"P2": "2T"}, supply={"P1": "2T"}, homeless="forbidden")

    line = "P1 displace minden__hannover:1 T pay T"
    assert refused(crowded(), line) == "HT-8.11"
    assert not legal(crowded(), "P1", "displace")
    state = play(crowded("kampen__arnheim:2"), line)
    assert (road(state, "kampen__arnheim").split()[1], stock(state, 2), prompt(state)) == ("P2T", "2T", "P1 act")
    state = play(crowded("kampen__arnheim:2", "kampen__arnheim:3"), line)
    assert allowed(state, "P2 add T kampen__arnheim:2")
    state = play(state, "P2 add T kampen__arnheim:2")
    assert legal(state, "P2") == ["relocate kampen__arnheim:3"]
