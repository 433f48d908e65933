"""Who is told what when a game moves on: the board for the channel, hands for their owners, a call to whose turn it is.

Not for words or pictures: a letter names a game, a version and a seat, and its sender asks for the view.
"""

from collections.abc import Sequence

import msgspec

from bot.store.hosted_game import HostedGame, Objects, Pinged
from engine.history import turn_of
from engine.values import Event, known_to, secrets_in


class Before:
    """What must be known of a position before it changes, to tell afterwards what is news to whom."""

    def __init__(self, hosted: HostedGame) -> None:
        self.owed = hosted.owed()
        self.turn = turn_of(hosted.title.view(hosted.state, None))
        self.called = set(hosted.called(self.turn)) - hosted.acted
        self.hands = hands(hosted)


def hands(hosted: HostedGame) -> dict[int, object]:
    """What only its owner may know, for every seat that a person has; nothing in games without cards."""
    title, state = hosted.title, hosted.state
    if not title.has_hand(hosted.setup().options):
        return {}
    people = (number for number, seat in enumerate(hosted.seats) if seat.user is not None)
    return {number: secrets_in(title.view(state, number)) for number in people}


def objects(events: Sequence[Event], seat: int | None) -> Objects:
    """The events a seat, or the table, may know, as plain values."""
    return tuple(msgspec.to_builtins(event) for event in known_to(events, seat))


def tell_play(hosted: HostedGame, before: Before) -> None:
    """After decisions, an undo or a rewind."""
    hosted.tell("channel", "board", version=hosted.version)
    for seat, hand in hands(hosted).items():
        if hand != before.hands.get(seat):
            hosted.tell(f"seat:{seat}", "hand")
    same = turn_of(hosted.title.view(hosted.state, None)) == before.turn
    tell_turn(
        hosted, hosted.owed() - (before.owed if same else set())
    )  # what is owed in another turn is something else


def tell_turn(hosted: HostedGame, seats: set[int]) -> None:
    """Calls people to a decision, each of them once a turn.

    Two letters, since how they wish to be called counts when it is sent: one for the channel, behind the board, which
    may have called them already; one for their private messages, where trouble holds up nobody else.
    """
    turn = turn_of(hosted.title.view(hosted.state, None))
    before = hosted.called(turn)
    called = [seat for seat in sorted(seats - set(before)) if hosted.seats[seat].user is not None]
    for seat in called:
        if seat in hosted.acted:  # whoever has just decided is here, and sees what comes next
            continue
        hosted.tell("channel", "turn", seat=seat)
        hosted.tell(f"seat:{seat}", "call")
    hosted.pinged = Pinged(*turn, (*before, *called))


def tell_not_yet(hosted: HostedGame, before: Before) -> None:
    """After an undo: whoever had been called to a decision need not make it after all."""
    for seat in sorted(before.called & (before.owed - hosted.owed())):
        hosted.tell("channel", "notyet", seat=seat)


def tell_start(hosted: HostedGame) -> None:
    hosted.tell("channel", "start", commitment=hosted.commitment)
    hosted.tell("channel", "board", version=0)
    for seat, hand in hands(hosted).items():
        if hand is not None:
            hosted.tell(f"seat:{seat}", "hand")
    tell_turn(hosted, hosted.owed())


def tell_end(hosted: HostedGame) -> None:
    """The seed goes to everybody now: whoever replays the export sees that nobody touched the deck."""
    hosted.tell("channel", "over", seed=hosted.header.seed)
