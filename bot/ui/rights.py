"""What somebody may do as a host or moderator of the place where a game lives, wherever they ask from.

Not for what owners and players may do: the table says so.
"""

import aiohttp
import discord

from bot.store.hosted_game import Header


async def manages_channel(interaction: discord.Interaction, header: Header) -> bool:
    """Whether the person may manage the channel of the game; no, if that cannot be found out."""
    if header.guild is None:
        return False
    if (interaction.guild_id, interaction.channel_id) == (header.guild, header.channel):
        return interaction.permissions.manage_channels
    try:
        permissions = await _permissions(interaction.client, header.guild, header.channel, interaction.user.id)
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return permissions.manage_channels


async def _permissions(client: discord.Client, server: int, place: int, user: int) -> discord.Permissions:
    """As that server and that channel have them now. Another process may have the server: then Discord is asked."""
    guild = client.get_guild(server) or await client.fetch_guild(server)
    channel = guild.get_channel_or_thread(place) or await guild.fetch_channel(place)
    if isinstance(channel, discord.Thread):  # threads take the permissions of their channel
        channel = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
    if isinstance(channel, discord.Thread):
        return discord.Permissions.none()
    return channel.permissions_for(await guild.fetch_member(user))
