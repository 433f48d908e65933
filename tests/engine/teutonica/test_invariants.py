"""The invariants of section 28 that look at steps, over some thousand steps of odd games.

Not for those one position shows: `test_audit` breaks them one by one.
"""

from collections import Counter

import msgspec
import pytest

from engine.teutonica import actions as act
from engine.teutonica.board import ABILITY_KIND, MARKER_COUNTS, PROVINCES
from engine.teutonica.legal.reach import ring_spaces
from engine.teutonica.scoring import final_points
from engine.teutonica.state import (
    ACTIONES,
    KIND,
    OWNER,
    board_of,
    controller,
    desk_pieces,
    full_cities,
    printed,
    space_piece,
)
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.transitions import Transition, road_pieces, transitions

ABILITIES = ("clavis", "actiones", "privilegium", "liber", "bursa")


def of(*kinds: type[object]) -> list[Transition]:
    found = [step for step in transitions() if isinstance(step.action, kinds)]
    assert found, "the games have none of these"
    return found


@clauses("I-1", "I-2", "HT-2.4")
def test_every_piece_is_somewhere() -> None:
    for step in transitions():
        state = step.after
        held = Counter(road_pieces(state))
        held.update(office.removesuffix("x") for row in state.rows for office in row.offices)
        held.update(f"{owner}M" for owner in state.honours if owner)
        if state.moving is not None:
            held.update(one.piece for one in state.moving.hand)
        if state.response is not None and state.response.piece:
            held[state.response.piece] += 1
        for seat, player in enumerate(state.players):
            desk = desk_pieces(player.desk)
            bonus = state.bonus.pieces if state.bonus is not None and state.active == seat else None
            for kind, all_of_them, score_piece in (("T", 27, 1), ("M", 4, 0)):
                zones = [desk, player.stock, player.supply, *([bonus] if bonus else [])]
                found = sum(zone.count(kind) for zone in zones) + held[f"P{seat + 1}{kind}"] + score_piece
                assert found == all_of_them


@clauses("I-3", "I-4")
def test_developments_never_fall_and_bring_a_piece_each() -> None:
    grown = 0
    for step in transitions():
        for old, new in zip(step.before.players, step.after.players, strict=True):
            gained = [name for name in ABILITIES if getattr(new.desk, name) != getattr(old.desk, name)]
            assert all(getattr(new.desk, name) == getattr(old.desk, name) + 1 for name in gained)
            assert len(gained) <= (2 if isinstance(step.action, act.Create) else 1)
            if gained:
                grown += 1
                assert new.supply == old.supply.plus(ABILITY_KIND[gained[0]])
            assert desk_pieces(new.desk).total == 18 - sum(msgspec.structs.astuple(new.desk))
    assert grown > 20


@clauses("I-6", "HT-23.6")
def test_offices_and_honours_are_never_emptied() -> None:
    for step in transitions():
        for old, new in zip(step.before.rows, step.after.rows, strict=True):
            if isinstance(step.action, act.Use):
                assert sorted(old.offices) == sorted(new.offices)
            elif old != new:
                assert new.offices[1:] == old.offices or new.offices[:-1] == old.offices
            assert len(printed(new.offices)) >= len(printed(old.offices))
        for was, now in zip(step.before.honours, step.after.honours, strict=True):
            assert was in ("", now)


@clauses("I-7", "HT-2.12")
def test_the_full_city_count_is_what_the_rows_show_and_never_falls() -> None:
    for step in transitions():
        board = board_of(step.after)
        count = sum(
            bool(row.offices) if city.independent else len(printed(row.offices)) == len(city.offices)
            for city, row in zip(board.cities, step.after.rows, strict=True)
        )
        assert full_cities(step.after, board) == count >= full_cities(step.before, board)


@clauses("I-8", "HT-12.6")
def test_a_swap_changes_no_city_no_count_no_score_and_no_connection() -> None:
    swaps = [step for step in of(act.Use) if isinstance(step.action, act.Use) and step.action.marker == "swap"]
    assert swaps
    for step in swaps:
        for old, new in zip(step.before.rows, step.after.rows, strict=True):
            assert sorted(OWNER[one] for one in old.offices) == sorted(OWNER[one] for one in new.offices)
        assert full_cities(step.before, board_of(step.before)) == full_cities(step.after, board_of(step.after))
        assert [player.score for player in step.before.players] == [player.score for player in step.after.players]
        assert step.before.connected == step.after.connected
        assert step.before.rows != step.after.rows


@clauses("I-9", "I-10", "I-11", "HT-13.6")
def test_markers_are_conserved_and_three_are_out_at_the_start_of_a_turn() -> None:
    taken = 0
    for step in transitions():
        state = step.after
        laid = [road.marker for road in state.roads if road.marker]
        plates = [marker for player in state.players for marker in (*player.plate, *player.shown)]
        held = [marker for player in state.players for marker in (*player.unused, *player.used)]
        counts = MARKER_COUNTS[state.options.edition]
        assert Counter([*state.markers, *laid, *plates, *held]) == Counter(counts)
        failed = "markers" in state.triggers
        drawn = sum(counts.values()) - 3 - len(state.markers)
        assert len(held) == drawn + failed
        assert len(state.markers) <= len(step.before.markers)
        if not state.decided and state.phase == "act":
            assert len(laid) + len(plates) == 3
        taken += len(held)
    assert taken


@clauses("I-12", "HT-12.1")
def test_held_markers_stay_and_turn_once() -> None:
    for step in transitions():
        for old, new in zip(step.before.players, step.after.players, strict=True):
            assert not Counter(old.used) - Counter(new.used)
            assert not Counter(old.unused) - (Counter(new.unused) + Counter(new.used) - Counter(old.used))


@clauses("I-13", "HT-19.1")
def test_scores_rise_by_creating_and_founding_only() -> None:
    for step in transitions():
        gains = [new.score - old.score for old, new in zip(step.before.players, step.after.players, strict=True)]
        assert min(gains) >= 0
        if any(gains):
            assert isinstance(step.action, act.Create | act.Found)
            assert sum(gains) <= 2 + 2 + 7


@clauses("I-14", "I-29", "HT-19.4")
def test_after_a_trigger_only_the_bonus_is_resolved() -> None:
    ended = 0
    for step in transitions():
        state = step.after
        reached = max(player.score for player in state.players) >= 20
        reached = reached or full_cities(state, board_of(state)) >= board_of(state).full_limit
        if state.phase in ("act", "respond", "along", "lay"):
            assert not state.triggers
            assert not reached
        if step.before.triggers:
            assert isinstance(step.action, act.Skip | act.Found | act.Develop | act.Deploy | act.Lift | act.Put)
        ended += state.phase == "over"
    assert ended > 3


@clauses("I-15", "HT-11.2")
def test_connections_are_paid_in_order() -> None:
    for step in transitions():
        assert step.after.connected[: len(step.before.connected)] == step.before.connected
        paid = [event.line() for event in step.events if event.line().endswith("connection")]
        if new := step.after.connected[len(step.before.connected) :]:
            assert len(new) == 1
            points = (7, 4, 2, 0, 0)[len(step.before.connected)]
            assert paid == ([f"point P{new[0] + 1} {points} connection"] if points else [])
        else:
            assert paid == []


@clauses("I-16", "HT-4.3", "HT-4.6")
def test_actions_are_counted() -> None:
    spending = act.Recruit | act.Place | act.Displace | act.Create
    for step in transitions():
        before, after, action = step.before, step.after, step.action
        if after.active != before.active or after.phase in ("over", "lay", "pawn0") or before.phase == "pawn0":
            continue
        if isinstance(action, act.End):  # a new turn of the same seat cannot follow
            continue
        spent = isinstance(action, spending) or (isinstance(action, act.Lift) and before.phase == "act")
        spent = spent or (isinstance(action, act.Pawn) and action.move == "pay")
        desks = [state.players[before.active].desk.actiones for state in (before, after)]
        gained = 0 if after.locked else ACTIONES[desks[1]] - ACTIONES[desks[0]]
        if isinstance(action, act.Use) and action.marker.startswith("actions"):
            gained += int(action.marker[-1])
        if after.locked and not before.locked:
            assert after.left == 0
        else:
            assert after.left == before.left - spent + gained


@clauses("I-16", "HT-4.2")
def test_a_turn_starts_with_two_to_six_actions() -> None:
    for step in transitions():
        if step.after.phase == "act" and step.after.active != step.before.active:
            player = step.after.players[step.after.active]
            extra = "extra_action" in player.tiles
            assert step.after.left == ACTIONES[player.desk.actiones] + extra
            assert 2 + extra <= step.after.left <= 5 + extra


@clauses("I-19", "HT-7.3")
def test_what_a_displacement_costs() -> None:
    for step in of(act.Displace):
        assert isinstance(step.action, act.Displace)
        board = board_of(step.before)
        penalty = {"T": 1, "M": 2}[KIND[space_piece(step.before, board, board.space_index[step.action.space])]]
        old, new = step.before.players[step.seat], step.after.players[step.seat]
        assert new.supply.total == old.supply.total - 1 - penalty
        assert new.stock.total == old.stock.total + penalty
        assert len(road_pieces(step.after, step.seat)) == len(road_pieces(step.before, step.seat)) + 1


@clauses("I-20", "HT-8.10")
def test_a_response_never_raises_a_supply() -> None:
    grown: Counter[int] = Counter()
    for step in of(act.Relocate, act.Add, act.Done):
        if step.before.response is None:
            continue
        victim = step.before.response.victim
        old, new = step.before.players[victim], step.after.players[victim]
        assert new.supply.total <= old.supply.total
        nowhere = any(getattr(event, "space", None) == "" for event in step.events)
        assert new.stock.total <= old.stock.total + nowhere
        difference = len(road_pieces(step.after, victim)) - len(road_pieces(step.before, victim))
        assert 0 <= difference <= 1
        grown[difference] += 1
    assert grown[1]


@clauses("I-21", "HT-8.6", "HT-17.7")
def test_every_piece_of_a_response_goes_to_the_lowest_ring_with_room() -> None:
    checked = 0
    for step in of(act.Relocate, act.Add):
        response, board = step.before.response, board_of(step.before)
        assert response is not None
        assert isinstance(step.action, act.Relocate | act.Add)
        if isinstance(step.action, act.Relocate):
            kind = KIND[response.piece]
            if "relocate_anywhere" in step.before.players[response.victim].tiles:
                continue
        elif step.action.source in ("T", "M"):
            kind = step.action.source
        else:
            kind = KIND[space_piece(step.before, board, board.space_index[step.action.source])]
        target = board.space_index[step.action.space]
        for ring in ring_spaces(board.id, board.route_index[response.route], kind):
            if target in ring:
                break
            assert all(space_piece(step.before, board, space) for space in ring)
            checked += 1
        else:
            pytest.fail("the space is in no ring")
        region = board.routes[board.route_index[response.route]].region
        assert board.region[target] in ("", "england", region)
    assert checked


@clauses("I-22", "HT-12.7", "HT-16.7")
def test_moving_keeps_what_stands_on_the_roads() -> None:
    purposes = Counter[str]()
    for step in of(act.Put):
        moving = step.before.moving
        assert moving is not None
        assert isinstance(step.action, act.Put)
        purposes[moving.purpose] += 1
        held = next(one.piece for one in moving.hand if one.origin == step.action.origin)
        assert road_pieces(step.after) == sorted([*road_pieces(step.before), held])
        if moving.purpose == "move":
            assert OWNER[held] == step.seat
        elif moving.purpose == "three":
            assert OWNER[held] != step.seat
    assert set(purposes) == {"move", "three", "move_two"}


@clauses("I-23", "HT-12.8")
def test_removing_raises_the_owners_supply() -> None:
    removed = 0
    for step in of(act.Lift):
        moving = step.before.moving
        if moving is None or moving.purpose != "three" or step.before.options.edition != "2009":
            continue
        removed += 1
        gone = Counter(road_pieces(step.before)) - Counter(road_pieces(step.after))
        assert gone.total() == 1
        piece = next(iter(gone))
        owner = OWNER[piece]
        assert step.after.players[owner].supply == step.before.players[owner].supply.plus(KIND[piece])
        assert moving.lifts < 3
    assert removed


@clauses("I-24", "I-25", "HT-10.9", "HT-10.10")
def test_creating_clears_the_route_and_founds_one_office_at_most() -> None:
    founded = Counter[int]()
    for step in of(act.Create):
        assert isinstance(step.action, act.Create)
        board = board_of(step.after)
        assert not any(step.after.roads[board.route_index[step.action.route]].pieces)
        offices = [sum(len(row.offices) for row in state.rows) for state in (step.before, step.after)]
        founded[offices[1] - offices[0]] += 1
    assert set(founded) == {0, 1}
    for step in of(act.Found):
        offices = [sum(len(row.offices) for row in state.rows) for state in (step.before, step.after)]
        assert offices[1] - offices[0] == 1


@clauses("I-26", "HT-17.4", "HT-17.8")
def test_ways_into_wales_and_scotland() -> None:
    entered, used = Counter[str](), 0
    for step in transitions():
        board = board_of(step.after)
        if not board.gateways:
            continue
        used = max(used, len(step.after.permissions))
        assert len(step.after.permissions) <= (2 if board.id == "britannia_3" else 3)
        for route, old, new in zip(board.routes, step.before.roads, step.after.roads, strict=True):
            if route.region == "england" or sum(map(bool, new.pieces)) <= sum(map(bool, old.pieces)):
                continue
            entered[type(step.action).__name__] += 1
            if isinstance(step.action, act.Put):
                assert step.before.moving is not None
                assert board.region[board.space_index[step.action.origin]] == route.region
            elif isinstance(step.action, act.Relocate | act.Add):
                assert step.before.response is not None
                assert board.routes[board.route_index[step.before.response.route]].region == route.region
            else:
                assert isinstance(step.action, act.Place | act.Deploy)
    assert entered["Place"]
    assert used


@clauses("I-27", "HT-18.8")
def test_work_is_done_on_the_borders_of_the_pawns_province() -> None:
    free = 0
    for step in transitions():
        if step.before.seats != 2:
            assert step.after.pawn == ""
            continue
        routes = PROVINCES[step.before.options.provinces].routes
        if isinstance(step.action, act.Place | act.Displace):
            assert step.action.space.partition(":")[0] in routes[step.before.pawn]
        if isinstance(step.action, act.Create):
            assert step.action.route in routes[step.before.pawn]
        if isinstance(step.action, act.Pawn) and step.action.move == "free":
            assert not step.before.pawn_moved
            free += 1
    assert free


@clauses("I-28", "HT-15.2")
def test_tiles_are_conserved_and_paid_with_two_markers() -> None:
    for step in of(act.Buy):
        assert not step.before.decided
        old, new = step.before.players[step.seat], step.after.players[step.seat]
        assert len(new.used) == len(old.used) + 2
        assert len(new.tiles) == len(old.tiles) + 1
        assert step.after.left == 0
        assert step.after.locked
    for step in transitions():
        owned = sum(len(player.tiles) for player in step.after.players)
        assert len(step.after.tiles) + owned == (step.after.seats if step.after.options.favours else 0)


@clauses("I-17", "I-18", "HT-25.2")
def test_one_seat_is_prompted_and_hands_are_empty_between_actions() -> None:
    for step in transitions():
        state = step.after
        decisions = TITLE.to_act(state)
        assert len(decisions) == (state.phase != "over")
        if state.phase in ("act", "along", "lay", "pawn0", "over"):
            assert state.moving is None
            assert state.response is None
            assert state.bonus is None
        if state.phase == "act":
            assert act.END in TITLE.legal(state, state.active)
        if decisions and decisions[0].seat != state.active:
            assert state.phase in ("respond", "along", "pawn0")


@clauses("I-30", "I-31", "HT-20.6", "HT-20.7")
def test_bounds_of_the_final_score() -> None:
    for step in transitions()[::7]:
        lines = final_points(step.after)
        owned = sum(bool(row.offices) for row in step.after.rows)
        tiles = any("city_control" in player.tiles for player in step.after.players)
        assert tiles or sum(line.cities for line in lines) == 2 * owned
        assert all((controller(row.offices) is not None) == bool(row.offices) for row in step.after.rows)
        for seat, line in enumerate(lines):
            offices = sum(OWNER[one] == seat for row in step.after.rows for one in row.offices)
            assert line.network <= 4 * offices
            assert line.mission in (0, 1, 2, 3, 8)
        assert sum(line.regions for line in lines) <= 13 * len(board_of(step.after).region_points)
