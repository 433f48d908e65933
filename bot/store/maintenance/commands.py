"""The commands that look after a store: doctor, backup, export, import; what they ask for and what they say.

Not for the work itself: the modules beside this one do it. Not for errors: `bot.__main__` says them.
"""

import argparse
import asyncio
import time
from pathlib import Path

from bot.settings import Settings

# What a command needs is imported inside it: `kontor run` must not wait for the doctor, nor one of these for another.


def add_repair(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="mend snapshots and timers from the records")


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def add_game_and_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=int, metavar="GAME")
    add_file(parser)


def run_doctor(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.doctor import examine
    from bot.store.store import open_store

    async def work() -> int:
        async with open_store(settings) as store:
            checkup = await examine(store.database, time.time(), repair=arguments.repair)
        for finding in checkup.findings:
            print(f"Game {finding.game}: {finding.what}{' (mended)' if finding.repaired else ''}.")
        print(f"{checkup.games} games, {checkup.lines} lines of record, {len(checkup.findings)} findings.")
        return 0 if all(finding.repaired for finding in checkup.findings) else 1

    return asyncio.run(work())


def run_backup(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.backup import back_up
    from bot.store.maintenance.backups import prove, told
    from bot.store.store import open_store

    file: Path = arguments.file

    async def work() -> int:
        async with open_store(settings) as store:
            contents = await back_up(store.database, file)
        await asyncio.to_thread(prove, file, contents)
        print(told(contents, file))
        return 0

    return asyncio.run(work())


def run_export(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.files import private_file
    from bot.store.maintenance.transfer import export_game
    from bot.store.store import open_store

    game: int = arguments.game
    file: Path = arguments.file

    async def work() -> int:
        async with open_store(settings) as store:
            data = await export_game(store.database, game)
        with private_file(file) as opened:
            opened.write(data)
        print(f"Game {game} is in {file}, with its seed and all hands: keep it to yourself.")
        return 0

    return asyncio.run(work())


def run_import(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.files import read_file
    from bot.store.maintenance.transfer import LARGEST_PARCEL, import_game
    from bot.store.store import open_store

    file: Path = arguments.file

    async def work() -> int:
        data = read_file(file, LARGEST_PARCEL)
        async with open_store(settings) as store:
            applied = await import_game(store.database, data, time.time())
        print(f"It is game {applied.game} here.")
        return 0

    return asyncio.run(work())
