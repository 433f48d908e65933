"""What becomes of tables that nobody comes to: a lobby without guests closes, a silent game is set aside.

Not for finding them: `bot.store.maintenance.prune`. What was found is looked at once more here, when it is changed.
"""

from bot.store.hosted_game import HostedGame
from bot.table import requests
from bot.table.seats import tell_lobby


def close_lobby(hosted: HostedGame, before: float, now: float) -> None:
    """Nobody has joined it; whoever opened it is told, and its channel is free."""
    if hosted.status != "open" or hosted.header.opened_at >= before or len(hosted.people()) > 1:
        return
    hosted.header.status, hosted.header.ended_at = "aborted", now
    tell_lobby(hosted)
    hosted.tell("channel", "unjoined")


def set_aside(hosted: HostedGame, before: float, now: float) -> None:
    """Nobody has touched it: clocks stop, its channel is free for another game, and its people are asked."""
    if hosted.status != "running" or hosted.is_parked or touched_at(hosted) >= before:
        return
    requests.sweep(hosted, now)
    hosted.header.parked_at, hosted.header.parked_for = now, "silence"
    hosted.header.attendance.paused = None  # whoever takes it up again does so for good
    hosted.tell("channel", "set_aside")
    for number, seat in enumerate(hosted.seats):
        if seat.user is not None:
            hosted.tell(f"seat:{number}", "resting")


def touched_at(hosted: HostedGame) -> float:
    """When a person last did something in a game that has started; computers and the host do not count."""
    header = hosted.header
    return max(header.attendance.acted_at.values(), default=header.started_at or 0.0)
