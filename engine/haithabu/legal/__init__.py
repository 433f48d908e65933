"""What a seat of Haithabu may do now: its runs, its notes, the way home after a trap.

Not for why something else is refused: `checks` says that, from the same tables.
"""

from collections.abc import Mapping, Sequence

from engine.choices import Value
from engine.haithabu.actions import RUNNER_IDS, HaithabuAction, Pass, Reset, Run, Trap, Via
from engine.haithabu.board import LETTERS, bridge_mask
from engine.haithabu.legal import resets, turns
from engine.haithabu.state import HaithabuState, decisions
from engine.values import Decision

_TRAPS = tuple(Trap(letter) for letter in LETTERS)
_PASS = Pass()


def legal(state: HaithabuState, seat: int) -> Sequence[HaithabuAction]:
    """The decisions of the seat, in list order; of runs the listed family (HB-15.8), and a pass behind them."""
    due = decisions(state)
    if not due or due[0].seat != seat:
        return ()
    if due[0].kind == "run":
        runs = turns.turns(state).runs
        return (*runs, _PASS) if turns.may_pass(state) else runs
    if due[0].kind == "trap":
        return _TRAPS
    return [Reset(space, note) for space in resets.reset_spaces(state) for note in resets.reset_notes(state)]


def runs_with(state: HaithabuState, put: str) -> Sequence[Run]:
    """Every legal run of the active seat with exactly this put set (HB-16.2), also where `legal` lists another."""
    return turns.runs_with(state, bridge_mask(put)) if state.phase == "run" else ()


def further(state: HaithabuState, seat: int, verb: str, chosen: Mapping[str, Value]) -> Sequence[Run]:
    """The runs for a put set that the seat has chosen."""
    put = chosen.get("put", "")
    if verb != "run" or not put or set(put) - set(LETTERS) or Decision(seat, "run") not in decisions(state):
        return ()
    return runs_with(state, put)


def open_ended(action: HaithabuAction) -> bool:
    """Put sets are listed in part; a path, a runner named by its space and a run without `over` never are."""
    if isinstance(action, Run):
        return bool(action.put) or not action.over or action.runner not in RUNNER_IDS
    return isinstance(action, Via)
