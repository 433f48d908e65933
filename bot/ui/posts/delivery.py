"""Sends to channels and people, and says what a refusal of Discord's means for the letter that was to be sent.

Not for what is sent: `bot.ui.posts.sender` words and draws it.
"""

import discord

from bot.store.hosted_game import Draft, HostedGame
from bot.store.outbox import Letter
from bot.ui.replies import Reply
from bot.workers.outbox import TryAgain, Undeliverable

CLOSED = (50007, 50278, 40003)
"""Discord's codes for: private messages closed, no server in common, opened too many at once."""
PASSING = (408, 429)
"""What Discord takes later: it was too slow, or we were too quick. All else it refuses, it refuses for good."""
NO_PINGS = discord.AllowedMentions.none()


class Delivery:
    """The way to Discord. A letter's nonce goes with everything that is new, so that Discord knows a repetition."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def say(self, letter: Letter, hosted: HostedGame, reply: Reply, *pings: int) -> int:
        """Posts in the channel of the game; the number of the message. Only these people are pinged by it."""
        people = [discord.Object(user) for user in pings]
        channel = self._client.get_partial_messageable(hosted.header.channel, guild_id=hosted.header.guild)
        message = await channel.send(
            reply.content,
            files=[attachment.file() for attachment in reply.files],
            view=reply.view if reply.view is not None else discord.utils.MISSING,
            nonce=letter.nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people),
        )
        return message.id

    async def edit(self, channel: int, message: int, reply: Reply) -> bool:
        """Whether the message was still there to be edited."""
        files = [attachment.file() for attachment in reply.files]
        post = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await post.edit(content=reply.content, attachments=files, view=reply.view, allowed_mentions=NO_PINGS)
        except discord.NotFound:
            return False
        return True

    async def write_to(self, letter: Letter, user: int, reply: Reply) -> discord.Message:
        """A private message."""
        person = self._client.get_user(user) or await self._client.fetch_user(user)
        return await person.send(
            reply.content,
            files=[attachment.file() for attachment in reply.files],
            view=reply.view if reply.view is not None else discord.utils.MISSING,
            nonce=letter.nonce,
            allowed_mentions=NO_PINGS,
        )


def verdict(letter: Letter, error: discord.HTTPException) -> Exception:
    """What a refusal of Discord's means for a letter; its text is not kept, it may quote what was sent."""
    reason = f"Discord answers {error.status}, code {error.code}"
    if error.code in CLOSED and letter.target != "channel":
        return Undeliverable(reason, Draft("channel", "closed", {"to": letter.target}))
    if 400 <= error.status < 500 and error.status not in PASSING:
        return Undeliverable(reason)
    return TryAgain(reason)
