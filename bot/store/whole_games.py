"""Whole games in memory, for those who tell what happened: the store loads only what undo can need.

Not for decisions: nothing is saved from here, and a game that does not fit is simply loaded again.
"""

import asyncio
from weakref import WeakValueDictionary

from bot.recent import Recent
from bot.store.games import Games
from bot.store.hosted_game import HostedGame
from engine.errors import EngineError
from engine.history import Game

MOST = 256


class WholeGames:
    """The games that were told of latest; each is brought up to date with the lines since."""

    def __init__(self, games: Games, most: int = MOST) -> None:
        self._games = games
        self._known: Recent[int, Game] = Recent(most)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, number: int) -> tuple[HostedGame, Game | None]:
        """The hosted game as it is now, and its play from the first line on; none before the start or if unknown."""
        # One reader at a time: an older position read meanwhile could not be told from the game that is known.
        async with self._locks.setdefault(number, asyncio.Lock()):
            return await self._get(number)

    async def _get(self, number: int) -> tuple[HostedGame, Game | None]:
        hosted = await self._games.load(number)
        if not hosted.has_started or hosted.unknown_rules is not None:
            return hosted, None
        known = self._known.pop(number)
        game = None if known is None else await self._caught_up(known, hosted)
        if game is None:
            if hosted.offset:
                hosted = await self._games.load(number, whole=True)
            game = hosted.game
        self._known[number] = game
        return hosted, game

    async def started(self, number: int) -> tuple[HostedGame, Game]:
        """The same of a game that has started; Refused if it has not, or if nobody knows its rules."""
        hosted, game = await self.get(number)
        return hosted, game or hosted.game

    async def _caught_up(self, known: Game, hosted: HostedGame) -> Game | None:
        """The known game at the hosted one's version, or None if it cannot be led there."""
        if known.title is not hosted.title or known.version > hosted.version:
            return None
        if known.version >= hosted.offset:
            lines = hosted.game.lines[known.version - hosted.offset :]
        else:
            lines = await self._games.lines(hosted.number, known.version, hosted.version)
        try:
            for line in lines:
                known.follow(line)
        except EngineError:
            return None
        title = hosted.title
        return known if title.encode(known.state) == title.encode(hosted.state) else None
