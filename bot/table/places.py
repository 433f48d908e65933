"""Where a game is played: it loses its channel, gets it back, or moves to another one; as changes of a hosted game.

Not for finding out whether a channel is there: `bot.ui.places` hears of that.
"""

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table import notices


def park(hosted: HostedGame, now: float) -> None:
    """Its channel is gone: clocks stop, computers wait, and its people are told in private."""
    if hosted.status not in ("open", "running") or (hosted.is_parked and hosted.header.parked_for is None):
        return
    hosted.header.parked_at, hosted.header.parked_for = now, None
    for number, seat in enumerate(hosted.seats):
        if seat.user is not None:
            hosted.tell(f"seat:{number}", "parked")


def unpark(hosted: HostedGame) -> None:
    """Its channel is back; everybody has their whole time anew."""
    if hosted.is_parked:
        hosted.header.parked_at = hosted.header.parked_for = None
        _tell_place(hosted)


def move(hosted: HostedGame, by: int, guild: int | None, channel: int, now: float, *, host: bool = False) -> None:
    """To another channel: whoever plays may move a game that has none, the owner any; a host any on their server."""
    header = hosted.header
    if hosted.status not in ("open", "running"):
        raise Refused("Game {number} is over.", number=hosted.number)
    host = host and guild == header.guild and by != header.owner
    if not host:
        hosted.seat_of(by)
    if not hosted.is_parked and header.channel == channel:
        raise Refused("Game {number} is in this channel already.", number=hosted.number)
    if not host and not hosted.is_parked and header.owner != by:
        raise Refused("Only the person who opened game {number} may do that.", number=hosted.number)
    if guild is None and any(seat.user not in (None, by) for seat in hosted.seats):
        raise Refused("The others of game {number} cannot follow you into private messages.", number=hosted.number)
    hosted.heard_of(by, now)
    header.guild, header.channel, header.parked_at, header.parked_for = guild, channel, None, None
    _tell_place(hosted, by if host else None)


def withdraw(hosted: HostedGame, now: float) -> None:
    """A game that nobody could be told of has not been opened; its owner is told so in private."""
    if hosted.status != "open":
        return
    hosted.header.status, hosted.header.ended_at = "aborted", now
    for number, seat in enumerate(hosted.seats):
        if seat.user == hosted.header.owner:
            hosted.tell(f"seat:{number}", "withdrawn")


def _tell_place(hosted: HostedGame, host: int | None = None) -> None:
    """All; and who did it, if that was a host."""
    if host is not None or hosted.status != "open":
        hosted.tell("channel", "moved", **({} if host is None else {"by": host}))
    if hosted.status == "open":
        hosted.tell("channel", "lobby")
        return
    hosted.tell("channel", "board", version=hosted.version, anew=True)
    if hosted.unknown_rules is None:
        notices.tell_anew(hosted)
