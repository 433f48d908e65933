"""What stands in the database of a bot that runs as a process of its own.

Not for changing it: the bot alone writes.
"""

import contextlib
import sqlite3
from pathlib import Path


def decided(folder: Path) -> int:
    """How many commands and presses of people stand in the record as decisions; a whole move is one of them."""
    query = "SELECT count(DISTINCT interaction) FROM moves"
    with contextlib.closing(sqlite3.connect(folder / "kontor.sqlite3")) as database:
        ((count,),) = database.execute(query)
    return int(count)


def waiting(folder: Path) -> int:
    """How many letters to the channel are not sent yet; those that may remind somebody wait for hours."""
    with contextlib.closing(sqlite3.connect(folder / "kontor.sqlite3")) as database:
        ((count,),) = database.execute("SELECT count(*) FROM outbox WHERE status = 'queued' AND target = 'channel'")
    return int(count)
