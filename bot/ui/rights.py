"""What somebody may do as a host or moderator of the place where a game lives, wherever they ask from.

Not for what owners and players may do: the table says so. Not for what a server allows: `bot.ui.house_rules`.
"""

import aiohttp
import discord

from bot.store.hosted_game import Header, HostedGame
from bot.table import Table
from bot.ui.replies import context_of


async def is_host(interaction: discord.Interaction, hosted: HostedGame) -> bool:
    """Whether somebody who does not own a game may do as a moderator what its owner may."""
    return hosted.header.owner != interaction.user.id and await manages_channel(interaction, hosted.header)


async def hosting(interaction: discord.Interaction, game: int, *, anybody: bool = False) -> tuple[Table, bool]:
    """The table, and whether who asks may act on this game as a host; `anybody`: an owner, too."""
    table = context_of(interaction).table
    hosted = await table.hosted(game)
    if anybody:
        return table, await manages_channel(interaction, hosted.header)
    return table, await is_host(interaction, hosted)


async def manages_channel(interaction: discord.Interaction, header: Header) -> bool:
    """Whether the person may manage the channel of the game; no, if that cannot be found out."""
    return header.guild is not None and await manages_place(interaction, header.guild, header.channel)


async def manages_place(interaction: discord.Interaction, guild: int, channel: int) -> bool:
    """The same of any channel; of one that is gone, whether they may manage the channels of its server."""
    if (interaction.guild_id, interaction.channel_id) == (guild, channel):
        return interaction.permissions.manage_channels
    try:
        permissions = await _permissions(interaction.client, guild, channel, interaction.user.id)
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return permissions.manage_channels


async def _permissions(client: discord.Client, server: int, place: int, user: int) -> discord.Permissions:
    """As that server and that channel have them now. Another process may have the server: then Discord is asked."""
    guild = client.get_guild(server) or await client.fetch_guild(server)
    try:
        channel = guild.get_channel_or_thread(place) or await guild.fetch_channel(place)
    except discord.NotFound:
        return (await guild.fetch_member(user)).guild_permissions
    if isinstance(channel, discord.Thread):  # threads take the permissions of their channel
        channel = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
    if isinstance(channel, discord.Thread):
        return discord.Permissions.none()
    return channel.permissions_for(await guild.fetch_member(user))
