"""The final score of Hansa with its parts, and the ranking (section 14).

Not for when a game ends: `play.py` knows.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from engine.hansa.board import Faces
from engine.hansa.state import HansaState, in_ports, seats_of
from engine.ranking import Standing, ranked
from engine.values import Result

if TYPE_CHECKING:  # a view holds points and winners, so `views` is made with this module
    from engine.hansa.views import HansaView


HIGHEST_STACK, OPENED_LAST_PILE, MOST_PORTS, MOST_SINGLE_BARRELS = 2, 3, 4, 5
"""HA-14.7: the extra card."""
EXTRA = ("extra_stack", "extra_pile", "extra_ports", "extra_barrels")
"""Its categories of points, in the same order."""


def score(state: HansaState, seat: int) -> dict[str, int]:
    """HA-14.1 to HA-14.4: points by category, and those of the extra card if it is in the game."""
    held = [port for port in state.booths if port[seat]]
    alone = sum(1 for port in held if sum(port) == port[seat])
    points = {
        "face_up": len(state.face_up[seat]),
        "sold": sum(1 + int(face[1]) for face in state.sold[seat]),
        "ports_shared": 2 * (len(held) - alone),
        "ports_alone": 4 * alone,
    }
    return points if state.opener is UNSET else points | _extra(state, seat)


def _extra(state: HansaState, seat: int) -> dict[str, int]:
    """HA-14.7 to HA-14.9."""
    seats = range(seats_of(state))
    stacks = [max(port[each] for port in state.booths) for each in seats]
    ports = [sum(1 for port in state.booths if port[each]) for each in seats]
    singles = [single_barrels(state.sold[each]) for each in seats]
    points = (
        HIGHEST_STACK * leads(stacks, seat),
        OPENED_LAST_PILE * (state.opener == seat),
        MOST_PORTS * leads(ports, seat),
        MOST_SINGLE_BARRELS * leads(singles, seat),
    )
    return dict(zip(EXTRA, points, strict=True))


def single_barrels(sold: Faces) -> int:
    """How many of the markers show one barrel."""
    return sum(face[1] == "1" for face in sold)


def leads(counts: Sequence[int], seat: int) -> bool:
    """HA-14.8: whether the seat has most, alone or tied, and at least one."""
    return counts[seat] > 0 and counts[seat] == max(counts)


def scores(view: "HansaView") -> tuple[int, ...]:
    """What each seat would score now: nothing that counts is hidden."""
    return tuple(sum(player.points.values()) for player in view.players)


def result(state: HansaState) -> Result | None:
    """HA-14.5, HA-14.6: by points, then booths in ports; equal on both share the place."""
    if state.phase != "over":
        return None
    return ranked([Standing(score(state, seat), (in_ports(state, seat),)) for seat in range(seats_of(state))])
