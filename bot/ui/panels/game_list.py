"""/game list: the games of a server by status, with their posts, whose turn it is and since when; for one reader.

Not for the games of a person everywhere (`own_games.py`). Only games in channels that the reader can see are told of;
those whose channel is gone, to who may manage the channels of the server.
"""

from collections.abc import AsyncIterator

import discord

from bot.errors import Refused
from bot.limits import MESSAGE
from bot.store.games import LARGEST
from bot.store.listed_games import Listed
from bot.store.server_games import GROUPS, Group
from bot.texts import Texts
from bot.ui.access import is_member
from bot.ui.components import Handlers, Press, Touch, button, view
from bot.ui.game_lines import line, moment, name_of, names_of, seats_of, settled, state_of
from bot.ui.replies import Reply, answer, context_of
from bot.ui.typed_words import Candidate
from engine.registry import title as find_title

LIST = "games"
ON_PAGE = 10
AT_ONCE = 25
MOST_LOOKED_UP = 20
"""Channels that Discord is asked about for one page; the rest is behind the next button."""


# ---- what somebody can see


class Sight:
    """Which channels of a server somebody can see. Threads that are archived are asked for, a few of them."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._guild = interaction.guild
        self._member = interaction.user
        self._seen: dict[int, bool | None] = {}
        self.left = MOST_LOOKED_UP

    async def of(self, channel: int) -> bool | None:
        """None: it has not been found out."""
        if self._seen.get(channel) is None:
            self._seen[channel] = await self._look(channel)
        return self._seen[channel]

    async def _look(self, channel: int) -> bool | None:
        guild, member = self._guild, self._member
        if guild is None or not isinstance(member, discord.Member):
            return False
        found: object = guild.get_channel_or_thread(channel)
        if found is None and self.left <= 0:
            return None
        if found is None:
            self.left -= 1
            try:
                found = await guild.fetch_channel(channel)
            except discord.NotFound:
                return member.guild_permissions.manage_channels
            except discord.DiscordException:
                return False
        if isinstance(found, discord.Thread):
            private, found = found.is_private(), guild.get_channel(found.parent_id)
            if private:  # who is in it is not known without asking for all of them
                return found is not None and found.permissions_for(member).manage_threads
        return isinstance(found, discord.abc.GuildChannel) and found.permissions_for(member).view_channel


async def visible(
    interaction: discord.Interaction, group: Group, before: int
) -> AsyncIterator[tuple[int, Listed | None]]:
    """The games of a kind that the reader can see, the latest first, with their numbers.

    Without a game: enough was asked of Discord; what is older than this number has not been looked at.
    """
    games, sight, guild = context_of(interaction).server_games, Sight(interaction), interaction.guild_id or 0
    while found := await games.listed(guild, group, AT_ONCE, before):
        for one in found:
            sees = await sight.of(one.channel)
            if sees is None:
                yield before, None
                return
            before = one.number
            if sees:
                yield before, one


# ---- the answer


async def overview(interaction: discord.Interaction, words: Texts) -> Reply:
    """What goes on first: running games, else the first kind that there is any of."""
    if interaction.guild_id is None:
        raise Refused("There is no server here.")
    if not is_member(interaction):
        raise Refused("I am no member of this server.")
    order: tuple[Group, ...] = ("running", *(group for group in GROUPS if group != "running"))
    for group in order:
        async for _ in visible(interaction, group, LARGEST):
            return await page(interaction, words, group, instead=False)
    return await page(interaction, words, "running", instead=False)


async def page(
    interaction: discord.Interaction, words: Texts, group: Group, before: int = LARGEST, *, instead: bool = True
) -> Reply:
    """Some games of a kind, as many as a message holds, with buttons to the other kinds and to older games."""
    lines, last, more = [f"**{_heading(words, group)}**"], before, False
    async for number, one in visible(interaction, group, before):
        told = None if one is None else await _line(interaction, words, one)
        if told is None:
            last, more = number, True
            break
        if len(lines) > ON_PAGE or len("\n".join([*lines, told])) > MESSAGE:
            more = True
            break
        lines.append(told)
        last = number
    if len(lines) == 1 and not more:
        lines.append(words.say("None that you can see."))
    items: list[Press] = [
        button(LIST, _short(words, each), 0, rest=each, row=0, disabled=each == group and before == LARGEST)
        for each in GROUPS
    ]
    if more:
        items.append(button(LIST, words.say("Older ones"), 0, rest=f"{group}/{last}", row=1))
    return Reply("\n".join(lines), view(*items), instead=instead, layout=True)


def _heading(words: Texts, group: Group) -> str:
    match group:
        case "open":
            return words.say("Games that people gather for")
        case "running":
            return words.say("Games that are being played")
        case "waiting":
            return words.say("Games that are paused or set aside")
    return words.say("Games that are over")


def _short(words: Texts, group: Group) -> str:
    match group:
        case "open":
            return words.say("Open")
        case "running":
            return words.say("Running")
        case "waiting":
            return words.say("Waiting")
    return words.say("Over")


async def _line(interaction: discord.Interaction, words: Texts, one: Listed) -> str:
    """“Hansa, game 12 · #table · Anna, Bruno · it is up to Anna · 3 hours ago”."""
    context = context_of(interaction)
    one = await settled(context, one)
    names = await names_of(context, words, one, await seats_of(context, one))
    return await line(context, words, one, names, state_of(words, one, names), moment(one.since))


# ---- to choose one of them


async def to_choose_from(interaction: discord.Interaction, words: Texts) -> list[Candidate]:
    """The games of the person and, for who may manage channels here, all of the server that go on."""
    context, found = context_of(interaction), dict[int, str]()
    for own in await context.queries.of_person(interaction.user.id):
        found[own.number] = words.say("{title}, game {number}", title=find_title(own.title).name, number=own.number)
    if interaction.guild_id is not None and interaction.permissions.manage_channels:
        live: tuple[Group, ...] = ("running", "waiting", "open")
        for group in live:
            async for _, one in visible(interaction, group, LARGEST):
                if one is None or len(found) >= AT_ONCE:
                    break
                seated = await context.names.of_seated(one.guild, await seats_of(context, one), words)
                found[one.number] = f"{name_of(words, one)} · {', '.join(seated)}"
    return [Candidate(str(number), name, (str(number),)) for number, name in found.items()]


async def press(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        group, _, before = touch.rest.partition("/")
        wanted = next(each for each in GROUPS if each == group)
        return await page(interaction, words, wanted, int(before or LARGEST))

    await answer(interaction, work)


HANDLERS: Handlers = {LIST: press}
