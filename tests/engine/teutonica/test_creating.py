"""Action E, creating a trade route, and the connection (sections 10 and 11).

Not for permanent bonuses (sections 16 and 17) and not for the end of the game.
"""

import pytest

from engine.teutonica.state import TeutonicaState, board_of, full_cities
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import pieces, position


def row(state: TeutonicaState, city: str) -> tuple[str, ...]:
    return state.rows[board_of(state).city_index[city]].offices


def scores(state: TeutonicaState) -> list[int]:
    return [player.score for player in state.players]


@clauses("HT-10.1")
def test_a_route_is_created_when_every_space_holds_an_own_piece() -> None:
    assert refused(position(roads={"minden__hannover": "TT-"}), "P1 create minden__hannover none") == "HT-10.1"
    mixed = position(roads={"minden__hannover": "P1T P1T P2T"})
    assert refused(mixed, "P1 create minden__hannover none") == "HT-10.1"
    full = position(roads={"minden__hannover": "TT-"}, supply={"P1": "1T"})
    full = play(full, "P1 place T minden__hannover:3")
    assert scores(full) == [0] * 4  # filling a route does nothing by itself
    assert allowed(full, "P1 create minden__hannover none")


@clauses("HT-10.2")
def test_control_of_both_ends_is_paid_as_it_was_before_the_office() -> None:
    state = position(rows={"minden": "P2", "hannover": "P2"}, roads={"minden__hannover": "TTT"},
                     desks={"P1": {"privilegium": "black"}})  # fmt: skip
    after, events = play_with_events(state, "P1 create minden__hannover office minden")
    assert scores(after) == [0, 2, 0, 0]
    assert host_lines(events) == ["point P2 1 control minden", "point P2 1 control hannover"]
    assert row(after, "minden") == ("P2T", "P1T")
    empty = play(position(roads={"minden__hannover": "TTT"}), "P1 create minden__hannover office minden")
    assert scores(empty) == [0] * 4


@clauses("HT-10.3", "HT-22.1", "I-10")
def test_the_marker_must_be_taken_and_another_is_drawn_unseen() -> None:
    state = position(roads={"minden__hannover": "TTT"}, on_routes={"minden__hannover": "upgrade"})
    after, events = play_with_events(state, "P1 create minden__hannover none")
    assert host_lines(events) == ["take P1 upgrade", "draw P1"]
    player = after.players[0]
    assert player.unused == ("upgrade",)
    assert player.plate == state.markers[:1]
    assert after.markers == state.markers[1:]
    assert after.roads[board_of(after).route_index["minden__hannover"]].marker == ""


@clauses("HT-10.4", "HT-12.2")
def test_a_marker_just_taken_serves_after_the_action_only() -> None:
    roads = {"osnabrueck__bremen": "TTT", "emden__stade": "TTT"}
    for edition in ("2009", "2020"):
        state = position(
            edition=edition, roads=roads, rows={"osnabrueck": "P2", "emden": "P2"},
            on_routes={"osnabrueck__bremen": "extra_office"},
        )  # fmt: skip
        assert refused(state, "P1 create osnabrueck__bremen extra osnabrueck T") == "HT-12.2"
        state = play(state, "P1 create osnabrueck__bremen none")
        assert allowed(state, "P1 create emden__stade extra emden T")


@clauses("HT-10.5")
def test_outcomes_that_are_offered() -> None:
    state = position(roads={"hamburg__luebeck": "TTT"}, rows={"hamburg": "P2"})
    assert legal(state, "P1", "create") == [
        "create hamburg__luebeck none",
        "create hamburg__luebeck office luebeck",
        "create hamburg__luebeck develop bursa",
    ]
    assert refused(state, "P1 create hamburg__luebeck office hamburg") == "HT-10.5"  # orange
    assert refused(state, "P1 create hamburg__luebeck office minden") == "HT-10.5"
    assert refused(state, "P1 create hamburg__luebeck develop liber") == "HT-10.5"
    assert refused(state, "P1 create hamburg__luebeck honour white") == "HT-10.8"


@clauses("HT-10.5", "HT-10.9")
@pytest.mark.parametrize(
    ("outcome", "stock"), [("none", "2T1M"), ("office luebeck", "1T1M"), ("develop bursa", "2T1M")]
)
def test_the_route_is_cleared_whatever_the_outcome(outcome: str, stock: str) -> None:
    state = position(roads={"hamburg__luebeck": "TTM"}, stock={"P1": "0"})
    after = play(state, f"P1 create hamburg__luebeck {outcome}")
    assert after.roads[board_of(after).route_index["hamburg__luebeck"]].pieces == ("", "", "")
    assert after.players[0].stock == pieces(stock)


@clauses("HT-10.6")
def test_shapes_are_kept_and_no_office_is_skipped() -> None:
    stade = position(roads={"stade__hamburg": "TTT"}, supply={"P1": "2T1M"})
    assert refused(stade, "P1 create stade__hamburg office stade") == "HT-10.6"
    merchant = position(roads={"stade__hamburg": "TTM"})
    assert row(play(merchant, "P1 create stade__hamburg office stade"), "stade") == ("P1M",)
    only_merchants = position(roads={"duisburg__dortmund": "MM"}, desks={"P1": {"privilegium": "black"}})
    assert refused(only_merchants, "P1 create duisburg__dortmund office duisburg") == "HT-10.6"
    skipping = position(roads={"goettingen__quedlinburg": "TTT"}, desks={"P1": {"privilegium": "black"}},
                        rows={"goettingen": "P2"})  # fmt: skip
    # the second office of Göttingen is round; its square third one waits behind it
    assert refused(skipping, "P1 create goettingen__quedlinburg office goettingen") == "HT-10.6"


@clauses("HT-10.7")
def test_coin_then_full_city_then_connection() -> None:
    state = position(
        rows={"stendal": "P1", "brunswiek": "P1", "minden": "P1", "muenster": "P1", "arnheim": "P2", "duisburg": ""},
        roads={"arnheim__duisburg": "TTM"},
    )
    after, events = play_with_events(state, "P1 create arnheim__duisburg office arnheim")
    assert host_lines(events) == ["point P2 1 control arnheim", "point P1 7 connection"]
    coin, events = play_with_events(
        position(roads={"hamburg__luebeck": "TTT"}), "P1 create hamburg__luebeck office luebeck"
    )
    assert host_lines(events) == ["point P1 1 coin luebeck"]
    assert scores(coin)[0] == 1
    full, events = play_with_events(
        position(roads={"duisburg__dortmund": "TT"}), "P1 create duisburg__dortmund office duisburg"
    )
    assert host_lines(events) == ["full duisburg 1"]
    assert full_cities(full, board_of(full)) == 1
    assert row(after, "arnheim") == ("P2T", "P1M")


@clauses("HT-10.8", "HT-23.3")
def test_honours_take_a_merchant_and_need_not_be_in_order() -> None:
    state = position(
        roads={"coellen__warburg": "TTMT"}, desks={"P1": {"privilegium": "pink"}}, honours={"orange": "P2"},
        stock={"P1": "0"},
    )  # fmt: skip
    assert legal(state, "P1", "create coellen__warburg honour") == [
        "create coellen__warburg honour white",
        "create coellen__warburg honour pink",
    ]
    assert refused(state, "P1 create coellen__warburg honour orange") == "HT-10.8"
    assert refused(state, "P1 create coellen__warburg honour black") == "HT-10.8"
    after = play(state, "P1 create coellen__warburg honour pink")
    assert after.honours == ("", "P2", "P1", "")
    assert scores(after) == [0] * 4
    assert after.players[0].stock == pieces("3T")
    traders = position(roads={"coellen__warburg": "TTTT"})
    assert refused(traders, "P1 create coellen__warburg honour white") == "HT-10.8"


@clauses("HT-10.10", "I-25")
def test_an_extra_office_is_instead_of_the_printed_one() -> None:
    state = position(roads={"bremen__hannover": "TTM"}, rows={"hannover": "P2"}, held={"P1": "extra_office"})
    after = play(state, "P1 create bremen__hannover extra hannover T")
    assert sum(office.startswith("P1") for office in row(after, "hannover") + row(after, "bremen")) == 1


@clauses("HT-10.11", "HT-10.12")
def test_without_permanent_bonus_or_trigger_the_turn_goes_on() -> None:
    state = play(position(roads={"minden__hannover": "TTT"}), "P1 create minden__hannover none")
    assert (prompt(state), state.left) == ("P1 act", 1)
    east = position(seats=3, board="east", roads={"stralsund__malmoe": "TMM"})
    assert prompt(play(east, "P1 create stralsund__malmoe none")) == "P1 perm"


@clauses("HT-10.13")
def test_a_route_between_full_cities_can_be_created() -> None:
    state = position(
        rows={"duisburg": "P2", "arnheim": "P2 P2 P3 P3"},
        roads={"arnheim__duisburg": "TTM"},
        on_routes={"arnheim__duisburg": "upgrade"},
        desks={"P1": {"privilegium": "black"}},
    )
    assert legal(state, "P1", "create") == ["create arnheim__duisburg none"]
    after = play(state, "P1 create arnheim__duisburg none")
    assert scores(after) == [0, 1, 1, 0]
    assert after.players[0].unused == ("upgrade",)


# ---- the connection

CHAIN = {"stendal": "P1", "brunswiek": "P1", "minden": "P1", "arnheim": "P1"}


@clauses("HT-11.1")
def test_a_chain_of_own_offices_connects() -> None:
    state = position(rows=CHAIN, roads={"muenster__minden": "TTM"})
    assert play(state, "P1 create muenster__minden office muenster").connected == (0,)
    gap = position(rows={"stendal": "P1", "brunswiek": "P1", "arnheim": "P1"}, roads={"muenster__minden": "TTM"})
    assert play(gap, "P1 create muenster__minden office muenster").connected == ()
    others = position(rows=CHAIN | {"muenster": "P2"}, roads={"duisburg__dortmund": "TT"})
    assert play(others, "P1 create duisburg__dortmund office duisburg").connected == ()


@clauses("HT-11.1", "HT-11.2")
@pytest.mark.parametrize(("before", "points"), [("", 7), ("P2", 4), ("P2 P3", 2), ("P2 P3 P4", 0)])
def test_the_first_three_are_paid(before: str, points: int) -> None:
    state = position(rows=CHAIN | {"muenster": "P2"}, roads={"muenster__minden": "TTT"}, connected=before,
                     held={"P1": "extra_office"})  # fmt: skip
    after = play(state, "P1 create muenster__minden extra muenster T")
    assert scores(after)[0] == points + 1  # and Minden
    assert after.connected[-1] == 0


@clauses("HT-11.3", "I-15")
def test_nobody_is_paid_twice() -> None:
    rows = CHAIN | {"muenster": "P1", "dortmund": "P1"}
    state = position(rows=rows, roads={"duisburg__dortmund": "TT"}, connected="P1", scores={"P1": 7})
    after = play(state, "P1 create duisburg__dortmund office duisburg")
    assert scores(after)[0] == 8  # Dortmund
    assert after.connected == (0,)


@clauses("HT-11.4", "HT-12.6", "I-8")
def test_a_swap_changes_nobodys_connection() -> None:
    state = position(rows=CHAIN | {"muenster": "P2 P1"}, held={"P1": "swap_offices"})
    after = play(state, "P1 use swap muenster 1")
    assert after.connected == ()
    assert scores(after) == [0] * 4
