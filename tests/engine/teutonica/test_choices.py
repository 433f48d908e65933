"""What Hansa Teutonica offers: routes for equal spaces, whole moves, the cheapest payment first.

Not for what holds of every title: `tests/engine/test_choices.py`.
"""

import pytest

from engine.history import Game
from engine.teutonica import actions as act
from engine.teutonica.actions import END
from engine.teutonica.board import KINDS
from engine.teutonica.state import TeutonicaState, board_of, space_piece
from engine.teutonica.title import TITLE
from engine.values import Action, Choice
from tests.engine.clauses import clauses
from tests.engine.tap_counts import find, taps
from tests.engine.teutonica.playing import play, started
from tests.engine.teutonica.positions import crowd, position
from tests.engine.walks import VARIANTS, Variant
from tests.engine.whole_games import SEED, Players, stages

ROUTE = "minden__hannover"


def offered(state: TeutonicaState, seat: int = 0, name: str = "") -> list[Choice]:
    return [choice for choice in TITLE.choices(state, seat) if not name or choice.name == name]


def made(state: TeutonicaState, choice: Choice, seat: int = 0) -> TeutonicaState:
    game = Game(TITLE, None, state)
    game.apply(seat, *choice.actions)
    TITLE.audit(game.state)  # type: ignore[arg-type]
    return game.state  # type: ignore[return-value]


def pieces_on(state: TeutonicaState, route: str) -> tuple[str, ...]:
    return next(road.pieces for road in state.roads if road.route == route)


# ---- placing


@clauses("HT-6.1", "HT-2.8")
def test_of_equal_spaces_only_the_route_is_asked_for() -> None:
    state = started(4)
    traders = offered(state, name="trader")
    assert [choice.values for choice in traders] == [(road.route,) for road in state.roads]
    assert pieces_on(made(state, traders[0]), traders[0].values[0])[0] == "P1T"


@clauses("HT-6.1", "HT-4.3")
def test_a_route_takes_as_many_pieces_at_once_as_actions_are_left() -> None:
    for left, most in ((1, 0), (2, 2), (5, 3)):
        state = position(left=left, supply={"P1": "5T1M"}, keep_clear=(ROUTE,))
        mixes = [choice.values[0] for choice in offered(state, name="pieces") if choice.values[1] == ROUTE]
        assert mixes == [f"{number}T" for number in range(most, 1, -1)]
    full = made(state, find(offered(state), "pieces", v0="3T", v1=ROUTE))
    assert pieces_on(full, ROUTE) == ("P1T",) * 3
    assert full.left == 2


@clauses("HT-6.1")
def test_merchants_fill_up_where_traders_run_out() -> None:
    state = position(left=3, roads={ROUTE: "T--"}, supply={"P1": "1T2M"})
    assert [choice.values for choice in offered(state, name="fill")] == [(ROUTE, "1T1M"), (ROUTE, "1T")]
    assert pieces_on(made(state, offered(state, name="fill")[0]), ROUTE) == ("P1T", "P1T", "P1M")


@clauses("HT-2.8", "HT-16.6")
def test_a_merchant_may_take_the_ship_space_or_the_other() -> None:
    state = position(board="east", seats=3, supply={"P1": "2T2M"}, keep_clear=("malmoe__danzig",))
    berths = [choice.values[1] for choice in offered(state, name="merchant") if choice.values[0] == "malmoe__danzig"]
    assert sorted(berths) == ["land", "ship"]
    trader = find(offered(state), "trader", v0="malmoe__danzig")
    assert "P1T" in pieces_on(made(state, trader), "malmoe__danzig")


@clauses("HT-17.4", "HT-17.6")
def test_no_more_pieces_are_placed_at_once_than_there_are_permissions() -> None:
    state = position(board="britannia", left=5, rows={"cardiff": "P1", "london": "P1"}, supply={"P1": "9T"})
    welsh = next(road.route for road in state.roads if road.route == "conway__chester")
    assert {choice.values[0] for choice in offered(state, name="pieces") if choice.values[1] == welsh} == {"2T"}


# ---- completing


@clauses("HT-10.5", "HT-4.3")
def test_a_route_is_completed_in_one_move_where_the_actions_suffice() -> None:
    state = position(left=2, roads={ROUTE: "TT-"}, supply={"P1": "3T"}, keep_clear=("minden", "hannover"))
    office = find(offered(state), "complete", v0=ROUTE, v2="office", v3="minden")
    assert office.values[1] == "1T"
    after = made(state, office)
    assert after.left == 0
    assert next(row.offices for row in after.rows if row.city == "minden") == ("P1T",)
    assert not offered(position(left=1, roads={ROUTE: "TT-"}, supply={"P1": "3T"}), name="complete")


@clauses("HT-10.1")
def test_only_routes_that_are_begun_and_have_nobody_else_are_completed() -> None:
    roads = {ROUTE: "TT-", "goslar__magdeburg": "P1T P2T"}
    state = position(left=5, roads=roads, supply={"P1": "9T"}, keep_clear=("kampen__arnheim",))
    assert {choice.values[0] for choice in offered(state, name="complete")} == {ROUTE}


@clauses("HT-10.8")
def test_a_merchant_completes_what_needs_one() -> None:
    state = position(left=2, roads={"coellen__warburg": "TTT-"}, supply={"P1": "2T1M"})
    honour = find(offered(state), "complete", v2="honour", v3="white")
    assert honour.values[1] == "1M"
    assert made(state, honour).honours[0] == "P1"
    nothing = find(offered(state), "complete", v2="none")
    assert nothing.values[1] == "1T"


# ---- displacing


@clauses("HT-7.2")
def test_the_cheapest_payment_comes_first_and_the_others_stay() -> None:
    state = position(roads={ROUTE: "P2 TT-"}, supply={"P1": "2T1M"})
    (first,) = offered(state, name="take_over")
    assert first.values == (f"{ROUTE}:1", "P2", "T")
    assert TITLE.text(first.actions[0]) == f"displace {ROUTE}:1 T pay T"
    others = {TITLE.text(choice.actions[0]) for choice in offered(state, name="displace")}
    assert others == {f"displace {ROUTE}:1 T pay M", f"displace {ROUTE}:1 M pay T"}


@clauses("HT-7.2")
def test_a_merchant_is_rather_put_on_the_route_than_paid() -> None:
    state = position(roads={ROUTE: "P2 M--"}, supply={"P1": "2T1M"})
    (first,) = offered(state, name="take_over")
    assert TITLE.text(first.actions[0]) == f"displace {ROUTE}:1 M pay TT"


# ---- moving


@clauses("HT-9.1", "HT-9.2")
def test_pieces_move_from_route_to_route_as_one_choice() -> None:
    state = position(roads={ROUTE: "TT-"}, desks={"P1": {"liber": 2}}, keep_clear=("kampen__arnheim",))
    both = find(offered(state), "move", v0=ROUTE, v1="2T", v2="kampen__arnheim")
    after = made(state, both)
    assert pieces_on(after, ROUTE) == ("", "", "")
    assert pieces_on(after, "kampen__arnheim")[:2] == ("P1T", "P1T")
    assert after.left == state.left - 1


@clauses("HT-9.2", "HT-2.3")
def test_lifted_pieces_of_a_kind_are_put_down_by_route() -> None:
    state = position(roads={ROUTE: "TT-"}, keep_clear=("kampen__arnheim", "arnheim__muenster"))
    state = play(state, f"P1 lift {ROUTE}:1", f"P1 lift {ROUTE}:2")
    downs = offered(state, name="put_down")
    assert {choice.values[0] for choice in downs} == {""}, "own pieces need no owner"
    assert {choice.values[1] for choice in downs} == {"2T", "1T"}
    together = find(downs, "put_down", v1="2T", v2="kampen__arnheim")
    assert made(state, together).phase == "act"
    apart = made(state, find(downs, "put_down", v1="1T", v2="kampen__arnheim"))
    assert apart.phase == "move"


@clauses("HT-9.4")
def test_several_are_put_down_at_once_only_where_all_find_room() -> None:
    roads = crowd(5, "east") | {"luebeck__wismar:1": "P1T", "wismar__stralsund:2": "P1M"}
    state = position(seats=5, board="east", roads=roads)
    state = play(state, "P1 lift luebeck__wismar:1", "P1 lift wismar__stralsund:2")
    for choice in offered(state, name="put_down"):
        assert len(choice.actions) == 1


@clauses("HT-12.7")
def test_pieces_of_others_are_told_apart_by_owner() -> None:
    state = position(roads={ROUTE: "P2T P3T -"}, held={"P1": "three_pieces"})
    state = play(state, "P1 use three", f"P1 lift {ROUTE}:1", f"P1 lift {ROUTE}:2")
    assert {choice.values[0] for choice in offered(state, name="put_down")} == {"P2", "P3"}


# ---- recruiting, answering


@clauses("HT-5.3")
def test_recruiting_fewer_stands_apart() -> None:
    state = position(supply={"P1": "3T"}, stock={"P1": "5T"})
    assert [choice.values for choice in offered(state, name="recruit")] == [("3T",)]
    assert offered(state, name="recruit_fewer") == []  # more would stay than any rule takes at once
    few = position(supply={"P1": "3T"}, stock={"P1": "3T"})
    assert [choice.values for choice in offered(few, name="recruit_fewer")] == [("2T",), ("1T",)]


@clauses("HT-8.2", "HT-8.3", "HT-8.9")
def test_the_displaced_answer_by_routes() -> None:
    state = position(roads={ROUTE: "P2 T--"}, stock={"P2": "3T"}, supply={"P1": "5T"})
    state = play(state, f"P1 displace {ROUTE}:1 T pay T")
    routes = [choice.values[0] for choice in offered(state, 1, "resettle")]
    assert len(set(routes)) == len(routes) > 1
    assert {choice.values[0] for choice in offered(state, 1, "add_piece")} == {"T"}
    assert offered(state, 0) == []
    after = made(state, offered(state, 1, "resettle")[0], 1)
    assert [choice.name for choice in offered(after, 1)][-1] == "done"


# ---- nothing gets out of reach


def meaning(state: TeutonicaState, action: Action) -> object:
    """What a decision does, whichever of equal spaces or pieces it names."""
    board, held = board_of(state), {each.origin: each.piece for each in state.moving.hand} if state.moving else {}

    def place(space: str) -> tuple[str, bool]:
        return space.partition(":")[0], board.ship[board.space_index[space]]

    def piece(space: str) -> tuple[str, tuple[str, bool]]:
        return space_piece(state, board, board.space_index[space]), place(space)

    match action:
        case act.Place() | act.Deploy():
            return type(action), action.kind, place(action.space)
        case act.Displace():
            return act.Displace, piece(action.space), action.kind, action.pay
        case act.Lift():
            return act.Lift, piece(action.space)
        case act.Put():
            return act.Put, held[action.origin], place(action.space)
        case act.Relocate():
            return act.Relocate, place(action.space)
        case act.Add():
            source = action.source if action.source in KINDS else piece(action.source)
            return act.Add, source, place(action.space)
    return action


@pytest.mark.parametrize("players", ["simple", "random"])
@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.key == "teutonica"][::4], ids=str)
def test_whatever_is_legal_begins_a_choice(variant: Variant, players: Players) -> None:
    for game in stages(variant, players, SEED)[::9]:
        for decision in game.to_act():
            state = game.state
            assert isinstance(state, TeutonicaState)
            begun = {meaning(state, choice.actions[0]) for choice in offered(state, decision.seat)}
            for action in TITLE.legal(state, decision.seat):
                assert TITLE.is_aside(action) or meaning(state, action) in begun, TITLE.text(action)


# ---- taps


def test_two_placements_take_five_taps() -> None:
    """Open the panel, choose the route, end the turn."""
    state = started(4)
    count, choice = 1, find(offered(state), "pieces", v0="2T", v1=ROUTE)
    count += taps(TITLE, offered(state), choice)
    state = made(state, choice)
    count += taps(TITLE, offered(state), Choice("end", (), (END,)))
    assert count <= 5


def test_five_actions_take_ten_taps() -> None:
    """A route is begun, filled and created, and pieces are recruited, and the turn is ended."""
    state = position(
        left=5,
        desks={"P1": {"actiones": 5}},
        roads={"goslar__magdeburg": "TT"},
        supply={"P1": "4T"},
        stock={"P1": "6T"},
        keep_clear=(ROUTE,),
    )
    count = 1
    for name, values in (
        ("create", {"v0": "goslar__magdeburg", "v1": "none"}),
        ("pieces", {"v0": "3T", "v1": ROUTE}),
        ("recruit", {}),
        ("end", {}),
    ):
        choice = find(offered(state), name, **values)
        count += taps(TITLE, offered(state), choice)
        state = made(state, choice)
    assert count <= 10


def test_completing_a_route_takes_one_tap() -> None:
    state = position(left=5, roads={ROUTE: "T--"}, supply={"P1": "4T"}, keep_clear=("minden",))
    assert taps(TITLE, offered(state), find(offered(state), "complete", v2="office", v3="minden")) == 1
