"""The hall of a server: a forum channel in which every game gets a post of its own, tagged by how the game stands.

Not for what is posted there (`bot.ui.posts`), and not for choosing the channel: `/settings server`.
"""

from collections.abc import Sequence

import aiohttp
import discord
import structlog

from bot.errors import Refused
from bot.limits import THREAD_NAME
from bot.store.hosted_game import HostedGame
from bot.store.queries import LIVE
from bot.store.server_games import GROUPS, Group
from bot.table.preferences import ServerPreferences
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.access import missing, permissions_in
from bot.ui.context import Context

log = structlog.get_logger(__name__)

CHANGING = frozenset(
    {"lobby", "start", "over", "aborted", "paused", "resumed", "moved", "set_aside", "unjoined", "withdrawn"}
)
"""The kinds of letters behind which a game may stand otherwise than before."""
MOST_TAGS, MOST_APPLIED = 20, 5
"""Of a forum, and of a post in it."""


def forum_of(interaction: discord.Interaction, rules: ServerPreferences) -> discord.ForumChannel | None:
    """None where the server has chosen none, or it is gone."""
    if rules.hall is None or interaction.guild is None:
        return None
    found = interaction.guild.get_channel(rules.hall)
    return found if isinstance(found, discord.ForumChannel) else None


async def new_post(
    context: Context, interaction: discord.Interaction, forum: discord.ForumChannel, title: str, words: Texts
) -> int:
    """For a game that is about to be opened; its lobby is posted in it."""
    granted = permissions_in(forum) or discord.Permissions.all()
    if lacking := missing(granted, in_thread=False) or missing(granted, in_thread=True):
        raise Refused(
            "I lack permissions in {place}, where this server has its games: {permissions}.",
            place=forum.mention,
            permissions=lacking,
        )
    opens = words.say("**{who}** opens a game of **{title}**.", who=interaction.user.display_name, title=title)
    try:
        async with context.channel_lock(forum.id):
            tags = await _tags(forum, words)
        made = await forum.create_thread(
            name=f"{title} · {interaction.user.display_name}"[:THREAD_NAME],
            content=opens,
            applied_tags=[tags["open"]] if "open" in tags else [],
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException:
        raise Refused(
            "Discord does not let me post in {place}, where this server has its games.", place=forum.mention
        ) from None
    return made.thread.id


# ---- how a game stands


def state_of(hosted: HostedGame) -> Group:
    if hosted.status not in LIVE:
        return "over"
    if hosted.is_parked or hosted.pause is not None:
        return "waiting"
    return "open" if hosted.status == "open" else "running"


def tag_name(words: Texts, state: Group) -> str:
    match state:
        case "open":
            return words.say("open")
        case "running":
            return words.say("running")
        case "waiting":
            return words.say("waiting")
    return words.say("over")


def _ours(tag: discord.ForumTag, state: Group) -> bool:
    """Whatever language it was made in, or whoever has made it."""
    return tag.name.casefold() in {tag_name(texts(code), state).casefold() for code in LANGUAGES}


def _found(tags: Sequence[discord.ForumTag]) -> dict[Group, discord.ForumTag]:
    return {state: tag for state in GROUPS for tag in reversed(tags) if _ours(tag, state)}


async def _tags(forum: discord.ForumChannel, words: Texts) -> dict[Group, discord.ForumTag]:
    """The tags of all states; those that are missing are made, if we may."""
    there = list(forum.available_tags)
    found = _found(there)
    lacking = [state for state in GROUPS if state not in found]
    granted = permissions_in(forum)
    if not lacking or len(there) + len(lacking) > MOST_TAGS or granted is None or not granted.manage_channels:
        return found
    made = [discord.ForumTag(name=tag_name(words, state)) for state in lacking]
    try:
        edited = await forum.edit(available_tags=[*there, *made])
    except discord.HTTPException as error:
        log.info("Tags could not be made", code=error.code)
        return found
    return found if edited is None else _found(edited.available_tags)


class Halls:
    """Keeps the tags of games' posts true: looked at behind every letter that may have changed them."""

    def __init__(self, context: Context, client: discord.Client) -> None:
        self._context = context
        self._client = client

    async def refresh(self, hosted: HostedGame) -> None:
        """A tag that cannot be set now is set behind the next letter; no letter waits for it."""
        hall = (await self._context.chosen.of_server(hosted.header.guild)).hall
        if hall is None:
            return
        try:
            await self._refresh(hosted, hall)
        except discord.HTTPException as error:
            log.info("A post of the hall keeps its tags", game=hosted.number, code=error.code)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("A post of the hall keeps its tags", game=hosted.number, error=type(error).__name__)

    async def _refresh(self, hosted: HostedGame, hall: int) -> None:
        """Another process may have the server; then Discord is asked."""
        thread = self._client.get_channel(hosted.header.channel) or await self._client.fetch_channel(
            hosted.header.channel
        )
        if not isinstance(thread, discord.Thread) or thread.parent_id != hall:
            return
        forum = self._client.get_channel(hall) or await self._client.fetch_channel(hall)
        if not isinstance(forum, discord.ForumChannel):
            return
        async with self._context.channel_lock(forum.id):
            tags = await _tags(forum, await self._context.languages.of_table(hosted))
        before, state = list(thread.applied_tags), state_of(hosted)
        others = [tag for tag in before if not any(_ours(tag, each) for each in GROUPS)]
        after = [*others[: MOST_APPLIED - 1], *([tags[state]] if state in tags else [])]
        if {tag.id for tag in after} != {tag.id for tag in before}:
            await thread.edit(applied_tags=after)
