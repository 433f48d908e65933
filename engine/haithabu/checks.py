"""Why a decision is not allowed: every refusal with its clause, and the full form of a run told in short.

Not for listing what is allowed; but the same search answers both, so that they cannot disagree.
"""

import msgspec

from engine.errors import Illegal, NotYourDecision
from engine.haithabu.actions import NO_TRAP, NOTHING, HaithabuAction, Pass, Reset, Run, Trap, Via
from engine.haithabu.board import (
    BRIDGE_SPACES,
    COUNT,
    EVERY_BRIDGE,
    KIND,
    LETTERS,
    LINKED,
    NUMBER,
    OTHER_DOOR,
    RUNNERS,
    SLOTS,
    SPACES,
    VILLAGE,
    VILLAGES,
    bridge_bit,
    bridge_letters,
    bridge_mask,
)
from engine.haithabu.legal.reach import Ground, Passing, Stance, reach, stand, without_others
from engine.haithabu.legal.resets import reset_notes, reset_spaces
from engine.haithabu.legal.turns import Tier, ground_of, may_pass, turns
from engine.haithabu.legal.walks import distances
from engine.haithabu.state import HaithabuState, decisions
from engine.values import Decision


def check(state: HaithabuState, seat: int, action: HaithabuAction) -> None:
    kind = "trap" if isinstance(action, Trap) else "reset" if isinstance(action, Reset) else "run"
    if decisions(state) != (Decision(seat, kind),):
        raise NotYourDecision("HB-3.1", "It is not for you to decide this now.")
    if isinstance(action, Run | Via):
        _check_run(state, action)
    elif isinstance(action, Pass):
        _check_pass(state)
    elif isinstance(action, Trap):
        _check_letter(action.bridge)
    else:
        _check_reset(state, action)


def resolve(state: HaithabuState, seat: int, action: HaithabuAction) -> HaithabuAction:
    """A run with its runner by id and `over` filled in, a path converted (HB-13.8); anything else as it is."""
    if not isinstance(action, Run | Via) or decisions(state) != (Decision(seat, "run"),):
        return action
    if isinstance(action, Run) and action.over and action.runner in RUNNERS:
        return action
    return _check_run(state, action)


# ---- notes and resets


def _check_letter(bridge: str) -> None:
    if bridge not in LETTERS or len(bridge) != 1:
        raise Illegal("HB-12.1", "The first trap must be one of the bridges a to t.")


def _check_reset(state: HaithabuState, action: Reset) -> None:
    if action.space not in reset_spaces(state):
        raise Illegal(
            "HB-12.4",
            "The runner returns to one of these spaces: {spaces}.",
            spaces=", ".join(reset_spaces(state)),
        )
    if action.bridge in set(state.shown[:-1]):
        raise Illegal("HB-12.6", "There is a trap on {bridge} already, which all know.", bridge=action.bridge)
    if action.bridge not in reset_notes(state):
        raise Illegal(
            "HB-12.5",
            "The new trap is a bridge without a runner, and not {sprung}, which was just sprung; or {none}.",
            sprung=state.sprung[-1],
            none=NO_TRAP,
        )


# ---- passes and runs


def _check_pass(state: HaithabuState) -> None:
    if state.passing != "free":
        raise Illegal("HB-9.1", "You can run, so you may not pass.")
    if not may_pass(state):
        raise Illegal("HB-9.4", "You can run without putting tokens, so you may not pass.")


def _check_run(state: HaithabuState, action: Run | Via) -> Run:
    """The run in full, if it is legal."""
    ground = ground_of(state)
    number = _find_runner(state, ground, action.runner)
    put = _check_put(ground, action.put)
    name = f"{VILLAGES[ground.home]}{number + 1}"
    if isinstance(action, Via):
        if not action.path:
            raise Illegal("HB-5.5", "A run may not end where it began.")
        captured, crossed = _follow(ground, number, action.path, put)
        over = bridge_letters(crossed if ground.traps else captured) or NOTHING
        action = Run(name, action.path[-1], over, action.put)
    destination = NUMBER.get(action.destination)
    if destination is None:
        raise Illegal("HB-1.2", "There is no space {space}.", space=action.destination)
    tier = turns(state).tier
    _check_tier(tier, number, name)
    _check_end(ground, tier, number, destination, put)
    stance = stand(ground, number, tier.passing)
    ways = {
        bridge_letters(crossed if ground.traps else captured) or NOTHING
        for end, captured, crossed in reach(ground, stance, put)
        if end == destination
    }
    if known := set(action.over) & set(state.shown):
        raise _shown_trap("".join(sorted(known)))
    if action.over in ways or (not action.over and len(ways) == 1):
        return Run(name, action.destination, action.over or ways.pop(), action.put)
    if not ways:
        raise _obstacle(ground, stance, number, destination, put)
    choices = ", ".join(sorted(ways, key=lambda way: (len(way), way)))
    if not action.over:
        raise Illegal("HB-13.5", "Several ways lead there: say over which bridges, {choices}.", choices=choices)
    raise Illegal("HB-13.3", "No run there is over {over}; it is over {choices}.", over=action.over, choices=choices)


def _find_runner(state: HaithabuState, ground: Ground, word: str) -> int:
    """The number, from 0, of the active seat's runner with this id, or on this space (HB-13.2)."""
    if word in RUNNERS:
        if word[0] != VILLAGES[ground.home]:
            raise Illegal("HB-3.1", "{runner} is not your runner.", runner=word)
        number = int(word[1:]) - 1
        if number >= len(ground.own):
            raise Illegal("HB-2.1", "There is no runner {runner} in this game.", runner=word)
    else:
        if word not in state.runners[state.active]:
            raise Illegal("HB-13.2", "None of your runners stands on {space}.", space=word)
        number = state.runners[state.active].index(word)
    if number not in ground.unfinished:
        raise Illegal("HB-3.4", "{runner} has finished and stays where it is.", runner=word)
    return number


def _check_put(ground: Ground, letters: str) -> int:
    if not set(letters) <= set(LETTERS) or len(set(letters)) != len(letters):
        raise Illegal("HB-3.2", "Tokens are put on different bridges, a to t.")
    put = bridge_mask(letters)
    if put & ground.open:
        taken = bridge_letters(put & ground.open)
        raise Illegal("HB-3.2", "A token can only be put on a bare bridge; there is one on {letters}.", letters=taken)
    if put.bit_count() > ground.load:
        raise Illegal("HB-3.2", "You have {load} tokens to put, no more.", load=ground.load)
    if ground.load - put.bit_count() >= SLOTS:
        raise Illegal("HB-4.2", "Your track is full and shows no speed: put at least one token.")
    return put


def _check_tier(tier: Tier, number: int, name: str) -> None:
    if number in tier.runners:
        return
    if tier.number == 2:
        raise Illegal("HB-8.2", "Clear the passage spaces first: {runner} has to wait.", runner=name)
    raise Illegal("HB-8.2", "Your village has no free finish space: a waiting runner moves, not {runner}.", runner=name)


def _check_end(ground: Ground, tier: Tier, number: int, destination: int, put: int) -> None:
    """HB-5.5, HB-5.2 and section 7, for the space a run ends on."""
    origin, name = ground.own[number], SPACES[destination]
    if destination == origin:
        raise Illegal("HB-5.5", "A run may not end where it began.")
    if ground.occupied >> destination & 1:
        raise Illegal("HB-5.2", "A runner stands on {space}.", space=name)
    if BRIDGE_SPACES >> destination & 1:
        if not (ground.open | put) & bridge_bit(destination):
            raise Illegal("HB-6.1", "Bridge {bridge} is bare.", bridge=name)
        other = OTHER_DOOR.get(destination, origin)
        if other != origin and ground.occupied >> other & 1:
            raise Illegal("HB-7.2", "A runner stands on {other}, the other access bridge.", other=SPACES[other])
    elif KIND[destination] != "path":
        _check_village_end(ground, tier, number, destination)


def _check_village_end(ground: Ground, tier: Tier, number: int, destination: int) -> None:
    village = VILLAGE[destination]
    if village not in (ground.home, ground.goal):
        raise Illegal("HB-7.1", "A run may not end in a village that is neither home nor goal.")
    if KIND[destination] == "passage":
        if tier.passing is Passing.NONE:
            raise Illegal("HB-8.3", "The runner must leave the passage spaces, not change from one to another.")
        if tier.passing is Passing.ONE and any(other != number for other in ground.passing):
            raise Illegal("HB-7.4", "Only one of your runners may stand on a passage space.")
    elif village == ground.home and not stand(ground, number, tier.passing).allows(destination):
        raise Illegal("HB-7.5", "One finish space of your village must stay free.")


def _obstacle(ground: Ground, stance: Stance, number: int, destination: int, put: int) -> Illegal:
    """What keeps a runner from a space it may end on: the first rule without which there would be a way."""

    def leads(ground: Ground, stance: Stance, *, slots: int = SLOTS, again: bool = False) -> bool:
        return any(end == destination for end, _, _ in reach(ground, stance, put, slots=slots, again=again))

    if leads(ground, stance, slots=2 * SLOTS):
        return _too_many_captures()
    if ground.shown and leads(msgspec.structs.replace(ground, shown=0), stance):
        return _shown_trap(bridge_letters(ground.shown))
    ground = msgspec.structs.replace(ground, shown=0)
    alone = without_others(ground, number)
    lone_stance = stand(alone, 0, Passing.ANY)
    if leads(alone, lone_stance):
        return Illegal("HB-5.2", "Other runners stand in the way to {space}.", space=SPACES[destination])
    unbroken = msgspec.structs.replace(alone, open=EVERY_BRIDGE & ~put, bare=put)
    if leads(unbroken, lone_stance):
        return Illegal("HB-6.1", "A bare bridge cuts the way to {space}.", space=SPACES[destination])
    if leads(alone, lone_stance, again=True):
        return Illegal(
            "HB-6.4", "A captured bridge would be entered again to reach {space}.", space=SPACES[destination]
        )
    if _by_turning_back(ground, number, destination, put):
        return Illegal("HB-5.3", "Only turning straight back would lead to {space}.", space=SPACES[destination])
    rest = ground.load - put.bit_count()
    return Illegal(
        "HB-5.1",
        "No path of exactly {distance} steps leads to {space}.",
        distance="1, 2 or 3" if rest == 0 else rest + 3,
        space=SPACES[destination],
    )


# ---- paths, step by step


def _follow(ground: Ground, number: int, names: tuple[str, ...], put: int) -> tuple[int, int]:
    """The captured and the crossed set of a path given space by space; Illegal where it breaks a rule."""
    spaces = [ground.own[number], *(NUMBER[name] for name in names)]
    rest = ground.load - put.bit_count()
    if len(names) not in distances(rest):
        raise Illegal(
            "HB-4.1",
            "This path has {steps} steps; with {tokens} tokens left on the track it is {distance}.",
            steps=len(names),
            tokens=rest,
            distance="1, 2 or 3" if rest == 0 else rest + 3,
        )
    others = ground.occupied ^ 1 << spaces[0]
    crossed = 0
    for index, ahead in enumerate(spaces[1:]):
        _check_step(spaces, index, others)
        if BRIDGE_SPACES >> ahead & 1:
            crossed = _enter(ground, ahead, put, crossed, last=index + 1 == len(names))
    if spaces[-1] == spaces[0]:
        raise Illegal("HB-5.5", "A run may not end where it began.")
    captured = crossed & ~put
    if rest + captured.bit_count() > SLOTS:
        raise _too_many_captures()
    return captured, crossed


def _check_step(spaces: list[int], index: int, others: int) -> None:
    here, ahead = spaces[index], spaces[index + 1]
    if ahead not in LINKED[here]:
        raise Illegal("HB-5.1", "{here} and {ahead} are not linked.", here=SPACES[here], ahead=SPACES[ahead])
    if others >> ahead & 1:
        raise Illegal("HB-5.2", "A runner stands on {space}.", space=SPACES[ahead])
    if index and ahead == spaces[index - 1]:
        raise Illegal("HB-5.3", "A runner may not turn straight back to {space}.", space=SPACES[ahead])


def _enter(ground: Ground, bridge: int, put: int, crossed: int, *, last: bool) -> int:
    bit = bridge_bit(bridge)
    if not (ground.open | put) & bit:
        raise Illegal("HB-6.1", "Bridge {bridge} is bare.", bridge=SPACES[bridge])
    if crossed & ~put & bit:
        raise Illegal("HB-6.4", "Bridge {bridge} was captured earlier in this path.", bridge=SPACES[bridge])
    if last:
        return crossed
    if ground.shown & bit:
        raise _shown_trap(SPACES[bridge])
    return crossed | bit


def _shown_trap(letters: str) -> Illegal:
    return Illegal("HB-12.9", "No run may cross a bridge with a known trap: {letters}.", letters=letters)


def _too_many_captures() -> Illegal:
    return Illegal("HB-4.3", "The track has {slots} slots: there is no room for all the tokens captured.", slots=SLOTS)


def _by_turning_back(ground: Ground, number: int, destination: int, put: int) -> bool:
    """Whether the destination could be reached if turning straight back were allowed."""
    origin = ground.own[number]
    closed = [space for space in range(COUNT) if BRIDGE_SPACES >> space & 1 and not _is_open(ground, space, put)]
    closed += [space for space in range(COUNT) if space != origin and ground.occupied >> space & 1]
    for steps in distances(ground.load - put.bit_count()):
        layer = {origin}
        for _ in range(steps):
            layer = {ahead for space in layer for ahead in LINKED[space]}.difference(closed)
        if destination in layer:
            return True
    return False


def _is_open(ground: Ground, space: int, put: int) -> bool:
    return bool((ground.open | put) & bridge_bit(space))
