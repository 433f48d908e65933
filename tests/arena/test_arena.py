"""A small arena by positions, not by a clock: the same games every time, fair ones, and none played twice.

Not for strength: `python -m tests.arena` measures it, and `RESULTS.md` says what came of it.
"""

from pathlib import Path

import msgspec
import pytest

from engine.chance import Stream
from engine.registry import KEYS, title
from engine.values import Setup
from tests.arena.__main__ import read, run
from tests.arena.lines import controls, lines
from tests.arena.match import Line, Played, Thinking, decide
from tests.arena.table import rows

FEW = Thinking(nodes=5)
DECISIONS = 40
"""Of a game that are looked at; the positions of `tests/engine/test_thinking.py` are spread over whole ones."""


def without_seconds(games: list[Played]) -> list[Played]:
    return [msgspec.structs.replace(game, seconds=()) for game in games]


def test_a_stopped_arena_goes_on_and_its_games_are_the_same_again(tmp_path: Path) -> None:
    line, file, again = Line("hansa", 2, "strong", "simple"), tmp_path / "games", tmp_path / "again"
    run([line], 1, FEW, file)
    run([line], 2, FEW, file)
    assert [game.number for game in read(file)] == [0, 1]
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    run([line], 2, FEW, file)
    assert [game.number for game in read(file)] == [0, 1]
    run([line], 2, FEW, again)
    assert without_seconds(read(again)) == without_seconds(read(file))
    (row,) = rows([line], read(file))
    assert line.name in row


@pytest.mark.parametrize("key", KEYS)
def test_games_are_fair(key: str) -> None:
    """At each decision: another position that the seat cannot tell from this one would be answered the same way."""
    found, seats = title(key), title(key).seats[1]
    state, _ = found.start(Setup(seats, found.read_options(seats, {}), "fair"))
    for number in range(DECISIONS):
        if not (due := found.to_act(state)):
            break
        seat = due[0].seat
        other = found.resample(state, seat, Stream("another", str(number)))
        level = ("strong", "trader", "apprentice")[number % 3]
        action, same = (decide(found, each, seat, level, Stream("f", str(number)), FEW) for each in (state, other))
        assert action == same
        state, _ = found.play(state, seat, action)


def test_no_two_lines_have_one_name() -> None:
    names = [line.name for line in (*lines(), *controls())]
    assert len(set(names)) == len(names)
