"""What one person wants to hear of a table, and how: their own choice in the game, else for all, else the server's.

Not for what can be chosen (`bot.table.preferences`, `bot.table.game_wishes`) and not for what follows (`rules.py`).
"""

import msgspec

from bot.calls.hours import ALWAYS, Hours
from bot.store.attendance import GameWish
from bot.table.preferences import PersonPreferences, Ping, Remind, ServerPreferences
from render.theme import ThemeName

NO_WISH = GameWish()


class InForce(msgspec.Struct, frozen=True):
    """How one person is treated at a table of one server."""

    palette: ThemeName
    private: bool
    ping: Ping
    reachable: bool
    """Whether a private message may be tried at all."""
    remind: Remind = "gentle"
    early: bool = False
    """Whether they want to know when the seat before them starts."""
    hours: Hours = ALWAYS
    snoozed: float = 0.0
    """No reminder before that moment."""


def hours_of(person: PersonPreferences) -> Hours:
    return Hours(person.zone, person.quiet, person.weekends)


def in_force(person: PersonPreferences, server: ServerPreferences, here: GameWish = NO_WISH) -> InForce:
    """What the person wishes, else what the server does.

    Nothing private where Discord lets nothing through, nor to somebody who has never used the bot: a mention first.
    """
    private = server.private if person.private is None else person.private
    ping = here.calls or person.ping or server.ping
    reachable = not person.closed and not person.is_stranger
    if not reachable:
        private, ping = False, "mention" if ping == "dm" else ping
    remind = "off" if here.quiet else person.remind or server.remind
    return InForce(
        person.palette or server.palette, private, ping, reachable, remind, here.early, hours_of(person), here.snoozed
    )
