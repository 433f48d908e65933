"""Leaving a running game to a computer, and calling it off: each is asked once, and done at the second press.

Not for who may do it: the table says so.
"""

import discord

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table import seats
from bot.texts import Texts
from bot.ui.components import BAD, Handlers, Rows, Touch, button, view
from bot.ui.replies import Reply, answer, context_of
from bot.ui.rights import is_host

SURE = "sure"


def ask_resign(words: Texts, hosted: HostedGame, *, instead: bool = False) -> Reply:
    hosted.running()
    question = words.say(
        "Leave game {number} ({title}) to a computer? While the game goes on you may take your seat back.",
        number=hosted.number,
        title=hosted.title.name,
    )
    return Reply(question, _sure("resign", words.say("Yes, resign"), hosted.number), instead=instead)


async def ask_abort(interaction: discord.Interaction, words: Texts, hosted: HostedGame) -> Reply:
    """Whoever may not do it is told so at once; somebody who plays may ask the table."""
    try:
        seats.check_aborts(hosted, interaction.user.id, host=await is_host(interaction, hosted))
    except Refused as error:
        if hosted.status != "running" or interaction.user.id not in hosted.people():
            raise
        ask = button("asktable", words.say("Ask the table …"), hosted.number)
        return Reply(words.refusal(error, hosted.title), view(ask))
    question = words.say(
        "Call game {number} ({title}) off for everybody, without a result?",
        number=hosted.number,
        title=hosted.title.name,
    )
    return Reply(question, _sure("abort", words.say("Yes, call it off"), hosted.number))


def _sure(what: str, label: str, game: int) -> Rows:
    return view(button(what, label, game, rest=SURE, style=BAD))


async def press_resign(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        hosted = await context.table.hosted(touch.game)
        hosted.seat_of(interaction.user.id)
        if touch.rest != SURE:
            return ask_resign(words, hosted, instead=True)
        await context.table.resign(touch.game, interaction.user.id, str(interaction.id))
        return Reply(words.say("A computer plays on for you in game {number}.", number=touch.game), instead=True)

    await answer(interaction, work, game=touch.game)


async def press_abort(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        return await abort(interaction, words, await context_of(interaction).table.hosted(touch.game), instead=True)

    await answer(interaction, work, game=touch.game)


async def abort(interaction: discord.Interaction, words: Texts, hosted: HostedGame, *, instead: bool = False) -> Reply:
    host, table = await is_host(interaction, hosted), context_of(interaction).table
    await table.abort(hosted.number, interaction.user.id, str(interaction.id), host=host)
    return Reply(words.say("Game {number} has been called off.", number=hosted.number), instead=instead)


HANDLERS: Handlers = {"resign": press_resign, "abort": press_abort}
