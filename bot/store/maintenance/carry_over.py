"""Carries a game whose rules are an older version, no longer played, over to the newest ones by replaying its record.

Not for versions that a title still plays (its games go on under theirs) and not for newer ones: those are left alone.
"""

import msgspec
from sqlalchemy import Connection, insert, update

from bot.store.games import letter_row, replay, snapshot_columns
from bot.store.hosted_game import Draft, HostedGame
from bot.store.schema import games, outbox
from engine.errors import EngineError
from engine.history import Game, Line


def game_under_newest_rules(hosted: HostedGame, lines: list[Line]) -> Game | None:
    """The game as its lines go under the newest rules; None if they do not, or not to the position that was kept."""
    if not _is_older(hosted.rules, hosted.title.rules_version):
        return None
    try:
        game = replay(hosted, lines)
    except EngineError:
        return None
    if game.lines != lines or (game.result() is not None) != (hosted.status == "finished"):
        return None
    kept, reached = hosted.snapshot.state, hosted.title.encode(game.state)
    if kept is None or not _agree(msgspec.json.decode(kept), msgspec.json.decode(reached)):
        return None
    return game


def carry_over(connection: Connection, hosted: HostedGame, game: Game, now: float) -> None:
    """Writes the game under the newest rules, and a letter that tells the table so if the game goes on."""
    hosted.unknown_rules = None
    hosted.enter(game, 0)
    hosted.revision += 1
    hosted.snapshot = hosted.take_snapshot_anew()
    connection.execute(
        update(games)
        .where(games.c.id == hosted.number)
        .values(rules=hosted.rules, revision=hosted.revision, **snapshot_columns(hosted.snapshot))
    )
    if hosted.status == "running":
        told = Draft("channel", "rules", {"version": hosted.rules})
        connection.execute(insert(outbox), letter_row(hosted.number, told, now))


def _is_older(version: str, newest: str) -> bool:
    return version.isdecimal() and newest.isdecimal() and int(version) < int(newest)


def _agree(one: object, other: object) -> bool:
    """Whether two positions say the same wherever both say something: a version may have fields the other has not."""
    match one, other:
        case dict(), dict():
            return all(_agree(one[name], other[name]) for name in one.keys() & other.keys())
        case list(), list():
            return len(one) == len(other) and all(map(_agree, one, other))
    return one == other
