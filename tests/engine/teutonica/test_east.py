"""The East board: independent cities, ships, permanent bonuses (section 16).

Not for Britannia, which has some of the same bonuses with other limits.
"""

import pytest

from engine.teutonica.scoring import final_points
from engine.teutonica.state import TeutonicaState, board_of, controller, full_cities
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position


def east(**named: object) -> TeutonicaState:
    return position(**{"seats": 3, "board": "east"} | named)  # type: ignore[arg-type]


def row(state: TeutonicaState, city: str) -> tuple[str, ...]:
    return state.rows[board_of(state).city_index[city]].offices


@clauses("HT-16.1")
def test_luebeck_and_danzig_are_connected() -> None:
    rows = {"luebeck": "P1", "wismar": "P1", "stralsund": "P1", "malmoe": "P2"}
    state = east(rows=rows | {"danzig": "P1"}, roads={"malmoe__danzig": "MTTT"}, desks={"P1": {"privilegium": "black"}})
    after, events = play_with_events(state, "P1 create malmoe__danzig office malmoe")
    assert "point P1 7 connection" in host_lines(events)
    assert after.connected == (0,)


@clauses("HT-16.2")
def test_waren_develops_bursa_or_actiones() -> None:
    state = east(roads={"wismar__waren": "TTT"})
    assert legal(state, "P1", "create wismar__waren develop") == [
        "create wismar__waren develop bursa",
        "create wismar__waren develop actiones",
    ]
    after = play(state, "P1 create wismar__waren develop bursa")
    assert (after.players[0].desk.bursa, after.players[0].desk.actiones) == (1, 0)


@clauses("HT-16.3", "HT-16.4", "HT-2.12")
def test_an_independent_city_is_full_with_its_first_office() -> None:
    state = east(roads={"wismar__waren": "TTT", "havelberg__waren": "TTT"}, held={"P1": "extra_office extra_office"})
    assert refused(state, "P1 create wismar__waren office waren") == "HT-16.3"
    after, events = play_with_events(state, "P1 create wismar__waren extra waren T")
    assert host_lines(events) == ["full waren 1"]
    assert row(after, "waren") == ("P1Tx",)
    again, events = play_with_events(after, "P1 create havelberg__waren extra waren T")
    assert host_lines(events) == ["point P1 1 control waren"]
    assert full_cities(again, board_of(again)) == 1


@clauses("HT-16.4", "HT-16.7")
def test_a_founded_office_goes_to_the_right_end() -> None:
    state = east(roads={"malmoe__visby": "TMT"}, rows={"waren": "P2x"}, supply={"P1": "1T1M"})
    state = play(state, "P1 create malmoe__visby none")
    assert legal(state, "P1") == [
        *(f"found {city} {kind}" for city in ("belgard", "dresden", "waren") for kind in "TM"), "skip",
    ]  # fmt: skip
    assert refused(state, "P1 found luebeck T") == "HT-16.7"
    after = play(state, "P1 found waren M")
    assert row(after, "waren") == ("P2Tx", "P1M")
    assert after.players[0].supply == pieces("1T")
    assert prompt(after) == "P1 act"


@clauses("HT-16.5")
def test_independent_cities_count_like_others() -> None:
    state = east(rows={"waren": "P1 P1", "wismar": "P1", "luebeck": "P1"})
    line = final_points(state)[0]
    assert (line.cities, line.network) == (6, 4)
    assert controller(row(state, "waren")) == 0


@clauses("HT-16.6", "HT-2.8")
def test_a_sea_route_takes_its_merchants() -> None:
    assert refused(east(), "P1 place T wismar__stralsund:2") == "HT-2.8"
    assert allowed(east(roads={"wismar__stralsund": "TMM"}), "P1 create wismar__stralsund none")


# ---- permanent bonuses


@clauses("HT-16.7", "I-22")
def test_move_two_moves_pieces_of_anybody() -> None:
    roads = {"wismar__stralsund": "TMM", "luebeck__wismar": "P2T P1T P3T"}
    state = play(east(roads=roads), "P1 create wismar__stralsund none")
    assert prompt(state) == "P1 perm"
    assert legal(state, "P1") == [*(f"lift luebeck__wismar:{slot}" for slot in (1, 2, 3)), "skip"]
    state = play(state, "P1 lift luebeck__wismar:1", "P1 lift luebeck__wismar:2")
    assert prompt(state) == "P1 move"
    assert refused(state, "P1 lift luebeck__wismar:3") == "HT-9.1"
    assert refused(state, "P1 skip") == "HT-25.1"
    state = play(state, "P1 put luebeck__wismar:1 luebeck__wismar:2", "P1 put luebeck__wismar:2 luebeck__wismar:1")
    assert {road.route: road.pieces for road in state.roads}["luebeck__wismar"] == ("P1T", "P2T", "P3T")
    assert (prompt(state), state.left) == ("P1 act", 1)


@clauses("HT-16.7")
def test_a_bonus_is_optional_and_only_now() -> None:
    state = play(east(roads={"stralsund__malmoe": "TMM"}), "P1 create stralsund__malmoe none")
    assert legal(state, "P1") == ["develop privilegium", "skip"]
    after = play(state, "P1 skip")
    assert prompt(after) == "P1 act"
    assert refused(after, "P1 develop privilegium") == "HT-25.1"
    developed = play(state, "P1 develop privilegium")
    assert developed.players[0].desk.privilegium == 1
    assert refused(state, "P1 develop liber") == "HT-16.7"
    assert refused(state, "P1 deploy T luebeck__wismar:1") == "HT-16.7"
    assert refused(state, "P1 found waren T") == "HT-16.7"
    assert refused(state, "P1 lift luebeck__wismar:1") == "HT-16.7"


@clauses("HT-16.7", "HT-23.1")
@pytest.mark.parametrize(
    ("roads", "named"),
    [
        ({"stralsund__malmoe": "TMM"}, {"desks": {"P1": {"privilegium": "black"}}}),
        ({"malmoe__visby": "TMT"}, {"supply": {"P1": "0"}}),
        ({"wismar__stralsund": "TMM"}, {}),
    ],
)
def test_a_bonus_without_use_is_skipped(roads: dict[str, str], named: dict[str, object]) -> None:
    route = next(iter(roads))
    assert prompt(play(east(roads=roads, **named), f"P1 create {route} none")) == "P1 act"


@clauses("HT-16.7", "HT-16.8", "I-24")
def test_place_two_uses_pieces_of_the_route() -> None:
    state = east(roads={"malmoe__danzig": "MTTT"}, stock={"P1": "0"})
    state = play(state, "P1 create malmoe__danzig office danzig")
    assert state.bonus is not None
    assert state.bonus.pieces == pieces("2T1M")
    assert state.players[0].stock == pieces("0")
    assert refused(state, "P1 deploy T malmoe__danzig:1") == "HT-2.8"
    state = play(state, "P1 deploy T malmoe__danzig:2")
    assert refused(state, "P1 deploy T malmoe__danzig:2") == "HT-16.7"
    one = play(state, "P1 skip")
    assert one.players[0].stock == pieces("1T1M")
    two = play(state, "P1 deploy M malmoe__danzig:1")
    assert prompt(two) == "P1 act"
    assert two.players[0].stock == pieces("1T")
    assert {road.route: road.pieces for road in two.roads}["malmoe__danzig"] == ("P1M", "P1T", "", "")


@clauses("HT-16.7")
def test_place_two_offers_only_what_the_outcome_left() -> None:
    state = east(roads={"malmoe__danzig": "MTTT"}, supply={"P1": "3T"}, rows={"malmoe": ""})
    state = play(state, "P1 create malmoe__danzig office malmoe")  # the merchant is in Malmö now
    assert refused(state, "P1 deploy M luebeck__wismar:1") == "HT-16.7"
    assert allowed(state, "P1 deploy T luebeck__wismar:1")


@clauses("HT-16.7", "HT-19.4", "HT-10.11", "I-29")
def test_the_bonus_is_resolved_after_a_trigger_and_can_be_one() -> None:
    state = east(roads={"stralsund__malmoe": "TMM"}, rows={"malmoe": "P1"}, scores={"P1": 19})
    state = play(state, "P1 create stralsund__malmoe none")
    assert (prompt(state), state.triggers) == ("P1 perm", ("score",))
    assert prompt(play(state, "P1 develop privilegium")) == ""
    rows = {"luebeck": "P1", "wismar": "P1", "waren": "P1", "stettin": "P1", "kulm": "P1", "danzig": "P1"}
    found = east(rows=rows, roads={"malmoe__visby": "TMT"}, scores={"P1": 13}, supply={"P1": "1T"})
    found, events = play_with_events(found, "P1 create malmoe__visby none", "P1 found belgard T")
    assert host_lines(events)[:3] == ["full belgard 2", "point P1 7 connection", "trigger score"]
    assert prompt(found) == ""


@clauses("HT-16.9", "HT-13.2")
def test_no_marker_on_a_permanent_bonus() -> None:
    state = play(east(plate={"P1": "upgrade"}), "P1 end")
    for route in ("wismar__stralsund", "stralsund__malmoe", "malmoe__visby", "malmoe__danzig"):
        assert refused(state, f"P1 lay upgrade {route}") == "HT-16.9"


@clauses("HT-16.10", "HT-1.7")
def test_both_editions_play_the_east_alike() -> None:
    roads = {"stralsund__malmoe": "TMM"}
    lines = {
        edition: legal(play(east(edition=edition, roads=roads), "P1 create stralsund__malmoe none"), "P1")
        for edition in ("2009", "2020")
    }
    assert lines["2009"] == lines["2020"]
