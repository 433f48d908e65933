"""What a viewer sees of a state, another state that looks the same, and a run tried out without playing it.

Not for drawing or wording: views hold facts, in the words of the board.
"""

import copy

import msgspec

from engine.chance import Stream
from engine.haithabu.actions import NO_TRAP, NOTHING, Run
from engine.haithabu.board import LETTERS, NUMBER, VILLAGE_DATA, VILLAGES, bridge_letters, bridge_mask
from engine.haithabu.rules.check import owed
from engine.haithabu.rules.paths import canonical_path
from engine.haithabu.rules.reach import Ground, survey
from engine.haithabu.rules.turns import ground_of, turns
from engine.haithabu.rules.walks import distances
from engine.haithabu.scoring import standing
from engine.haithabu.state import HaithabuState, HaithabuView, Latest, Private, Trail, home_name, seating
from engine.values import Decision


def decisions(state: HaithabuState) -> tuple[Decision, ...]:
    due = owed(state)
    return () if due is None else (Decision(*due),)


def view(state: HaithabuState, seat: int | None) -> HaithabuView:
    seats = len(state.runners)
    due = decisions(state)
    running = state.phase == "run"
    ground = ground_of(state)
    standings = [standing(state, each) for each in range(seats)]
    homes = seating(state).homes
    return HaithabuView(
        seat=seat,
        seats=seats,
        round=state.round,
        active=due[0].seat if due else None,
        decisions=due,
        traps=state.traps,
        phase=state.phase,
        first=state.first,
        homes=tuple(VILLAGES[home] for home in homes),
        goals=tuple(VILLAGES[VILLAGE_DATA[home].opposite] for home in homes),
        runners=state.runners,
        open=state.open,
        loads=state.loads,
        distances=tuple(distances(load) for load in state.loads),
        finished=tuple(finished for finished, _ in standings),
        distance_left=tuple(left for _, left in standings),
        quiet=state.quiet,
        passes=state.passes,
        tier=turns(state).tier.number if running else 0,
        vacating=running and ground.vacating,
        clearing=running and bool(ground.passing),
        latest=None if state.latest is None else _trail(state, state.latest),
        author=state.author,
        sprung=state.sprung,
        lifted=state.lifted,
        trap=state.note if state.phase == "over" and state.note else None,
        private=None if seat is None else Private(state.note if seat == state.author else ""),
    )


def _trail(state: HaithabuState, run: Latest) -> Trail:
    """The latest run with its path; the position it was made in follows from this one and the run."""
    homes = [home_name(len(state.runners), seat) for seat in range(len(state.runners))]
    seat, number = homes.index(run.runner[0]), int(run.runner[1:]) - 1
    over = bridge_mask("" if run.over == NOTHING else run.over)
    put = bridge_mask(run.put)
    opened, load = bridge_mask(state.open), state.loads[seat]
    if not run.sprung:
        captured = over & ~put
        opened = (opened | captured) & ~put
        load += put.bit_count() - captured.bit_count()
    own = list(state.runners[seat])
    own[number] = run.origin
    runners = (*state.runners[:seat], tuple(own), *state.runners[seat + 1 :])
    ground = survey(runners, seat, bridge_letters(opened), load, state.traps)
    path = canonical_path(ground, number, NUMBER[run.destination], over, put)
    return Trail(run.runner, run.origin, run.destination, run.over, run.put, run.sprung, path)


def resample(state: HaithabuState, seat: int | None, stream: Stream) -> HaithabuState:
    """Another note and another seed, as far as the viewer does not know them (HB-14.2)."""
    other = copy.copy(state)
    if not state.traps:
        return other
    other.seed = f"{stream.below(1 << 64):016x}"
    if state.note and state.phase != "over" and seat != state.author:
        notes = [letter for letter in LETTERS if letter not in state.sprung[-1:]]
        other.note = stream.choice([*notes, NO_TRAP] if state.sprung else notes)
    return other


class Preview(msgspec.Struct, frozen=True):
    """A run tried out with what all know (HB-16.2): its canonical path, its captures, the load and speed after it."""

    path: tuple[str, ...]
    captured: str
    load: int
    distances: tuple[int, ...]


def preview(state: HaithabuState, run: Run) -> Preview:
    """What a legal run would do if no trap is in its way."""
    ground: Ground = ground_of(state)
    over, put = bridge_mask("" if run.over == NOTHING else run.over), bridge_mask(run.put)
    captured = over & ~put
    load = ground.load - put.bit_count() + captured.bit_count()
    path = canonical_path(ground, int(run.runner[1:]) - 1, NUMBER[run.destination], over, put)
    return Preview(path, bridge_letters(captured), load, distances(load))
