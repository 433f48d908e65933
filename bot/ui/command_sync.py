"""Tells Discord which commands there are: by one process of a set, and only when they have changed.

Not for what they are called: `command_names.py`.
"""

import hashlib

import discord
import msgspec
import structlog
from discord.app_commands import AppCommand
from discord.ext import commands

from bot.clock import Clock
from bot.store.chores import Chores

log = structlog.get_logger(__name__)

CHORE = "commands"


async def sync(client: commands.AutoShardedBot, chores: Chores, clock: Clock) -> list[AppCommand]:
    """Sends the commands if they are not those that were sent last, or if somebody took them away at Discord.

    The commands as Discord knows them, with their numbers; none where it could not be asked.
    """
    digest = await digest_of(client)
    done, there = await chores.latest(CHORE), await _there(client)
    ours = {one.name for one in client.tree.get_commands()}
    if done is not None and done.digest == digest and there is not None and {one.name for one in there} != ours:
        await chores.undo(CHORE)
    if not await chores.begin(CHORE, clock.now(), every=float("inf"), digest=digest):
        return there or []
    try:
        sent = await client.tree.sync()
    except BaseException:
        await chores.let_go(CHORE)
        raise
    await chores.done(CHORE, clock.now(), digest)
    log.info("The commands are registered", commands=len(client.tree.get_commands()))
    return sent


async def digest_of(client: commands.AutoShardedBot) -> str:
    """Of all that Discord is told about the commands, in all languages, and of the application they belong to."""
    tree, translator = client.tree, client.tree.translator
    assert translator is not None
    told = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    text = msgspec.json.encode({"application": client.application_id, "commands": told}, order="sorted")
    return hashlib.sha256(text).hexdigest()


async def _there(client: commands.AutoShardedBot) -> list[AppCommand] | None:
    """One cheap question at each start: a digest says what was sent, not what is there."""
    try:
        return await client.tree.fetch_commands()
    except discord.HTTPException:
        return None  # nothing is known; the next start asks again
