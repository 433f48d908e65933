"""`kontor draw` and `kontor replay`: pictures and films of any record or state, so that anyone can look.

Not for a table in Discord, and not for secrets of a running game: whoever has the record has everything in it.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import data
from bot import limits
from bot.errors import BadPicture
from bot.settings import Settings
from bot.table.typed_values import values_for, words_in
from engine import record, registry
from engine.errors import BadRecord
from engine.history import Game, latest_of
from engine.values import Param

if TYPE_CHECKING:
    from render import Picture

# `render` is imported inside: the other commands must not wait for the fonts and charts.

NARROWEST, WIDEST = 64, 8192
"""Pixels: wider pictures do not fit into the memory of a small machine."""
WHAT = ("board", "hand", "choices", "score", "preview")


def add_draw_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="a record, or a state with --title (JSON)")
    add("--to", type=Path, required=True, metavar="FILE.png", help="where to write; more pictures get a number")
    add("--what", choices=WHAT, default="board", help="which picture (default: board)")
    add("--seat", type=int, default=1, help="whose hand or choices, from 1 (default: 1)")
    add("--ask", metavar="VERB PARAMETER", default="", help="what is chosen, such as “sail port”")
    add("--upto", type=int, metavar="COUNT", help="the position after so many actions (default: the last)")
    add("--title", choices=registry.KEYS, help="whose state the file holds")
    add("--width", type=_width, default=1600, help="of a landscape board, in pixels (default: 1600)")
    _add_look(parser)


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="a record (JSON)")
    add("--to", type=Path, required=True, metavar="FILE.mp4|FILE.webp|FILE.gif", help="where to write")
    add("--width", type=_width, help="of a landscape board, in pixels (default: 1200 of an MP4, else 800)")
    _add_look(parser)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--names", type=_names, default=(), metavar="A,B,…", help="the players")
    parser.add_argument("--palette", choices=("day", "night"), default="day")
    languages = data.languages()
    parser.add_argument("--language", choices=languages, default=languages[0])


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _width(text: str) -> int:
    width = int(text)
    if not NARROWEST <= width <= WIDEST:
        raise argparse.ArgumentTypeError(f"a width is between {NARROWEST} and {WIDEST}")
    return width


def load(path: Path, title: str | None, upto: int | None) -> Game:
    """The game a file tells: a record, as far as asked, or a single state of the title."""
    try:
        content = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BadPicture(f"The file {path} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord("{path} is no JSON: {error}.", path=str(path), error=str(error)) from None
    if title is None:
        return record.replay(record.read(content), upto)
    found = registry.title(title)
    return Game(found, None, found.to_state(content))


def run_draw(_: Settings, arguments: argparse.Namespace) -> int:
    """Writes one picture, or several of choices that lie far apart, and prints their alt texts."""
    game = load(arguments.file, arguments.title, arguments.upto)
    try:
        pictures = _pictures(game, arguments)
    except ValueError as error:
        raise BadPicture(f"This cannot be drawn: {error}.") from None
    to: Path = arguments.to
    for number, picture in enumerate(pictures, 1):
        _write(to if number == 1 else to.with_stem(f"{to.stem}-{number}"), picture.png)
        print(picture.alt)
    return 0


def _pictures(game: Game, arguments: argparse.Namespace) -> "tuple[Picture, ...]":
    """One, but for choices that lie far apart."""
    import render

    title = game.title
    table = title.view(game.state, None)
    given = {"palette": arguments.palette, "language": arguments.language, "width": arguments.width}
    if not 1 <= arguments.seat <= table.seats:
        raise ValueError(f"there is no seat {arguments.seat}; there are {table.seats}")
    own = title.view(game.state, arguments.seat - 1)
    match arguments.what:
        case "hand":
            return (render.hand(title.key, own, names=arguments.names, **given),)
        case "choices":
            param, words = _offered(game, arguments.seat - 1, arguments.ask)
            latest = latest_of(game)
            places = {param.kind: words}
            drawn = render.choices(title.key, own, places, names=arguments.names, latest=latest, **given)
            if not drawn:
                raise ValueError(f"“{arguments.ask}” has no choice of places here")
            return drawn
        case "score":
            result = game.result()
            if result is None:
                raise ValueError("the game is not over, so there is no final score")
            return (render.score(title.key, table, result, names=arguments.names, **given),)
        case "preview":
            if game.setup is None:
                raise ValueError("a preview needs a record that starts from a seed, not a state")
            return (render.preview(title.key, table.seats, game.setup.options, **given),)
    return (render.paint(title.key, table, names=arguments.names, latest=latest_of(game), **given),)


def _offered(game: Game, seat: int, ask: str) -> tuple[Param, list[str]]:
    """The parameter that is asked for, and the words the seat may choose from."""
    title, (name, _, wanted) = game.title, ask.partition(" ")
    verb = title.verb_named.get(name)
    param = next((each for each in verb.params if each.name == wanted), None) if verb is not None else None
    if verb is None or param is None:
        asks = ", ".join(f"{verb.name} {param.name}" for verb in title.verbs for param in verb.params)
        raise ValueError(f"--ask is one of: {asks}; not “{ask}”")
    values = values_for(game.legal(seat), verb, param, {})
    return param, words_in(param, values)


def run_replay(_: Settings, arguments: argparse.Namespace) -> int:
    """Writes the film of a record; the ending of the file says which kind."""
    import render
    from bot.pictures.film import told

    game = load(arguments.file, None, None)
    kind = arguments.to.suffix.removeprefix(".").lower()
    look = {"palette": arguments.palette, "language": arguments.language, "width": arguments.width}
    try:
        film = render.replay(game.title.key, told(game, kind), kind, limit=limits.UPLOAD, names=arguments.names, **look)
    except ValueError as error:
        raise BadPicture(f"This cannot be filmed: {error}.") from None
    _write(arguments.to, film.content)
    if film.reduced:
        print(f"To stay below {limits.UPLOAD // 1024} KiB it has {film.reduced}.")
    return 0


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadPicture(f"The file {path} cannot be written: {error.strerror}.") from None
    print(f"{path}: {len(content) / 1024:.0f} KiB.")
