"""What every part of the Discord side shares: the table, the store, languages, names, pictures and figures.

Not for Discord's own objects beyond reading who asks from where; and not for rules or storage.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

import discord

from bot.clock import Clock
from bot.errors import Refused
from bot.histories import Histories
from bot.metrics import Metrics
from bot.preferences import Manners, PersonPreferences, ServerPreferences, manners
from bot.store.finding import Finding
from bot.store.sheet import Sheet
from bot.store.store import Store
from bot.studio import Studio, Style
from bot.table import Table
from bot.texts import Texts, texts

FRESH = 30.0
HANDED_OVER = 0.05
"""Seconds in which what Discord has just handed over surely gets to whoever answers it."""
FindName = Callable[[int], Awaitable[str | None]]


class House:
    """One process's house. `find_name` asks Discord for the name of somebody who has not been seen yet."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics | None = None) -> None:
        self.store = store
        self.clock = clock
        self.metrics = metrics or Metrics()
        self.table = Table(store.games, store.timers, clock)
        self.finding = Finding(store.database)
        self.histories = Histories(store.games)
        self.studio = Studio(self.metrics)
        self.find_name: FindName | None = None
        self.channel_lock: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """For what a channel has one of (a game, a film): all that happens in a channel is handled by one process."""
        self.spoken: dict[int, str] = {}
        """The language of each person's Discord, as last seen."""
        self._names: dict[int, str] = {}
        self._answering: set[asyncio.Task[object]] = set()
        self._people: dict[int, tuple[float, PersonPreferences]] = {}

    # ---- what runs

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Around whatever somebody waits for an answer to."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def answered(self, most: float) -> None:
        """When everybody who waits has their answer, or after so many seconds."""
        await asyncio.sleep(HANDED_OVER)
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=most)

    # ---- languages

    async def reader(self, interaction: discord.Interaction) -> Texts:
        """The language of the person who asks."""
        self._names[interaction.user.id] = interaction.user.display_name
        self.spoken[interaction.user.id] = interaction.locale.value
        wish = await self.person(interaction.user.id)
        return texts(wish.language or interaction.locale.value)

    async def table_texts(self, sheet: Sheet) -> Texts:
        """The language of what everybody at the table reads."""
        language = sheet.header.lobby.language or (await self.server(sheet.header.guild)).language
        return texts(language or "en")

    # ---- what people have chosen

    async def server(self, guild: int | None) -> ServerPreferences:
        """What a server has chosen; outside of servers nobody has."""
        if guild is None:
            return ServerPreferences()
        return await self.store.preferences.of_guild(guild, ServerPreferences)

    async def manners(self, user: int, sheet: Sheet) -> Manners:
        return manners(await self.person(user), await self.server(sheet.header.guild))

    async def person(self, user: int) -> PersonPreferences:
        """What a person has chosen; what they chose through another process counts half a minute later at worst."""
        until, wish = self._people.get(user, (0.0, PersonPreferences()))
        if until < self.clock.now():
            wish = await self.store.preferences.of_user(user, PersonPreferences)
            self._people[user] = self.clock.now() + FRESH, wish
        return wish

    async def set_person(self, user: int, wish: PersonPreferences) -> None:
        await self.store.preferences.set_user(user, wish)
        self._people[user] = self.clock.now() + FRESH, wish

    async def style(self, sheet: Sheet, words: Texts, user: int | None = None) -> Style:
        """How a picture looks to this person or, without one, to the table."""
        server = await self.server(sheet.header.guild)
        palette = server.palette if user is None else manners(await self.person(user), server).palette
        return Style(names=await self.names(sheet, words), language=words.code, palette=palette)

    # ---- people

    async def names(self, sheet: Sheet, words: Texts) -> tuple[str, ...]:
        """How the seats are called."""
        return tuple(
            [
                words.say("Computer {number}", number=f"P{number + 1}")
                if seat.user is None
                else await self.name(seat.user)
                for number, seat in enumerate(sheet.seats)
            ]
        )

    async def name(self, user: int) -> str:
        if user not in self._names:
            found = None if self.find_name is None else await self.find_name(user)
            if found is None:
                return f"#{user % 10_000:04}"
            self._names[user] = found
        return self._names[user]

    # ---- games

    async def game_here(self, interaction: discord.Interaction, *, live: bool = True) -> int:
        """The game of the channel or, where there is none, the one game the person is playing."""
        channel = cast(int, interaction.channel_id)
        found = await self.finding.in_channel(channel, live=live)
        if found is not None:
            return found
        theirs: Sequence[int] = await self.finding.of_person(interaction.user.id)
        if len(theirs) == 1:
            return theirs[0]
        raise Refused("There is no game in this channel. Open one with /game new.")

    def close(self) -> None:
        self.studio.close()
