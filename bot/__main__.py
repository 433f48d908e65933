"""The command `kontor`: run the bot, look after its store, draw.

Not for the work itself: each command reads its arguments and calls what does it. A new one is a line in COMMANDS.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from bot.errors import BadBackup, BadPicture, BadSetting, CannotGoOn, StoreError
from bot.pictures import command as draw
from bot.settings import Settings, read_settings
from engine import registry
from engine.errors import EngineError

# What a command needs is imported inside it: `kontor run` must not wait for the doctor, nor the other way round.


class Command(msgspec.Struct, frozen=True):
    """One word behind `kontor`: what it does, its arguments, and the function that returns the exit status."""

    about: str
    run: Callable[[Settings, argparse.Namespace], int]
    arguments: tuple[tuple[str, dict[str, object]], ...] = ()


def _run(settings: Settings, _: argparse.Namespace) -> int:
    if settings.token is None:
        from bot.local.supervisor import main as play_locally

        return play_locally(settings)
    import structlog

    from bot.app import run

    def tell_what_titles_lack() -> None:
        for sentence in registry.lacks():
            structlog.get_logger(__name__).warning(sentence)

    return run(settings, ready=tell_what_titles_lack)


def _doctor(settings: Settings, arguments: argparse.Namespace) -> int:
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


def _backup(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.backup import back_up
    from bot.store.store import open_store

    async def work() -> int:
        async with open_store(settings) as store:
            rows = await back_up(store.database, arguments.file)
        print(f"{rows} rows are in {arguments.file}.")
        return 0

    return asyncio.run(work())


def _restore(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.database import Database
    from bot.store.maintenance.backup import restore

    async def work() -> int:
        database = Database(settings)
        try:
            rows = await restore(database, arguments.file)
        finally:
            await database.close()
        print(f"{rows} rows were restored.")
        return 0

    return asyncio.run(work())


def _export(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.transfer import export_game
    from bot.store.store import open_store

    async def work() -> int:
        async with open_store(settings) as store:
            data = await export_game(store.database, arguments.game)
        _write_private(arguments.file, data)
        print(f"Game {arguments.game} is in {arguments.file}, with its seed and all hands: keep it to yourself.")
        return 0

    return asyncio.run(work())


def _import(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.store.maintenance.transfer import import_game
    from bot.store.store import open_store

    async def work() -> int:
        try:
            data = arguments.file.read_bytes()
        except OSError as error:
            raise BadBackup(f"The file {arguments.file} cannot be read: {error.strerror}.") from None
        async with open_store(settings) as store:
            applied = await import_game(store.database, data, time.time())
        print(f"It is game {applied.game} here.")
        return 0

    return asyncio.run(work())


def _write_private(file: Path, data: bytes) -> None:
    try:
        file.touch(mode=0o600)
        file.write_bytes(data)
    except OSError as error:
        raise BadBackup(f"The file {file} cannot be written: {error.strerror}.") from None


_FILE: tuple[str, dict[str, object]] = ("file", {"type": Path, "metavar": "FILE"})
_GAME: tuple[str, dict[str, object]] = ("game", {"type": int, "metavar": "GAME"})
_REPAIR: tuple[str, dict[str, object]] = (
    "--repair",
    {"action": "store_true", "help": "mend snapshots and timers from the records"},
)

COMMANDS = {
    "run": Command("start: on Discord with a token, in the browser without one", _run),
    "doctor": Command("prove that every game's record replays to its snapshot", _doctor, (_REPAIR,)),
    "backup": Command("write the whole store to a file, while the bot runs", _backup, (_FILE,)),
    "restore": Command("fill an empty database from a backup", _restore, (_FILE,)),
    "export": Command("write one game, secrets included, to a file", _export, (_GAME, _FILE)),
    "import": Command("take a game from a file under a new number", _import, (_FILE,)),
    "draw": Command("draw a position of a record, or a state", lambda _, words: draw.draw(words), draw.DRAW),
    "replay": Command("make a film of a recorded game", lambda _, words: draw.replay(words), draw.REPLAY),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kontor",
        description="A Discord bot that hosts Hanseatic board games.",
        epilog="Settings come from KONTOR_* in the environment and from kontor.toml (or the file KONTOR_CONFIG names).",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.about, description=command.about)
        for argument, how in command.arguments:
            one.add_argument(argument, **how)  # type: ignore[arg-type]
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; what goes wrong outside of the program is one sentence, not a traceback."""
    try:
        settings = read_settings()
        registry.register_from(settings.titles)
        arguments = _parser().parse_args(words)  # after that: it names the titles there are
        return COMMANDS[arguments.command].run(settings, arguments)
    except (BadSetting, BadBackup, BadPicture, CannotGoOn, StoreError, EngineError) as error:
        print(f"kontor: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
