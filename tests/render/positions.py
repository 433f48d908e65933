"""The positions whose pictures are kept, of all titles, and how they are drawn.

Not for the pictures themselves: `golden/` has them, `make.py` makes them.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

import render
from engine import record
from engine.history import Game, latest_of
from engine.registry import KEYS
from engine.values import Param
from tests.facts import Position, facts

RECORDS = Path(__file__).parent.parent / "records"
GOLDEN = Path(__file__).parent / "golden"
WIDTH = 800
NAMES = ("Zoé", "Jürgen von der Waterkant", "Åsa", "François", "Bjørn")


POSITIONS = [position for key in KEYS for position in facts(key).pictures]


@lru_cache(maxsize=4)
def _read(game: str) -> record.Record:
    path = RECORDS / game.partition("-")[0] / f"{game}.json"
    return record.read(msgspec.json.decode(path.read_bytes()))


def game_at(position: Position) -> Game:
    written = _read(position.game)
    return record.replay(written, round(len(written.actions) * position.part))


def offered(game: Game, seat: int, asked: str) -> tuple[Param, list[str]]:
    """The parameter meant by a verb and a name, and the single words that may be chosen for it."""
    verb_name, _, name = asked.partition(" ")
    verb = game.title.verb_named[verb_name]
    param = next(param for param in verb.params if param.name == name)
    values = [getattr(action, name) for action in game.legal(seat) if type(action) is verb.action]
    words = [word for value in values for word in (value if param.many else (value,)) if word]
    return param, [str(word) for word in dict.fromkeys(words)]


def asked_of(game: Game, seat: int) -> Iterator[tuple[Param, list[str]]]:
    """Every parameter a seat may be asked for now, with the words to choose from."""
    kinds = {type(action) for action in game.legal(seat)}
    for verb in game.title.verbs:
        if verb.action in kinds:
            for param in verb.params:
                yield offered(game, seat, f"{verb.name} {param.name}")


def picture(position: Position, width: int = WIDTH) -> render.Picture:
    """What the position looks like now; of choices that lie far apart, the first picture."""
    return pictures(position, width)[0]


def pictures(position: Position, width: int = WIDTH) -> tuple[render.Picture, ...]:
    drawn = drawing(position, width)()
    return (drawn,) if isinstance(drawn, render.Picture) else drawn


def files_of(position: Position, count: int) -> list[str]:
    """How its pictures are called, without their endings."""
    return [position.name if number == 1 else f"{position.name}-{number}" for number in range(1, count + 1)]


def drawing(position: Position, width: int) -> Callable[[], render.Picture | tuple[render.Picture, ...]]:
    """The drawing alone: the game is played to the position before it begins."""
    game = game_at(position)
    title, table = game.title, game.title.view(game.state, None)
    look: dict[str, Any] = {"palette": position.palette, "language": position.language, "width": width}
    named = look | {"names": NAMES[: table.seats]}
    own = title.view(game.state, position.seat)
    match position.what:
        case "hand":
            return partial(render.hand, title.key, own, **named)
        case "choices":
            param, words = offered(game, position.seat, position.asked)
            latest = latest_of(game)
            return partial(render.choices, title.key, own, {param.kind: words}, latest=latest, **named)
        case "score":
            result = game.result()
            assert result is not None
            return partial(render.score, title.key, table, result, **named)
        case "preview":
            assert game.setup is not None
            return partial(render.preview, title.key, table.seats, game.setup.options, **look)
    return partial(render.paint, title.key, table, latest=latest_of(game), **named)
