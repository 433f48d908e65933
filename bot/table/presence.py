"""Who of the people at a table is there.

Not for what the absent ones lose by it: `agreement.py`, `handover.py`.
"""

from bot.store.hosted_game import HostedGame

DAY = 86_400.0
"""How long a request to the table stands; and how long somebody may be silent in a game without a pace."""


def is_present(hosted: HostedGame, user: int, now: float) -> bool:
    """Whether a person who has a seat acted within the game's pace.

    Who waits for others has a day, however short the pace: they are silent because nothing is asked of them.
    """
    header, seat = hosted.header, hosted.people().get(user)
    if seat is None:
        return False
    if hosted.pause is not None:  # nobody has been waited for since
        now = min(now, hosted.pause.at)
    pace = DAY if header.pace is None else header.pace
    return now - seen_at(hosted, user) <= (pace if seat in hosted.owed() else max(pace, DAY))


def seen_at(hosted: HostedGame, user: int) -> float:
    """When somebody last did something in the game."""
    return hosted.header.attendance.acted_at.get(user, hosted.header.started_at or 0.0)


def present_people(hosted: HostedGame, now: float) -> set[int]:
    return {user for user in hosted.people() if is_present(hosted, user, now)}
