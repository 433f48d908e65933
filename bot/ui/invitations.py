"""Finds out who of those whom somebody names can be invited, and why the others cannot.

Not for the rules (`bot.table.invitations`, `bot.table.house_rules`), and not for the calls: `bot.ui.posts.invitations`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import discord
import msgspec

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table import house_rules
from bot.table.invitations import check_new
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.context import Context
from bot.ui.replies import context_of

DAY = 24 * 3600.0


class Sifted(NamedTuple):
    """Who is to be invited, and why others are not."""

    people: tuple[int, ...] = ()
    left_out: tuple[Refused, ...] = ()


async def sift(
    context: Context, guild: int | None, by: int, people: Sequence[int], hosted: HostedGame | None = None
) -> Sifted:
    """Before a game is open, or for one that is; `one_at_a_time` is around it, as it counts."""
    if not people:
        return Sifted()
    if guild is None:
        raise Refused("People can be invited on a server only.")
    wanted = list(dict.fromkeys(people))
    rules = await context.chosen.of_server(guild)
    counted = await context.store.invitations.counted(guild, by, wanted, context.clock.now() - DAY)
    taken: list[int] = []
    left_out: list[Refused] = []
    for user in wanted:
        who = plain(await context.names.of_person(guild, user))
        try:
            if hosted is not None:
                check_new(hosted, user, who)
            if (await context.chosen.of_person(user)).invitations is False:
                raise Refused("**{who}** prefers not to be invited to games.", who=who)
            house_rules.check_invited(rules, counted.received[user], who)
            house_rules.check_invitations(rules, counted.made + len(taken))
        except Refused as error:
            left_out.append(error)
        else:
            taken.append(user)
    return Sifted(tuple(taken), tuple(left_out))


def told(words: Texts, left_out: Sequence[Refused]) -> list[str]:
    """Why they are not invited, each reason once."""
    return list(dict.fromkeys(words.refusal(error) for error in left_out))


# ---- who was chosen from a menu


class _User(msgspec.Struct, frozen=True):
    username: str = ""
    global_name: str | None = None
    bot: bool = False


class _Member(msgspec.Struct, frozen=True):
    nick: str | None = None


class _Resolved(msgspec.Struct, frozen=True):
    users: dict[str, _User] = {}
    members: dict[str, _Member] = {}


class _Picked(msgspec.Struct, frozen=True):
    """What is read of the data of a menu of people."""

    values: list[str] = []
    resolved: _Resolved = _Resolved()


def picked(interaction: discord.Interaction) -> tuple[int, ...]:
    """The people that were chosen, without bots and whoever chose; their names are remembered."""
    data = msgspec.convert(interaction.data, _Picked)
    people = []
    for value in data.values:
        user = data.resolved.users.get(value, _User())
        nick = data.resolved.members.get(value, _Member()).nick
        if user.bot or int(value) == interaction.user.id:
            continue
        if name := nick or user.global_name or user.username:
            context_of(interaction).names.saw(interaction.guild_id, int(value), name)
        people.append(int(value))
    return tuple(people)
