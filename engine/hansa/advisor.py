"""The simple computer player of Hansa: values each legal action from what its seat sees, and takes the best.

Not for rules: it is handed its legal actions and never asks for others.
"""

from collections import Counter
from collections.abc import Sequence

from engine.chance import Stream
from engine.hansa.actions import (
    Buy,
    Discard,
    End,
    Establish,
    HansaAction,
    Lose,
    Place,
    Refill,
    Sail,
    Sell,
    Skip,
)  # fmt: skip
from engine.hansa.board import BOARD
from engine.hansa.scoring import (
    HIGHEST_STACK,
    MOST_PORTS,
    MOST_SINGLE_BARRELS,
    OPENED_LAST_PILE,
    single_barrels,
)
from engine.hansa.views import HansaView, PortView

BOOTH_TARGET = 3
"""Booths in a port beyond this many add little."""
EXTRA_NOW, EXTRA_STEP = 0.4, 0.5
"""What a point of the extra card is worth before the end, and a marker of one barrel sold."""


def advise(view: HansaView, actions: Sequence[HansaAction], stream: Stream) -> HansaAction:
    """The action worth most; among equals chance decides."""
    assert view.seat is not None
    mind = _Mind(view, view.seat)
    worth = [mind.worth(action) for action in actions]
    best = max(worth)
    return stream.choice([action for action, value in zip(actions, worth, strict=True) if value == best])


class _Mind:
    """One look at a view: what the seat holds, and what each kind of action would bring it, in points."""

    def __init__(self, view: HansaView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.me = view.players[seat]
        self.ports = {port.id: port for port in view.ports}
        self.colours = Counter(face[0] for face in self.me.face_up)

    def worth(self, action: HansaAction) -> float:
        match action:
            case Sell(faces):
                return self._sale(faces)
            case Buy(face):
                return self._purchase(self.ports[self.view.ship], face)
            case Establish(face):
                return self._establishment(self.ports[self.view.ship], face)
            case Sail(port):
                return self._journey(port, self.me.talers - 1, depth=3) - 0.3
            case Place(port):
                return self._placement(self.ports[port])
            case Refill():
                return sum(not face for port in self.view.ports for face in port.slots) - 4.5 + self._opening()
            case Lose(face):
                return -int(face[1])
            case Discard(faces):
                return -sum(int(face[1]) + self.colours[face[0]] for face in faces)
            case Skip() | End():
                return 0.0
        return -1.0

    def _sale(self, faces: tuple[str, ...]) -> float:
        """Points for barrels, what opponents lose, less the booth; selling all of a colour at once is best."""
        here = self.ports[self.view.ship]
        colours = {face[0] for face in faces}
        hurt = sum(
            any(face[0] in colours for face in player.face_up)
            for seat, player in enumerate(self.view.players)
            if seat != self.seat
        )
        last_booth = (4.0 if sum(here.booths) == 1 else 2.0) if here.booths[self.seat] == 1 else 0.2
        extra = self._extra_gain(here, -1, faces)
        return sum(int(face[1]) for face in faces) + 0.8 * hurt - last_booth + 1.5 + extra

    def _purchase(self, port: PortView, face: str) -> float:
        """A marker that makes a pair is worth its barrels soon; a first one is a promise."""
        if not self._can_pay(port, self.me.talers):
            return -1.0
        crowded = max(0, len(self.me.face_up) - 2)
        pair = 1.6 if self.colours[face[0]] else 0.6
        price = 0.0 if port.leader == self.seat else 0.4
        return pair + 0.6 * int(face[1]) - price - 0.5 * crowded

    def _can_pay(self, port: PortView, talers: int) -> bool:
        return talers > 0 or port.leader == self.seat

    def _establishment(self, port: PortView, face: str) -> float:
        """A port not yet held brings 2 or 4 points and a place to sell; more booths bring the lead."""
        booths = min(int(face[1]), self.me.reserve)
        mine = port.booths[self.seat]
        others = sum(port.booths) - mine
        new_port = (3.0 if others else 4.5) if not mine else 0.0
        lead = 0.7 if port.leader != self.seat and mine + booths > max(port.booths, default=0) else 0.0
        useful = 0.3 * min(booths, max(0, BOOTH_TARGET - mine))
        waste = 0.7 * int(face[1]) + (1.0 if self.colours[face[0]] > 1 else 0.0)
        return new_port + lead + useful - waste + self._extra_gain(port, booths, ())

    # ---- the extra card (HA-14.7); nothing without it

    def _opening(self) -> float:
        """A refill that opens the last pile brings points."""
        empty = sum(not face for port in self.view.ports for face in port.slots)
        before_last = sum(self.view.piles[:-1])
        opens = self.view.extra and not self.view.last_round and before_last < empty
        return float(OPENED_LAST_PILE) if opens else 0.0

    def _extra_gain(self, port: PortView, booths: int, sold: Sequence[str]) -> float:
        """What more or fewer booths in the port, and markers sold there, change of the lines counted at the end.

        They can still change, so they are worth less than their points; each step towards one is worth a little.
        """
        if not self.view.extra:
            return 0.0
        mine = [each.booths[self.seat] for each in self.view.ports]
        place = self.view.ports.index(port)
        then = [count + (booths if index == place else 0) for index, count in enumerate(mine)]
        singles = single_barrels(self.me.sold)
        after = singles + single_barrels(tuple(sold))
        gain = self._extra_points(then, after) - self._extra_points(mine, singles)
        return EXTRA_NOW * gain + EXTRA_STEP * (after - singles)

    def _extra_points(self, booths: Sequence[int], singles: int) -> int:
        others = [seat for seat in range(self.view.seats) if seat != self.seat]
        stack = max(port.booths[seat] for port in self.view.ports for seat in others)
        ports = max(sum(port.booths[seat] > 0 for port in self.view.ports) for seat in others)
        barrels = max(single_barrels(self.view.players[seat].sold) for seat in others)
        lines = (
            (HIGHEST_STACK, max(booths), stack),
            (MOST_PORTS, sum(count > 0 for count in booths), ports),
            (MOST_SINGLE_BARRELS, singles, barrels),
        )
        return sum(points for points, own, best in lines if own and own >= best)

    def _placement(self, port: PortView) -> float:
        others = sum(port.booths)
        return 2.0 - 0.3 * others + 0.5 * len(port.slots)

    def _journey(self, port_id: str, talers: int, depth: int) -> float:
        """The best that can be done in this port or on the way on, less what the way costs."""
        port = self.ports[port_id]
        best = max(0.0, *(self._stop(port, talers)))
        if depth > 1 and talers > 0:
            onward = (self._journey(exit_id, talers - 1, depth - 1) - 0.3 for exit_id in self._exits(port_id))
            best = max(best, *onward)
        return best

    def _exits(self, port_id: str) -> tuple[str, ...]:
        return BOARD.exits[BOARD.index[port_id]]

    def _stop(self, port: PortView, talers: int) -> list[float]:
        """What one action in this port would be worth, roughly."""
        values = [0.0]
        if self._can_pay(port, talers):
            values += [self._purchase(port, face) for face in port.slots if face]
        if self.me.reserve:
            values += [self._establishment(port, face) for face in dict.fromkeys(self.me.face_up)]
        if port.booths[self.seat]:
            pairs = [face for face in self.me.face_up if self.colours[face[0]] > 1]
            if pairs:
                values.append(sum(int(face[1]) for face in pairs) + 1.0)
        return values
