"""The lines to Discord's gateway: whether they hold, and each time one is made, lost or taken up again.

Not for connecting: discord.py does that by itself.
"""

import discord
import structlog
from discord.ext import commands

from bot.monitoring.metrics import Metrics

log = structlog.get_logger(__name__)


def watch(client: commands.AutoShardedBot, metrics: Metrics) -> None:
    """Notes what becomes of the lines, in the figures and in the log."""

    def note(shard: int, what: str, connected: bool) -> None:
        metrics.gateway.labels(shard).set(connected)
        metrics.gateway_events.labels(what).inc()
        log.info("The line to Discord", shard=shard, is_now=what)

    async def on_shard_connect(shard: int) -> None:
        note(shard, "connected", True)

    async def on_shard_resumed(shard: int) -> None:
        note(shard, "resumed", True)

    async def on_shard_disconnect(shard: int) -> None:
        note(shard, "lost", False)

    for listener in (on_shard_connect, on_shard_resumed, on_shard_disconnect):
        client.add_listener(listener)


async def trouble(client: discord.AutoShardedClient) -> str | None:
    """What is wrong with the lines, for the health of the process."""
    if not client.is_ready():
        return "Discord has not been reached yet"
    lost = [number for number, shard in client.shards.items() if shard.is_closed()]
    return f"no line for shard {', '.join(map(str, lost))}" if lost else None
