"""What decisions do: setup, runs, sprung traps, resets, automatic passes and the end.

Not for whether they are allowed; everything here is known to be legal.
"""

import copy
from typing import Literal

from engine.chance import Stream
from engine.haithabu.actions import NOTHING, HaithabuAction, Pass, Reset, Run, Trap
from engine.haithabu.board import (
    SEATINGS,
    SPACES,
    VILLAGE_DATA,
    bridge_letters,
    bridge_mask,
)
from engine.haithabu.checks import resolve
from engine.haithabu.events import (
    Began,
    Ended,
    Finished,
    LoadChanged,
    Noted,
    Passed,
    Quiet,
    Ran,
    Ranked,
    Returned,
    Sprung,
    TrapperDrawn,
    TrapWas,
)
from engine.haithabu.legal.turns import turns
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.scoring import result
from engine.haithabu.state import HaithabuState, Latest, home_name, seating
from engine.tuples import put
from engine.values import Event, Setup

_FINISH = tuple(frozenset(SPACES[space] for space in VILLAGE_DATA[village.opposite].starts) for village in VILLAGE_DATA)
"""By home, the spaces on which its runners are finished."""
_QUIET_NEWS = (50, 20, 10)
"""HB-17.1: so many quiet turns before the end."""


def start(setup: Setup) -> tuple[HaithabuState, list[Event]]:
    """Setup (HB-2.1): the lots are drawn, nobody has moved."""
    assert isinstance(setup.options, HaithabuOptions)
    seats, traps, seed = setup.seats, setup.options.traps, setup.seed
    table = SEATINGS[seats]
    first = Stream(seed, "first").below(seats) if table.first is None else table.first
    state = HaithabuState(
        traps=traps,
        phase="trap" if traps else "run",
        first=first,
        active=first,
        round=1,
        runners=table.setup,
        loads=(0,) * seats,
        seed=seed if traps else "",
    )
    _take_over(setup.options, state)
    events: list[Event] = [
        Began(
            seats=seats,
            first=home_name(seats, first),
            traps=traps,
            trap=state.trap or "",
            passages=state.passages or "",
            passing=state.passing or "",
        )
    ]
    if traps:
        state.author = Stream(seed, "trapper").below(seats)
        events.append(TrapperDrawn(home=home_name(seats, state.author)))
    return state, events


def _take_over(options: HaithabuOptions, state: HaithabuState) -> None:
    """The readings that are not the usual ones; the usual ones are not written, in states as in options."""
    if options.trap == "stays":
        state.trap = "stays"
    if options.passages == "open":
        state.passages = "open"
    if options.passing == "free":
        state.passing = "free"


def play(before: HaithabuState, seat: int, action: HaithabuAction) -> tuple[HaithabuState, list[Event]]:
    """The state after the decision, and what happened; a run told in short is played in full."""
    action = resolve(before, seat, action)
    state = copy.copy(before)
    if isinstance(action, Run):
        return state, _run(state, action)
    if isinstance(action, Pass):
        _pass(state)
        return state, _next_turn(state)
    if isinstance(action, Trap):
        return state, _name_first_trap(state, seat, action.bridge)
    assert isinstance(action, Reset)
    return state, _reset(state, action)


def _write(state: HaithabuState, seat: int, bridge: str) -> list[Event]:
    state.author, state.note = seat, bridge
    home = home_name(len(state.runners), seat)
    return [Noted(home=home), Noted(audience=seat, home=home, bridge=bridge)]


def _name_first_trap(state: HaithabuState, seat: int, bridge: str) -> list[Event]:
    state.phase = "run"
    return _write(state, seat, bridge)


# ---- runs


def _move(state: HaithabuState, number: int, space: str) -> None:
    seat = state.active
    state.runners = put(state.runners, seat, put(state.runners[seat], number, space))


def _run(state: HaithabuState, run: Run) -> list[Event]:
    number = int(run.runner[1:]) - 1
    origin = state.runners[state.active][number]
    over = "" if run.over == NOTHING else run.over
    sprung = bool(state.note) and state.note in over  # never in the base game; `none` is no letter
    state.latest = Latest(run.runner, origin, run.destination, run.over, run.put, sprung)
    events: list[Event] = [
        Ran(runner=run.runner, origin=origin, destination=run.destination, over=run.over, put=run.put)
    ]
    if sprung:
        return events + _spring(state, run.runner)
    _move(state, number, run.destination)
    events += _take_tokens(state, over, run.put)
    finish = _FINISH[seating(state).homes[state.active]]
    state.passes = 0
    state.quiet += 1
    if run.destination in finish:
        state.quiet = 0
        events.append(Finished(runner=run.runner))
        if finish.issuperset(state.runners[state.active]):
            return events + _end(state, "win")
    return events + _next_turn(state)


def _take_tokens(state: HaithabuState, over: str, laid: str) -> list[Event]:
    """Puts leave the track, captured tokens come to it (HB-6.3); what was put this turn stays (HB-6.5)."""
    fresh = bridge_mask(laid)
    captured = bridge_mask(over) & ~fresh
    if not fresh | captured:
        return []
    state.open = bridge_letters((bridge_mask(state.open) | fresh) & ~captured)
    change = captured.bit_count() - fresh.bit_count()
    if not change:
        return []
    seat = state.active
    load = state.loads[seat] + change
    state.loads = put(state.loads, seat, load)
    return [LoadChanged(home=home_name(len(state.runners), seat), load=load)]


def _spring(state: HaithabuState, runner: str) -> list[Event]:
    """Everything is as before the turn, but the runner is lifted and the note is used up (HB-12.3)."""
    bridge = state.note
    state.phase = "reset"
    state.lifted = runner
    state.sprung += bridge
    state.author, state.note = None, ""
    return [Sprung(bridge=bridge, runner=runner)]


def _reset(state: HaithabuState, action: Reset) -> list[Event]:
    runner = state.lifted
    _move(state, int(runner[1:]) - 1, action.space)
    state.phase, state.lifted = "run", ""
    state.passes = 0
    state.quiet += 1
    events: list[Event] = [Returned(runner=runner, space=action.space)]
    return events + _write(state, state.active, action.bridge) + _next_turn(state)


# ---- from turn to turn


def _pass(state: HaithabuState) -> None:
    """HB-9.3, HB-11.1."""
    state.passes += 1
    state.quiet += 1


def _next_turn(state: HaithabuState) -> list[Event]:
    """The next seat that can move, after the automatic passes of those that cannot (HB-9.2), or the end."""
    events: list[Event] = []
    seats = len(state.runners)
    while True:
        if state.quiet and state.most_quiet - state.quiet in _QUIET_NEWS:
            events.append(Quiet(count=state.quiet))
        if state.passes == seats:
            return events + _end(state, "passed" if state.passing == "free" else "blocked")
        if state.quiet == state.most_quiet:
            return events + _end(state, "stall")
        state.active = (state.active + 1) % seats
        if state.active == state.first:
            state.round += 1
        if turns(state).runs:
            return events
        _pass(state)
        events.append(Passed(home=home_name(seats, state.active), seat=state.active))


def _end(state: HaithabuState, how: Literal["win", "stall", "blocked", "passed"]) -> list[Event]:
    state.phase = "over"
    seats = len(state.runners)
    winner = home_name(seats, state.active) if how == "win" else ""
    events: list[Event] = [Ended(how=how, winner=winner)]
    final = result(state)
    assert final is not None
    for rank in final.ranking:
        (left,) = rank.tie_break
        home = home_name(seats, rank.seat)
        events.append(Ranked(place=rank.place, home=home, finished=rank.total, distance_left=left))
    if state.note:
        events.append(TrapWas(bridge=state.note))
    return events
