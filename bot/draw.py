"""`kontor draw` and `kontor replay`: pictures and films of any record or state, so that anyone can look.

Not for a table in Discord, and not for secrets of a running game: whoever has the record has everything in it.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import render
from engine import record, registry
from engine.errors import BadRecord, EngineError
from engine.game import Game
from render.catalogue import LANGUAGES
from render.film import KINDS
from render.theme import THEMES

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

WHAT = ("board", "hand", "score", "preview")


def add_commands(subparsers: "Subparsers") -> None:
    """Both commands; each sets `run`, a function of the parsed arguments that returns the exit status."""
    draw_parser = subparsers.add_parser("draw", help="draw a position of a record, or a state, to a PNG file")
    draw_parser.add_argument("file", type=Path, help="a record, or a state with --title (JSON)")
    draw_parser.add_argument("--to", type=Path, required=True, metavar="FILE.png", help="where to write")
    draw_parser.add_argument("--what", choices=WHAT, default="board", help="which picture (default: board)")
    draw_parser.add_argument("--seat", type=int, default=1, help="whose hand, from 1 (default: 1)")
    draw_parser.add_argument("--upto", type=int, help="the position after so many actions (default: the last)")
    draw_parser.add_argument("--title", choices=registry.KEYS, help="whose state the file holds")
    draw_parser.add_argument("--width", type=int, default=1600, help="of a landscape board, in pixels (default: 1600)")
    draw_parser.set_defaults(run=draw)
    film_parser = subparsers.add_parser("replay", help="make a film of a recorded game")
    film_parser.add_argument("file", type=Path, help="a record (JSON)")
    film_parser.add_argument("--to", type=Path, required=True, metavar="FILE.webp|FILE.gif", help="where to write")
    film_parser.add_argument("--width", type=int, default=800, help="of a landscape board, in pixels (default: 800)")
    film_parser.set_defaults(run=replay)
    for parser in (draw_parser, film_parser):
        parser.add_argument("--names", type=_names, default=(), help="the players, with commas")
        parser.add_argument("--palette", choices=tuple(THEMES), default="day")
        parser.add_argument("--language", choices=LANGUAGES, default="en")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def load(path: Path, title: str | None, upto: int | None) -> Game:
    """The game a file tells: a record, as far as asked, or a single state of the title."""
    try:
        content = msgspec.json.decode(path.read_bytes())
    except msgspec.DecodeError as error:
        raise BadRecord("{path} is no JSON: {error}.", path=str(path), error=str(error)) from None
    if title is None:
        return record.replay(record.read(content), upto)
    found = registry.title(title)
    return Game(found, None, found.to_state(content))


def draw(arguments: argparse.Namespace) -> int:
    """Writes one picture and prints its alt text."""
    game = load(arguments.file, arguments.title, arguments.upto)
    picture = _picture(game, arguments)
    arguments.to.write_bytes(picture.png)
    print(f"{arguments.to}: {len(picture.png) / 1024:.0f} KiB. {picture.alt}")
    return 0


def _picture(game: Game, arguments: argparse.Namespace) -> render.Picture:
    title = game.title
    table = title.view(game.state, None)
    given = {"palette": arguments.palette, "language": arguments.language, "width": arguments.width}
    match arguments.what:
        case "hand":
            if not 1 <= arguments.seat <= table.seats:
                raise ValueError(f"there is no seat {arguments.seat}; there are {table.seats}")
            view = title.view(game.state, arguments.seat - 1)
            return render.hand(title.key, view, names=arguments.names, **given)
        case "score":
            result = game.result()
            if result is None:
                raise ValueError("the game is not over, so there is no final score")
            return render.score(title.key, table, result, names=arguments.names, **given)
        case "preview":
            if game.setup is None:
                raise ValueError("a preview needs a record that starts from a seed, not a state")
            return render.preview(title.key, table.seats, game.setup.options, **given)
    return render.paint(title.key, table, names=arguments.names, latest=render.latest_of(game), **given)


def replay(arguments: argparse.Namespace) -> int:
    """Writes the film of a record; the ending of the file says which kind."""
    kind = arguments.to.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise ValueError(f"a film ends in .{' or .'.join(KINDS)}, not in “{arguments.to.suffix}”")
    game = load(arguments.file, None, None)
    film = render.replay(
        game,
        kind,
        names=arguments.names,
        palette=arguments.palette,
        language=arguments.language,
        width=arguments.width,
    )
    arguments.to.write_bytes(film)
    print(f"{arguments.to}: {len(film) / 1024:.0f} KiB.")
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """The two commands on their own: `python -m bot.draw draw …`."""
    parser = argparse.ArgumentParser(prog="kontor", description=__doc__)
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND"))
    arguments = parser.parse_args(words)
    try:
        status: int = arguments.run(arguments)
    except (EngineError, ValueError, OSError) as error:
        print(f"kontor: {error}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
