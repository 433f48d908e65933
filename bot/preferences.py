"""What a server and a person can choose for themselves.

Not for keeping it: `bot.store.preferences` does. Not for settings of the house: `bot.settings`.
"""

from typing import Literal

import msgspec

Ping = Literal["mention", "dm", "none"]
PINGS: tuple[Ping, ...] = ("mention", "dm", "none")


class ServerPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    language: str | None = None
    """Of what all see; none: the language the server has in Discord."""


class PersonPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    language: str | None = None
    """Of what only they see; none: the language of their Discord."""
    private: bool = True
    """Whether their cards come by private message, too."""
    closed: bool = False
    """Discord refused a private message to them: none is tried again until they ask for them anew."""
    ping: Ping = "mention"
