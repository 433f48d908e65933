"""Who is told what when a game moves on: the board for the channel, hands for their owners, a call to whose turn it is.

Not for words or pictures: a letter names a game, a version and a seat, and its sender asks for the view.
"""

from collections.abc import Sequence

import msgspec

from bot.store.hosted_game import HostedGame, Objects, Pinged
from bot.table.game_wishes import followers
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
    turn = turn_of(hosted.title.view(hosted.state, None))
    same = turn == before.turn
    tell_turn(hosted, hosted.owed() - (before.owed if same else set()))  # what is owed in another turn is another thing
    if not same and turn[1] is not None:
        _tell_next(hosted, turn[1])
    if turn[0] > before.turn[0]:
        for user in [user for user, what in followers(hosted).items() if what == "round"]:
            hosted.tell(f"user:{user}", "followed", round=turn[0])


def tell_turn(hosted: HostedGame, seats: set[int]) -> None:
    """Calls people to a decision, each of them once a turn.

    One letter for each decision, which stays until it is made: how they wish to be called counts when they are, and
    reminders follow. It says nothing at once to whoever has just decided, since they are here and see what comes next,
    nor to those who were called in this turn already.
    """
    turn = turn_of(hosted.title.view(hosted.state, None))
    before = hosted.called(turn)
    asked = [seat for seat in sorted(seats) if hosted.seats[seat].user is not None]
    for seat in asked:
        silent = seat in hosted.acted or seat in before
        hosted.tell(f"call:{seat}", "call", turn=turn, **({"silent": True} if silent else {}))
    hosted.pinged = Pinged(*turn, (*before, *(seat for seat in asked if seat not in before)))


def _tell_next(hosted: HostedGame, active: int) -> None:
    """Whoever sits behind the one whose turn begins, if they wish to know in this game."""
    seat = (active + 1) % len(hosted.seats)
    user, wishes = hosted.seats[seat].user, hosted.header.attendance.wishes
    if hosted.status == "running" and user in wishes and wishes[user].early and seat not in hosted.owed():
        hosted.roused.add(seat)
        turn = turn_of(hosted.title.view(hosted.state, None))
        hosted.tell(f"call:{seat}", "next", turn=turn)


def tell_taker(hosted: HostedGame, seat: int) -> None:
    """Whoever gets a seat has not been called to what it owes, though somebody else was."""
    hosted.pinged = _without(hosted.pinged, [seat])
    tell_turn(hosted, {seat})


def _without(pinged: Pinged, seats: Sequence[int]) -> Pinged:
    return msgspec.structs.replace(pinged, seats=tuple(seat for seat in pinged.seats if seat not in seats))


def tell_anew(hosted: HostedGame) -> None:
    """Calls those who are waited for once more: the game had stood still."""
    turn = turn_of(hosted.title.view(hosted.state, None))
    for seat in sorted(hosted.owed()):
        if hosted.seats[seat].user is not None:
            hosted.tell(f"call:{seat}", "call", turn=turn, anew=True)


def tell_not_yet(hosted: HostedGame, before: Before) -> None:
    """After an undo: whoever had been called to a decision need not make it after all, and is called if it comes back.

    Those who were called in private find it there: the letter that called them sees to it.
    """
    gone = sorted(before.called & (before.owed - hosted.owed()))
    for seat in gone:
        hosted.tell("channel", "notyet", seat=seat)
    hosted.pinged = _without(hosted.pinged, gone)


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
    tell_followers(hosted)


def tell_followers(hosted: HostedGame) -> None:
    """It is over, in one way or another; what was chosen for this game alone has no use any more."""
    for user in followers(hosted):
        hosted.tell(f"user:{user}", "followed", end=True)
    hosted.header.attendance.wishes.clear()
