"""The film of a finished game, made in a process of its own: seconds of work that no answer has to wait for.

Not for how it looks: `render.replay` makes it. `python -m bot.pictures.film` reads an order and writes the film.
"""

import asyncio
import os
import signal
import sys

import msgspec

import render
from bot.errors import BadPicture
from bot.pictures.pool import Style
from bot.settings import PREFIX
from engine import record, registry
from engine.history import Game, frames
from engine.record import Record
from render.film import FilmKind

KIND: FilmKind = "gif"
"""Every Discord client plays it, also the telephones; WebP is half as large, but stands still on some."""
POLITE = 10
"""How much later than the bot itself the film maker gets its turn."""


class Order(msgspec.Struct, frozen=True):
    """What to film and how."""

    record: Record
    style: Style
    titles: tuple[str, ...] = ()
    """The modules of titles that are not the program's own."""


async def film(game: Game, style: Style) -> bytes:
    """The film; BadPicture if the process that should make it fails. Whoever stops waiting stops it."""
    order = msgspec.json.encode(Order(record.export(game), style, registry.modules()))
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
    return made


def main() -> None:
    # The bot decides when this ends, also when somebody presses Ctrl-C on both.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITE)
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    registry.register_from(order.titles)
    game = record.replay(order.record)
    sys.stdout.buffer.write(render.replay(game.title.key, list(frames(game)), KIND, **order.style))


if __name__ == "__main__":
    main()
