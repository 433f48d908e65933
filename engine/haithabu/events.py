"""What happens in a game of Haithabu, as host lines where the specification has one (HB-17.1).

Not for words: texts are made from these elsewhere, in the reader's language.
"""

from typing import ClassVar, Literal

from engine.values import Event


class Began(Event, frozen=True, kw_only=True, tag="began"):
    seats: int
    first: str
    traps: bool
    trap: str = ""
    passages: str = ""
    passing: str = ""
    """The options of these names where they are not at their defaults."""

    def line(self) -> str:
        readings = {"trap": self.trap, "passages": self.passages, "passing": self.passing}
        said = "".join(f" {name}={value}" for name, value in readings.items() if value)
        return f"setup n={self.seats} first={self.first} traps={'on' if self.traps else 'off'}{said}"


class TrapperDrawn(Event, frozen=True, kw_only=True, tag="trapper"):
    home: str

    def line(self) -> str:
        return f"trapper {self.home}"


class Noted(Event, frozen=True, kw_only=True, tag="noted"):
    """A seat has written a note. Only the twin for its author has the letter, or `none`."""

    home: str
    bridge: str = "?"


class Ran(Event, frozen=True, kw_only=True, tag="ran"):
    runner: str
    origin: str
    destination: str
    over: str
    put: str


class LoadChanged(Event, frozen=True, kw_only=True, tag="load"):
    home: str
    load: int

    def line(self) -> str:
        return f"load {self.home} {self.load}"


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    runner: str

    def line(self) -> str:
        return f"home {self.runner}"


class Sprung(Event, frozen=True, kw_only=True, tag="sprung"):
    bridge: str
    runner: str

    def line(self) -> str:
        return f"sprung {self.bridge} {self.runner}"


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    runner: str
    space: str


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A seat was passed over: others leave it no way (HB-9.1). One that passes by choice decides so itself."""

    home: str
    seat: int

    def done_to(self) -> tuple[int, ...]:
        return (self.seat,)

    def line(self) -> str:
        return f"pass {self.home}"


class Quiet(Event, frozen=True, kw_only=True, tag="quiet"):
    count: int

    def line(self) -> str:
        return f"quiet {self.count}"


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    how: Literal["win", "stall", "blocked", "passed"]
    winner: str = ""

    def line(self) -> str:
        return f"over {self.how} {self.winner}".rstrip()


class Ranked(Event, frozen=True, kw_only=True, tag="ranked"):
    is_result: ClassVar[bool] = True
    place: int
    home: str
    finished: int
    distance_left: int

    def line(self) -> str:
        return f"rank {self.place} {self.home} {self.finished} {self.distance_left}"


class TrapWas(Event, frozen=True, kw_only=True, tag="trap_was"):
    bridge: str

    def line(self) -> str:
        return f"trap was {self.bridge}"
