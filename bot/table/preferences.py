"""What a server and a person can choose for themselves.

Not for keeping it: `bot.store.preferences`. Not for what counts where both have chosen: `bot.calls.wishes`. Nor for
settings of the program: `bot.settings`.
"""

from typing import Literal

import msgspec

from render.theme import ThemeName

Ping = Literal["mention", "dm", "none"]
PINGS: tuple[Ping, ...] = ("mention", "dm", "none")
PALETTES: tuple[ThemeName, ...] = ("day", "night")
Remind = Literal["off", "gentle", "4", "8", "12", "24", "48"]
REMINDS: tuple[Remind, ...] = ("off", "gentle", "4", "8", "12", "24", "48")
"""Never; after a while and seldom; every so many hours."""
Threads = Literal["wish", "always", "never"]
THREADS: tuple[Threads, ...] = ("wish", "always", "never")
"""Whether a game gets a thread of its own: as whoever opens it says, in any case, in none."""
ThreadName = Literal["title people number", "title number", "number title people", "people title"]
THREAD_NAMES: tuple[ThreadName, ...] = ("title people number", "title number", "number title people", "people title")
"""What the name of a game's thread is made of, in this order."""


class ServerPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of what all see, and of people who have not chosen for themselves."""

    language: str | None = None
    """None: the language the server has in Discord."""
    palette: ThemeName = "day"
    private: bool = True
    """Whether cards come by private message, too."""
    ping: Ping = "mention"
    remind: Remind = "gentle"
    opener: int | None = None
    """The role of those who may open games; none: everybody may."""
    channels: tuple[int, ...] = ()
    """Where games may be, threads as their channels; none: everywhere."""
    most_games: int | None = None
    """How many games may go on at once; none: as many as people like. The same for the games of one person:"""
    most_own: int | None = None
    threads: Threads = "wish"
    thread_name: ThreadName = "title people number"
    pace: float | None = None
    """Seconds for a decision, where whoever opens a game says nothing; none: no limit."""
    invitations: int | None = 10
    """How many people one person may invite in a day; none: as many as they like. And how often one may be invited:"""
    invited: int | None = 5
    hall: int | None = None
    """The forum channel in which every game gets a post of its own; none: games are where they are opened."""
    role: int | None = None
    """The role that is called when a lobby with free seats is opened; none: none is."""
    role_calls: int | None = 3
    """How often a day, at most."""
    hints: bool = True
    """Whether anybody may ask for hints at all."""


class PersonPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of what only they see. None: as the server has chosen; of the language, as in their Discord."""

    language: str | None = None
    palette: ThemeName | None = None
    private: bool | None = None
    ping: Ping | None = None
    invitations: bool | None = None
    """Whether others may invite them to games; none: they may."""
    remind: Remind | None = None
    zone: str | None = None
    """Their time zone, by its name; None: they have not said, and nobody guesses."""
    quiet: str | None = None
    """Their quiet hours, as two full hours: 22-8."""
    weekends: bool = False
    """Whether weekends are quiet, too."""
    asked: bool = False
    """Whether they were asked for their time zone; once is enough."""
    closed: bool = False
    """Discord refused a private message to them: none is tried again until they ask for them anew."""
    spoken: str | None = None
    """The language of their Discord, as last seen; None: they have never used the bot since it is noted."""

    @property
    def is_stranger(self) -> bool:
        """Whether nothing shows that they have ever used the bot."""
        return self == PersonPreferences()
