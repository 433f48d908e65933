"""What the menu of a message has for a board: one's hand, what has happened since, the game from there on.

Not for what they show: `bot.ui.panels.personal`, `log.py`. A board that has lost its buttons is known by its letter.
"""

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, NamedTuple

import discord
import msgspec
from discord import app_commands

from bot.errors import Refused
from bot.texts import Texts
from bot.ui.command_names import about
from bot.ui.commands.installs import OF_SERVERS, PLACES
from bot.ui.components import PATTERN
from bot.ui.context import Context
from bot.ui.panels import log, personal
from bot.ui.posts.board import Shown
from bot.ui.replies import Reply, answer, context_of

_ID = re.compile(f"[bs]:{PATTERN}")


class Board(NamedTuple):
    """Which game a message shows, and at which version."""

    game: int
    version: int


Work = Callable[[discord.Interaction, Texts, Board], Awaitable[Reply]]


async def board_of(context: Context, message: discord.Message) -> Board:
    """By its buttons, which know; else by the letter that it was."""
    touches = [found for part in message.components for one in ids_in(part) if (found := _ID.fullmatch(one))]
    games = {int(found["game"]) for found in touches} - {0}
    version = max((int(found["version"]) for found in touches), default=0)
    if len(games) == 1 and version:
        return Board(games.pop(), version)
    letter = await context.queries.board_in(message.channel.id, message.id)
    if letter is None:
        raise Refused("This message is no board. Choose this for a post that shows a board of a game.")
    game, receipt = letter
    return Board(game, msgspec.json.decode(receipt, type=Shown).version)


def ids_in(part: object) -> Iterator[str]:
    """The ids of a component and of those inside it."""
    own = getattr(part, "custom_id", None)
    if isinstance(own, str):
        yield own
    for inside in getattr(part, "children", ()):
        yield from ids_in(inside)


# ---- what is offered


async def _hand(interaction: discord.Interaction, words: Texts, board: Board) -> Reply:
    return await personal.hand(interaction, words, board.game)


async def _since(interaction: discord.Interaction, words: Texts, board: Board) -> Reply:
    return await personal.since(interaction, words, board.game)


async def _replay(interaction: discord.Interaction, words: Texts, board: Board) -> Reply:
    return await log.from_version(interaction, words, board.game, board.version)


def menus() -> Iterator[app_commands.ContextMenu]:
    yield _menu(about("My hand"), _hand)
    yield _menu(about("Since my turn"), _since)
    yield _menu(about("Replay from here"), _replay)


def _menu(name: app_commands.locale_str, work: Work) -> app_commands.ContextMenu:
    menu = app_commands.ContextMenu(name=name, callback=_callback(work))
    menu.allowed_contexts, menu.allowed_installs = PLACES, OF_SERVERS
    return menu


def _callback(work: Work) -> Callable[[discord.Interaction, discord.Message], Coroutine[Any, Any, None]]:
    async def callback(interaction: discord.Interaction, message: discord.Message) -> None:
        async def show(words: Texts) -> Reply:
            return await work(interaction, words, await board_of(context_of(interaction), message))

        await answer(interaction, show)

    return callback
