"""How much a process grows while thousands of people press thousands of times.

Not for speed: `tests/bench` has figures for that.
"""

import gc
import random
import resource
from pathlib import Path
from typing import cast

import discord

from bot.clock import WallClock
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.ui.context import Context
from bot.ui.replies import Reply, answer
from tests.bot.databases import quick_folder, sqlite
from tests.bot.offline import OfflineBot, open_offline
from tests.bot.presses import Press

TABLES = 50
"""Games at a time; people come and go between them."""
WARM = 10
"""The first of so many parts of the presses is not counted: what is loaded once is loaded then."""
MEGABYTE = 1 << 20


class Crowd:
    """People who decide, look and join, each press as it comes from Discord, and the letters of it."""

    def __init__(self, offline: OfflineBot, people: int) -> None:
        self._offline = offline
        self._context = Context(offline.store, offline.clock)
        self._people = people
        self._dice = random.Random(people)
        self._games: list[int] = []
        self._letters = offline.outbox_worker(self)

    async def send(self, letter: Letter) -> str | None:
        """As a post does: it tells of the whole game."""
        await self._context.whole_games.get(letter.game)
        return None

    async def press(self) -> None:
        if len(self._games) < TABLES:
            first, second = self._dice.sample(range(1, self._people + 1), 2)
            self._games.append(await self._offline.seated(first, second))
        game = self._dice.choice(self._games)
        decision = await self._offline.next_decision(game)
        if decision is None:
            self._games.remove(game)
            return
        user, text, version = decision
        looker = self._dice.randint(1, self._people)

        async def decide(words: Texts) -> Reply:
            saved = await self._context.table.act(game, user, text, made_on=version)
            return Reply(" ".join(await self._context.names.of_seats(saved.hosted, words)))

        async def look(words: Texts) -> Reply:
            async with self._context.channel_lock(looker):
                return Reply((await self._context.table.hosted(game)).title.name)

        for who, work in ((user, decide), (looker, look)):
            await answer(cast(discord.Interaction, Press(self._context, who)), work, game=game)
        await self._letters.settle()

    def close(self) -> None:
        self._context.close()


async def growth(presses: int, people: int) -> str:
    with quick_folder() as folder:
        async with open_offline(sqlite(folder), WallClock()) as offline:
            crowd = Crowd(offline, people)
            sizes = []
            for part in range(WARM):
                for _ in range(presses // WARM // 2):  # each has two people press
                    await crowd.press()
                if part in (0, WARM - 1):
                    sizes.append(resident())
            crowd.close()
    grown = (sizes[1] - sizes[0]) / MEGABYTE
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{presses} presses by {people} people: the process grew by {grown:.1f} MB after the first {presses // WARM} "
        f"presses, to {sizes[1] / MEGABYTE:.0f} MB (at most {most:.0f} MB)"
    )


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
