"""Scenarios of actions in a turn: how many there are, recruiting, moving pieces, developing actiones.

Not for creating routes as such (`test_scenarios_routes`), nor for other bonus markers (`test_scenarios_markers`).
"""

import pytest

from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import crowd, position
from tests.engine.teutonica.test_scenarios_setup import road, row, scores, stock, supply, value

both_editions = pytest.mark.parametrize("edition", ["2020", "2009"])


@clauses("E-6", "HT-9.2")
@both_editions
def test_e6_changing_places(edition: str) -> None:
    state = position(edition=edition, roads={"minden__hannover:1": "P1T", "goslar__magdeburg:2": "P1M"})
    state = play(
        state,
        "P1 lift minden__hannover:1",
        "P1 lift goslar__magdeburg:2",
        "P1 put minden__hannover:1 goslar__magdeburg:2",
        "P1 put goslar__magdeburg:2 minden__hannover:1",
    )
    assert road(state, "minden__hannover") == "P1M - -"
    assert road(state, "goslar__magdeburg") == "- P1T"
    assert (state.left, prompt(state)) == (1, "P1 act")


@clauses("E-12", "HT-10.5", "HT-4.6")
@both_editions
def test_e12_development(edition: str) -> None:
    state = position(edition=edition, roads={"goettingen__quedlinburg": "TTT"}, supply={"P1": "2T"}, stock={"P1": "0"})
    state = play(state, "P1 create goettingen__quedlinburg develop actiones")
    assert value(state, 1, "actiones") == 3
    assert (supply(state, 1), stock(state, 1), state.left) == ("3T", "3T", 2)
    assert road(state, "goettingen__quedlinburg") == "- - -"


@clauses("E-19", "HT-12.10")
def test_e19_upgrade() -> None:
    state = position(
        held={"P1": "upgrade"},
        supply={"P1": "1M"},
        roads={"minden__hannover": "TTT", "goslar__magdeburg:1": "P1T"},
    )
    state = play(state, "P1 use upgrade liber")
    assert (supply(state, 1), value(state, 1, "liber"), state.left) == ("2M", 3, 2)
    assert (state.players[0].unused, state.players[0].used) == ((), ("upgrade",))
    state = play(state, *(f"P1 lift minden__hannover:{number}" for number in (1, 2, 3)))
    assert refused(state, "P1 lift goslar__magdeburg:1") == "HT-9.1"


@clauses("S-10", "HT-5.2", "HT-5.3")
def test_s10_mix() -> None:
    state = position(edition="2009", desks={"P1": {"bursa": 5}}, stock={"P1": "4T2M"})
    assert set(legal(state, "P1", "recruit")) == {"recruit 4T1M", "recruit 3T2M"}
    assert refused(state, "P1 recruit 4T") == "HT-5.3"
    assert refused(state, "P1 recruit 5T") == "HT-5.2"
    after = play(state, "P1 recruit 3T2M")
    assert (stock(after, 1), after.left) == ("1T", 1)
    short = position(edition="2009", desks={"P1": {"bursa": 5}}, stock={"P1": "2T1M"})
    assert legal(short, "P1", "recruit") == ["recruit 2T1M"]
    assert refused(short, "P1 recruit 2T") == "HT-5.3"
    fewer = position(desks={"P1": {"bursa": 5}}, stock={"P1": "4T2M"})
    assert legal(fewer, "P1", "recruit")[:2] == ["recruit 4T1M", "recruit 3T2M"]
    assert set(legal(fewer, "P1", "recruit")[2:]) == {"recruit 4T", "recruit 3T1M", "recruit 2T2M"}
    assert stock(play(fewer, "P1 recruit 1T"), 1) == "3T2M"
    assert refused(fewer, "P1 recruit 4T2M") == "HT-5.3"
    empty = position(desks={"P1": {"bursa": 5}}, stock={"P1": "0"})
    assert legal(empty, "P1", "recruit") == []
    assert refused(empty, "P1 recruit 5T") == "HT-5.4"


@clauses("S-11", "HT-4.6")
def test_s11_same_value_again() -> None:
    state = position(
        desks={"P1": {"actiones": (3, 1)}}, left=3, roads={"goettingen__quedlinburg": "TTT"}, held={"P1": "upgrade"}
    )
    state = play(state, "P1 create goettingen__quedlinburg develop actiones")
    assert (value(state, 1, "actiones"), state.players[0].desk.actiones, state.left) == (3, 2, 2)
    state = play(state, "P1 use upgrade actiones")
    assert (value(state, 1, "actiones"), state.left) == (4, 3)


@clauses("S-12", "HT-4.6", "HT-12.11")
def test_s12_three_more_actions_with_upgrade() -> None:
    state = position(held={"P1": "actions_3 upgrade"}, supply={"P1": "7T"})
    state = play(state, "P1 place T minden__hannover:1", "P1 use actions_3", "P1 use upgrade actiones")
    assert state.left == 5
    spaces = ("minden__hannover:2", "minden__hannover:3", "minden__bremen:1", "minden__bremen:2", "minden__bremen:3")
    state = play(state, *(f"P1 place T {space}" for space in spaces))
    assert state.left == 0
    assert refused(state, "P1 place T kampen__arnheim:1") == "HT-4.3"


@clauses("S-13", "HT-4.5")
def test_s13_at_zero() -> None:
    state = position(held={"P1": "actions_4"})
    state = play(state, "P1 place T minden__hannover:1", "P1 place T minden__hannover:2")
    assert (state.left, prompt(state)) == (0, "P1 act")
    assert play(state, "P1 use actions_4").left == 4
    assert refused(play(state, "P1 end"), "P1 use actions_4") == "HT-25.2"


@clauses("S-13", "HT-4.5", "HT-13.1")
def test_s13_not_while_markers_are_laid() -> None:
    state = position(held={"P1": "actions_4"}, plate={"P1": "upgrade"}, left=0)
    state = play(state, "P1 end")
    assert prompt(state) == "P1 lay"
    assert refused(state, "P1 use actions_4") in ("HT-25.1", "HT-13.1", "HT-4.5")


@clauses("S-29", "HT-9.1", "HT-9.2")
def test_s29_liber_limit() -> None:
    state = position(roads={"minden__hannover": "TTT", "minden__bremen:1": "P1T"}, desks={"P1": {"liber": 2}})
    lifted = play(state, "P1 lift minden__hannover:1", "P1 lift minden__hannover:2")
    assert refused(lifted, "P1 lift minden__hannover:3") == "HT-9.1"
    assert refused(lifted, "P1 lift minden__bremen:1") == "HT-9.1"
    assert lifted.left == 1
    again = play(state, "P1 lift minden__hannover:1", "P1 put minden__hannover:1 kampen__arnheim:1")
    assert (again.left, prompt(again)) == (1, "P1 act")
    again = play(again, "P1 lift minden__hannover:2")
    assert (again.left, prompt(again)) == (0, "P1 move")


@clauses("S-30", "HT-9.4")
def test_s30_unsolvable_put() -> None:
    roads = crowd(5, "east") | {"luebeck__wismar:1": "P1T", "wismar__stralsund:2": "P1M"}
    state = position(seats=5, board="east", roads=roads)
    state = play(state, "P1 lift luebeck__wismar:1", "P1 lift wismar__stralsund:2")
    assert refused(state, "P1 put wismar__stralsund:2 luebeck__wismar:1") == "HT-9.4"
    assert refused(state, "P1 put luebeck__wismar:1 wismar__stralsund:2") == "HT-2.8"
    assert allowed(state, "P1 put luebeck__wismar:1 luebeck__wismar:1")
    state = play(state, "P1 put luebeck__wismar:1 luebeck__wismar:1", "P1 put wismar__stralsund:2 wismar__stralsund:2")
    assert prompt(state) == "P1 act"


@clauses("S-58", "HT-4.5", "HT-10.4")
def test_s58_chain_in_one_turn() -> None:
    state = position(
        roads={"minden__hannover": "TTT", "bremen__hamburg": "TTTT"},
        on_routes={"minden__hannover": "actions_3"},
        left=1,
    )
    state = play(state, "P1 create minden__hannover none")
    assert state.left == 0
    state = play(state, "P1 use actions_3", "P1 create bremen__hamburg none")
    assert (state.left, prompt(state)) == (2, "P1 act")
    player = state.players[0]
    assert (player.unused, player.used, len(player.plate)) == ((), ("actions_3",), 1)
    assert refused(state, f"P1 lay {player.plate[0]} bremen__hamburg") == "HT-25.1"
    state = play(state, "P1 end")
    assert prompt(state) == "P1 lay"
    assert allowed(state, f"P1 lay {player.plate[0]} bremen__hamburg")


@clauses("S-32", "HT-2.6")
def test_s32_fully_developed() -> None:
    state = position(desks={"P1": {"bursa": "all"}}, roads={"hamburg__luebeck": "TTT"})
    assert refused(state, "P1 create hamburg__luebeck develop bursa") == "HT-2.6"
    assert allowed(state, "P1 create hamburg__luebeck none")
    state = play(state, "P1 create hamburg__luebeck office luebeck")
    assert (row(state, "luebeck"), scores(state)) == ("P1T", [1, 0, 0, 0])
    taken = position(desks={"P1": {"bursa": "all"}}, roads={"hamburg__luebeck": "TTT"}, rows={"luebeck": "P2 P3"})
    assert refused(taken, "P1 create hamburg__luebeck office luebeck") == "HT-10.5"
    assert allowed(taken, "P1 create hamburg__luebeck none")
