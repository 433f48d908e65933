"""A second reading of sections 3 to 8, slow and plain: every walk step by step, every put set, from board.json.

Not for speed, and on purpose without anything from `engine.haithabu` but the state it is asked about.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import data
from engine.haithabu.state import HaithabuState

BOARD: Any = data.load_json("haithabu/board.json")


def short(name: str) -> str:
    return name.split("-", 1)[1] if name.startswith(("bridge-", "path-")) else name


FULL = {short(space["id"]): space["id"] for space in BOARD["spaces"]}
KIND = {short(space["id"]): space["kind"] for space in BOARD["spaces"]}
LINKED: dict[str, list[str]] = {name: [] for name in FULL}
for one, two in BOARD["links"]:
    LINKED[short(one)].append(short(two))
    LINKED[short(two)].append(short(one))
VILLAGES = {village["id"]: village for village in BOARD["villages"]}
SEATS = {int(seats): homes for seats, homes in BOARD["play"]["seats"].items()}


class Outcome(NamedTuple):
    """HB-13.3, with the crossed set beside the captured one."""

    put: str
    runner: str
    destination: str
    captured: str
    crossed: str


class Walker:
    """The active seat of a position."""

    def __init__(self, state: HaithabuState) -> None:
        self.state = state
        self.home = SEATS[len(state.runners)][state.active]
        self.goal = VILLAGES[self.home]["opposite"]
        self.own = state.runners[state.active]
        self.occupied = {space for runners in state.runners for space in runners}
        self.load = state.loads[state.active]
        self.bare = [letter for letter in BOARD["bridges"] if letter not in state.open]

    def put_sets(self) -> Iterator[str]:
        """HB-3.2, in list order."""
        for size in range(self.load + 1):
            yield from map("".join, combinations(self.bare, size))

    def walks(self, origin: str, put: str) -> set[tuple[str, str, int]]:
        """Destination, crossed set and length of every path (HB-4.1 to HB-6.5), wherever it ends."""
        rest = self.load - len(put)
        lengths = {1, 2, 3} if rest == 0 else {rest + 3} if rest <= 12 else set()
        others = self.occupied - {origin}
        found: set[tuple[str, str, int]] = set()
        layer = {(origin, "", "")}
        for length in range(1, max(lengths, default=0) + 1):
            ahead: set[tuple[str, str, str]] = set()
            for space, before, crossed in layer:
                if KIND[space] == "bridge" and length > 1:
                    crossed = "".join(sorted({*crossed, space}))  # noqa: PLW2901
                for near in LINKED[space]:
                    if near == before or near in others:
                        continue
                    closed = near not in self.state.open + put or (near in crossed and near not in put)
                    if KIND[near] == "bridge" and closed:
                        continue
                    ahead.add((near, space, crossed))
            layer = ahead
            if length in lengths:
                found |= {(space, crossed, length) for space, _, crossed in layer if space != origin}
        limit = 13 - rest
        known = set(self.state.sprung) if self.state.trap == "stays" else set()  # HB-12.9
        return {walk for walk in found if len(set(walk[1]) - set(put)) <= limit and not known & set(walk[1])}

    def may_end(self, origin: str, space: str, *, waived: bool) -> bool:
        """Section 7."""
        others = self.occupied - {origin}
        if KIND[space] == "path":
            return True
        village = next((v for v in VILLAGES.values() if FULL[space] in v["access_bridges"]), None)
        if KIND[space] == "bridge":
            return village is None or not any(
                short(b) in others for b in village["access_bridges"] if short(b) != space
            )
        if space[0] not in (self.home, self.goal):
            return False
        if KIND[space] == "passage":
            return waived or not any(KIND[other] == "passage" for other in self.own if other != origin)
        if space[0] == self.goal:
            return True
        return any(start not in others | {space} for start in VILLAGES[self.home]["start_spaces"])

    def moves(self, put: str, runners: list[int], *, waived: bool = False) -> set[Outcome]:
        """All runs with this put set by these runners."""
        return {
            Outcome(put, f"{self.home}{number + 1}", space, "".join(sorted(set(crossed) - set(put))), crossed)
            for number in runners
            for space, crossed, _ in self.walks(self.own[number], put)
            if self.may_end(self.own[number], space, waived=waived)
        }

    def tiers(self) -> Iterator[tuple[int, set[Outcome]]]:
        """HB-8.2: each tier that applies, with all its turns over all put sets."""
        starts = VILLAGES[self.home]["start_spaces"]
        waiting = [number for number, space in enumerate(self.own) if space in starts]
        passing = [number for number, space in enumerate(self.own) if KIND[space] == "passage"]
        finish = VILLAGES[self.goal]["start_spaces"]
        unfinished = [number for number, space in enumerate(self.own) if space not in finish]
        vacating = bool(waiting) and all(start in self.occupied for start in starts)
        if vacating:
            yield 1, self.over_all(waiting)
        if passing:
            changing = self.state.passages == "open"  # HB-8.6
            yield 2, {turn for turn in self.over_all(passing) if changing or KIND[turn.destination] != "passage"}
        if vacating:
            yield 3, self.over_all(waiting, waived=True)
        yield 4, self.over_all(unfinished)

    def over_all(self, runners: list[int], *, waived: bool = False) -> set[Outcome]:
        return {turn for put in self.put_sets() for turn in self.moves(put, runners, waived=waived)}


def turns(state: HaithabuState) -> tuple[int, set[Outcome]]:
    """The tier and all legal turns of the active seat; tier 4 and none when it passes."""
    return next(((number, found) for number, found in Walker(state).tiers() if found), (4, set()))


def list_order(turn: Outcome, *, traps: bool) -> tuple[int, str, str, str, int, str]:
    """HB-13.7."""
    over = turn.crossed if traps else turn.captured
    return len(turn.put), turn.put, turn.runner, FULL[turn.destination], len(over), over


def listed(state: HaithabuState, found: set[Outcome]) -> list[str]:
    """The family that `legal` lists (HB-15.8), in list order: all without put, and one for each other destination."""
    ways: dict[tuple[str, str], list[Outcome]] = {}
    for turn in found:
        ways.setdefault((turn.runner, turn.destination), []).append(turn)
    chosen: list[Outcome] = []
    for turns_there in ways.values():
        chosen += [turn for turn in turns_there if not turn.put] or [min(turns_there, key=_preference)]
    return [
        f"run {turn.runner} {turn.destination} over {(turn.crossed if state.traps else turn.captured) or '-'}"
        + (f" put {turn.put}" if turn.put else "")
        for turn in sorted(chosen, key=lambda turn: list_order(turn, traps=state.traps))
    ]


def _preference(turn: Outcome) -> tuple[int, int, str, str]:
    """The fewest tokens put, then the fewest bridges crossed; alphabetical where these are equal."""
    return len(turn.put), len(turn.crossed), turn.crossed, turn.put
