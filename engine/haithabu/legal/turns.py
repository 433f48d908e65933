"""The turns a seat may make: duties, tiers, and the listed family of runs.

Not for single refusals: `check` says why a run is not among them.

The listed family is that of HB-15.8 (see `listing`). Any other put set is accepted, and `runs_with` lists the runs
for it.
"""

from functools import lru_cache

import msgspec

from engine.haithabu.actions import Run, ending_rank, run_at, run_rank
from engine.haithabu.board import SLOTS
from engine.haithabu.legal.listing import listed
from engine.haithabu.legal.reach import Ground, Passing, reach, stand, survey
from engine.haithabu.state import HaithabuState


class Tier(msgspec.Struct, frozen=True):
    """One row of the table in HB-8.2: which runners may move, and whether they may end on passage spaces."""

    number: int
    runners: tuple[int, ...]
    passing: Passing


class Turns(msgspec.Struct, frozen=True):
    """What a seat may do in its turn; no runs means that it passes (HB-9.1)."""

    tier: Tier
    runs: tuple[Run, ...]


def ground_of(state: HaithabuState) -> Ground:
    seat = state.active
    return survey(state.runners, seat, state.open, state.loads[seat], state.traps, state.shown)


def tiers(ground: Ground, *, open_passages: bool = False) -> list[Tier]:
    """The tiers that apply, in order (HB-8.2); with open passages a runner may change from one to another (HB-8.6)."""
    found = []
    waiting = ground.waiting
    vacating = ground.vacating
    if vacating:
        found.append(Tier(1, waiting, Passing.ONE))
    if ground.own_passages:
        found.append(Tier(2, ground.passing, Passing.ONE if open_passages else Passing.NONE))
    if vacating:
        found.append(Tier(3, waiting, Passing.ANY))
    found.append(Tier(4, ground.unfinished, Passing.ONE))
    return found


def turns(state: HaithabuState) -> Turns:
    """The turns of the active seat."""
    seat = state.active
    passages = state.passages == "open"
    return _turns(state.runners, seat, state.open, state.loads[seat], state.traps, state.shown, passages)


def may_pass(state: HaithabuState) -> bool:
    """Whether the active seat may pass by choice: passing is free, and it can run only after putting tokens (HB-9.4).

    Runs without put are first in list order.
    """
    return state.passing == "free" and any(run.put for run in turns(state).runs[:1])


@lru_cache(maxsize=1 << 2)
def _turns(
    runners: tuple[tuple[str, ...], ...], seat: int, letters: str, load: int, traps: bool, shown: str, passages: bool
) -> Turns:
    """Kept for the moment only: long lists that stay keep new ones from using the same memory again, which is slow."""
    ground = survey(runners, seat, letters, load, traps, shown)
    *duties, last = tiers(ground, open_passages=passages)
    for tier in duties:
        if runs := listed(ground, tier.runners, tier.passing):
            return Turns(tier, runs)
    return Turns(last, listed(ground, last.runners, last.passing))


def runs_with(state: HaithabuState, put: int) -> tuple[Run, ...]:
    """Every legal run with exactly this put set, in list order (HB-16.2)."""
    ground = ground_of(state)
    if put & ground.open or put.bit_count() > ground.load or ground.load - put.bit_count() >= SLOTS:
        return ()
    tier = turns(state).tier
    ranks = {
        run_rank(put, number, ending_rank(destination, crossed if ground.traps else captured))
        for number in tier.runners
        for destination, captured, crossed in reach(ground, stand(ground, number, tier.passing), put)
    }
    return tuple([run_at(ground.home, rank) for rank in sorted(ranks)])
