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
    """How many letters are not sent yet."""
    with contextlib.closing(sqlite3.connect(folder / "kontor.sqlite3")) as database:
        ((count,),) = database.execute("SELECT count(*) FROM outbox WHERE status = 'queued'")
    return int(count)
