"""The final score of Hansa with its parts, and the ranking (section 14).

Not for when a game ends: `play.py` knows.
"""

from typing import TYPE_CHECKING

from engine.hansa.state import HansaState, in_ports, seats_of
from engine.ranking import Standing, ranked
from engine.values import Result

if TYPE_CHECKING:  # a view holds points and winners, so `views` is made with this module
    from engine.hansa.views import HansaView


def score(state: HansaState, seat: int) -> dict[str, int]:
    """HA-14.1 to HA-14.4: points by category."""
    held = [port for port in state.booths if port[seat]]
    alone = sum(1 for port in held if sum(port) == port[seat])
    return {
        "face_up": len(state.face_up[seat]),
        "sold": sum(1 + int(face[1]) for face in state.sold[seat]),
        "ports_shared": 2 * (len(held) - alone),
        "ports_alone": 4 * alone,
    }


def scores(view: "HansaView") -> tuple[int, ...]:
    """What each seat would score now: nothing that counts is hidden."""
    return tuple(sum(player.points.values()) for player in view.players)


def result(state: HansaState) -> Result | None:
    """HA-14.5, HA-14.6: by points, then booths in ports; equal on both share the place."""
    if state.phase != "over":
        return None
    return ranked([Standing(score(state, seat), (in_ports(state, seat),)) for seat in range(seats_of(state))])
