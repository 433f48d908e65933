"""Keeps people to what their server allows: finds out who asks, from where, and how much goes on there already.

Not for the rules themselves and their refusals: `bot.table.house_rules`.
"""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.errors import Refused
from bot.limits import THREAD_NAME
from bot.table import house_rules
from bot.texts import Texts, texts
from bot.ui.access import check_place
from bot.ui.context import Context
from bot.ui.halls import forum_of, new_post
from bot.ui.replies import context_of
from bot.ui.rights import manages_place


@asynccontextmanager
async def one_at_a_time(context: Context, guild: int | None) -> AsyncIterator[None]:
    """Around what is counted: everything that happens in a server is handled by one process."""
    if guild is None:
        yield
        return
    async with context.channel_lock(guild):
        yield


async def check_opening(interaction: discord.Interaction, guild: int | None, channel: int) -> None:
    """Whether who asks may open a game in a channel, and whether there is room for one."""
    if guild is None:
        return
    rules = await context_of(interaction).chosen.of_server(guild)
    if rules.opener is not None:
        manages = await manages_place(interaction, guild, channel)
        house_rules.check_opener(rules, _roles(interaction, guild), manages=manages)
    await check_channel(interaction, guild, channel)
    await check_room(context_of(interaction), guild, interaction.user.id)


async def check_room(context: Context, guild: int | None, owner: int) -> None:
    """Whether there may be one more game, and who opens it may be in it."""
    if guild is None:
        return
    rules = await context.chosen.of_server(guild)
    if rules.most_games is not None:
        house_rules.check_games(rules, await context.server_games.going_on(guild))
    await check_own(context, guild, owner)


async def check_own(context: Context, guild: int | None, user: int, game: int = 0, *, own: bool = True) -> None:
    """Whether a person may have a seat in this game besides those they have; `own`: it is they who ask."""
    if guild is None:
        return
    rules = await context.chosen.of_server(guild)
    if rules.most_own is not None:
        others = await context.server_games.of_person(guild, user, game)
        house_rules.check_own(rules, others, own=own)


async def check_channel(interaction: discord.Interaction, guild: int | None, channel: int) -> None:
    """Whether a game may be in a channel or thread."""
    if guild is None:
        return
    rules = await context_of(interaction).chosen.of_server(guild)
    if rules.channels:
        house_rules.check_channel(rules, channel, *await _parent(interaction, channel))


async def check_move(interaction: discord.Interaction, game: int) -> None:
    """Whether a game may come to where somebody asks from; from another server it is as if it were opened here."""
    guild, channel = interaction.guild_id, interaction.channel_id or 0
    if guild is None:
        return
    context = context_of(interaction)
    hosted = await context.table.hosted(game)
    rules = await context.chosen.of_server(guild)
    await check_channel(interaction, guild, channel)
    if hosted.header.guild != guild and rules.opener is not None:
        house_rules.check_opener(rules, _roles(interaction, guild), manages=interaction.permissions.manage_channels)
    if rules.most_games is not None and (hosted.header.guild != guild or hosted.is_parked):
        house_rules.check_games(rules, await context.server_games.going_on(guild, game))


def _roles(interaction: discord.Interaction, guild: int) -> frozenset[int]:
    """Those of who asks; none on another server than the one they ask from."""
    member = interaction.user
    if interaction.guild_id != guild or not isinstance(member, discord.Member):
        return frozenset()
    return frozenset(role.id for role in member.roles)


async def _parent(interaction: discord.Interaction, channel: int) -> tuple[int, ...]:
    """The channel that a thread belongs to."""
    found = interaction.channel if interaction.channel_id == channel else interaction.client.get_channel(channel)
    if found is None:
        with contextlib.suppress(discord.DiscordException):
            found = await interaction.client.fetch_channel(channel)
    return (found.parent_id,) if isinstance(found, discord.Thread) else ()


# ---- where a game is opened


async def place_for(interaction: discord.Interaction, words: Texts, title: str, wished: bool | None) -> int:
    """The channel of a new game: a post in the hall, where the server has one; else a thread of its own, if that is
    wished or the server's way, and possible here."""
    context, channel = context_of(interaction), interaction.channel
    rules = await context.chosen.of_server(interaction.guild_id)
    if (forum := forum_of(interaction, rules)) is not None:
        return await new_post(
            context, interaction, forum, title, words if rules.language is None else texts(rules.language)
        )
    if wished:
        house_rules.check_thread(rules)
        if not isinstance(channel, discord.TextChannel):
            raise Refused("A thread can only be opened in a text channel of a server.")
    thread = bool(wished) or rules.threads == "always"
    if not thread or not isinstance(channel, discord.TextChannel):
        check_place(interaction)
        return interaction.channel_id or 0
    check_place(interaction, new_thread=True)
    try:
        name = f"{title} · {interaction.user.display_name}"[:THREAD_NAME]
        made = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    except discord.HTTPException:
        raise Refused(
            "Discord does not let me open a thread here. Try it again, or open the game in the channel itself."
        ) from None
    return made.id
