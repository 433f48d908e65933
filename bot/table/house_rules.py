"""What a server allows: who opens games, in which channels, how many at once and per person, and whether in threads;
how often people are invited and a role is called.

Not for choosing it (`/settings server`), not for finding out who asks from where (`bot.ui.house_rules`), and not for
the rules of a game.

Whoever may manage a channel is not bound by the role: they are who it is there for. They are bound by the channels and
the numbers, which keep a server from being flooded, whoever opens games; who may manage the server can change them.
"""

from bot.errors import Refused
from bot.table.preferences import ServerPreferences


def check_opener(rules: ServerPreferences, roles: frozenset[int], *, manages: bool) -> None:
    """Whether somebody with these roles may open games."""
    if rules.opener is not None and rules.opener not in roles and not manages:
        raise Refused(
            "Only members with the role {role} may open games on this server (see /settings server).",
            role=f"<@&{rules.opener}>",
        )


def check_channel(rules: ServerPreferences, *homes: int) -> None:
    """Whether a game may be in a channel; a thread comes with the channel it belongs to, and all may be in the hall."""
    if rules.channels and not {*rules.channels, rules.hall}.intersection(homes):
        allowed = ", ".join(f"<#{channel}>" for channel in rules.channels)
        raise Refused("On this server games may be in {channels} only (see /settings server).", channels=allowed)


def check_thread(rules: ServerPreferences) -> None:
    """Whether somebody who wishes a thread for a game may have it."""
    if rules.threads == "never":
        raise Refused("On this server games get no threads (see /settings server).")


def check_games(rules: ServerPreferences, others: int) -> None:
    """Whether there may be one more game, besides these."""
    if rules.most_games is not None and others >= rules.most_games:
        raise Refused(
            "As many games as this server allows go on already: {most} (see /settings server).", most=rules.most_games
        )


def check_own(rules: ServerPreferences, others: int, *, own: bool = True) -> None:
    """Whether a person may have a seat in one more game, besides these; `own`: the person is who asks."""
    if rules.most_own is None or others < rules.most_own:
        return
    if own:
        raise Refused(
            "You have a seat in as many games as this server allows: {most} (see /settings server).",
            most=rules.most_own,
        )
    raise Refused(
        "This person has a seat in as many games as this server allows: {most} (see /settings server).",
        most=rules.most_own,
    )


def check_invitations(rules: ServerPreferences, made: int) -> None:
    """Whether somebody may invite one more, after so many today."""
    if rules.invitations is not None and made >= rules.invitations:
        raise Refused(
            "You have invited as many people today as this server allows: {most} (see /settings server).",
            most=rules.invitations,
        )


def check_invited(rules: ServerPreferences, received: int, who: str) -> None:
    """Whether somebody may be invited once more, after so often today."""
    if rules.invited is not None and received >= rules.invited:
        raise Refused(
            "**{who}** has been invited as often today as this server allows: {most} (see /settings server).",
            who=who,
            most=rules.invited,
        )


def role_to_call(rules: ServerPreferences, free: int, called: int) -> int | None:
    """Whom a new lobby with so many free seats calls, after so many calls today."""
    most = rules.role_calls
    return rules.role if free > 0 and (most is None or called < most) else None
