"""What the host answers for a seat that let its time run out (HB-16.5).

Not for playing well: that is the advisor's work.
"""

from engine.chance import Stream
from engine.haithabu.actions import NO_TRAP, HaithabuAction, Reset, Trap
from engine.haithabu.board import LETTERS, NUMBER, VILLAGE_DATA
from engine.haithabu.rules.resets import reset_spaces
from engine.haithabu.rules.turns import turns
from engine.haithabu.scoring import distance_to, finished_mask
from engine.haithabu.state import HaithabuState, seating


def absent(state: HaithabuState) -> HaithabuAction:
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
