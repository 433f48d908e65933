"""The final score of Hansa with its parts, and the ranking (section 14).

Not for when a game ends: `rules.py` knows.
"""

from engine.hansa.state import HansaState, HansaView, seats_of
from engine.values import Rank, Result


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


def scores(view: HansaView) -> tuple[int, ...]:
    """The same totals from what lies on the table, where nothing that counts is hidden."""
    return tuple(_points(view, seat) for seat in range(view.seats))


def _points(view: HansaView, seat: int) -> int:
    player = view.players[seat]
    held = [port.booths for port in view.ports if port.booths[seat]]
    alone = sum(sum(booths) == booths[seat] for booths in held)
    return len(player.face_up) + sum(1 + int(face[1]) for face in player.sold) + 2 * len(held) + 2 * alone


def result(state: HansaState) -> Result | None:
    """HA-14.5, HA-14.6: by points, then booths in ports; equal on both share the place."""
    if state.phase != "over":
        return None
    parts = [score(state, seat) for seat in range(seats_of(state))]
    keys = [(sum(part.values()), sum(port[seat] for port in state.booths)) for seat, part in enumerate(parts)]
    order = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)
    return Result(
        tuple(
            Rank(
                seat=seat,
                place=1 + sum(other > keys[seat] for other in keys),
                total=keys[seat][0],
                breakdown=parts[seat],
                tie_break=keys[seat][1:],
            )
            for seat in order
        )
    )
