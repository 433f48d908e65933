"""Who is told what when a game moves on: the board for the channel, hands for their owners, a call to whose turn it is.

Not for words or pictures: a letter names a game, a version and a seat, and its sender asks for the view.
"""

from collections.abc import Sequence

import msgspec

from bot.store.games import Objects
from bot.store.sheet import Pinged, Sheet
from engine.values import Event, Result, View


class Before:
    """What must be known of a position before it changes, to tell afterwards what is news to whom."""

    def __init__(self, sheet: Sheet) -> None:
        self.version = sheet.version
        self.owed = sheet.owed()
        self.hands = hands(sheet)


def hands(sheet: Sheet) -> dict[int, object]:
    """What only its owner may know, for every seat that a person has."""
    title, state = sheet.title, sheet.state
    people = (number for number, seat in enumerate(sheet.seats) if seat.user is not None)
    return {number: _private(title.view(state, number)) for number in people}


def _private(view: View) -> object:
    return getattr(view, "private", None)


def objects(events: Sequence[Event], seat: int | None) -> Objects:
    """The events a seat, or the table, may know, as plain values."""
    known = (event for event in events if event.audience is None or event.audience == seat)
    return tuple(msgspec.to_builtins(event) for event in known)


def tell_play(sheet: Sheet, before: Before, events: Sequence[Event]) -> None:
    """After decisions, an undo or a rewind."""
    version = sheet.version
    sheet.tell("channel", "board", version=version, since=before.version, events=objects(events, None))
    for seat, hand in hands(sheet).items():
        if hand != before.hands.get(seat):
            own = tuple(msgspec.to_builtins(event) for event in events if event.audience == seat)
            sheet.tell(f"seat:{seat}", "hand", version=version, events=own)
    tell_turn(sheet, sheet.owed() - before.owed)


def tell_turn(sheet: Sheet, seats: set[int]) -> None:
    """Calls people to a decision, each of them once a turn.

    Two letters, since how they wish to be called counts when it is sent: one for the channel, behind the board, which
    may have called them already; one for their private messages, where trouble holds up nobody else.
    """
    view: View = sheet.title.view(sheet.state, None)
    pinged = sheet.pinged
    if (pinged.round, pinged.active) != (view.round, view.active):
        pinged = Pinged(view.round, view.active)
    called = [seat for seat in sorted(seats - set(pinged.seats)) if sheet.seats[seat].user is not None]
    for seat in called:
        sheet.tell("channel", "turn", seat=seat)
        sheet.tell(f"seat:{seat}", "call")
    sheet.pinged = Pinged(pinged.round, pinged.active, (*pinged.seats, *called))


def tell_start(sheet: Sheet) -> None:
    events = sheet.game.opening
    sheet.tell("channel", "start", commitment=sheet.commitment)
    sheet.tell("channel", "board", version=0, since=0, events=objects(events, None))
    for seat, hand in hands(sheet).items():
        if hand is not None:
            own = tuple(msgspec.to_builtins(event) for event in events if event.audience == seat)
            sheet.tell(f"seat:{seat}", "hand", version=0, events=own)
    tell_turn(sheet, sheet.owed())


def tell_end(sheet: Sheet, result: Result) -> None:
    """The seed goes to everybody now: whoever replays the export sees that nobody touched the deck."""
    ranking = msgspec.to_builtins(result.ranking)
    sheet.tell("channel", "over", version=sheet.version, ranking=ranking, seed=sheet.header.seed)
