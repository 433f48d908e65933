"""The command `kontor`: run the bot, look after its store, draw.

Not for the work itself: each command reads its arguments and calls what does it. A new one is a line in COMMANDS.
"""

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version

import msgspec

from bot import operator_commands as operators
from bot.errors import BadBackup, BadPicture, BadSetting, CannotGoOn, StoreError
from bot.monitoring import logs
from bot.pictures import check_data
from bot.pictures import command as pictures
from bot.settings import Settings, read_settings
from bot.store.maintenance import commands as store
from engine import registry
from engine.errors import EngineError

EXPECTED = (BadSetting, BadBackup, BadPicture, CannotGoOn, StoreError, EngineError)
"""What can go wrong outside of the program. Whoever calls a library turns what it raises into one of these."""


def no_arguments(parser: argparse.ArgumentParser) -> None:
    """For a command that takes none."""


def run_bot(settings: Settings, _: argparse.Namespace) -> int:
    if settings.token is None and settings.local:
        from bot.local.supervisor import main as play_locally

        return play_locally(settings)
    import structlog

    from bot.app import run

    def tell_what_titles_lack() -> None:
        for sentence in registry.lacks():
            structlog.get_logger(__name__).warning(sentence)

    return run(settings, ready=tell_what_titles_lack)


class Command(msgspec.Struct, frozen=True):
    """One word behind `kontor`: what it does, what it asks for, and the function that returns the exit status."""

    about: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Settings, argparse.Namespace], int]


COMMANDS = {
    "run": Command("start: on Discord with a token, in the browser without one", no_arguments, run_bot),
    "health": Command(
        "ask the running process whether it is well; the status is 0 or 1", operators.add_alive, operators.run_health
    ),
    "check": Command(
        "look before a run whether all is as it must be, and print the invite link", no_arguments, operators.run_check
    ),
    "doctor": Command(
        "prove that every game is sound and its record replays to its snapshot", store.add_repair, store.run_doctor
    ),
    "backup": Command("write the whole store to a file, while the bot runs", store.add_file, store.run_backup),
    "restore": Command("fill an empty database from a backup", operators.add_file, operators.run_restore),
    "export": Command("write one game, secrets included, to a file", store.add_game_and_file, store.run_export),
    "import": Command("take a game from a file under a new number", store.add_file, store.run_import),
    "check-data": Command(
        "look at the boards, or at a corrected one before it is used, and draw them",
        check_data.add_arguments,
        check_data.run,
    ),
    "prune": Command("put away what has been kept long enough", operators.add_dry_run, operators.run_prune),
    "delete": Command("delete one game and all that belongs to it", operators.add_game_and_yes, operators.run_delete),
    "person": Command(
        "write all that is stored of a person to a file", operators.add_user_and_file, operators.run_person
    ),
    "forget": Command("forget a person", operators.add_user_and_yes, operators.run_forget),
    "draw": Command("draw a position of a record, or a state", pictures.add_draw_arguments, pictures.run_draw),
    "replay": Command("make a film of a recorded game", pictures.add_replay_arguments, pictures.run_replay),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kontor",
        description="A Discord bot that hosts Hanseatic board games.",
        epilog="Settings come from KONTOR_* in the environment and from kontor.toml (or the file KONTOR_CONFIG names).",
    )
    parser.add_argument("--version", action="version", version=f"kontor {_version()}", help="print the version and end")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        command.add_arguments(commands.add_parser(name, help=command.about, description=command.about))
    return parser


def _version() -> str:
    """As pyproject.toml has it, and so the installed package."""
    try:
        return version("kontor")
    except PackageNotFoundError:
        return "that is not installed"


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; what goes wrong outside of the program is one sentence, not a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name need not be text
    try:
        settings = read_settings()
        logs.set_up(settings)
        registry.register_from(settings.titles)
        if settings.boards is not None:
            registry.register_boards(settings.boards)
        arguments = _parser().parse_args(words)  # after that: it names the titles there are
        return COMMANDS[arguments.command].run(settings, arguments)
    except EXPECTED as error:
        print(f"kontor: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
