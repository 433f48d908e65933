"""Calls people who are invited to a game by name: in its channel, and in private if they have used the bot before.

Not for who may be invited, and not for what the buttons do: `bot.ui.panels.invitations`.
"""

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.context import Context
from bot.ui.panels.invitations import PRIVATE, invitation_buttons
from bot.ui.posts.delivery import Delivery
from bot.ui.replies import Reply
from bot.ui.title_facts import effort, facts
from engine.history import Game


class InvitationPosts:
    """One post for all who are invited at once, and a private message for each of them."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    async def invite(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """Those who have not answered yet; whoever wishes no calls is named and not called."""
        named = letter.payload["people"]
        assert isinstance(named, list)
        people = [user for user in hosted.header.lobby.invited if user in named]
        if hosted.status != "open" or not people:
            return None
        called = [user for user in people if (await self._context.chosen.at_table(user, hosted)).ping != "none"]
        names = [f"<@{user}>" if user in called else f"**{await self._name(hosted, user)}**" for user in people]
        text = words.say(
            "{names}: **{who}** invites you to **{title}**, game {number}.",
            names=", ".join(names),
            who=await self._name(hosted, letter.number_of("by")),
            title=hosted.title.name,
            number=hosted.number,
        )
        reply = Reply(f"{text}\n-# {facts(words, hosted.title)}", invitation_buttons(words, hosted.number))
        return str(await self._delivery.say(letter, hosted, reply, *called))

    async def invitation(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """In private, to somebody who has used the bot and wishes calls."""
        user = letter.number_of("user")
        wish = await self._context.chosen.at_table(user, hosted)
        awaited = hosted.status == "open" and user in hosted.header.lobby.invited
        if not awaited or not wish.reachable or wish.ping == "none":
            return None
        words = await self._context.languages.of_person(user, hosted)
        text = words.say(
            "**{who}** invites you to **{title}**, game {number} in {place}.",
            who=await self._name(hosted, letter.number_of("by")),
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
        )
        lines = [text, words.about(hosted.title), f"-# {effort(words, hosted.title)}"]
        reply = Reply("\n".join(lines), invitation_buttons(words, hosted.number, PRIVATE))
        message = await self._delivery.write_to(letter, user, reply)
        return str(message.id)

    async def _name(self, hosted: HostedGame, user: int) -> str:
        return plain(await self._context.names.of_person(hosted.header.guild, user))
