"""The film of a finished game, made in a process of its own: seconds of work that no answer has to wait for.

Not for how it looks: `render.replay` makes it. `python -m bot.pictures.film` reads an order and writes the film.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import structlog

import render
from bot import limits
from bot.errors import BadPicture
from bot.pictures.pool import Style
from bot.settings import PREFIX
from engine import record, registry
from engine.history import Game, decisions, frames
from engine.record import Record
from engine.values import Frame
from render.film import Film, FilmKind, best_kind

log = structlog.get_logger(__name__)

POLITE = 10
"""How much later than the bot itself the film maker gets its turn."""


class Order(msgspec.Struct, frozen=True):
    """What to film and how."""

    record: Record
    style: Style
    titles: tuple[str, ...] = ()
    """The modules of titles that are not the program's own."""
    boards: tuple[str, ...] = ()
    """The folders of corrected boards."""


def told(game: Game, kind: FilmKind) -> list[Frame]:
    """What a film of this kind shows: a video has room for every decision, an animation for the end of every turn."""
    return list(decisions(game) if kind == "mp4" else frames(game))


async def film(game: Game, style: Style) -> Film:
    """The film; BadPicture if the process that should make it fails. Whoever stops waiting stops it."""
    folders = tuple(map(str, registry.board_folders()))
    order = msgspec.json.encode(Order(record.export(game), style, registry.modules(), folders))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.pictures.film"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},  # it needs no token
    )
    try:
        made, _ = await process.communicate(order)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise BadPicture(f"The film maker ended with {process.returncode}.")
    finished = msgspec.msgpack.decode(made, type=Film)
    if finished.reduced:
        log.warning("A film was reduced to fit", kind=finished.kind, left=finished.reduced, title=game.title.key)
    return finished


def main() -> None:
    # The bot decides when this ends, also when somebody presses Ctrl-C on both.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITE)
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    registry.register_from(order.titles)
    for folder in order.boards:
        registry.register_boards(Path(folder))
    game = record.replay(order.record)
    kind = best_kind()
    made = render.replay(game.title.key, told(game, kind), kind, limit=limits.UPLOAD, **order.style)
    sys.stdout.buffer.write(msgspec.msgpack.encode(made))


if __name__ == "__main__":
    main()
