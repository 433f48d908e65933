"""What happens in a game of Hansa besides the decisions themselves, as host lines (HA-19.2).

Not for words: texts are made from these elsewhere, in the reader's language.
"""

from typing import ClassVar

from engine.values import Event


class SetUp(Event, frozen=True, tag="setup"):
    seats: int
    boxed: tuple[str, ...]

    def line(self) -> str:
        return f"setup n={self.seats} boxed={''.join(self.boxed) or '-'}"


class Deal(Event, frozen=True, tag="deal"):
    slot: str
    face: str

    def line(self) -> str:
        return f"deal {self.slot}={self.face}"


class Draw(Event, frozen=True, tag="draw"):
    slot: str
    face: str

    def line(self) -> str:
        return f"draw {self.slot}={self.face}"


class Income(Event, frozen=True, tag="income"):
    seat: int
    talers: int

    def line(self) -> str:
        return f"income P{self.seat + 1} {self.talers}"


class Pay(Event, frozen=True, tag="pay"):
    """`to` is None for the bank."""

    seat: int
    to: int | None
    talers: int

    def done_to(self) -> tuple[int, ...]:
        return () if self.to is None else (self.to,)

    def line(self) -> str:
        return f"pay P{self.seat + 1} {'bank' if self.to is None else f'P{self.to + 1}'} {self.talers}"


class Booths(Event, frozen=True, tag="booths"):
    seat: int
    port: str
    change: int

    def line(self) -> str:
        return f"booths P{self.seat + 1} {self.port} {self.change:+}"


class Lost(Event, frozen=True, tag="lost"):
    """HA-11.1: always to the sale of another seat."""

    seat: int
    face: str

    def done_to(self) -> tuple[int, ...]:
        return (self.seat,)

    def line(self) -> str:
        return f"lost P{self.seat + 1} {self.face}"


class Tax(Event, frozen=True, tag="tax"):
    seat: int
    talers: int

    def line(self) -> str:
        return f"tax P{self.seat + 1} {self.talers}"


class Discarded(Event, frozen=True, tag="discarded"):
    """A discard without a choice."""

    seat: int
    faces: tuple[str, ...]

    def line(self) -> str:
        return f"discard P{self.seat + 1} {' '.join(self.faces)}"


class ForcedRefill(Event, frozen=True, tag="forced_refill"):
    seat: int

    def line(self) -> str:
        return f"refill forced P{self.seat + 1}"


class LastRound(Event, frozen=True, tag="last_round"):
    """The trigger of HA-13.1."""

    seat: int

    def line(self) -> str:
        return f"final P{self.seat + 1}"


class Over(Event, frozen=True, tag="over"):
    is_result: ClassVar[bool] = True

    def line(self) -> str:
        return "over"


class Score(Event, frozen=True, tag="score"):
    is_result: ClassVar[bool] = True
    seat: int
    total: int
    booths: int

    def line(self) -> str:
        return f"score P{self.seat + 1} {self.total} booths {self.booths}"


class Winner(Event, frozen=True, tag="winner"):
    is_result: ClassVar[bool] = True
    seat: int

    def line(self) -> str:
        return f"winner P{self.seat + 1}"
