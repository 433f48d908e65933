"""`kontor check-data`: whether a board can be played on, what is wrong with it in sentences, and how it looks.

Not for what a right board is: the titles know their rulebooks, the painters their charts.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bot.errors import BadPicture
from bot.settings import Settings
from engine import boards, registry
from engine.boards import Board
from engine.errors import EngineError
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.title import AnyTitle
from engine.values import Setup

# `render` is imported inside: the other commands must not wait for the fonts and charts.

TRIED = 300
"""Decisions of computers that a board must stand for each number of seats."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", nargs="?", choices=registry.KEYS, help="whose board (default: of every title)")
    parser.add_argument("--board", type=Path, metavar="FOLDER", help="a corrected board that is not in use yet")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to draw it")


def run(_: Settings, arguments: argparse.Namespace) -> int:
    """Looks at one board, or at all that games can be on; 1 if anything is wrong."""
    if arguments.board is not None and arguments.title is None:
        raise BadPicture("Whose board is it? Name the title in front of --board.")
    wrong = 0
    for board in _asked(arguments):
        registry.announce(board)
        found = sorted(set(faults(board)))
        wrong += len(found)
        print(f"{board.folder}: {_verdict(board, len(found))}")
        for sentence in found:
            print(f"  {sentence}")
        if arguments.to is not None and not found:
            draw(board, arguments.to)
    return 1 if wrong else 0


def _asked(arguments: argparse.Namespace) -> Iterator[Board]:
    if arguments.board is not None:
        yield boards.read(arguments.title, arguments.board)
        return
    for key in registry.KEYS if arguments.title is None else (arguments.title,):
        yield from (board for board in registry.boards_of(key) if board.files)


def _verdict(board: Board, count: int) -> str:
    if count:
        return f"{count} things are wrong." if count > 1 else "one thing is wrong."
    if not board.identity:
        return "sound; it is the first board, which games are on whose version names none."
    newest = registry.on_board(board).rules_version
    return f"sound; games on it have version {newest}."


def faults(board: Board) -> Iterator[str]:
    """What the title says of the files, then what shows when they are drawn and played."""
    found = registry.title(board.key, _first_version(board.key)).board_faults(board.files)
    yield from found
    if found:
        return  # what cannot be right cannot be tried
    try:
        title = registry.on_board(board)
        yield from _drawn(title)
        for seats in range(title.seats[0], title.seats[1] + 1):
            _play(title, seats)
    except (EngineError, KeyError, IndexError, AssertionError, ValueError) as error:
        yield f"It cannot be played: {type(error).__name__}, {error}."


def _first_version(key: str) -> str:
    """The version of the program's own board, whose code looks at the files."""
    return registry.on_board(boards.own(key)).rules_version


def _drawn(title: AnyTitle) -> list[str]:
    import render

    return render.drawing_faults(title.key, title.view(begun(title, title.seats[1]).state, None))


def begun(title: AnyTitle, seats: int) -> Game:
    return Game.new(title, Setup(seats, title.read_options(seats, {}), "a corrected board"))


def _play(title: AnyTitle, seats: int) -> None:
    """Some decisions of computers, with every invariant looked at on the way."""
    game = begun(title, seats)
    playout(game, simple_policy, TRIED, "a corrected board")
    for step in game.steps[:: max(1, len(game.steps) // 20)]:
        title.audit(step.before)
    title.audit(game.state)


def draw(board: Board, folder: Path) -> None:
    """The start of a game on the board, for every number of seats, by day and by night."""
    import render

    title = registry.on_board(board)
    for seats in range(title.seats[0], title.seats[1] + 1):
        view = title.view(begun(title, seats).state, None)
        for palette in ("day", "night"):
            drawn = render.paint(title.key, view, palette=palette)
            file = folder / f"{title.key}-{board.digest}-{seats}-{palette}.png"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                file.write_bytes(drawn.png)
            except OSError as error:
                raise BadPicture(f"The file {file} cannot be written: {error.strerror}.") from None
            print(f"  {file}")
