"""What a post in the channel would have called somebody to who was asleep: they hear of it when they are awake.

Not for decisions, which have letters of their own until they are made: `calls.py`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.calls.rules import Event, way, when
from bot.store.hosted_game import Draft, HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.ui.components import button, view
from bot.ui.context import Context
from bot.ui.panels.requests import request_buttons
from bot.ui.posts.delivery import Delivery
from bot.ui.posts.followers import FollowerPosts
from bot.ui.replies import Reply
from bot.workers.outbox import GoesOn
from engine.history import Game


class Called(NamedTuple):
    """Whom a post calls, and the letters to those whom it would wake."""

    now: list[int]
    later: list[Draft]


async def called_by(
    context: Context, hosted: HostedGame, event: Event, people: Iterable[int], **payload: object
) -> Called:
    """Whoever wishes to be called at all."""
    found, moment = Called([], []), context.clock.now()
    for user in people:
        wish = await context.chosen.at_table(user, hosted)
        if way(event, wish) == "none":
            continue
        if (at := when(event, wish, moment)) <= moment:
            found.now.append(user)
        else:
            found.later.append(Draft(f"user:{user}", "later", {"event": event, **payload}, at))
    return found


class LaterPosts:
    """One notice for each, in the way they wish."""

    def __init__(self, context: Context, delivery: Delivery, followers: FollowerPosts) -> None:
        self._context = context
        self._delivery = delivery
        self._followers = followers

    async def later(self, letter: Letter, hosted: HostedGame, game: Game | None, _: Texts) -> str | None:
        """Unless it has no use any more."""
        user, context = int(letter.target.removeprefix("user:")), self._context
        event: Event = "over" if letter.payload["event"] == "over" else "request"
        wish, now = await context.chosen.at_table(user, hosted), context.clock.now()
        how = way(event, wish)
        if how == "none" or user not in hosted.people():
            return None
        if (at := when(event, wish, now)) > now:
            raise GoesOn(at)
        private = how == "dm"
        words = await (context.languages.of_person(user, hosted) if private else context.languages.of_table(hosted))
        reply = await self._reply(words, hosted, game, letter, user)
        if reply is None:
            return None
        if private:
            await self._delivery.write_to(letter, user, reply)
        else:
            await self._delivery.say(letter, hosted, Reply(f"<@{user}> {reply.content}", reply.view), user)
        return None

    async def _reply(
        self, words: Texts, hosted: HostedGame, game: Game | None, letter: Letter, user: int
    ) -> Reply | None:
        if letter.payload["event"] == "over":
            return await self._followers.reply(words, hosted, game, ends=True)
        number = letter.number_of("request")
        if all(request.number != number or user in request.agreed for request in hosted.requests):
            return None
        text = words.say(
            "**{title}**, game {number} in {place}: the table waits for your yes or no.",
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
        )
        more = view(button("board", words.say("Board"), hosted.number))
        return Reply(text, (*request_buttons(words, hosted.number, number), *more))
