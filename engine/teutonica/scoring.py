"""Final scoring and ranking of Hansa Teutonica (sections 20 and 21).

Not for points gained during the game: `play` gives those.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from engine.ranking import Standing, ranked
from engine.teutonica.board import FULL_ABILITY_POINTS, MARKER_BANDS, MISSIONS, Board
from engine.teutonica.state import (
    OWNER,
    TeutonicaState,
    ability,
    board_of,
    controller,
    counted_developments,
    has_office,
    is_developed,
    reachable,
)
from engine.values import Result

if TYPE_CHECKING:  # a view holds the ranking that is made here
    from engine.teutonica.views import TeutonicaView

CITY_POINTS, CITY_POINTS_WITH_TILE = 2, 4
FULL_ABILITY_WITH_TILE = 7
MISSION_BONUS = 5


class FinalPoints(msgspec.Struct, frozen=True):
    """One seat's points, A to H, and its developments as far as they break ties."""

    score: int
    abilities: int
    markers: int
    honours: int
    cities: int
    network: int
    mission: int
    regions: int
    developments: int

    @property
    def total(self) -> int:
        return sum(self.breakdown().values())

    def breakdown(self) -> dict[str, int]:
        points = msgspec.structs.asdict(self)
        return {name: points[name] for name in self.__struct_fields__ if name != "developments"}


def marker_points(count: int) -> int:
    """HT-20.4."""
    return max((points for least, points in MARKER_BANDS if count >= least), default=0)


def ability_points(state: TeutonicaState, seat: int) -> int:
    """HT-20.3, HT-15.9."""
    player = state.players[seat]
    complete = [points for name, points in FULL_ABILITY_POINTS.items() if points and is_developed(player.desk, name)]
    return len(complete) * FULL_ABILITY_WITH_TILE if "full_abilities" in player.tiles else sum(complete)


def honour_points(state: TeutonicaState, board: Board, seat: int) -> int:
    """HT-20.5."""
    return sum(
        points for owner, points in zip(state.honours, board.honour_points, strict=True) if owner == f"P{seat + 1}"
    )


def city_points(state: TeutonicaState, seat: int) -> int:
    """HT-20.6."""
    each = CITY_POINTS_WITH_TILE if "city_control" in state.players[seat].tiles else CITY_POINTS
    return each * sum(controller(row.offices) == seat for row in state.rows)


def network_points(state: TeutonicaState, board: Board, seat: int) -> int:
    """HT-20.7: the connected set with most offices."""
    left = {city for city, row in enumerate(state.rows) if has_office(row, seat)}
    best = 0
    while left:
        part = reachable(state, board, seat, next(iter(left)))
        left -= part
        best = max(best, sum(OWNER[office] == seat for city in part for office in state.rows[city].offices))
    return best * int(ability(state.players[seat].desk, "clavis"))


def mission_points(state: TeutonicaState, board: Board, seat: int) -> int:
    """HT-14.2."""
    card = state.players[seat].mission
    if not card:
        return 0
    rows = [state.rows[board.city_index[city]] for city in MISSIONS[card]]
    present = sum(has_office(row, seat) for row in rows)
    return present + (MISSION_BONUS if all(controller(row.offices) == seat for row in rows) else 0)


def region_points(state: TeutonicaState, board: Board, region: str) -> list[int]:
    """HT-20.9: what each seat gets for one region."""
    rows = [state.rows[city.index] for city in board.cities if region in city.regions]
    controlled = [sum(controller(row.offices) == seat for row in rows) for seat in range(state.seats)]
    offices = [sum(OWNER[one] == seat for row in rows for one in row.offices) for seat in range(state.seats)]
    keys = {(controlled[seat], offices[seat]) for seat in range(state.seats) if offices[seat]}
    points = [0] * state.seats
    filled = 0
    for key in sorted(keys, reverse=True):
        equal = [seat for seat in range(state.seats) if (controlled[seat], offices[seat]) == key]
        places = board.region_points[region][filled : filled + len(equal)]
        filled += len(equal)
        for seat in equal:
            points[seat] = sum(places) // len(equal)
    return points


def final_points(state: TeutonicaState) -> list[FinalPoints]:
    """What every seat would have if the game ended here."""
    board = board_of(state)
    regions = [region_points(state, board, region) for region in board.region_points]
    return [
        FinalPoints(
            score=player.score,
            abilities=ability_points(state, seat),
            markers=marker_points(len(player.unused) + len(player.used)),
            honours=honour_points(state, board, seat),
            cities=city_points(state, seat),
            network=network_points(state, board, seat),
            mission=mission_points(state, board, seat),
            regions=sum(points[seat] for points in regions),
            developments=counted_developments(state, player.desk),
        )
        for seat, player in enumerate(state.players)
    ]


def rank(edition: str, gained: Sequence[FinalPoints]) -> Result:
    """Section 21: in the edition of 2020 fewer developments break a tie, then the better network."""
    return ranked(
        [
            Standing(points.breakdown(), (-points.developments, points.network) if edition == "2020" else ())
            for points in gained
        ]
    )


def result(state: TeutonicaState) -> Result | None:
    return rank(state.options.edition, final_points(state)) if state.phase == "over" else None


def scores(view: "TeutonicaView") -> tuple[int, ...]:
    """The score track while the game goes on, everything when it is over."""
    totals = {rank.seat: rank.total for rank in view.ranking}
    return tuple(totals.get(seat, player.score) for seat, player in enumerate(view.players))
