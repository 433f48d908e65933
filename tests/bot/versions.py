"""Games that follow another version of the rules than the newest, as a store keeps them from an earlier program.

Not for assertions.
"""

from sqlalchemy import update

from bot.store.schema import games
from bot.store.store import Store

GONE = "0"
"""A version before the first that any title plays."""
TO_COME = "99"


async def set_rules(store: Store, game: int, version: str) -> None:
    """What another program has written: the game follows this version of the rules."""
    values = update(games).where(games.c.id == game).values(rules=version, revision=games.c.revision + 1)
    await store.database.write(lambda connection: connection.execute(values))
