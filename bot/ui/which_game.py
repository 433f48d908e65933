"""Which of several games somebody means who asks where there is none: a menu, and the command again for that game.

Not for what the commands do.
"""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.errors import Refused
from bot.limits import MENU_CHOICES
from bot.store.queries import OwnGame
from bot.texts import Texts
from bot.ui.components import Handlers, MenuEntry, Rows, Touch, fits, menu, view
from engine.registry import title as find_title

WHICH = "which"
_CHOSEN = "game"
"""Where an interaction carries the game that was chosen."""
SEVERAL = "You play several games. Which one do you mean?"
PLAY = "game play"
"""What is done with the chosen game when the command with all that was typed is too long for a component."""


class SeveralGames(Refused):
    """The person plays several games, and none of them here."""

    code = "several_games"

    def __init__(self, games: Sequence[OwnGame]) -> None:
        super().__init__(SEVERAL)
        self.games = games


def one_of(games: Sequence[OwnGame]) -> int:
    """The only one of somebody's games."""
    if not games:
        raise Refused("There is no game in this channel. Open one with /game new.")
    if len(games) > 1:
        raise SeveralGames(games)
    return games[0].number


def chosen_game(interaction: discord.Interaction) -> int | None:
    """The game that was chosen from the menu."""
    found = interaction.extras.get(_CHOSEN)
    return found if isinstance(found, int) else None


def choose_game(interaction: discord.Interaction, game: int | None) -> None:
    """From here on the interaction means this game, if one was typed."""
    if game is not None:
        interaction.extras[_CHOSEN] = game


# ---- asking


class Typed(msgspec.Struct, frozen=True, array_like=True):
    """A command as it was typed: its whole name, and what was given for its parameters."""

    name: str
    given: dict[str, str | int | float | bool] = {}


def which_one(interaction: discord.Interaction, words: Texts, games: Sequence[OwnGame]) -> tuple[str, Rows]:
    """The question and the games to choose from; what was typed goes along, so that it need not be typed again."""
    rest = msgspec.json.encode(_typed(interaction)).decode()
    if not fits(WHICH, 0, 0, rest):
        rest = msgspec.json.encode(Typed(PLAY)).decode()
    choices = [
        MenuEntry(
            str(game.number),
            words.say("{title}, game {number}", title=find_title(game.title).name, number=game.number),
            words.say("its channel is gone") if game.lost else _channel_name(interaction.client, game.channel),
        )
        for game in games[:MENU_CHOICES]
    ]
    return words.say(SEVERAL), view(menu(WHICH, words.say("Which game?"), choices, 0, rest=rest))


def _channel_name(client: discord.Client, channel: int) -> str:
    found = client.get_channel(channel)
    return f"#{found.name}" if isinstance(found, discord.abc.GuildChannel | discord.Thread) else ""


def _typed(interaction: discord.Interaction) -> Typed:
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return Typed(PLAY)
    given = {
        each.name: getattr(value, "id", value)
        for each in command.parameters
        if (value := getattr(interaction.namespace, each.display_name, None)) is not None
    }
    return Typed(command.qualified_name, given)


# ---- going on


async def go_on(interaction: discord.Interaction, touch: Touch) -> None:
    """The command once more, for the game that was chosen."""
    typed = msgspec.json.decode(touch.rest, type=Typed)
    tree: app_commands.CommandTree[discord.Client] = interaction.client.tree  # type: ignore[attr-defined]
    command = _command(tree, typed.name)
    if command is None:  # of an older program
        command, typed = _command(tree, PLAY), Typed(PLAY)
    assert command is not None
    choose_game(interaction, int(touch.values[0]))
    given: dict[str, Any] = dict(typed.given)
    for each in command.parameters:
        if each.type is discord.AppCommandOptionType.user and each.name in given:
            given[each.name] = await interaction.client.fetch_user(given[each.name])
    call: Any = command.callback
    await (call(interaction, **given) if command.binding is None else call(command.binding, interaction, **given))


def _command(
    tree: "app_commands.CommandTree[discord.Client]", name: str
) -> "app_commands.Command[Any, ..., Any] | None":
    first, *others = name.split(" ")
    found: object = tree.get_command(first)
    for other in others:
        found = found.get_command(other) if isinstance(found, app_commands.Group) else None
    return found if isinstance(found, app_commands.Command) else None


HANDLERS: Handlers = {WHICH: go_on}
