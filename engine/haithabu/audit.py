"""The invariants of section 19 that one state can show.

Not for transitions: what may follow what is tested by walks over many games. It must stand any well-typed state.
"""

from engine.errors import BadState
from engine.haithabu.actions import NO_TRAP, NOTHING
from engine.haithabu.board import (
    KIND,
    LETTERS,
    NUMBER,
    SEATINGS,
    SLOTS,
    SPACES,
    TOKENS,
    VILLAGE,
    VILLAGE_DATA,
    VILLAGES,
)
from engine.haithabu.legal.resets import reset_spaces
from engine.haithabu.legal.turns import turns
from engine.haithabu.scoring import progress
from engine.haithabu.state import HaithabuState, Latest, home_name

_LONGEST_GAME = {2: 1100, 3: 1000, 4: 1300}
"""HB-11.5."""


def audit(state: HaithabuState) -> None:
    _audit_seats(state)
    _audit_tokens(state)
    _audit_runners(state)
    _audit_notes(state)
    _audit_latest(state)
    _audit_end(state)
    if state.phase == "trap":
        _audit_beginning(state)
    if state.phase == "run" and not turns(state).runs:
        raise BadState("{home} has no legal turn and passes: another seat is active.", home=_home(state, state.active))


def _home(state: HaithabuState, seat: int) -> str:
    return home_name(len(state.runners), seat)


def _audit_seats(state: HaithabuState) -> None:
    seats = len(state.runners)
    if seats not in SEATINGS:
        raise BadState("Haithabu has 2 to 4 seats, not {seats}.", seats=seats)
    if not 0 <= state.first < seats or not 0 <= state.active < seats:
        raise BadState("The first seat and the active seat are among 0 to {last}.", last=seats - 1)
    if SEATINGS[seats].first not in (None, state.first):
        raise BadState("With three seats S is the first.")
    if not 1 <= state.round <= _LONGEST_GAME[seats] // seats + 1:
        raise BadState("A game has no round {round}.", round=state.round)
    if not 0 <= state.quiet <= state.most_quiet:
        raise BadState("The quiet count is 0 to {limit}, not {quiet}.", limit=state.most_quiet, quiet=state.quiet)
    if not 0 <= state.passes <= min(seats, state.quiet):
        raise BadState("The pass count {passes} is beyond the seats or the quiet count.", passes=state.passes)


def _are_letters(word: str) -> bool:
    """Bridges in alphabetical order, each once."""
    return list(word) == sorted(set(word) & set(LETTERS))


def _audit_tokens(state: HaithabuState) -> None:
    if not _are_letters(state.open):
        raise BadState("The open bridges are letters a to t in alphabetical order, not “{open}”.", open=state.open)
    if len(state.loads) != len(state.runners):
        raise BadState("There are {loads} loads for {seats} seats.", loads=len(state.loads), seats=len(state.runners))
    if not all(0 <= load <= SLOTS for load in state.loads):
        raise BadState("A load is 0 to {slots}.", slots=SLOTS)
    if len(state.open) + sum(state.loads) != TOKENS:
        raise BadState(
            "There are {tokens} tokens: not {open} on bridges and {loads} on tracks.",
            tokens=TOKENS,
            open=len(state.open),
            loads=sum(state.loads),
        )


def _audit_runners(state: HaithabuState) -> None:
    table = SEATINGS[len(state.runners)]
    standing_on: set[str] = set()
    for home, spaces in zip(table.homes, state.runners, strict=True):
        if len(spaces) != table.runners:
            raise BadState("{home} has {count} runners.", home=VILLAGES[home], count=table.runners)
        for space in spaces:
            if space not in NUMBER:
                raise BadState("There is no space “{space}”.", space=space)
            if space in standing_on:
                raise BadState("Two runners stand on {space}.", space=space)
            standing_on.add(space)
            _audit_place(state, home, space)
    for village in VILLAGE_DATA:
        if all(SPACES[door] in standing_on for door in village.doors):
            doors = " and ".join(SPACES[door] for door in village.doors)
            raise BadState("Runners stand on both access bridges {doors}.", doors=doors)


def _audit_place(state: HaithabuState, home: int, space: str) -> None:
    number = NUMBER[space]
    if KIND[number] == "bridge" and space not in state.open:
        raise BadState("A runner stands on the bare bridge {bridge}.", bridge=space)
    inside = KIND[number] in ("start", "passage")
    if inside and VILLAGE[number] not in (home, VILLAGE_DATA[home].opposite):
        raise BadState("A runner of {home} stands on {space}, in a foreign village.", home=VILLAGES[home], space=space)


def _audit_notes(state: HaithabuState) -> None:
    if not state.traps:
        if state.phase in ("trap", "reset") or state.note or state.sprung or state.lifted or state.seed:
            raise BadState("Without traps there are no notes, no resets and no seed.")
        if state.author is not None:
            raise BadState("Without traps nobody writes notes.")
        if state.trap == "stays":
            raise BadState("Without traps none can stay.")
        return
    if not set(state.sprung) <= set(LETTERS):
        raise BadState("The sprung bridges are letters a to t, not “{sprung}”.", sprung=state.sprung)
    if len(set(state.shown)) < len(state.shown) or (state.note and state.note in state.shown):
        raise BadState("A trap that stays is on a bridge of its own, not on {sprung} again.", sprung=state.sprung)
    if state.phase == "reset":
        _audit_reset(state)
        return
    if state.lifted:
        raise BadState("A runner is lifted only while its reset is decided.")
    if state.author is None or not 0 <= state.author < len(state.runners):
        raise BadState("The author of the note is a seat.")
    if state.phase == "trap":
        if state.note or state.sprung:
            raise BadState("Before the first note nothing is written or sprung.")
    elif state.note not in (*LETTERS, *([NO_TRAP] if state.sprung else [])):
        raise BadState("The note names a bridge, or none once a trap was sprung; not “{note}”.", note=state.note)
    elif state.sprung and state.note == state.sprung[-1]:
        raise BadState("The note names {bridge}, which was sprung last.", bridge=state.note)


def _audit_reset(state: HaithabuState) -> None:
    own = state.runners[state.active]
    names = [f"{_home(state, state.active)}{number}" for number in range(1, len(own) + 1)]
    if state.lifted not in names or not state.sprung:
        raise BadState("A reset needs a sprung bridge and a lifted runner of the active seat.")
    if state.note or state.author is not None:
        raise BadState("A sprung trap is spent: there is no note during a reset.")
    village = VILLAGE_DATA[SEATINGS[len(state.runners)].homes[state.active]]
    finish = {SPACES[space] for space in VILLAGE_DATA[village.opposite].starts}
    if own[names.index(state.lifted)] in finish:
        raise BadState("{runner} has finished and cannot be lifted.", runner=state.lifted)
    if not reset_spaces(state):
        raise BadState("There is no space to return {runner} to.", runner=state.lifted)


def _audit_latest(state: HaithabuState) -> None:
    run = state.latest
    if run is None:
        return
    table = SEATINGS[len(state.runners)]
    names = [f"{VILLAGES[home]}{number}" for home in table.homes for number in range(1, table.runners + 1)]
    if run.runner not in names or run.origin not in NUMBER or run.destination not in NUMBER:
        raise BadState("The latest run names a runner and two spaces of this game.")
    if not _are_letters(run.put) or not (run.over == NOTHING or (run.over and _are_letters(run.over))):
        raise BadState("The latest run names bridges by letters in alphabetical order, or “-”.")
    if run.sprung and not state.traps:
        raise BadState("Without traps no run is sprung.")
    _audit_latest_tokens(state, run, table.homes.index(VILLAGES.index(run.runner[0])))


def _audit_latest_tokens(state: HaithabuState, run: Latest, seat: int) -> None:
    """The tokens are where the latest run left them (HB-6.3), so that the position before it can be told."""
    put, over = set(run.put), set(run.over) - {NOTHING}
    captured, load = over - put, state.loads[seat]
    if run.sprung:  # everything is as before the turn (HB-12.3)
        fits = not put & set(state.open) and captured <= set(state.open)
    else:
        fits = put <= set(state.open) and not captured & set(state.open)
        load += len(put) - len(captured)
    if not fits or not len(put) <= load <= SLOTS:
        raise BadState("The tokens are not where the latest run left them.")


def _audit_end(state: HaithabuState) -> None:
    """I-16."""
    seats = len(state.runners)
    complete = [seat for seat in range(seats) if progress(state, seat).finished == len(state.runners[seat])]
    if len(complete) > 1:
        raise BadState("Only one seat can have all its runners finished.")
    ended = bool(complete) or state.quiet == state.most_quiet or state.passes == seats
    if ended != (state.phase == "over"):
        raise BadState("The game is over if and only if a seat is complete, nothing can move, or all was quiet.")


def _audit_beginning(state: HaithabuState) -> None:
    untouched = state.runners == SEATINGS[len(state.runners)].setup and state.quiet == 0 and state.latest is None
    if not untouched or len(state.open) != TOKENS or state.active != state.first or state.round != 1:
        raise BadState("The first trap is named before the first turn.")
