"""What a seat of Hansa is offered: single decisions, and whole moves of those that belong together.

Not for what is legal: `legal.py` lists it, and nothing is offered here that is not.
"""

from functools import lru_cache
from itertools import combinations

from engine.choices import single
from engine.hansa.actions import BUY, END, FACE, PORT, REFILL, SEVERAL_FACES, SKIP, VERBS, HansaAction, Sell
from engine.hansa.board import BOARD, Faces
from engine.hansa.legal import discards, establishments, faces_in, legal, sails, sales
from engine.hansa.state import LIMIT, HansaState, leader_of, reserve
from engine.values import Choice, Param, Whole

SAIL_AND_BUY = Whole("sail_and_buy", (PORT, FACE))
SELL_ALL = Whole("sell_all", (Param("colours", "colour", many=True),))
"""Whoever sells a colour hardly ever keeps some of it (HA-10.2); the other sales are `sell`."""
END_DISCARDING = Whole("end_discarding", (SEVERAL_FACES,))
"""`end` where it leads to a marker tax with a choice (HA-12.2)."""

WHOLES = (SAIL_AND_BUY, SELL_ALL, END_DISCARDING)

Before = tuple[HansaAction, ...]
"""What is decided first and not asked for: `skip`, where a refill would be possible (HA-18.2)."""

_VERB_OF = {verb.action: verb for verb in VERBS}


def choices(state: HansaState, seat: int) -> list[Choice]:
    """In the order of a turn: refill, then what can be done here, then where to sail, last the end."""
    if state.phase == "refill" and seat == state.active:
        return [_single(REFILL), *_turn(state, seat, (SKIP,))]
    if state.phase == "act" and seat == state.active:
        return _turn(state, seat, ())
    return [_single(action) for action in legal(state, seat) if not _VERB_OF[type(action)].aside]


def _single(action: HansaAction, before: Before = ()) -> Choice:
    """A decision by itself, or the only one that is asked for."""
    choice = single(_VERB_OF[type(action)], action)
    return Choice(choice.name, choice.values, (*before, action)) if before else choice


def _turn(state: HansaState, seat: int, before: Before) -> list[Choice]:
    """What phase 3 offers (HA-7.1); a turn begins with its stay unused, also when the refill is still open."""
    found = [] if state.stay_used else _here(state, seat, before)
    found += [_single(sail, before) for sail in sails(state, seat)]
    found += _sails_and_buys(state, seat, before)
    return found + list(_endings(state.face_up[seat], before))


def _here(state: HansaState, seat: int, before: Before) -> list[Choice]:
    """The action of this stay (HA-7.2)."""
    here, face_up = BOARD.index[state.ship], state.face_up[seat]
    found = [_single(BUY[face], before) for face in _for_sale(state, seat, here, state.talers[seat])]
    if face_up and reserve(state, seat):
        found += [_single(establish, before) for establish in establishments(face_up)]
    if len(face_up) > 1 and state.booths[here][seat]:
        found += _sales(face_up, before)
    return found


def _for_sale(state: HansaState, seat: int, port: int, talers: int) -> list[str]:
    """HA-8.1, HA-8.2: the different markers in a port that the seat can pay for with these talers."""
    if not talers and leader_of(state.booths[port]) != seat:
        return []
    return list(dict.fromkeys(faces_in(state, port)))


def _sails_and_buys(state: HansaState, seat: int, before: Before) -> list[Choice]:
    """The next port and a marker there; the route is paid first (HA-7.6)."""
    talers = state.talers[seat] - 1
    return [
        Choice(SAIL_AND_BUY.name, (sail.port, face), (*before, sail, BUY[face]))
        for sail in sails(state, seat)
        for face in _for_sale(state, seat, BOARD.index[sail.port], talers)
    ]


@lru_cache(maxsize=4096)
def _sales(face_up: Faces, before: Before) -> tuple[Choice, ...]:
    """All of some colours, most colours first; then, under the name of the verb, what keeps some of a colour."""
    counts = {face[0]: [each for each in face_up if each[0] == face[0]] for face in face_up}
    colours = [colour for colour, faces in counts.items() if len(faces) > 1]
    sets = [part for size in range(len(colours), 0, -1) for part in combinations(colours, size)]
    whole = {part: Sell(tuple(face for colour in part for face in counts[colour])) for part in sets}
    found = [Choice(SELL_ALL.name, (" ".join(part),), (*before, sell)) for part, sell in whole.items()]
    complete = set(whole.values())
    return (*found, *(_single(sell, before) for sell in sales(face_up) if sell not in complete))


@lru_cache(maxsize=4096)
def _endings(face_up: Faces, before: Before) -> tuple[Choice, ...]:
    """HA-12: the end of the turn, together with the markers to discard where that takes a decision."""
    if len(face_up) <= LIMIT or len(set(face_up)) == 1:
        return (_single(END, before),)
    return tuple(
        Choice(END_DISCARDING.name, (" ".join(discard.faces),), (*before, END, discard))
        for discard in discards(face_up)
    )
