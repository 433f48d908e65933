"""Inviting people to a game that is open, by command or from its lobby, and their answers: Join, and No, thanks.

Not for the calls themselves (`bot.ui.posts.invitations`) and not for who may invite whom (the table says so).
"""

from collections.abc import Sequence

import discord
import msgspec

from bot.table.invitations import check_inviter, check_stands
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.components import GOOD, Handlers, Rows, Touch, button, people_menu, view
from bot.ui.house_rules import one_at_a_time
from bot.ui.invitations import picked, sift, told
from bot.ui.panels import lobby
from bot.ui.replies import Reply, answer, context_of, on_game

PRIVATE = "private"
"""In the id of a button: it stands in a private message, which is for one person."""
MOST = 10
"""People who are chosen at once."""


def invitation_buttons(words: Texts, game: int, rest: str = "") -> Rows:
    return view(
        button("accept", words.say("Join"), game, rest=rest, style=GOOD),
        button("nothanks", words.say("No, thanks"), game, rest=rest),
    )


# ---- inviting


async def ask_whom(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """A menu of people."""
    hosted = await context_of(interaction).table.hosted(game)
    check_inviter(hosted, interaction.user.id)
    whom = people_menu("invitees", words.say("Whom do you invite?"), game, least=1, most=MOST)
    return Reply(words.say("Whom do you invite to game {number}?", number=game), view(whom))


async def invite(interaction: discord.Interaction, words: Texts, game: int, people: Sequence[int]) -> Reply:
    """All who can be invited are; why the others cannot be is said."""
    context, by = context_of(interaction), interaction.user.id
    guild = (await context.table.hosted(game)).header.guild
    async with one_at_a_time(context, guild):
        hosted = await context.table.hosted(game)
        check_inviter(hosted, by)
        sifted = await sift(context, guild, by, people, hosted)
        if sifted.people:
            await context.table.invite(game, by, sifted.people, str(interaction.id))
    lines = told(words, sifted.left_out)
    if sifted.people:
        names = [f"**{plain(await context.names.of_person(guild, user))}**" for user in sifted.people]
        lines = [words.say("Invited: {names}.", names=", ".join(names)), *lines]
    return Reply("\n".join(lines) or words.say("Nobody has been invited: computers take seats by *Add a computer*."))


async def _invitees(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        return msgspec.structs.replace(await invite(interaction, words, touch.game, picked(interaction)), instead=True)

    await answer(interaction, work, game=touch.game)


# ---- answering


async def _accept(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        check_stands(await context_of(interaction).table.hosted(touch.game), interaction.user.id)
        return _in_place(touch, await lobby.join(interaction, words, touch.game))

    await answer(interaction, work, game=touch.game)


async def _decline(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        await context_of(interaction).table.decline(touch.game, interaction.user.id, str(interaction.id))
        said = words.say("You have said no, thanks, to game {number}. The others are told.", number=touch.game)
        return _in_place(touch, Reply(said))

    await answer(interaction, work, game=touch.game)


def _in_place(touch: Touch, reply: Reply) -> Reply:
    """In a private message the answer takes the place of the question."""
    return msgspec.structs.replace(reply, instead=touch.rest == PRIVATE)


HANDLERS: Handlers = {
    "invite": on_game(ask_whom),
    "invitees": _invitees,
    "accept": _accept,
    "nothanks": _decline,
}
