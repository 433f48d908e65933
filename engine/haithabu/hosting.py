"""Hosting a game of Haithabu: answers for absent seats, what may be taken back, what the log hides (sections 14, 16).

Not for playing well: that is the advisor's work.
"""

from collections.abc import Callable, Sequence

from engine.chance import Stream
from engine.haithabu.actions import NO_TRAP, NOTHING, HaithabuAction, Pass, Reset, Run, Trap
from engine.haithabu.board import LETTERS, NUMBER, VILLAGE_DATA
from engine.haithabu.legal.resets import reset_spaces
from engine.haithabu.legal.turns import turns
from engine.haithabu.scoring import distance_to, finished_mask
from engine.haithabu.state import HaithabuState, seating
from engine.undoing import WhyFinal
from engine.values import Step

Steps = Sequence[Step[HaithabuState, HaithabuAction]]


def absent(state: HaithabuState, seat: int) -> HaithabuAction:
    """HB-16.5: a run with the fewest tokens put, to the space nearest to the goal; a reset without a trap."""
    if state.phase == "trap":
        return Trap(Stream(state.seed, "absent trap").choice(tuple(LETTERS)))
    if state.phase == "reset":
        return Reset(reset_spaces(state)[0], NO_TRAP)
    goal = VILLAGE_DATA[seating(state).homes[state.active]].opposite
    filled = finished_mask(state.runners[state.active], goal)
    links = distance_to(goal, filled)
    runs = turns(state).runs
    fewest = len(runs[0].put)  # list order: fewer letters first
    return min(
        (run for run in runs if len(run.put) == fewest),
        key=lambda run: links[NUMBER[run.destination]],
    )


def revocable(before: HaithabuState, seat: int, action: HaithabuAction, after: HaithabuState) -> bool:
    """HB-16.4: with traps only what crossed nothing, since a crossing tells something about the secret."""
    if not isinstance(action, Run | Pass) or after.phase == "over":
        return False
    return not before.traps or isinstance(action, Pass) or action.over == NOTHING


def why_final(before: HaithabuState, seat: int, action: HaithabuAction, after: HaithabuState) -> WhyFinal:
    """HB-16.4: notes and resets are final of themselves; a crossing tells something about the secret trap."""
    if after.phase == "over":
        return "over"
    return "hint" if isinstance(action, Run) else "kind"


def shown(
    steps: Steps, index: int, viewer: int | None, now: HaithabuState, text: Callable[[HaithabuAction], str]
) -> str | None:
    """Notes are hidden from all but their author until they are sprung or the game is over (HB-14.2)."""
    step = steps[index]
    action = step.action
    if not isinstance(action, Trap | Reset) or viewer == step.seat or now.phase == "over":
        return text(action)
    springs = now.phase == "reset" or any(isinstance(later.action, Reset) for later in steps[index + 1 :])
    if springs and action.bridge != NO_TRAP:
        return text(action)
    return "trap ?" if isinstance(action, Trap) else f"reset {action.space} trap ?"
