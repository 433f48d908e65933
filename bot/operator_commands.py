"""The commands of an operator that need more of the program than its store: health, prune, forget and the like.

Not for the work itself, and not for doctor, backups and single games: `bot.store.maintenance.commands`.
"""

import argparse
import asyncio
from pathlib import Path

from bot.settings import Settings

# What a command needs is imported inside it: `kontor run` must not wait for it.


def add_alive(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--alive", action="store_true", help="ask only whether it lives, not whether it can work")


def run_health(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.monitoring import page

    well, said = page.ask(settings, page.ALIVE if arguments.alive else page.READY)
    print(said)
    return 0 if well else 1


def run_check(settings: Settings, _: argparse.Namespace) -> int:
    from bot.ui.first_run import look

    found = asyncio.run(look(settings))
    for one in found:
        print(one)
    return 1 if any(one.mark == "FAIL" for one in found) else 0


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would be put away, and change nothing")


def run_prune(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.clock import WallClock
    from bot.store.store import open_store
    from bot.table import Table
    from bot.workers.retention import Retention

    async def work() -> int:
        async with open_store(settings) as store:
            clock = WallClock()
            retention = Retention(store, Table(store.games, store.timers, clock), clock, settings)
            pruned = await (retention.find() if arguments.dry_run else retention.prune())
        counts = pruned.counts()
        for what, numbers in (
            ("closed, since nobody joined", pruned.lobbies),
            ("set aside, since nobody touched them", pruned.silent),
            ("deleted, since their servers left", pruned.games),
        ):
            if numbers:
                print(f"Games {what}: {', '.join(map(str, numbers))}.")
        print(f"{counts.servers} servers that left, {counts.posts} posts of games that are over.")
        print("Nothing was changed." if arguments.dry_run else "Done.")
        return 0

    return asyncio.run(work())


def add_user(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("user", type=int, metavar="USER", help="the person's number in Discord")


def add_user_and_file(parser: argparse.ArgumentParser) -> None:
    add_user(parser)
    add_file(parser)


def add_user_and_yes(parser: argparse.ArgumentParser) -> None:
    add_user(parser)
    parser.add_argument("--yes", action="store_true", help="forget them; without this nothing is changed")


def run_person(settings: Settings, arguments: argparse.Namespace) -> int:
    import msgspec

    from bot.store.maintenance.files import private_file
    from bot.store.maintenance.person import told_of
    from bot.store.store import open_store

    async def work() -> int:
        async with open_store(settings) as store:
            told = await told_of(store.database, arguments.user)
        with private_file(arguments.file) as opened:
            opened.write(msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n")
        print(f"All that is stored of {arguments.user} is in {arguments.file}.")
        return 0

    return asyncio.run(work())


def run_forget(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.clock import WallClock
    from bot.store.maintenance.person import told_of
    from bot.store.store import open_store
    from bot.table import Table
    from bot.workers.forgetting import Forgetting

    user: int = arguments.user

    async def work() -> int:
        async with open_store(settings) as store:
            told = await told_of(store.database, user)
            print(", ".join(f"{len(rows)} {what}" for what, rows in told.items() if isinstance(rows, list)) + ".")
            if not arguments.yes:
                print("All of it is deleted, or loses their number, if you add --yes.")
                return 1
            clock = WallClock()
            seats = await Forgetting(store, Table(store.games, store.timers, clock), clock, settings).forget(user)
        print(f"They are forgotten; in {seats} games a computer plays on. Backups age out.")
        return 0

    return asyncio.run(work())


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def run_restore(settings: Settings, arguments: argparse.Namespace) -> int:
    """Whoever wished to be forgotten after the backup was made is forgotten again."""
    from bot.clock import WallClock
    from bot.store.database import Database
    from bot.store.maintenance.backup import restore
    from bot.store.store import open_store
    from bot.table import Table
    from bot.workers.forgetting import Forgetting

    file: Path = arguments.file

    async def work() -> int:
        database = Database(settings)
        try:
            contents = await restore(database, file)
        finally:
            await database.close()
        print(f"{contents.rows} rows were restored.")
        async with open_store(settings) as store:
            clock = WallClock()
            forgetting = Forgetting(store, Table(store.games, store.timers, clock), clock, settings)
            await forgetting.expect(file, contents.made_at)
            if people := await forgetting.again():
                print(f"{people} people who wished it since were forgotten again.")
        return 0

    return asyncio.run(work())


def add_game_and_yes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=int, metavar="GAME")
    parser.add_argument("--yes", action="store_true", help="delete it; without this it is only looked at")


def run_delete(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.games import LARGEST
    from bot.store.maintenance import prune
    from bot.store.store import open_store

    game: int = arguments.game

    async def work() -> int:
        async with open_store(settings) as store:
            row = await prune.look_at(store.database, game) if 0 < game <= LARGEST else None
            if row is None:
                print(f"There is no game {game}.")
                return 1
            place = f"channel {row.channel}" + ("" if row.guild is None else f" of server {row.guild}")
            print(f"Game {game}: {row.title}, {row.status}, {row.seats} seats, {row.version} decisions, in {place}.")
            if not arguments.yes:
                print("It is deleted, with its record, its result and its posts' bookkeeping, if you add --yes.")
                return 1
            await prune.delete_games(store.database, [game])
        print("It is deleted; its posts in Discord stay.")
        return 0

    return asyncio.run(work())
