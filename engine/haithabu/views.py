"""What each seat may see of a state, another state it cannot tell from this one, and a run tried out beforehand.

Not for drawing or wording: views hold facts, in the words of the board.
"""

import copy

import msgspec

from engine.chance import Stream
from engine.haithabu.actions import NO_TRAP, NOTHING, HaithabuAction, Run
from engine.haithabu.board import LETTERS, NUMBER, VILLAGE_DATA, VILLAGES, bridge_letters, bridge_mask
from engine.haithabu.checks import check, resolve
from engine.haithabu.legal.paths import canonical_path
from engine.haithabu.legal.reach import survey
from engine.haithabu.legal.turns import ground_of, may_pass, turns
from engine.haithabu.legal.walks import distances
from engine.haithabu.scoring import progress, result
from engine.haithabu.state import HaithabuState, Latest, Phase, decisions, home_name, seating
from engine.values import View


class Trail(msgspec.Struct, frozen=True):
    """The latest run as all may see it, with its canonical path (HB-13.8)."""

    runner: str
    origin: str
    destination: str
    over: str
    put: str
    sprung: bool
    path: tuple[str, ...]

    @property
    def took(self) -> tuple[str, ...]:
        """The bridges whose tokens it took along: it went over them, and had not put them down itself."""
        return tuple(letter for letter in self.over if letter in LETTERS and letter not in self.put)


class Private(msgspec.Struct, frozen=True):
    """What the viewer alone knows: the letter (or `none`) it wrote, empty if the note that counts is not its own."""

    note: str


class HaithabuView(View, frozen=True, kw_only=True):
    """All that a viewer may know. `tier` (HB-8.2) is that of the active seat, 0 when no run is due.

    `trap` is shown to all when the game is over; `author` says who wrote the note that counts, or who owes it.
    """

    traps: bool
    phase: Phase
    first: int
    homes: tuple[str, ...]
    goals: tuple[str, ...]
    runners: tuple[tuple[str, ...], ...]
    open: str
    loads: tuple[int, ...]
    distances: tuple[tuple[int, ...], ...]
    finished: tuple[int, ...]
    distance_left: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that share the first place (HB-11.3); none while the game goes on."""
    quiet: int
    passes: int
    tier: int
    vacating: bool
    clearing: bool
    latest: Trail | None
    author: int | None
    sprung: str
    lifted: str
    shown: str
    """The traps that have sprung and stay (HB-12.9); empty where a sprung trap is spent."""
    may_pass: bool
    """Whether the active seat may pass by choice (HB-9.4)."""
    open_passages: bool
    most_quiet: int
    """The quiet count that ends the game."""
    trap: str | None
    private: Private | None


def view(state: HaithabuState, seat: int | None) -> HaithabuView:
    seats = len(state.runners)
    due = decisions(state)
    running = state.phase == "run"
    ground = ground_of(state)
    made = [progress(state, each) for each in range(seats)]
    final = result(state)
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
        finished=tuple(each.finished for each in made),
        distance_left=tuple(each.distance_left for each in made),
        winners=() if final is None else final.winners,
        quiet=state.quiet,
        passes=state.passes,
        tier=turns(state).tier.number if running else 0,
        vacating=running and ground.vacating,
        clearing=running and bool(ground.passing),
        latest=None if state.latest is None else _trail(state, state.latest),
        author=state.author,
        sprung=state.sprung,
        lifted=state.lifted,
        shown=state.shown,
        may_pass=running and may_pass(state),
        open_passages=state.passages == "open",
        most_quiet=state.most_quiet,
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
        known = {*state.sprung[-1:], *state.shown}
        notes = [letter for letter in LETTERS if letter not in known]
        other.note = stream.choice([*notes, NO_TRAP] if state.sprung else notes)
    return other


class Preview(msgspec.Struct, frozen=True):
    """A run tried out with what all know (HB-16.2): its canonical path, its captures, the load and speed after it."""

    path: tuple[str, ...]
    captured: str
    load: int
    distances: tuple[int, ...]


def preview(state: HaithabuState, seat: int, action: HaithabuAction) -> Preview:
    """What a legal run would do if no trap is in its way; Illegal if it is none."""
    check(state, seat, action)
    run = resolve(state, seat, action)
    assert isinstance(run, Run), "only runs have a preview"
    ground = ground_of(state)
    over, put = bridge_mask("" if run.over == NOTHING else run.over), bridge_mask(run.put)
    captured = over & ~put
    load = ground.load - put.bit_count() + captured.bit_count()
    path = canonical_path(ground, int(run.runner[1:]) - 1, NUMBER[run.destination], over, put)
    return Preview(path, bridge_letters(captured), load, distances(load))
