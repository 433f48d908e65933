"""The positions whose pictures are kept: which recorded game, how far, which picture, in which look.

Not for the pictures themselves: `golden/` has them, `make.py` makes them.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

import render
from engine import record
from engine.history import Game, latest_of
from engine.registry import KEYS
from engine.values import Param
from render.theme import ThemeName
from render.words import Language

RECORDS = Path(__file__).parent.parent / "records"
GOLDEN = Path(__file__).parent / "golden"
WIDTH = 800
NAMES = ("Zoé", "Jürgen von der Waterkant", "Åsa", "François", "Bjørn")


class Position(NamedTuple):
    """`part` is how much of the record has been played, from 0 to 1; `asked` the verb and parameter of choices."""

    name: str
    game: str
    part: float = 0.5
    what: str = "board"
    palette: ThemeName = "day"
    language: Language = "en"
    seat: int = 0
    asked: str = ""

    @property
    def key(self) -> str:
        return self.game.partition("-")[0]


_LEAGUE = "teutonica-5-2020-league-True-True-edge_closed-20-1"
_EAST = "teutonica-4-2020-east-False-False-edge_closed-20-1"
_TWO = "teutonica-2-2009-league-True-False-edge_closed-20-1"
_BRITANNIA = "teutonica-5-2020-britannia-False-False-edge_closed-20-1"

ALL = (
    Position("hansa-start", "hansa-2-1", 0),
    Position("hansa-middle", "hansa-4-1"),
    Position("hansa-night", "hansa-3-1", 0.7, palette="night", language="fr"),
    Position("hansa-end", "hansa-4-2", 1),
    Position("hansa-hand", "hansa-4-1", 0.8, "hand", seat=1),
    Position("hansa-score", "hansa-4-1", 1, "score"),
    Position("hansa-choices", "hansa-3-1", 9 / 267, "choices", asked="sail port"),
    Position("hansa-choices-most", "hansa-3-1", 0, "choices", "night", "fr", asked="place port"),
    Position("hansa-tie", "hansa-4-2", 1, "score", language="fr"),
    Position("hansa-preview", "hansa-3-1", 0, "preview"),
    Position("teutonica-league-45", _LEAGUE),
    Position("teutonica-league-45-end", _LEAGUE, 1, language="fr"),
    Position("teutonica-league-23", "teutonica-3-2020-league-True-True-edge_closed-20-1", 0.6),
    Position("teutonica-two", _TWO, 0.6, palette="night"),
    Position("teutonica-east", _EAST, 0.8),
    Position("teutonica-britannia-45", _BRITANNIA, 0.9),
    Position("teutonica-britannia-3", "teutonica-3-2020-britannia-False-False-edge_closed-20-1", 0.4, palette="night"),
    Position("teutonica-mission", _LEAGUE, 0.7, "hand", seat=2),
    Position("teutonica-desk", _EAST, 0.7, "hand", language="fr", seat=3),
    Position("teutonica-score", _LEAGUE, 1, "score", palette="night"),
    Position("teutonica-choices-space", _TWO, 172 / 428, "choices", asked="place space"),
    Position("teutonica-choices-province", _TWO, 202 / 428, "choices", asked="pawn province", seat=1),
    Position("teutonica-two-literal", "teutonica-2-2009-league-True-False-literal-20-1", 0.3, language="fr"),
    Position("teutonica-choices-routes", _LEAGUE, 222 / 441, "choices", asked="place space", seat=3),
    Position("teutonica-choices-displace", _EAST, 422 / 450, "choices", asked="displace space", seat=2),
    Position("teutonica-choices-relocate", _BRITANNIA, 190 / 382, "choices", asked="relocate space", seat=1),
    Position("teutonica-choices-city", _LEAGUE, 151 / 441, "choices", "night", "fr", 2, "create target"),
    Position("teutonica-choices-lay", _BRITANNIA, 18 / 382, "choices", "night", "fr", asked="lay route"),
    Position("teutonica-preview", _EAST, 0, "preview"),
    Position("bohn-start", "bohn-3-1", 0, palette="night"),
    Position("bohn-middle", "bohn-5-1"),
    Position("bohn-end", "bohn-5-2", 1, language="fr"),
    Position("bohn-hand", "bohn-4-1", 0.6, "hand", language="fr", seat=1),
    Position("bohn-score", "bohn-5-1", 1, "score", language="fr"),
    Position("bohn-choices", "bohn-4-1", 79 / 136, "choices", seat=2, asked="travel town"),
    Position("bohn-preview", "bohn-3-1", 0, "preview"),
    Position("haithabu-four", "haithabu-4-False-1"),
    Position("haithabu-two", "haithabu-2-True-1", 0.6, palette="night"),
    Position("haithabu-three-end", "haithabu-3-False-1", 1, language="fr"),
    Position("haithabu-trap", "haithabu-2-True-1", 0.1, "hand", seat=1),
    Position("haithabu-score", "haithabu-4-False-1", 1, "score"),
    Position("haithabu-choices-space", "haithabu-4-False-1", 29 / 53, "choices", seat=2, asked="run destination"),
    Position("haithabu-choices-many", "haithabu-4-False-1", 28 / 53, "choices", "night", "fr", 1, "run destination"),
    Position("haithabu-choices-runner", "haithabu-2-True-1", 24 / 47, "choices", asked="run runner"),
    Position("haithabu-choices-bridge", "haithabu-2-True-1", 0, "choices", "night", asked="trap bridge"),
    Position("haithabu-preview", "haithabu-2-False-1", 0, "preview", palette="night"),
)
POSITIONS = [position for position in ALL if position.key in KEYS]


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
    """What the position looks like now."""
    return drawing(position, width)()


def drawing(position: Position, width: int) -> Callable[[], render.Picture]:
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
            draw = partial(render.choices, title.key, own, param.kind, words, latest=latest, **named)
            return cast(Callable[[], render.Picture], draw)
        case "score":
            result = game.result()
            assert result is not None
            return partial(render.score, title.key, table, result, **named)
        case "preview":
            assert game.setup is not None
            return partial(render.preview, title.key, table.seats, game.setup.options, **look)
    return partial(render.paint, title.key, table, latest=latest_of(game), **named)
