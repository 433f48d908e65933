"""Scenarios of imperial favours and mission cards.

Not for favours that answer a displacement: `test_scenarios_displacing` has those.
"""

import pytest

from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import position
from tests.engine.teutonica.test_scenarios_setup import final, stock, supply


@clauses("E-24", "HT-14.2")
@pytest.mark.parametrize("edition", ["2020", "2009"])
def test_e24_mission(edition: str) -> None:
    def points(**rows: str) -> int:
        return final(position(edition=edition, missions={"P1": "mission_1"}, rows=rows), 1).mission

    assert points(osnabrueck="P1", stendal="P1 P2", paderborn="P1") == 3
    assert points(osnabrueck="P1", stendal="P2 P1", paderborn="P1") == 8
    assert points(osnabrueck="P1", stendal="P1 P2") == 2
    assert points(osnabrueck="P1", stendal="P2 P1") == 2


@clauses("E-25", "HT-15.1", "HT-15.2", "HT-15.3", "HT-15.4")
def test_e25_favour() -> None:
    state = position(on_offer="city_control", held={"P1": "swap_offices upgrade actions_3"})
    state = play(state, "P1 buy city_control swap_offices actions_3")
    player = state.players[0]
    assert state.left == 0
    assert (player.tiles, player.unused, sorted(player.used)) == (
        ("city_control",),
        ("upgrade",),
        ["actions_3", "swap_offices"],
    )
    assert "city_control" not in state.tiles
    assert final(state, 1).markers == 3
    for tile in state.tiles:
        assert refused(state, f"P1 buy {tile} swap_offices actions_3") == "HT-15.1"
    for line in ("recruit 3T", "place T minden__hannover:1"):
        assert refused(state, f"P1 {line}") == "HT-15.4"
    assert {text.split()[0] for text in legal(state, "P1")} == {"use", "end"}
    assert allowed(state, "P1 use upgrade bursa")


@clauses("E-25", "HT-15.3")
def test_e25_a_second_tile_with_markers_enough() -> None:
    state = position(on_offer="city_control", held={"P1": "swap_offices swap_offices upgrade actions_3 actions_3"})
    state = play(state, "P1 buy city_control swap_offices actions_3")
    for tile in state.tiles:
        assert refused(state, f"P1 buy {tile} swap_offices actions_3") in ("HT-15.1", "HT-15.3")


@clauses("S-33", "HT-15.1", "HT-15.4", "HT-15.5")
def test_s33_favour_timing() -> None:
    state = position(on_offer="extra_action", held={"P1": "actions_3 actions_4 upgrade"})
    placed = play(state, "P1 place T minden__hannover:1")
    assert refused(placed, "P1 buy extra_action actions_3 upgrade") == "HT-15.1"
    state = play(state, "P1 buy extra_action actions_3 upgrade")
    assert state.left == 0
    assert refused(state, "P1 use actions_4") in ("HT-12.11", "HT-15.4")
    state = play(state, "P1 end", "P2 end", "P3 end", "P4 end")
    assert (prompt(state), state.left) == ("P1 act", 3)


@clauses("S-34", "HT-15.8", "HT-25.4")
def test_s34_recruit_along() -> None:
    state = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "1T1M"}, supply={"P2": "2T1M"})
    asked = play(state, "P1 recruit 3T")
    assert prompt(asked) == "P2 along"
    assert set(legal(asked, "P2")) == {"take T", "take M", "take none"}
    answered = play(asked, "P2 take M")
    assert (stock(answered, 2), supply(answered, 2), prompt(answered)) == ("1T", "2T2M", "P1 act")
    declined = play(asked, "P2 take none")
    assert (stock(declined, 2), supply(declined, 2), prompt(declined)) == ("1T1M", "2T1M", "P1 act")
    ordered = play(state, "P2 standing merchant", "P1 recruit 3T")
    assert (stock(ordered, 2), supply(ordered, 2), prompt(ordered)) == ("1T", "2T2M", "P1 act")


@clauses("S-34", "HT-15.8")
def test_s34_own_recruit_prompts_nobody() -> None:
    state = position(tiles={"P2": "recruit_along"}, stock={"P2": "1T1M"}, supply={"P2": "2T1M"}, active="P2")
    state = play(state, "P2 recruit 1T1M")
    assert (stock(state, 2), supply(state, 2), prompt(state)) == ("0", "3T2M", "P2 act")


@clauses("S-35", "HT-15.9", "HT-20.3", "HT-20.6")
def test_s35_end_tiles() -> None:
    state = position(
        tiles={"P1": "city_control full_abilities"},
        rows={"minden": "P1", "hannover": "P1", "goslar": "P2 P1", "duisburg": "P1", "stendal": "P1", "halle": "P2"},
        desks={"P1": {"liber": 5, "privilegium": "black", "clavis": 4}},
    )
    assert (final(state, 1).cities, final(state, 1).abilities) == (20, 14)
