"""The store as a whole: a database at the newest schema, and what is kept in it.

Not for anything of its own: it only puts the pieces together.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.settings import Settings
from bot.store.chores import Chores
from bot.store.database import Database
from bot.store.games import Games
from bot.store.invitations import Invitations
from bot.store.maintenance.backups import back_up_before_migration
from bot.store.migrate import migrate
from bot.store.outbox import Outbox
from bot.store.preferences import Preferences
from bot.store.processes import Processes
from bot.store.servers import Servers
from bot.store.sketches import Sketches
from bot.store.timers import Timers


class Store:
    """Everything that survives a restart."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = Games(database)
        self.outbox = Outbox(database)
        self.timers = Timers(database)
        self.preferences = Preferences(database)
        self.processes = Processes(database)
        self.chores = Chores(database)
        self.servers = Servers(database)
        self.invitations = Invitations(database)
        self.sketches = Sketches(database)


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The store the settings name, migrated, and closed at the end."""
    database = Database(settings)
    try:
        await migrate(database, before=lambda connection: back_up_before_migration(connection, settings))
        yield Store(database)
    finally:
        await database.close()
