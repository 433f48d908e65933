"""Positions of Hansa in the shorthand of the specification's scenarios (section 20).

Not for assertions; whatever a scenario leaves open is filled so that every invariant holds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from msgspec import UNSET, UnsetType

from engine.errors import Illegal
from engine.hansa.actions import in_order
from engine.hansa.board import BOARD, COLOURS
from engine.hansa.play import in_colour_order
from engine.hansa.state import HansaOptions, HansaState, Phase
from engine.hansa.title import TITLE
from engine.history import Game
from engine.values import Event, Setup

FULL = len(BOARD.slot_names)


def faces(text: str) -> tuple[str, ...]:
    return in_order(text.split())


def position(
    n: int = 3,
    *,
    ship: str = "copenhagen",
    booths: Mapping[str, Sequence[int]] | None = None,
    talers: Sequence[int] | None = None,
    face_up: Sequence[str] = (),
    sold: Sequence[str] = (),
    slots: Mapping[str, str] | None = None,
    empty: Sequence[str] = (),
    piles: Sequence[int] | None = None,
    phase: Phase = "act",
    active: int = 0,
    round: int = 5,  # noqa: A002 - the word of the specification
    stay_used: bool = False,
    idle_rounds: int = 0,
    moved: bool = False,
    opener: int | UnsetType = UNSET,
) -> Game:
    """A game at the position described. `slots` names contents, `empty` names slots or "all"; the rest is filled.

    Markers a scenario does not mention lie in slots and supply; those that then have no place are removed.
    """
    held = [faces(face_up[seat]) if seat < len(face_up) else () for seat in range(n)]
    gone = [faces(sold[seat]) if seat < len(sold) else () for seat in range(n)]
    named = [face for zone in (*held, *gone, tuple((slots or {}).values())) for face in zone]
    boxed = _boxed(n, named)
    rest = Counter(face for colour in COLOURS if colour not in boxed for face in BOARD.markers(colour))
    rest.subtract(named)
    assert min(rest.values()) >= 0, "the scenario names more markers than there are"
    loose = list(rest.elements())[::-1]
    filled = _fill_slots(slots or {}, empty, loose)
    count = sum(piles) if piles is not None else min(sum(BOARD.pile_sizes(n)), len(loose))
    supply = tuple(loose.pop() for _ in range(count))
    state = HansaState(
        phase=phase,
        round=round,
        active=active,
        boxed=boxed,
        supply=supply,
        slots=filled,
        ship=ship,
        stay_used=stay_used,
        talers=tuple(talers or (3,) * n),
        booths=tuple(_row((booths or {}).get(port, ()), n) for port in BOARD.ports),
        face_up=tuple(held),
        sold=tuple(gone),
        removed=tuple(loose),
        open_loss=("",) * n,
        answers=("",) * n,
        standing=(False,) * n,
        idle_rounds=idle_rounds,
        moved=moved,
        opener=opener,
    )
    TITLE.audit(state)
    return Game(TITLE, None, state)


def _boxed(n: int, named: Sequence[str]) -> tuple[str, ...]:
    free = [colour for colour in reversed(COLOURS) if colour not in {face[0] for face in named}]
    return in_colour_order(free[: BOARD.boxed_colours(n)])


def _fill_slots(slots: Mapping[str, str], empty: Sequence[str], loose: list[str]) -> tuple[str, ...]:
    return tuple(
        slots[name] if name in slots else "" if name in empty or "all" in empty else loose.pop()
        for name in BOARD.slot_names
    )


def _row(counts: Sequence[int], n: int) -> tuple[int, ...]:
    return tuple(counts) + (0,) * (n - len(counts))


def sale() -> Game:
    """The position of scenario S-12 before the sale."""
    return position(
        n=4, ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3", "G2 G2", "G1 G2"], empty=["riga.a"]
    )


def new(n: int, seed: str = "setup") -> Game:
    """A game before the first placement."""
    return Game.new(TITLE, Setup(n, HansaOptions(), seed))


def finished(booths: Mapping[str, tuple[int, ...]], sold_markers: list[str]) -> Game:
    """A game of three that is over."""
    return position(active=2, phase="over", piles=(0, 0, 0, 0, 0), booths=booths, sold=sold_markers)


# ---- playing in the words of the specification


def act(game: Game, *lines: str) -> list[Event]:
    """Carries out lines such as `P1 buy R3`; a ` !` marks the host's answers."""
    happened: list[Event] = []
    for line in lines:
        seat, text = line.split(" ", 1)
        action = TITLE.parse(text.removesuffix(" !"))
        happened += game.apply(int(seat[1:]) - 1, action, host=text.endswith(" !"))
        TITLE.audit(now(game))
    return happened


def rejected(game: Game, line: str, clause: str) -> None:
    """Asserts that the line is refused by that clause and leaves everything as it was (HA-4.5)."""
    before, lines = TITLE.encode(now(game)), list(game.lines)
    seat, text = line.split(" ", 1)
    with pytest.raises(Illegal) as refusal:
        game.apply(int(seat[1:]) - 1, TITLE.parse(text))
    assert refusal.value.clause == clause, str(refusal.value)
    assert (TITLE.encode(now(game)), game.lines) == (before, lines)


def now(game: Game) -> HansaState:
    assert isinstance(game.state, HansaState)
    return game.state


def options(game: Game, seat: str, verb: str = "") -> list[str]:
    """The texts of what a seat may do, those of one verb or all; standing orders and undo only if asked for."""
    texts = [TITLE.text(action) for action in game.legal(int(seat[1:]) - 1)]
    if verb:
        return [text for text in texts if text.split(" ")[0] == verb]
    return [text for text in texts if text.split(" ")[0] not in ("standing", "undo")]


def prompted(game: Game) -> list[str]:
    return [f"P{decision.seat + 1} {decision.kind}" for decision in game.to_act()]


def booths(game: Game, port: str) -> tuple[int, ...]:
    return now(game).booths[BOARD.index[port]]


def held(game: Game, seat: str) -> str:
    """The face-up markers of a seat."""
    return " ".join(now(game).face_up[int(seat[1:]) - 1])


def sold(game: Game, seat: str) -> str:
    return " ".join(now(game).sold[int(seat[1:]) - 1])


def talers(game: Game) -> tuple[int, ...]:
    return now(game).talers


def reserves(game: Game) -> tuple[int, ...]:
    return tuple(player.reserve for player in TITLE.view(now(game), None).players)


def piles(game: Game) -> tuple[int, ...]:
    return TITLE.view(now(game), None).piles


def bank(game: Game) -> int:
    return TITLE.view(now(game), None).bank


def slot(game: Game, name: str) -> str:
    return now(game).slots[BOARD.slot_names.index(name)]


def leader(game: Game, port: str) -> str | None:
    found = TITLE.view(now(game), None).ports[BOARD.index[port]].leader
    return None if found is None else f"P{found + 1}"


def lines_of(events: Sequence[Event]) -> list[str]:
    return [event.line() for event in events]
