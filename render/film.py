"""A finished or running game as an animation: one frame for each turn, small enough to post.

Not for single pictures. It plays the game's lines again, and paints what the table saw.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from PIL import Image

from engine.game import Game
from engine.title import View
from render import encode
from render.catalogue import Language
from render.gallery import painter
from render.look import latest_of, make_look
from render.theme import ThemeName

FilmKind = Literal["webp", "gif"]
KINDS: tuple[FilmKind, ...] = ("webp", "gif")
FILM_WIDTH = 800
LIMIT = 10 * 1024 * 1024
"""Discord's, for an attachment."""
MOST_FRAMES = 150
FRAME_TIME, LAST_TIME = 1200, 5000
"""Milliseconds; the last frame stays."""


def replay(
    game: Game,
    kind: FilmKind = "webp",
    *,
    names: Sequence[str] = (),
    palette: ThemeName = "day",
    language: Language = "en",
    width: int = FILM_WIDTH,
) -> bytes:
    """The film of a game; a long one leaves out turns evenly until it is below Discord's limit."""
    if kind not in KINDS:
        raise ValueError(f"a film is {' or '.join(KINDS)}, not “{kind}”")
    versions = _turn_ends(game)
    count = min(len(versions), MOST_FRAMES)
    while True:
        chosen = [versions[round(place * (len(versions) - 1) / max(1, count - 1))] for place in range(count)]
        frames = list(_frames(game, sorted(set(chosen)), names, palette, language, width))
        times = [FRAME_TIME] * (len(frames) - 1) + [LAST_TIME]
        film = encode.animation(frames, times, kind)
        if len(film) <= LIMIT or count <= 2:
            return film
        count = max(2, min(count - 1, count * LIMIT // len(film)))


def _turn_ends(game: Game) -> list[int]:
    """The versions after which somebody else is to act, the start and the end included."""
    views = [game.title.view(game.state_at(version), None) for version in range(game.version + 1)]
    ends = [version for version in range(game.version) if _turn(views[version]) != _turn(views[version + 1])]
    return [*dict.fromkeys([0, *ends, game.version])]


def _turn(view: View) -> tuple[int, int | None]:
    return view.round, view.active


def _frames(
    game: Game, versions: Sequence[int], names: Sequence[str], palette: ThemeName, language: Language, width: int
) -> Iterator[Image.Image]:
    again = Game(game.title, game.setup, game.first)
    drawer, seats = painter(game.title.key), game.title.view(game.first, None).seats
    for version in versions:
        for line in game.lines[again.version : version]:
            again.follow(line)
        look = make_look(seats, names, palette, language, width, latest_of(again))
        sheet, _ = drawer.board(game.title.view(again.state, None), look)
        yield encode.flatten(sheet.image, palette)
