"""What happens in a game of Hansa Teutonica besides the decisions themselves, as host lines (HT-26.2).

Not for words: texts are made from these elsewhere, in the reader's language.
"""

from typing import ClassVar

from engine.values import Event


def _on(flag: bool) -> str:
    return "on" if flag else "off"


class SetUp(Event, frozen=True, tag="setup"):
    edition: str
    board: str
    seats: int
    missions: bool
    favours: bool

    def line(self) -> str:
        return (
            f"setup edition={self.edition} board={self.board} n={self.seats} "
            f"missions={_on(self.missions)} favours={_on(self.favours)}"
        )


class Marker(Event, frozen=True, tag="marker"):
    """A marker comes to lie on a route, at setup or because nothing else was possible."""

    route: str
    marker: str

    def line(self) -> str:
        return f"marker {self.route} {self.marker}"


class Tile(Event, frozen=True, tag="tile"):
    tile: str

    def line(self) -> str:
        return f"tile {self.tile}"


class Mission(Event, frozen=True, tag="mission"):
    """A mission card: for its owner alone at setup, for everybody when the game is over."""

    seat: int
    card: str

    def line(self) -> str:
        return f"mission P{self.seat + 1} {self.card}"


class Left(Event, frozen=True, tag="left"):
    seat: int
    left: int

    def line(self) -> str:
        return f"left P{self.seat + 1} {self.left}"


class Point(Event, frozen=True, tag="point"):
    """`reason` is control, coin or connection; a connection has no city."""

    seat: int
    points: int
    reason: str
    city: str = ""

    def line(self) -> str:
        return f"point P{self.seat + 1} {self.points} {self.reason} {self.city}".rstrip()

    def done_to(self) -> tuple[int, ...]:
        return (self.seat,)


class Took(Event, frozen=True, tag="take"):
    seat: int
    marker: str

    def line(self) -> str:
        return f"take P{self.seat + 1} {self.marker}"


class Drew(Event, frozen=True, tag="draw"):
    """Nobody sees which marker it is (HT-10.3)."""

    seat: int

    def line(self) -> str:
        return f"draw P{self.seat + 1}"


class Full(Event, frozen=True, tag="full"):
    city: str
    count: int

    def line(self) -> str:
        return f"full {self.city} {self.count}"


class Trigger(Event, frozen=True, tag="trigger"):
    """`reason` is score, markers or cities."""

    reason: str

    def line(self) -> str:
        return f"trigger {self.reason}"


class Reveal(Event, frozen=True, tag="reveal"):
    seat: int
    marker: str

    def line(self) -> str:
        return f"reveal P{self.seat + 1} {self.marker}"


class Stuck(Event, frozen=True, tag="stuck"):
    seat: int
    marker: str

    def line(self) -> str:
        return f"stuck P{self.seat + 1} {self.marker}"


class Over(Event, frozen=True, tag="over"):
    is_result: ClassVar[bool] = True

    def line(self) -> str:
        return "over"


class Score(Event, frozen=True, tag="score"):
    is_result: ClassVar[bool] = True
    seat: int
    total: int
    developments: int
    network: int

    def line(self) -> str:
        return f"score P{self.seat + 1} {self.total} developments {self.developments} network {self.network}"


class Winner(Event, frozen=True, tag="winner"):
    is_result: ClassVar[bool] = True
    seat: int

    def line(self) -> str:
        return f"winner P{self.seat + 1}"


# ---- what happens without being asked (section 24)


class Relocated(Event, frozen=True, tag="relocated"):
    """The displaced piece went where alone it could go: a space, or with nothing free its owner's stock (HT-8.11)."""

    seat: int
    kind: str
    space: str

    def line(self) -> str:
        return f"relocate P{self.seat + 1} {self.space or 'stock'}"


class Along(Event, frozen=True, tag="along"):
    """A standing order answered for the owner of recruit_along; `kind` is T, M or none."""

    seat: int
    kind: str

    def line(self) -> str:
        return f"along P{self.seat + 1} {self.kind}"


# ---- what the seats concerned are told without being asked (HT-25.3); the record derives it from the decision


class Displaced(Event, frozen=True, tag="displaced"):
    """`extra` is the number of pieces the victim may add."""

    seat: int
    victim: int
    kind: str
    space: str
    extra: int

    def done_to(self) -> tuple[int, ...]:
        return (self.victim,)


class Moved(Event, frozen=True, tag="moved"):
    """A piece was put somewhere else; `owner` need not be the seat that did it."""

    seat: int
    owner: int
    kind: str
    origin: str
    space: str

    def done_to(self) -> tuple[int, ...]:
        return () if self.owner == self.seat else (self.owner,)


class Removed(Event, frozen=True, tag="removed"):
    """A piece went from a road to its owner's supply (HT-12.8)."""

    seat: int
    owner: int
    kind: str
    space: str

    def done_to(self) -> tuple[int, ...]:
        return () if self.owner == self.seat else (self.owner,)


class Swapped(Event, frozen=True, tag="swapped"):
    """The owners of office `office` and the next one have changed places; `left` and `right` are the owners now."""

    seat: int
    city: str
    office: int
    left: int
    right: int

    def done_to(self) -> tuple[int, ...]:
        return tuple(owner for owner in (self.left, self.right) if owner != self.seat)
