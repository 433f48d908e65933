"""Who takes part in a game: who had which seat and acted when, whether it is paused, what people wish to hear of it.

Not for who sits where now: `bot.store.hosted_game`.
"""

from typing import Literal

import msgspec

from bot.store.requests import Vacancy

Follow = Literal["round", "end"]


class GameWish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has chosen for this game alone."""

    calls: Literal["mention", "dm", "none"] | None = None
    """How they are called here; None: as everywhere."""
    quiet: bool = False
    """No reminders in this game."""
    snoozed: float = 0.0
    """No reminder before that moment."""
    early: bool = False
    """Whether they are told when the seat before theirs starts."""
    follow: Follow | None = None
    """Of those who watch: whether they hear of every round, or of the end alone."""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Nobody need be there: no clock runs, no computer plays, nobody decides anything."""

    at: float
    by: int
    host: bool = False
    """Whether somebody did it as a moderator; then the table cannot end it."""


class Attendance(msgspec.Struct, omit_defaults=True):
    """Who of the people has had which seat since the start, when each of them last did something in the game, whether
    anybody is waited for at all, and for which seats somebody is looked for."""

    had: dict[int, int] = {}
    acted_at: dict[int, float] = {}
    gone: dict[str, int] = {}
    """The same as `had` of those who wished to be forgotten, by a digest of their number, as long as the game goes on:
    who has seen a hand knows it."""
    paused: Pause | None = None
    vacant: dict[int, Vacancy] = {}
    """The seats that anybody is called to take."""
    wishes: dict[int, GameWish] = {}
    """Of those who play and of those who watch."""
