"""Positions in the words of the specification's scenarios, and short questions about them.

Not for tests: the defaults are those of section 18.
"""

from collections.abc import Mapping, Sequence

from engine.errors import Illegal
from engine.haithabu.actions import HaithabuAction, Run
from engine.haithabu.board import LETTERS, SEATINGS, VILLAGES
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.values import Event, Setup, Undo


def homes(seats: int) -> list[str]:
    return [VILLAGES[home] for home in SEATINGS[seats].homes]


def position(
    at: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    *,
    seats: int = 4,
    active: str = "N",
    first: str | None = None,
    trap: str | None = None,
    author: str = "E",
    sprung: str = "",
    quiet: int = 0,
    passes: int = 0,
    audited: bool = True,
) -> HaithabuState:
    """Runners on their setup spaces unless placed by `at`; `tokens` as in "N: cg"; a `trap` means the variant."""
    names = homes(seats)
    runners = [list(spaces) for spaces in SEATINGS[seats].setup]
    for runner, space in (at or {}).items():
        runners[names.index(runner[0])][int(runner[1:]) - 1] = space
    tokens = tokens or {}
    bare = "".join(tokens.values())
    fixed = SEATINGS[seats].first
    state = HaithabuState(
        traps=trap is not None,
        phase="run",
        first=fixed if fixed is not None else names.index(first or names[0]),
        active=names.index(active),
        round=2,
        runners=tuple(map(tuple, runners)),
        open="".join(letter for letter in LETTERS if letter not in bare),
        loads=tuple(len(tokens.get(name, "")) for name in names),
        quiet=quiet,
        passes=passes,
        author=None if trap is None else names.index(author),
        note=trap or "",
        sprung=sprung,
        seed="" if trap is None else "a seed",
    )
    if audited:
        TITLE.audit(state)
    return state


def started(seats: int, *, traps: bool = False, seed: str = "haithabu") -> HaithabuState:
    return TITLE.start(Setup(seats, HaithabuOptions(traps=traps), seed))[0]


def outcomes(state: HaithabuState, runner: str = "", put: str = "") -> list[str]:
    """The legal runs with this put set as "N1 gm1/cg", or of one runner as "gm1/cg", in list order."""
    runs = TITLE.runs_with(state, put)
    if runner:
        return [f"{run.destination}/{run.over}" for run in runs if run.runner == runner]
    return [f"{run.runner} {run.destination}/{run.over}" for run in runs]


def parsed(text: str) -> HaithabuAction:
    action = TITLE.parse(text)
    assert not isinstance(action, Undo)
    return action


def refusal(state: HaithabuState, text: str, seat: str | None = None) -> str:
    """The clause that forbids it; empty if it is allowed."""
    number = state.active if seat is None else homes(len(state.runners)).index(seat)
    try:
        TITLE.check(state, number, parsed(text))
    except Illegal as error:
        return error.clause if str(error) else "no sentence"
    return ""


def after(state: HaithabuState, *texts: str) -> HaithabuState:
    """The state after these decisions of whoever owes one."""
    for text in texts:
        state, _ = told(state, text)
    return state


def told(state: HaithabuState, text: str) -> tuple[HaithabuState, list[Event]]:
    """The state after a decision, and its events; the result is audited."""
    seat = TITLE.to_act(state)[0].seat
    state, events = TITLE.apply(state, seat, parsed(text))
    TITLE.audit(state)
    return state, events


def lines(events: Sequence[Event]) -> list[str]:
    """The host lines among the events that all may see."""
    return [event.line() for event in events if event.audience is None and event.line()]


def load(state: HaithabuState, home: str) -> int:
    return state.loads[homes(len(state.runners)).index(home)]


def where(state: HaithabuState, runner: str) -> str:
    return state.runners[homes(len(state.runners)).index(runner[0])][int(runner[1:]) - 1]


def path_of(state: HaithabuState, text: str) -> str:
    """The canonical path of a legal run, blanks between its spaces."""
    return " ".join(TITLE.preview(state, state.active, parsed(text)).path)


def some_run(state: HaithabuState, *, runner: str, over: str = "-") -> str:
    """The text of the first listed run of a runner over these bridges."""
    for run in TITLE.legal(state, state.active):
        if isinstance(run, Run) and run.runner == runner and run.over == over:
            return TITLE.text(run)
    raise AssertionError(f"{runner} has no run over {over}")
