"""What a seat of Haithabu is offered: a runner, then where it runs; what is rarer stands behind words of its own.

Not for what is legal: `legal` lists that. Beyond its list (HB-15.8) a run is offered after a token was put on any bare
bridge; several tokens on bridges of one's choice are told in words, as in `run N1 d put cg` (HB-13.1).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from engine.choices import single
from engine.haithabu.actions import (
    ANY_BRIDGE,
    ANY_WAY,
    VERBS,
    Run,
    ending_rank,
    putting,
    run_at,
    run_rank,
)
from engine.haithabu.board import RUNNERS, bridge_letters
from engine.haithabu.legal import legal
from engine.haithabu.legal.reach import reach, stand
from engine.haithabu.legal.turns import ground_of, turns
from engine.haithabu.state import HaithabuState
from engine.values import Choice, Param, Whole

RUN_TO = Whole(
    "run_to",
    (
        Param("runner", "runner"),
        Param("target", "target"),
        Param("destination", "space"),
        Param("over", "bridges"),
        Param("put", "bridges"),
    ),
)
"""A run. Its target is the destination where no token is put and no way there is over fewer bridges; else it says what
is rarer about it: another way, so many tokens put first, a token put on a bridge of one's choice."""

WHOLES = (RUN_TO,)

_VERB_OF = {verb.action: verb for verb in VERBS}


def choices(state: HaithabuState, seat: int) -> list[Choice]:
    """Runs by runner, in list order (HB-13.7) where nothing else is said; any other decision by itself."""
    listed, others = defaultdict[str, list[Run]](list), list[Choice]()
    for action in legal(state, seat):
        if isinstance(action, Run):
            listed[action.runner].append(action)
        else:
            others.append(single(_VERB_OF[type(action)], action))
    placed = _placed_at_will(state) if listed else {}
    return [choice for runner in sorted(listed) for choice in _runs(listed[runner], placed.get(runner, ()))] + others


def _runs(listed: Sequence[Run], placed: Sequence[Run]) -> Iterator[Choice]:
    """The runs of one runner: what needs no token, other ways, what needs tokens, last tokens put at will."""
    free = [run for run in listed if not run.put]
    first = {run.destination: run for run in reversed(free)}
    yield from (_choice(run, run.destination) for run in free if first[run.destination] is run)
    yield from (_choice(run, ANY_WAY) for run in free if first[run.destination] is not run)
    yield from (_choice(run, putting(len(run.put))) for run in listed if run.put)
    known = {run for run in listed if len(run.put) == 1}
    yield from (_choice(run, ANY_BRIDGE) for run in placed if run not in known)


def _choice(run: Run, target: str) -> Choice:
    return Choice(RUN_TO.name, (run.runner, target, run.destination, run.over, run.put), (run,))


def _placed_at_will(state: HaithabuState) -> dict[str, list[Run]]:
    """By runner every run after one token was put on a bare bridge that the run does not enter (HB-3.3).

    It is the same run whichever bridge that is, and the same as with one token fewer on the track.
    """
    ground = ground_of(state)
    if not ground.load:
        return {}
    tier = turns(state).tier
    slower = msgspec.structs.replace(ground, load=ground.load - 1)
    bare = bridge_letters(ground.bare)
    found = dict[str, list[Run]]()
    for number in tier.runners:
        runner = RUNNERS[ground.home * 6 + number]
        ends = {ending_rank(end, crossed) for end, _, crossed in reach(slower, stand(slower, number, tier.passing), 0)}
        ways = [run_at(ground.home, run_rank(0, number, end)) for end in sorted(ends)]
        found[runner] = [Run(runner, way.destination, way.over, letter) for way in ways for letter in bare]
    return found
