"""How long things are kept, and putting away what has been kept long enough; by itself, or when an operator asks.

Not for the rows (`bot.store.maintenance.prune`) and not for what a table is told (`bot.table.retention`).
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec
import structlog

from bot.clock import Clock
from bot.settings import Settings
from bot.store.maintenance import prune
from bot.store.store import Store
from bot.table import Table
from engine.errors import EngineError

log = structlog.get_logger(__name__)

HOUR = 3600.0
DAY = 24 * HOUR


class Counts(msgspec.Struct, frozen=True):
    """How many there are of each."""

    lobbies: int
    games_set_aside: int
    games_deleted: int
    servers: int
    posts: int


class Pruned(msgspec.Struct, frozen=True):
    """What has been kept long enough: lobbies, silent games, servers that left and their games, posts."""

    lobbies: Sequence[int]
    silent: Sequence[int]
    servers: Sequence[int]
    games: Sequence[int]
    posts: Sequence[int]

    @property
    def is_something(self) -> bool:
        return any((self.lobbies, self.silent, self.servers, self.games, self.posts))

    def counts(self) -> Counts:
        return Counts(*map(len, (self.lobbies, self.silent, self.games, self.servers, self.posts)))


class Retention:
    """The terms of the settings, on one store."""

    def __init__(self, store: Store, table: Table, clock: Clock, settings: Settings) -> None:
        self._database = store.database
        self._table = table
        self._clock = clock
        self._lobbies = settings.lobby_hours * HOUR
        self._silent = settings.rest_days * DAY
        self._posts = settings.posts_days * DAY
        self._left = settings.left_days * DAY

    async def find(self) -> Pruned:
        """What is due, and nothing is changed."""
        servers = await self._over(self._left, prune.servers_that_left)
        gone = await prune.games_of(self._database, servers)
        left = set(gone)
        return Pruned(
            [game for game in await self._over(self._lobbies, prune.lonely_lobbies) if game not in left],
            [game for game in await self._over(self._silent, prune.silent_games) if game not in left],
            servers,
            gone,
            await self._over(self._posts, prune.old_posts),
        )

    async def prune(self) -> Pruned:
        """Puts away what is due."""
        found = await self.find()
        now = self._clock.now()
        await prune.delete_games(self._database, found.games)
        await prune.delete_servers(self._database, found.servers)
        for game in found.lobbies:
            await self._tell(game, lambda game: self._table.close_lobby(game, now - self._lobbies))
        for game in found.silent:
            await self._tell(game, lambda game: self._table.set_aside(game, now - self._silent))
        await prune.delete_posts(self._database, found.posts)
        return found

    async def _over(self, term: float, find: Callable[..., Awaitable[list[int]]]) -> list[int]:
        """What is older than a term; with a term of 0 nothing ever is."""
        return await find(self._database, self._clock.now() - term) if term else []

    async def _tell(self, game: int, change: Callable[[int], Awaitable[object]]) -> None:
        """One game that cannot be changed must not keep the others."""
        try:
            await change(game)
        except EngineError as error:
            log.warning("A game could not be put away", game=game, reason=error.code)
