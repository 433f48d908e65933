"""What happened in a game of Bohn Hansa, without words; `line()` is the host line of BH-21.2 where it defines one.

Not for decisions as such: an event says what a decision, or the host, brought about.
"""

from typing import ClassVar

from engine.bohn.state import Pile, Terms
from engine.values import Event


def name_of(seat: int) -> str:
    return f"P{seat + 1}"


class Prepared(Event, frozen=True, kw_only=True, tag="prepared"):
    seats: int

    def line(self) -> str:
        return f"setup n={self.seats}"


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The three contracts of a seat; only its own."""

    seat: int
    contracts: tuple[str, ...]

    def line(self) -> str:
        return f"deal {name_of(self.seat)} {' '.join(self.contracts)}"


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """A sealed answer is in (BH-2.8, BH-15.6); what it says is shown later."""

    seat: int


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    seat: int
    contract: str
    town: str
    talers: int


class Lots(Event, frozen=True, kw_only=True, tag="lots"):
    """Lots between the seats with the fewest talers (BH-2.9)."""

    seat: int
    among: tuple[int, ...]

    def line(self) -> str:
        return f"lots {name_of(self.seat)}"


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    seat: int
    turn: int
    last: bool


class Travelled(Event, frozen=True, kw_only=True, tag="travelled"):
    seat: int
    start: str
    town: str


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    seat: int
    cards: tuple[str, ...]

    def line(self) -> str:
        return f"laid {name_of(self.seat)} {' '.join(self.cards)}"


class TollTaken(Event, frozen=True, kw_only=True, tag="toll"):
    """A toll falls due: so many talers were paid at once, the rest is `due`."""

    seat: int
    amount: int
    talers: int
    due: int

    def line(self) -> str:
        return f"toll {name_of(self.seat)} {self.amount}"


class TollInBeans(Event, frozen=True, kw_only=True, tag="toll_in_beans"):
    seat: int
    beans: tuple[str, ...]


class CreditGiven(Event, frozen=True, kw_only=True, tag="credit"):
    seat: int
    amount: int

    def line(self) -> str:
        return f"credit {name_of(self.seat)} {self.amount}"


class HarvestDrawn(Event, frozen=True, kw_only=True, tag="harvest"):
    """A harvest card is turned up; `pending` when it waits for the seat's next turn."""

    seat: int
    harvest: str
    pending: bool

    def line(self) -> str:
        return f"harvest {name_of(self.seat)} {self.harvest}"


class Placed(Event, frozen=True, kw_only=True, tag="place"):
    town: str
    pile: Pile
    square: int

    def line(self) -> str:
        return f"place {self.town} {self.pile.kind} {self.pile.count} @{self.square}"


class Skipped(Event, frozen=True, kw_only=True, tag="skip"):
    town: str
    kind: str

    def line(self) -> str:
        return f"skip {self.town} {self.kind}"


class Triggered(Event, frozen=True, kw_only=True, tag="trigger"):
    seat: int

    def line(self) -> str:
        return f"trigger {name_of(self.seat)}"


class Priced(Event, frozen=True, kw_only=True, tag="prices"):
    """The price list of the turn (BH-8.1)."""

    town: str
    kinds: tuple[str, ...]
    prices: tuple[int, ...]

    def line(self) -> str:
        listed = zip(self.kinds, self.prices, strict=True)
        return " ".join(("prices", self.town, *(f"{kind}={price}" for kind, price in listed)))


class Fulfilled(Event, frozen=True, kw_only=True, tag="fulfilled"):
    seat: int
    contract: str
    payout: int


class Bought(Event, frozen=True, kw_only=True, tag="bought"):
    seat: int
    token: str
    price: int
    drop: tuple[str, ...]


class ContractBought(Event, frozen=True, kw_only=True, tag="contract_bought"):
    """A seat bought a contract; its own copy of the event names the card given up (BH-17.2)."""

    seat: int
    card: str | None = None


class Drawn(Event, frozen=True, kw_only=True, tag="draw"):
    """A contract was drawn; its owner's copy of the event names it (BH-17.6)."""

    seat: int
    contract: str | None = None

    def line(self) -> str:
        return f"draw {name_of(self.seat)} {self.contract or '?'}"


class Shuffled(Event, frozen=True, kw_only=True, tag="shuffle"):
    def line(self) -> str:
        return "shuffle"


class Offered(Event, frozen=True, kw_only=True, tag="offered"):
    """An offer is open; its maker's copy of the event has the private terms (BH-9.13)."""

    number: str
    maker: int
    target: int
    terms: Terms
    drop: tuple[str, ...] | None = None
    pay: tuple[str, ...] | None = None

    def done_to(self) -> tuple[int, ...]:
        return (self.target,)


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """An offer came to nothing; `standing` when a standing order declined it (BH-20.5)."""

    number: str
    seat: int
    standing: bool = False


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    number: str
    seat: int


class Voided(Event, frozen=True, kw_only=True, tag="void"):
    """The host withdrew an offer (BH-9.5).

    `reason` is the kind of obstacle: "terms" (the maker cannot keep its part), "invite" (the target has come, or the
    maker is here already) or "contract" (its maker bought a contract).
    """

    number: str
    reason: str

    def line(self) -> str:
        return f"void {self.number}"


class Lapsed(Event, frozen=True, kw_only=True, tag="lapse"):
    number: str

    def line(self) -> str:
        return f"lapse {self.number}"


class Invited(Event, frozen=True, kw_only=True, tag="invited"):
    seat: int
    start: str
    town: str
    card: str

    def line(self) -> str:
        return f"invited {name_of(self.seat)} {self.card}"


class DealDone(Event, frozen=True, kw_only=True, tag="deal"):
    """An accepted offer was carried out; the private terms of both sides are public now."""

    number: str
    maker: int
    target: int
    terms: Terms
    maker_drop: tuple[str, ...]
    target_drop: tuple[str, ...]

    def done_to(self) -> tuple[int, ...]:
        """The target accepts; the maker may be elsewhere when it happens."""
        return (self.maker,)


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """Trading is over; these contracts went from the table to the discards."""

    seat: int
    discarded: tuple[str, ...]


class LastAsked(Event, frozen=True, kw_only=True, tag="last"):
    """The last turn is over; these seats can still fulfil contracts (BH-15.6)."""

    seats: tuple[int, ...]


class Sold(Event, frozen=True, kw_only=True, tag="sold"):
    seat: int
    beans: tuple[str, ...]
    talers: int


class Scored(Event, frozen=True, kw_only=True, tag="result"):
    is_result: ClassVar[bool] = True
    seat: int
    total: int

    def line(self) -> str:
        return f"result {name_of(self.seat)} {self.total}"


class Won(Event, frozen=True, kw_only=True, tag="winner"):
    is_result: ClassVar[bool] = True
    seat: int

    def line(self) -> str:
        return f"winner {name_of(self.seat)}"


class Stood(Event, frozen=True, kw_only=True, tag="standing"):
    """A seat changed its standing order (BH-20.5)."""

    seat: int
    standing: str
