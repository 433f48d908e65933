"""What each seat may see of a game of Hansa, and another state that it cannot tell from this one (section 15).

Not for drawing or wording it.
"""

from copy import copy

import msgspec
from msgspec import UNSET

from engine.chance import Stream
from engine.hansa.board import BOARD, Faces
from engine.hansa.legal import sails
from engine.hansa.scoring import result, score
from engine.hansa.state import (
    NO_LEADER,
    HansaState,
    Phase,
    bank,
    decisions,
    in_ports,
    is_triggered,
    leader_of,
    opener_of,
    seats_of,
)  # fmt: skip
from engine.values import View


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat."""

    talers: int
    reserve: int
    in_ports: int
    face_up: Faces
    sold: Faces
    points: dict[str, int]
    """What it would score if the game were over now, by category (HA-14)."""


class PortView(msgspec.Struct, frozen=True):
    """A port as it lies on the table; empty slots show nothing."""

    id: str
    slots: tuple[str, ...]
    booths: tuple[int, ...]
    leader: int | None


class Private(msgspec.Struct, frozen=True):
    """What only the viewer knows (HA-15.4)."""

    standing: bool
    answer: str | None


class HansaView(View, frozen=True, kw_only=True):
    phase: Phase
    boxed: tuple[str, ...]
    piles: tuple[int, ...]
    ship: str
    stay_used: bool
    ports: tuple[PortView, ...]
    players: tuple[SeatView, ...]
    removed: Faces
    bank: int
    open_loss: tuple[str, ...]
    last_round: bool
    extra: bool
    """Whether the extra card is in the game (HA-2.7)."""
    opener: int | None
    """Who opened the last pile; told with the extra card only (HA-14.9)."""
    idle_rounds: int
    exits: tuple[str, ...]
    """Where the active seat can sail to now; none outside ACT or without a taler (HA-7.6)."""
    winners: tuple[int, ...]
    """HA-14.5, HA-14.6; nobody while the game goes on."""
    private: Private | None


def view(state: HansaState, seat: int | None) -> HansaView:
    """HA-15: all but the order of the supply, sealed answers and standing orders is public."""
    outcome = result(state)
    return HansaView(
        seat=seat,
        seats=seats_of(state),
        round=state.round,
        active=None if state.phase == "over" else state.active,
        decisions=decisions(state),
        phase=state.phase,
        boxed=state.boxed,
        piles=BOARD.piles_left(seats_of(state), len(state.supply)),
        ship=state.ship,
        stay_used=state.stay_used,
        ports=tuple(_port_view(state, index) for index in range(len(BOARD.ports))),
        players=tuple(_seat_view(state, player) for player in range(seats_of(state))),
        removed=state.removed,
        bank=bank(state),
        open_loss=state.open_loss,
        last_round=is_triggered(state),
        extra=state.opener is not UNSET,
        opener=opener_of(state),
        idle_rounds=state.idle_rounds,
        exits=tuple(sail.port for sail in sails(state, state.active)) if state.phase == "act" else (),
        winners=() if outcome is None else outcome.winners,
        private=None if seat is None else Private(state.standing[seat], state.answers[seat] or None),
    )


def _seat_view(state: HansaState, seat: int) -> SeatView:
    placed = in_ports(state, seat)
    return SeatView(
        talers=state.talers[seat],
        reserve=BOARD.raw.components.booths_per_player - placed,
        in_ports=placed,
        face_up=state.face_up[seat],
        sold=state.sold[seat],
        points=score(state, seat),
    )


def _port_view(state: HansaState, index: int) -> PortView:
    leader = leader_of(state.booths[index])
    return PortView(
        id=BOARD.ports[index],
        slots=tuple(state.slots[slot] for slot in BOARD.slots_of[index]),
        booths=state.booths[index],
        leader=None if leader == NO_LEADER else leader,
    )


def resample(state: HansaState, seat: int | None, stream: Stream) -> HansaState:
    """HA-15.1, HA-15.4: another order of the supply, other sealed answers and standing orders of other seats."""
    new = copy(state)
    new.supply = stream.shuffled(sorted(state.supply))
    others = [other for other in range(len(state.talers)) if other != seat]
    standing, answers = list(state.standing), list(state.answers)
    for other in others:
        standing[other] = bool(stream.below(2))
        if answers[other]:
            faces = [face for face in state.face_up[other] if face[0] == state.open_loss[other]]
            answers[other] = stream.choice(faces)
    new.standing, new.answers = tuple(standing), tuple(answers)
    return new
