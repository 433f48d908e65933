"""Answering requests to the table: the buttons under each, which belong to that one request, and what they do.

Not for whose yes counts (the table says so) and not for the posts themselves: `bot.ui.posts.requests`.
"""

import discord

from bot.errors import Refused
from bot.store.requests import GiveSeat
from bot.table.requests import outcome_of
from bot.texts import Texts
from bot.ui.components import BAD, GOOD, Handlers, Rows, Touch, button, view
from bot.ui.house_rules import check_own
from bot.ui.replies import Reply, answer, context_of

OLDEST = 0
"""The number of a request that release 0.1.0 wrote down."""


def request_buttons(words: Texts, game: int, request: int) -> Rows:
    return view(
        button("agree", words.say("Agree"), game, rest=str(request), style=GOOD),
        button("decline", words.say("Decline"), game, rest=str(request), style=BAD),
    )


async def agree(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: _consent(interaction, words, touch, True), game=touch.game)


async def decline(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: _consent(interaction, words, touch, False), game=touch.game)


async def _consent(interaction: discord.Interaction, words: Texts, touch: Touch, agrees: bool) -> Reply:
    table = context_of(interaction).table
    number = await _request(interaction, touch)
    if agrees:
        await check_seat(interaction, touch.game, number)
    saved = await table.consent(touch.game, interaction.user.id, agrees, str(interaction.id), request=number)
    match outcome_of(saved.answer):
        case "overtaken" | "lapsed":
            return Reply(
                words.say("This request to the table of game {number} does not stand any more.", number=touch.game)
            )
        case "declined":
            return Reply(words.say("You have declined."))
    return Reply(words.say("You have agreed."))


async def check_seat(interaction: discord.Interaction, game: int, number: int) -> None:
    """Whoever gets a seat by this yes may have one more on this server."""
    context = context_of(interaction)
    hosted = await context.table.hosted(game)
    what = next((request.what for request in hosted.requests if request.number == number), None)
    if isinstance(what, GiveSeat) and what.user is not None:
        own = what.user == interaction.user.id
        await check_own(context, hosted.header.guild, what.user, game, own=own)


async def _request(interaction: discord.Interaction, touch: Touch) -> int:
    """Buttons of release 0.1.0 name no request: they mean the one it wrote down last, unless an older post has them."""
    if touch.rest:
        return int(touch.rest)
    earlier = await context_of(interaction).queries.earlier_receipts(touch.game, "proposal")
    if interaction.message is not None and str(interaction.message.id) in earlier:
        raise Refused("This request to the table of game {number} does not stand any more.", number=touch.game)
    return OLDEST


HANDLERS: Handlers = {"agree": agree, "decline": decline}
