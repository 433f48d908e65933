"""Turns each letter of the outbox into what it says: a post, an edit, a private message, a call.

Not for when letters are sent (`bot.workers.outbox`) and not for what happened (the table wrote that down): a letter is
worded and drawn when it is sent, from the position of that moment, so late letters say nothing stale.
"""

from collections.abc import Awaitable, Callable

import aiohttp
import discord
import structlog

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.ui.context import Context
from bot.ui.posts.board import BoardPosts
from bot.ui.posts.delivery import Delivery, verdict
from bot.ui.posts.news import NewsPosts
from bot.ui.posts.people import PeoplePosts
from bot.ui.posts.requests import RequestPosts
from bot.workers.outbox import TryAgain, Undeliverable
from engine.history import Game

_OF_THE_PLAY = frozenset({"board", "over", "film", "hand", "turn", "call"})
"""The kinds of letters that show something of the position."""

Send = Callable[[Letter, HostedGame, Game | None, Texts], Awaitable[str | None]]


class Posts:
    """The sender of the outbox worker: one way of sending for each kind of letter."""

    def __init__(self, context: Context, client: discord.Client) -> None:
        self._context = context
        delivery = Delivery(client)
        boards, news = BoardPosts(context, delivery), NewsPosts(context, delivery)
        people, asked = PeoplePosts(context, delivery, boards), RequestPosts(context, delivery)
        self._kinds: dict[str, Send] = {
            "lobby": boards.lobby,
            "start": boards.start,
            "board": boards.board,
            "over": boards.over,
            "film": boards.film,
            "hand": people.hand,
            "turn": people.turn,
            "call": people.call,
            "closed": people.closed,
            "request": asked.request,
            "proposal": asked.request,
            "settled": asked.settled,
            "declined": news.line,
            "absent": news.line,
            "resigned": news.line,
            "replaced": news.line,
            "aborted": news.line,
            "rules": news.line,
        }

    async def send(self, letter: Letter) -> str | None:
        context = self._context
        hosted, game = await context.whole_games.get(letter.game)
        if hosted.unknown_rules is not None and letter.kind in _OF_THE_PLAY:
            raise Undeliverable(f"version {hosted.rules} of the rules is not known")
        words = await context.languages.of_table(hosted)
        with (
            structlog.contextvars.bound_contextvars(stage="post", game=letter.game),
            context.metrics.stage("send"),
        ):
            try:
                return await self._kinds[letter.kind](letter, hosted, game, words)
            except discord.HTTPException as error:
                raise verdict(letter, error) from error
            except (aiohttp.ClientError, OSError) as error:
                raise TryAgain(type(error).__name__) from error
