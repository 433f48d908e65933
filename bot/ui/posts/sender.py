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
from bot.ui.halls import CHANGING, Halls
from bot.ui.places import has_left
from bot.ui.posts.board import BoardPosts
from bot.ui.posts.calls import CallPosts
from bot.ui.posts.delivery import GONE, Barred, Delivery, verdict
from bot.ui.posts.followers import FollowerPosts
from bot.ui.posts.invitations import InvitationPosts
from bot.ui.posts.later import LaterPosts
from bot.ui.posts.news import NewsPosts
from bot.ui.posts.people import PeoplePosts
from bot.ui.posts.requests import RequestPosts
from bot.ui.posts.vacancies import VacancyPosts
from bot.workers.outbox import Sent, TryAgain, Undeliverable
from engine.history import Game

GONE_SECONDS = 600.0
"""What is not found for so long is gone. When a channel is deleted while we look, we hear of it at once."""
GONE_TRIES = 3
_OF_RESTING = frozenset({"set_aside", "aborted"})
"""The kinds that the channel of a game gets that is set aside, but has not lost it."""
_OF_THE_PLAY = frozenset({"board", "over", "film", "hand", "turn", "call", "next", "followed", "vacancy"})
"""The kinds of letters that show something of the position."""

Send = Callable[[Letter, HostedGame, Game | None, Texts], Awaitable[str | Sent | None]]


class Posts:
    """The sender of the outbox worker: one way of sending for each kind of letter."""

    def __init__(self, context: Context, client: discord.AutoShardedClient) -> None:
        self._context = context
        self._client = client
        delivery = Delivery(client, context.pressed, context.mentions)
        boards, news = BoardPosts(context, delivery), NewsPosts(context, delivery)
        people, asked = PeoplePosts(context, delivery), RequestPosts(context, delivery)
        calls, vacancies = CallPosts(context, delivery, boards), VacancyPosts(context, delivery)
        followers = FollowerPosts(context, delivery)
        self._halls = Halls(context, client)
        invited = InvitationPosts(context, delivery)
        self._kinds: dict[str, Send] = {
            "lobby": boards.lobby,
            "start": boards.start,
            "board": boards.board,
            "over": boards.over,
            "film": boards.film,
            "hand": people.hand,
            "turn": calls.look,
            "call": calls.call,
            "next": calls.next,
            "followed": followers.followed,
            "later": LaterPosts(context, delivery, followers).later,
            "closed": people.closed,
            "invite": invited.invite,
            "invitation": invited.invitation,
            "nothanks": news.line,
            "request": asked.request,
            "proposal": asked.request,
            "settled": asked.settled,
            "vacancy": vacancies.vacancy,
            "filled": vacancies.filled,
            "declined": news.line,
            "absent": news.line,
            "notyet": news.not_yet,
            "resigned": news.line,
            "replaced": news.line,
            "aborted": news.line,
            "moved": news.line,
            "moderated": news.line,
            "paused": news.line,
            "resumed": news.line,
            "parked": people.parked,
            "withdrawn": people.withdrawn,
            "resting": people.resting,
            "forgotten": news.line,
            "set_aside": news.line,
            "unjoined": news.line,
            "rules": news.line,
            "moretime": news.line,
            "newowner": news.line,
        }

    async def send(self, letter: Letter) -> str | Sent | None:
        context = self._context
        if wait := context.refusals.wait(again=letter.attempts > 1):
            raise TryAgain("Discord has refused too much", wait)
        hosted, game = await context.whole_games.get(letter.game)
        rests = hosted.header.parked_for is not None and letter.kind in _OF_RESTING
        if hosted.is_parked and letter.target == "channel" and not rests:
            return None  # what it would have said is said anew when the game has a channel again
        if hosted.unknown_rules is not None and letter.kind in _OF_THE_PLAY:
            raise Undeliverable(f"version {hosted.rules} of the rules is not known")
        words = await context.languages.of_table(hosted)
        with (
            structlog.contextvars.bound_contextvars(stage="post", game=letter.game),
            context.metrics.stage("send"),
        ):
            try:
                receipt = await self._kinds[letter.kind](letter, hosted, game, words)
            except discord.HTTPException as error:
                raise await self._verdict(letter, hosted, error) from error
            except (aiohttp.ClientError, OSError) as error:
                raise TryAgain(type(error).__name__) from error
        if letter.kind in CHANGING:
            await self._halls.refresh(hosted)
        return receipt

    async def _verdict(self, letter: Letter, hosted: HostedGame, error: discord.HTTPException) -> Exception:
        """What becomes of a letter, and of its game if it has no channel to be played in."""
        found, context = verdict(letter, error), self._context
        if letter.kind == "lobby" and isinstance(found, Barred | Undeliverable) and await self._is_first(hosted):
            await context.table.withdraw(hosted.number)
            return Undeliverable(str(found))
        if not isinstance(found, Barred):
            return found
        waiting = context.clock.now() - letter.written_at
        gone = found.code == GONE or has_left(self._client, hosted.header.guild)
        if gone and letter.attempts >= GONE_TRIES and waiting > GONE_SECONDS:
            await context.table.park(hosted.number)
            return Undeliverable(str(found))
        if letter.attempts == 1:  # those who come later are called by letters of their own
            found.called = sorted(hosted.owed())
        return found

    async def _is_first(self, hosted: HostedGame) -> bool:
        """Whether nobody has seen the lobby yet."""
        return hosted.status == "open" and await self._context.queries.last_receipt(hosted.number, "lobby") is None
