"""Lines of the specification played on a position, with an audit after each.

Not for building positions: `positions` does that.
"""

import msgspec
import pytest

from engine.errors import Illegal
from engine.history import Game
from engine.teutonica.state import TeutonicaState, TeutonicaState1
from engine.teutonica.title import TITLE
from engine.values import Event, Setup


def started(seats: int, seed: str = "seed", **options: object) -> TeutonicaState:
    """A new game with these options."""
    read = TITLE.read_options(seats, options)
    return TITLE.start(Setup(seats, read, seed))[0]


def of_version_1(state: TeutonicaState) -> TeutonicaState:
    """The same position in a game that was begun under version 1 of the rules."""
    return msgspec.convert(msgspec.to_builtins(state), TeutonicaState1)


def play(state: TeutonicaState, *lines: str) -> TeutonicaState:
    """The state after lines like "P1 place T minden__hannover:2"."""
    return play_with_events(state, *lines)[0]


def play_with_events(state: TeutonicaState, *lines: str) -> tuple[TeutonicaState, list[Event]]:
    """The state, and everything that happened on the way."""
    TITLE.audit(state)
    told: list[Event] = []
    for line in lines:
        seat, _, text = line.partition(" ")
        number, action = int(seat[1:]) - 1, TITLE.parse(text)
        TITLE.check(state, number, action)  # type: ignore[arg-type]
        listed = action in TITLE.legal(state, number)
        assert listed or TITLE.open_ended(action), f"allowed, but not in the list: {line}"  # type: ignore[arg-type]
        state, events = TITLE.play(state, number, action)  # type: ignore[arg-type]
        TITLE.audit(state)
        told += events
    return state, told


def host_lines(events: list[Event]) -> list[str]:
    """The host lines of public events."""
    return [event.line() for event in events if event.audience is None and event.line()]


def refused(state: TeutonicaState, line: str) -> str:
    """The clause that forbids the line; fails if it is allowed."""
    TITLE.audit(state)
    seat, _, text = line.partition(" ")
    number, action = int(seat[1:]) - 1, TITLE.parse(text)
    assert action not in TITLE.legal(state, number)
    with pytest.raises(Illegal) as caught:
        TITLE.apply(state, number, action)  # type: ignore[arg-type]
    assert str(caught.value)
    return caught.value.clause


def allowed(state: TeutonicaState, line: str) -> bool:
    """Whether the line is legal; `legal` and `check` must say the same."""
    TITLE.audit(state)
    seat, _, text = line.partition(" ")
    number, action = int(seat[1:]) - 1, TITLE.parse(text)
    listed = action in TITLE.legal(state, number)
    try:
        TITLE.check(state, number, action)  # type: ignore[arg-type]
    except Illegal:
        assert not listed
        return False
    assert listed or TITLE.open_ended(action)  # type: ignore[arg-type]
    return True


def legal(state: TeutonicaState, seat: str, start: str = "") -> list[str]:
    """The texts of what the seat may do, those beginning with `start`."""
    TITLE.audit(state)
    texts = [TITLE.text(action) for action in TITLE.legal(state, int(seat[1:]) - 1)]
    return [text for text in texts if text.startswith(start)]


def prompt(state: TeutonicaState) -> str:
    """ "P2 respond": who owes which decision; "" when the game is over."""
    return " ".join(f"P{decision.seat + 1} {decision.kind}" for decision in TITLE.to_act(state))


def game(state: TeutonicaState) -> Game:
    """A game that begins at the position, for undo and the log."""
    TITLE.audit(state)
    return Game(TITLE, None, state)


def follow(table: Game, *lines: str) -> None:
    """Plays lines, `undo` included, at a table."""
    for line in lines:
        seat, _, text = line.partition(" ")
        table.apply(int(seat[1:]) - 1, TITLE.parse(text))
