"""Calling for a substitute, following a call, and withdrawing it; from the command, and from the post of the call.

Not for the post itself: `bot.ui.posts.vacancies`. Not for who may: the table says so.
"""

import discord

from bot.errors import Refused
from bot.table.requests import outcome_of
from bot.texts import Texts
from bot.ui.components import Handlers, Touch, view
from bot.ui.house_rules import check_own, one_at_a_time
from bot.ui.panels.personal import play_buttons
from bot.ui.replies import Reply, answer, context_of
from bot.ui.rights import hosting


async def ask(interaction: discord.Interaction, words: Texts, game: int, seat: int | None) -> Reply:
    """For a seat; without one, for one's own."""
    table, host = await hosting(interaction, game)
    if seat is None:
        seat = (await table.hosted(game)).seat_of(interaction.user.id)
    saved = await table.substitute(game, interaction.user.id, seat, str(interaction.id), host=host)
    if outcome_of(saved.answer) == "asked":
        return Reply(words.say("Those who must agree are asked, in the channel of game {number}.", number=game))
    return Reply(
        words.say("Somebody is looked for now who takes seat {seat} of game {number}.", seat=seat + 1, number=game)
    )


async def take(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        guild = (await context.table.hosted(touch.game)).header.guild
        async with one_at_a_time(context, guild):
            await check_own(context, guild, user, touch.game)
            hosted = (await context.table.take_seat(touch.game, user, int(touch.rest), str(interaction.id))).hosted
        if user not in hosted.people():  # the same press once more, and the seat is somebody else's again
            raise Refused("You have no seat in game {number}.", number=touch.game)
        said = words.say("You have seat {seat} of game {number} now.", seat=hosted.seat_of(user) + 1, number=touch.game)
        return Reply(said, view(*play_buttons(words, hosted)))

    await answer(interaction, work, game=touch.game)


async def withdraw(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        table, host = await hosting(interaction, touch.game)
        await table.withdraw_call(touch.game, interaction.user.id, int(touch.rest), str(interaction.id), host=host)
        return Reply(words.say("The call is withdrawn."))

    await answer(interaction, work, game=touch.game)


HANDLERS: Handlers = {"takeseat": take, "nocall": withdraw}
