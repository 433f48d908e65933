"""Sends to channels and people, and says what a refusal of Discord's means for the letter that was to be sent.

Not for what is sent: `bot.ui.posts.sender` words and draws it.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
import msgspec
import structlog

from bot.recent import Recent
from bot.store.hosted_game import Draft, HostedGame
from bot.store.outbox import Letter
from bot.ui.command_mentions import CommandMentions
from bot.ui.layout import Words, laid_out, shown_by
from bot.ui.pressed_posts import PressedPosts
from bot.ui.replies import Reply
from bot.workers.outbox import CLOSED as CLOSED_HINT
from bot.workers.outbox import TryAgain, Undeliverable

log = structlog.get_logger(__name__)

CLOSED = (50007, 50278)
"""Discord's codes for: private messages closed, no server in common."""
TOO_MANY_DOORS = 40003
"""We have opened too many private conversations; that says nothing about the person."""
DOORS_SECONDS = 60.0
GONE = 10003
"""There is no such channel, or none that we can see."""
ARCHIVED = 50083
BARRED = (50001, 50013, ARCHIVED, 160005, GONE)
"""No access, no permission, archived, locked, gone: somebody may have it so for a moment, and put it right."""
TOO_LARGE = 413
PASSING = (401, 408, 429)
"""What Discord takes later: our token was being changed, it was too slow, or we were too quick."""
NO_PINGS = discord.AllowedMentions.none()
MOST = 2000
T = TypeVar("T")


class Barred(TryAgain):
    """A channel does not take our posts at the moment."""

    def __init__(self, reason: str, code: int) -> None:
        super().__init__(reason)
        self.code = code


class Delivery:
    """The way to Discord. A letter's nonce goes with everything that is new, so that Discord knows a repetition."""

    def __init__(self, client: discord.Client, pressed: PressedPosts, mentions: CommandMentions) -> None:
        self._client = client
        self._pressed = pressed
        self._mentions = mentions
        self._laid_out: Recent[int, Words] = Recent(MOST)
        """What posts of this process show, so that they can lose their buttons and nothing else."""

    async def say(self, letter: Letter, hosted: HostedGame, reply: Reply, *pings: int, role: int | None = None) -> int:
        """Posts in the channel of the game; the number of the message. Only these people, or that role, are pinged."""
        people = [discord.Object(user) for user in pings]
        roles = [] if role is None else [discord.Object(role)]
        channel = self._client.get_partial_messageable(hosted.header.channel, guild_id=hosted.header.guild)
        reply = self._linked(reply)
        content, view = reply.form(layout=reply.layout, new=True)

        async def send() -> discord.Message:
            return await channel.send(
                content,
                files=_files(reply),
                view=view,
                nonce=letter.nonce,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=roles, replied_user=False, users=people),
            )

        message = (await self._in_open_thread(hosted.header.channel, send)).id
        self._remember(message, reply)
        return message

    async def edit(self, channel: int, message: int, reply: Reply, *, layout: bool) -> bool:
        """Whether the message was still there to be edited; it stays laid out, or not, as it was posted."""
        post = self._client.get_partial_messageable(channel).get_partial_message(message)
        reply = self._linked(reply)
        content, view = reply.form(layout=layout)

        async def edit() -> None:
            await self._change(post, lambda: {"content": content, "attachments": _files(reply), "view": view})

        try:
            await self._in_open_thread(channel, edit)
        except discord.NotFound:
            return False
        self._remember(message, reply)
        return True

    def _linked(self, reply: Reply) -> Reply:
        """With the commands that it names as mentions."""
        linked = self._mentions.in_text
        return msgspec.structs.replace(reply, content=linked(reply.content), below=linked(reply.below))

    def _remember(self, message: int, reply: Reply) -> None:
        if reply.layout:
            self._laid_out[message] = reply.words

    async def retire(self, channel: int, message: int, gone: Reply | None, *, layout: bool) -> None:
        """Takes the buttons from a post or, with a reply, all that it said; one that is gone already is no trouble."""
        post = self._client.get_partial_messageable(channel).get_partial_message(message)

        async def edit() -> None:
            if gone is not None:
                content, view = gone.form(layout=layout)
                await self._change(post, lambda: {"content": content, "attachments": [], "view": view})
            elif layout:  # its pictures stay attached, and are named again
                words = self._laid_out.get(message) or shown_by(await post.fetch())
                await self._change(post, lambda: {"view": laid_out(words)})
            else:
                await self._change(post, lambda: {"view": None})

        try:
            await self._in_open_thread(channel, edit)
        except discord.NotFound:
            return

    async def remove(self, channel: int, message: int) -> None:
        """Takes a post away; one that is gone already, or that Discord does not let go, is no trouble."""
        post = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await post.delete()
        except (discord.NotFound, discord.Forbidden) as error:
            log.debug("A post stays, or is gone already", code=error.code)

    async def _change(self, post: discord.PartialMessage, fields: Callable[[], dict[str, Any]]) -> None:
        """By the press of somebody who is at it, else as one of the bot's requests to the channel."""
        if (press := self._pressed.on(post.id)) is not None:
            try:
                await press.edit_original_response(**fields(), allowed_mentions=NO_PINGS)
                return
            except discord.HTTPException as error:  # its token is no longer good, or the post is gone
                log.debug("A post is not changed by a press on it", code=error.code)
                self._pressed.forget(post.id)
        await post.edit(**fields(), allowed_mentions=NO_PINGS)

    async def name_thread(self, channel: int, name: str) -> None:
        """Names the thread of a game, if it is one that we opened; without its new name a game goes on as well."""
        thread = self._client.get_channel(channel)
        if not isinstance(thread, discord.Thread) or thread.owner_id != getattr(self._client.user, "id", None):
            return
        try:
            await thread.edit(name=name)
        except discord.HTTPException as error:
            log.info("A thread keeps its name", code=error.code)

    async def _in_open_thread(self, channel: int, write: Callable[[], Awaitable[T]]) -> T:
        """Writes; an archived thread is opened for it, if we may."""
        try:
            return await write()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            try:
                await self._client.http.edit_channel(channel, archived=False)
            except discord.HTTPException:
                raise error from None
            return await write()

    async def write_to(self, letter: Letter, user: int, reply: Reply, *, silent: bool = False) -> discord.Message:
        """A private message; a silent one makes no sound."""
        person = self._client.get_user(user) or await self._client.fetch_user(user)
        reply = self._linked(reply)
        content, view = reply.form(layout=reply.layout, new=True)
        return await person.send(
            content,
            files=_files(reply),
            view=view,
            nonce=letter.nonce,
            allowed_mentions=NO_PINGS,
            silent=silent,
        )


def _files(reply: Reply) -> list[discord.File]:
    return [attachment.file() for attachment in reply.files]


def is_barred(error: discord.HTTPException) -> bool:
    """Whether a channel does not take our posts at the moment."""
    return error.code in BARRED or error.status == 403


def verdict(letter: Letter, error: discord.HTTPException) -> Exception:
    """What a refusal of Discord's means for a letter; its text is not kept, it may quote what was sent."""
    reason = f"Discord answers {error.status}, code {error.code}"
    if letter.target == "channel":
        if is_barred(error):
            return Barred(reason, error.code)
    elif error.code == TOO_MANY_DOORS:
        return TryAgain(reason, DOORS_SECONDS)
    elif error.code in CLOSED and letter.target.startswith("seat:"):
        return Undeliverable(reason, Draft("channel", CLOSED_HINT, {"to": letter.target}))
    if 400 <= error.status < 500 and error.status not in PASSING:
        return Undeliverable(reason)
    return TryAgain(reason)
