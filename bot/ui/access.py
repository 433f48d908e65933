"""What the bot may not do in a channel, so that people are told before, or when, a post is refused.

Not for what people may do.
"""

import discord

from bot.errors import Refused
from bot.store.hosted_game import Header
from bot.texts import Texts

Place = discord.abc.GuildChannel | discord.Thread


def missing(granted: discord.Permissions, *, in_thread: bool, new_thread: bool = False) -> str:
    """The permissions that posts need and that are not granted, as Discord calls them; nothing when all are there."""
    needed = [
        "view_channel",
        "send_messages_in_threads" if in_thread or new_thread else "send_messages",
        "attach_files",
    ]
    if new_thread:
        needed.append("create_public_threads")
    return ", ".join(name.replace("_", " ").title() for name in needed if not getattr(granted, name))


def check_place(interaction: discord.Interaction, *, new_thread: bool = False) -> None:
    """Refuses a place where a game could not be posted: better now than when its first board is to be."""
    if interaction.guild_id is None:
        if interaction.context.private_channel:
            raise Refused("I cannot post here. Open the game in a server, or write to me in private.")
        return
    if not is_member(interaction):
        raise Refused("I am no member of this server, so I cannot post here. Somebody who manages it may add me.")
    in_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, in_thread=in_thread, new_thread=new_thread)
    if lacking:
        raise Refused("I lack permissions in this channel: {permissions}.", permissions=lacking)


def is_member(interaction: discord.Interaction) -> bool:
    """Whether the bot is a member of the server, not only somebody's own app there."""
    return interaction.is_guild_integration() or not interaction.is_user_integration()


def trouble(interaction: discord.Interaction, words: Texts, header: Header) -> str:
    """Why the board of a game cannot be posted in its channel now; nothing if nothing is known of that."""
    place = f"<#{header.channel}>"
    if header.guild is None:
        return ""
    if interaction.channel_id == header.channel:
        found, granted = interaction.channel, interaction.app_permissions
    else:
        guild = interaction.client.get_guild(header.guild)
        found = None if guild is None else guild.get_channel_or_thread(header.channel)
        known = None if found is None else permissions_in(found)
        if known is None:
            return ""
        granted = known
    if lacking := missing(granted, in_thread=isinstance(found, discord.Thread)):
        return words.say(
            "The board could not be posted: I lack {permissions} in {place}.", permissions=lacking, place=place
        )
    if isinstance(found, discord.Thread) and is_shut(found, granted):
        return words.say("The board could not be posted: {place} is locked.", place=place)
    return ""


def may_post(place: Place) -> bool:
    """Whether posts are taken in a channel or thread, as far as this process knows."""
    granted = permissions_in(place)
    if granted is None:
        return True
    if isinstance(place, discord.Thread):
        return not missing(granted, in_thread=True) and not is_shut(place, granted)
    return not missing(granted, in_thread=False)


def is_shut(thread: discord.Thread, granted: discord.Permissions) -> bool:
    """Whether only those who manage threads can write in it."""
    return thread.archived and thread.locked and not granted.manage_threads


def permissions_in(place: Place) -> discord.Permissions | None:
    """What the bot may do there; None if it is not known."""
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    return None if place.guild.me is None else place.permissions_for(place.guild.me)
