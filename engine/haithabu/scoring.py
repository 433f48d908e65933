"""Who stands where: finished runners, the distance left, and the final ranking.

Not for when the game ends: `play` decides that.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.haithabu.board import COUNT, LINKED, NUMBER, SEATINGS, VILLAGE_DATA
from engine.haithabu.state import HaithabuState
from engine.ranking import Standing, ranked
from engine.values import Result

if TYPE_CHECKING:  # a view holds progress and winners, so `views` is made with this module
    from engine.haithabu.views import HaithabuView


def _links_to(target: int) -> tuple[int, ...]:
    """Fewest links from every space to the target, runners and bare bridges ignored."""
    links = {target: 0}
    queue = [target]
    for space in queue:
        for ahead in LINKED[space]:
            if ahead not in links:
                links[ahead] = links[space] + 1
                queue.append(ahead)
    return tuple(links[space] for space in range(COUNT))


_LINKS_TO = {target: _links_to(target) for village in VILLAGE_DATA for target in village.starts}
"""For every start space the fewest links to it, by space (HB-11.4)."""


@lru_cache(maxsize=1 << 12)
def distance_to(goal: int, filled: int) -> tuple[int, ...]:
    """By space the fewest links to a start space of the goal that is not among the filled ones."""
    targets = [_LINKS_TO[start] for start in VILLAGE_DATA[goal].starts if not filled >> start & 1]
    return tuple(map(min, *targets)) if len(targets) > 1 else targets[0]


def finished_mask(runners: tuple[str, ...], goal: int) -> int:
    """The start spaces of the goal that the seat's runners stand on."""
    mask = 0
    for name in runners:
        mask |= 1 << NUMBER[name]
    return mask & VILLAGE_DATA[goal].start_mask


class Progress(NamedTuple):
    """How far a seat has come (HB-11.4)."""

    finished: int
    distance_left: int


def progress(state: HaithabuState, seat: int) -> Progress:
    runners = state.runners[seat]
    goal = VILLAGE_DATA[SEATINGS[len(state.runners)].homes[seat]].opposite
    filled = finished_mask(runners, goal)
    running = [NUMBER[name] for name in runners if not filled >> NUMBER[name] & 1]
    if not running:
        return Progress(filled.bit_count(), 0)
    links = distance_to(goal, filled)
    return Progress(filled.bit_count(), sum(links[space] for space in running))


class _Standing(Standing, frozen=True):
    """More finished runners first, then the smaller distance left: here less breaks the tie (HB-11.3)."""

    @property
    def key(self) -> tuple[int, ...]:
        return self.total, *(-left for left in self.tie_break)


def result(state: HaithabuState) -> Result | None:
    """The final ranking with the distance left as tie break; None while the game goes on."""
    if state.phase != "over":
        return None
    made = [progress(state, seat) for seat in range(len(state.runners))]
    return ranked([_Standing({"finished": each.finished}, (each.distance_left,)) for each in made])


def scores(view: "HaithabuView") -> tuple[int, ...]:
    """Finished runners, which all can see."""
    return view.finished
