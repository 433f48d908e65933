"""The bot's Discord client: it connects, knows the commands and what pressing a component does.

Not for what commands do, and not for the life of a process: `bot.app`.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import cast

import discord
import structlog
from discord.ext import commands

from bot.errors import BadSetting, StoreError
from bot.settings import Settings
from bot.ui import command_sync, which_game
from bot.ui.command_names import CommandNames
from bot.ui.commands import games, on_board, privacy
from bot.ui.commands import play as play_commands
from bot.ui.commands import rules as rules_command
from bot.ui.commands import settings as settings_command
from bot.ui.commands.game import GameGroup
from bot.ui.components import ITEMS, Handlers, joined
from bot.ui.context import Context
from bot.ui.panels import (
    ask_table,
    calls,
    game_list,
    hint,
    invitations,
    leaving,
    lobby,
    more,
    opening,
    own_games,
    personal,
    play,
    requests,
    setup,
    substitutes,
    trial,
)
from bot.ui.panels import log as log_panel
from bot.ui.places import Places

log = structlog.get_logger(__name__)


def all_handlers() -> Handlers:
    """Every component of the bot; what is not named here does nothing."""
    parts = (
        *(calls, game_list, hint, invitations, leaving, lobby, log_panel, more, opening, personal, play),
        *(privacy, requests, setup, trial, rules_command, settings_command, which_game),
        *(
            ask_table,
            own_games,
            substitutes,
        ),
    )
    return joined(*(part.HANDLERS for part in parts))


class Kontor(commands.AutoShardedBot):
    """The client. It asks for no privileged intent: everything arrives as an interaction."""

    def __init__(self, context: Context, settings: Settings) -> None:
        if settings.shard_ids and settings.shard_count is None:
            raise BadSetting("KONTOR_SHARD_IDS needs KONTOR_SHARD_COUNT, the number of shards of all processes.")
        if any(shard >= (settings.shard_count or 0) for shard in settings.shard_ids):
            raise BadSetting("KONTOR_SHARD_IDS must be below KONTOR_SHARD_COUNT.")
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            http_trace=context.refusals.trace(),
            shard_count=settings.shard_count,
            shard_ids=list(settings.shard_ids) or cast("list[int]", None),  # none is all; the type forgets to say so
        )
        self.context = context
        self.handlers = all_handlers()
        self.places = Places(context, self)
        context.names.find = self._find_name
        self.add_dynamic_items(*ITEMS)
        for group in (GameGroup(), settings_command.SettingsGroup(), *play_commands.groups()):
            self.tree.add_command(group)
        self.tree.add_command(rules_command.rules)
        self.tree.add_command(privacy.privacy)
        self.tree.add_command(games.games)
        for menu in on_board.menus():
            self.tree.add_command(menu)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandNames())
        self.context.mentions.learn(await command_sync.sync(self, self.context.store.chores, self.context.clock))

    async def hang_up(self) -> None:
        """Takes no more interactions; what was taken can still be answered, and letters be sent."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))

    async def _find_name(self, guild: int | None, user: int) -> str | None:
        """As the server calls them; as they call themselves, where they are no member or we are none."""
        if guild is not None:
            with contextlib.suppress(discord.HTTPException):
                place = self.get_guild(guild) or await self.fetch_guild(guild, with_counts=False)
                return (await place.fetch_member(user)).display_name
        try:
            return (self.get_user(user) or await self.fetch_user(user)).display_name
        except discord.HTTPException:
            return None

    # ---- what happens to channels and servers

    async def _heard(self, event: Awaitable[None]) -> None:
        """An event that is met while the database is away is said; a refused post will bring it up again."""
        try:
            await event
        except StoreError as error:
            log.warning("An event could not be handled", reason=str(error))

    async def on_ready(self) -> None:
        await self._heard(self.places.look_around())

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._heard(self.places.channel_gone(channel.id))

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._heard(self.places.channel_gone(event.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._heard(self.places.server_gone(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._heard(self.places.server_back(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._heard(self.places.server_back(guild))
        await self._heard(self.places.may_be_open(guild))

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._heard(self.places.may_be_open(after.guild))

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        if (guild := self.get_guild(event.guild_id)) is not None:
            await self._heard(self.places.may_be_open(guild, event.thread_id))

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self._heard(self.places.may_be_open(after.guild))

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._heard(self.places.may_be_open(role.guild))

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        if after == after.guild.me:  # of others nothing is heard without a privileged intent
            await self._heard(self.places.may_be_open(after.guild))
