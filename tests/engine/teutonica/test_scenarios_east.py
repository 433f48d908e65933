"""Scenarios of the East board: independent cities, the sea, permanent bonuses.

Not for displacing at sea (`test_scenarios_displacing`), nor for lifting there (`test_scenarios_turns`).
"""

import pytest

from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position
from tests.engine.teutonica.test_scenarios_setup import full_count, road, row, scores, stock, supply, value

both_editions = pytest.mark.parametrize("edition", ["2020", "2009"])


@clauses("E-26", "HT-16.2", "HT-16.3")
@both_editions
def test_e26_waren(edition: str) -> None:
    def waren(privilege: str) -> TeutonicaState:
        desks = {"P1": {"privilegium": privilege}}
        return position(edition=edition, seats=3, board="east", roads={"wismar__waren": "TTT"}, desks=desks)

    offered = {f"create wismar__waren {outcome}" for outcome in ("none", "develop bursa", "develop actiones")}
    assert set(legal(waren("white"), "P1", "create")) == offered
    offered |= {"create wismar__waren office wismar"}
    assert set(legal(waren("orange"), "P1", "create")) == offered
    assert refused(waren("black"), "P1 create wismar__waren office waren") == "HT-16.3"


@clauses("E-27", "HT-16.3", "HT-16.4")
@both_editions
def test_e27_independent_city(edition: str) -> None:
    state = position(
        edition=edition,
        seats=3,
        board="east",
        roads={"wismar__waren": "TTT", "havelberg__waren": "TTT"},
        held={"P1": "extra_office extra_office"},
    )
    assert full_count(state) == 0
    state = play(state, "P1 create wismar__waren extra waren T")
    assert (row(state, "waren"), full_count(state)) == ("P1Tx", 1)
    state = play(state, "P1 create havelberg__waren extra waren T")
    assert (row(state, "waren"), full_count(state)) == ("P1Tx P1Tx", 1)


@clauses("E-28", "HT-11.1", "HT-11.2", "HT-16.1", "HT-16.6", "HT-16.7")
@both_editions
def test_e28_sea_connection(edition: str) -> None:
    state = position(
        edition=edition,
        board="east",
        rows={"luebeck": "P1", "wismar": "P1", "stralsund": "P1", "danzig": "P1", "malmoe": "P2"},
        roads={"malmoe__danzig": "MTTT"},
        desks={"P1": {"privilegium": "orange"}},
    )
    state, events = play_with_events(state, "P1 create malmoe__danzig office malmoe")
    assert row(state, "malmoe") == "P2M P1T"
    assert scores(state) == [8, 1, 0, 0]
    told = host_lines(events)
    assert {"point P2 1 control malmoe", "point P1 1 control danzig", "point P1 7 connection"} <= set(told)
    assert prompt(state) == "P1 perm"
    assert state.bonus is not None
    assert (state.bonus.kind, state.bonus.pieces) == ("place_two", pieces("2T1M"))
    assert {text.split()[1] for text in legal(state, "P1", "deploy")} == {"T", "M"}
    assert allowed(state, "P1 skip")


@clauses("E-29", "HT-16.7")
@both_editions
def test_e29_move_two(edition: str) -> None:
    state = position(
        edition=edition,
        board="east",
        roads={"wismar__stralsund": "TMM", "stettin__kulm:2": "P2T", "luebeck__wismar:1": "P1T"},
    )
    state = play(state, "P1 create wismar__stralsund none")
    assert prompt(state) == "P1 perm"
    before = state
    state = play(
        state,
        "P1 lift stettin__kulm:2",
        "P1 lift luebeck__wismar:1",
        "P1 put luebeck__wismar:1 stettin__kulm:2",
        "P1 put stettin__kulm:2 breslau__krakau:1",
    )
    assert road(state, "stettin__kulm") == "- P1T -"
    assert road(state, "breslau__krakau") == "P2T - -"
    assert road(state, "luebeck__wismar") == "- - -"
    assert state.players == before.players
    assert (state.left, prompt(state)) == (1, "P1 act")


@clauses("S-19", "HT-11.1", "HT-16.7")
def test_s19_connection_by_permanent_bonus() -> None:
    state = position(
        seats=3,
        board="east",
        rows=dict.fromkeys(("luebeck", "wismar", "waren", "stettin", "kulm", "danzig"), "P1"),
        roads={"malmoe__visby": "TMT"},
        supply={"P1": "1T"},
    )
    count = full_count(state)
    state = play(state, "P1 create malmoe__visby none")
    assert (prompt(state), scores(state)) == ("P1 perm", [0, 0, 0])
    state, events = play_with_events(state, "P1 found belgard T")
    assert scores(state) == [7, 0, 0]
    assert "point P1 7 connection" in host_lines(events)
    assert f"full belgard {count + 1}" in host_lines(events)
    assert (row(state, "belgard"), full_count(state)) == ("P1T", count + 1)
    assert (supply(state, 1), prompt(state)) == ("0", "P1 act")


@clauses("S-44", "HT-16.7", "HT-16.8")
def test_s44_place_two_east() -> None:
    state = position(seats=3, board="east", roads={"malmoe__danzig": "MTTT"}, stock={"P1": "0"})
    state = play(
        state, "P1 create malmoe__danzig office danzig", "P1 deploy M malmoe__danzig:1", "P1 deploy T belgard__kulm:1"
    )
    assert row(state, "danzig") == "P1T"
    assert road(state, "malmoe__danzig") == "P1M - - -"
    assert road(state, "belgard__kulm") == "P1T - -"
    assert (stock(state, 1), prompt(state)) == ("1T", "P1 act")


@clauses("S-45", "HT-16.7", "HT-19.4")
def test_s45_bonus_after_the_trigger() -> None:
    state = position(
        seats=3,
        board="east",
        scores={"P1": 19},
        rows={"malmoe": "P1"},
        roads={"stralsund__malmoe": "TMM"},
        desks={"P1": {"privilegium": "pink"}},
    )
    state, events = play_with_events(state, "P1 create stralsund__malmoe none")
    assert "trigger score" in host_lines(events)
    assert "over" not in host_lines(events)
    assert (scores(state)[0], prompt(state)) == (20, "P1 perm")
    assert set(legal(state, "P1")) == {"develop privilegium", "skip"}
    assert TITLE.result(state) is None
    state = play(state, "P1 develop privilegium")
    assert (prompt(state), value(state, 1, "privilegium")) == ("", "black")
    result = TITLE.result(state)
    assert result is not None
    assert next(rank for rank in result.ranking if rank.seat == 0).breakdown["abilities"] == 4
