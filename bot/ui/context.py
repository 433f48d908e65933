"""What every part of the Discord side works with: the table, the store, names, languages, preferences, pictures.

Not for Discord's own objects beyond reading who asks from where; and not for rules or storage.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast
from weakref import WeakValueDictionary

import discord

from bot.clock import Clock
from bot.monitoring.metrics import Metrics
from bot.pictures.pool import PicturePool, Style
from bot.settings import Settings
from bot.store.hosted_game import HostedGame
from bot.store.listed_games import ListedGames
from bot.store.own_games import OwnGames
from bot.store.queries import Queries
from bot.store.server_games import ServerGames
from bot.store.store import Store
from bot.store.whole_games import WholeGames
from bot.table import Table
from bot.texts import Texts
from bot.ui.command_mentions import CommandMentions
from bot.ui.emojis import Emojis
from bot.ui.languages import Languages
from bot.ui.live_panels import LivePanels
from bot.ui.names import Names
from bot.ui.preferences import Chosen
from bot.ui.pressed_posts import PressedPosts
from bot.ui.refusal_budget import RefusalBudget
from bot.ui.which_game import chosen_game, one_of
from bot.workers.forgetting import Forgetting
from bot.workers.thinkers import Thinkers

HANDED_OVER = 0.05
"""Seconds in which what Discord has just handed over surely gets to whoever answers it."""


class Context:
    """One process."""

    def __init__(
        self, store: Store, clock: Clock, metrics: Metrics | None = None, settings: Settings | None = None
    ) -> None:
        self.settings = settings or Settings()
        self.store = store
        self.clock = clock
        self.metrics = metrics or Metrics()
        self.thinkers = Thinkers(self.settings)
        self.table = Table(store.games, store.timers, clock, self.metrics, self.thinkers)
        self.forgetting = Forgetting(store, self.table, clock, self.settings)
        self.queries = Queries(store.database)
        self.listed_games = ListedGames(store.database)
        self.server_games = ServerGames(store.database)
        self.own_games = OwnGames(store.database)
        self.whole_games = WholeGames(store.games)
        self.pictures = PicturePool(self.metrics)
        self.names = Names(clock)
        self.refusals = RefusalBudget(metrics=self.metrics)
        self.chosen = Chosen(store.preferences, clock)
        self.emojis = Emojis()
        self.languages = Languages(self.chosen, self.emojis)
        self.mentions = CommandMentions()
        self.panels = LivePanels(clock, self.queries.revisions)
        self.pressed = PressedPosts(clock)
        self._channel_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._answering: set[asyncio.Task[object]] = set()

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

    # ---- who asks, and how they see it

    async def reader(self, interaction: discord.Interaction) -> Texts:
        """The texts for the person who asks; their name is remembered."""
        self.names.saw(interaction.guild_id, interaction.user.id, interaction.user.display_name)
        return await self.languages.of_asker(interaction)

    async def style(self, hosted: HostedGame, words: Texts, user: int | None = None) -> Style:
        """How a picture looks to this person or, without one, to the table."""
        server = await self.chosen.of_server(hosted.header.guild)
        palette = server.palette if user is None else (await self.chosen.at_table(user, hosted)).palette
        return Style(names=await self.names.of_seats(hosted, words), language=words.code, palette=palette)

    # ---- games

    def channel_lock(self, channel: int) -> asyncio.Lock:
        """For what a channel has one of (a game, a film): all that happens in a channel is handled by one process."""
        return self._channel_locks.setdefault(channel, asyncio.Lock())

    async def game_here(self, interaction: discord.Interaction, *, live: bool = True, title: str | None = None) -> int:
        """The game of the channel, one that cannot go on if there is no other, else the one (of the title) they play.

        SeveralGames when they play more than one: they are asked which one they mean.
        """
        if (meant := chosen_game(interaction)) is not None:
            return meant
        channel = cast(int, interaction.channel_id)
        found = await self.queries.in_channel(channel, live=live) or await self.queries.kept_in_channel(channel)
        if found is not None:
            return found
        theirs = await self.queries.of_person(interaction.user.id)
        return one_of([game for game in theirs if game.title == title] or theirs)

    def close(self) -> None:
        self.pictures.close()
