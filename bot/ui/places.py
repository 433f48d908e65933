"""What becomes of games when their channels change: deleted, left, back, or open to our posts again.

Not for people: who moves a game does so by command. The client passes on what Discord tells.
"""

import aiohttp
import discord
import structlog

from bot.ui.access import may_post
from bot.ui.context import Context

log = structlog.get_logger(__name__)


class Places:
    """The channels of all games, as far as this process hears of them."""

    def __init__(self, context: Context, client: discord.AutoShardedClient) -> None:
        self._context = context
        self._client = client

    async def channel_gone(self, channel: int) -> None:
        """A channel or a thread was deleted."""
        for game in await self._context.queries.live_in_channel(channel):
            await self._context.table.park(game)

    async def server_gone(self, guild: int) -> None:
        """A server was deleted, or does not want us any more."""
        games = await self._context.queries.live_in_guild(guild)
        for game in games:
            await self._context.table.park(game)
        await self._context.store.servers.left(guild, self._context.clock.now())
        log.info("A server is gone; its games are kept for a while", server=guild, games=len(games))

    async def server_back(self, guild: discord.Guild) -> None:
        """Its games are kept, and go on where their channels still are, unless somebody has opened another."""
        await self._context.store.servers.back(guild.id)
        for game, channel in await self._context.queries.parked_in_guild(guild.id):
            if await _has(guild, channel) and await self._context.queries.in_channel(channel) is None:
                await self._context.table.unpark(game)

    async def may_be_open(self, guild: discord.Guild, changed: int | None = None) -> None:
        """Permissions or channels have changed: what was refused is sent at once where it is taken now."""
        hurried = False
        for channel in await self._context.queries.held_up(guild.id):
            place = guild.get_channel_or_thread(channel)
            if may_post(place) if place is not None else channel == changed:
                await self._context.store.outbox.hurry(channel, self._context.clock.now())
                hurried = True
        if hurried:
            self._context.table.ring()

    async def look_around(self) -> None:
        """Servers that took us back, or removed us, while nobody listened.

        Of those that are gone the first refused post tells their games; here the term begins after which they go, too.
        """
        servers = self._context.store.servers
        for guild in await self._context.queries.guilds():
            if has_left(self._client, guild) and not await servers.has_left(guild) and await self._is_gone(guild):
                await servers.left(guild, self._context.clock.now())
        for guild in await self._context.queries.guilds_of_parked():
            if (found := self._client.get_guild(guild)) is not None and not found.unavailable:
                await self.server_back(found)

    async def _is_gone(self, guild: int) -> bool:
        """As Discord says itself: what is deleted on the strength of it does not come back."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            return False
        return False


def has_left(client: discord.AutoShardedClient, guild: int | None) -> bool:
    """Whether the bot is no member of a server, for certain: of several processes each knows those of its shards."""
    if guild is None or not client.is_ready():
        return False
    count = client.shard_count or 1
    ours = (guild >> 22) % count in (client.shard_ids or range(count))
    return ours and client.get_guild(guild) is None


async def _has(guild: discord.Guild, channel: int) -> bool:
    if guild.get_channel_or_thread(channel) is not None:
        return True
    try:  # archived threads are not told of
        await guild.fetch_channel(channel)
    except discord.DiscordException:
        return False
    return True
