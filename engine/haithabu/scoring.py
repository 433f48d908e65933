"""Who stands where: finished runners, the distance left, and the final ranking.

Not for when the game ends: `rules.play` decides that.
"""

from functools import lru_cache

from engine.haithabu.board import NUMBER, SEATINGS, VILLAGE_DATA
from engine.haithabu.rules.paths import LINKS_TO
from engine.haithabu.state import HaithabuState
from engine.values import Rank, Result


@lru_cache(maxsize=1 << 12)
def distance_to(goal: int, filled: int) -> tuple[int, ...]:
    """By space the fewest links to a start space of the goal that is not among the filled ones."""
    targets = [LINKS_TO[start] for start in VILLAGE_DATA[goal].starts if not filled >> start & 1]
    return tuple(map(min, *targets)) if len(targets) > 1 else targets[0]


def finished_mask(runners: tuple[str, ...], goal: int) -> int:
    """The start spaces of the goal that the seat's runners stand on."""
    mask = 0
    for name in runners:
        mask |= 1 << NUMBER[name]
    return mask & VILLAGE_DATA[goal].start_mask


def standing(state: HaithabuState, seat: int) -> tuple[int, int]:
    """Finished runners of a seat and its distance left (HB-11.4)."""
    runners = state.runners[seat]
    goal = VILLAGE_DATA[SEATINGS[len(state.runners)].homes[seat]].opposite
    filled = finished_mask(runners, goal)
    running = [NUMBER[name] for name in runners if not filled >> NUMBER[name] & 1]
    if not running:
        return filled.bit_count(), 0
    links = distance_to(goal, filled)
    return filled.bit_count(), sum(links[space] for space in running)


def ranking(state: HaithabuState) -> Result:
    """More finished runners first, then the smaller distance left, the tie break; equal on both share (HB-11.3)."""
    table = sorted(
        (-finished, left, seat) for seat in range(len(state.runners)) for finished, left in [standing(state, seat)]
    )
    ranks = []
    for finished, left, seat in table:
        place = 1 + sum((other[0], other[1]) < (finished, left) for other in table)
        ranks.append(Rank(seat, place, -finished, {"finished": -finished}, (left,)))
    return Result(tuple(ranks))
