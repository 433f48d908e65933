"""The bot's Discord client: it connects, knows the commands and what pressing a component does.

Not for what commands do, and not for the life of a process: `bot.app`.
"""

import asyncio
from typing import cast

import discord
from discord.ext import commands

from bot.errors import BadSetting
from bot.settings import Settings
from bot.ui.command_names import CommandNames
from bot.ui.commands import play as play_commands
from bot.ui.commands import rules as rules_command
from bot.ui.commands.game import GameGroup
from bot.ui.commands.settings import SettingsGroup
from bot.ui.components import ITEMS, Handlers, joined
from bot.ui.context import Context
from bot.ui.panels import lobby, personal, play, requests, setup


def all_handlers() -> Handlers:
    """Every component of the bot; what is not named here does nothing."""
    panels = (lobby, personal, play, requests, setup, rules_command)
    return joined(*(panel.HANDLERS for panel in panels))


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
            shard_count=settings.shard_count,
            shard_ids=list(settings.shard_ids) or cast("list[int]", None),  # none is all; the type forgets to say so
        )
        self.context = context
        self.handlers = all_handlers()
        context.names.find = self._find_name
        self.add_dynamic_items(*ITEMS)
        for group in (GameGroup(), SettingsGroup(), *play_commands.groups()):
            self.tree.add_command(group)
        self.tree.add_command(rules_command.rules)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandNames())
        await self.tree.sync()

    async def hang_up(self) -> None:
        """Takes no more interactions; what was taken can still be answered, and letters be sent."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))

    async def _find_name(self, user: int) -> str | None:
        known = self.get_user(user)
        if known is None:
            try:
                known = await self.fetch_user(user)
            except discord.HTTPException:
                return None
        return known.display_name
