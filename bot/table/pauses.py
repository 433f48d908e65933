"""Pausing a running game and taking it up again: meanwhile no clock runs, no computer plays, nobody decides anything.

Not for games without a channel or that nobody touches (`places.py`, `retention.py`), nor for who is a moderator: the
caller knows. A pause is part of the game as it is stored, so it outlives restarts and holds in every process.
"""

from bot.errors import Refused
from bot.store.attendance import Pause
from bot.store.hosted_game import HostedGame
from bot.table import notices


def pause(hosted: HostedGame, by: int, now: float, *, host: bool = False, agreed: tuple[int, ...] = ()) -> None:
    """A moderator may, or somebody who plays with the consent of everybody who does; the game keeps its channel."""
    hosted.placed()
    if hosted.pause is not None:
        raise Refused("Game {number} is paused already.", number=hosted.number)
    people = hosted.people().keys()
    if not host and not (by in people and people <= {by, *agreed}):
        raise Refused(
            "Only those who may manage the channel can pause game {number}, or whoever plays it alone with computers.",
            number=hosted.number,
        )
    hosted.heard_of(by, now)
    hosted.header.attendance.paused = Pause(now, by, host)
    hosted.tell("channel", "paused", by=by, **_as(host, agreed))


def resume(hosted: HostedGame, by: int, now: float, *, host: bool = False, agreed: tuple[int, ...] = ()) -> None:
    """Everybody has their whole time anew, and those who are waited for are called once more.

    What a moderator has paused only a moderator takes up again; else somebody who plays.
    """
    hosted.placed()
    paused = hosted.pause
    if paused is None:
        raise Refused("Game {number} is not paused.", number=hosted.number)
    if not host and paused.host:
        raise Refused(
            "A moderator has paused game {number}: only those who may manage the channel can take it up again.",
            number=hosted.number,
        )
    if not host:
        hosted.seat_of(by)
    _pass_over(hosted, paused, now)
    hosted.header.attendance.paused = None
    hosted.heard_of(by, now)
    hosted.tell("channel", "resumed", by=by, **_as(host, agreed))
    hosted.tell("channel", "board", version=hosted.version, anew=True, again=True)
    notices.tell_anew(hosted)


def _as(host: bool, agreed: tuple[int, ...]) -> dict[str, object]:
    return ({"host": True} if host else {}) | ({"agreed": agreed} if agreed else {})


def _pass_over(hosted: HostedGame, paused: Pause, now: float) -> None:
    """The time of the pause is nobody's silence."""
    acted_at = hosted.header.attendance.acted_at
    for user, at in acted_at.items():
        acted_at[user] = at if at > paused.at else at + now - paused.at
