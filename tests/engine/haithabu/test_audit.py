"""States that people edit: every broken one is refused with a reason, and nothing else ever happens.

Not for transitions: those are in `test_invariants`.
"""

import random
from collections.abc import Callable

import msgspec
import pytest

from engine.errors import BadState
from engine.haithabu.board import LETTERS, SPACES
from engine.haithabu.state import HaithabuState, Latest
from engine.haithabu.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, position, started


def broken(state: HaithabuState, **fields: object) -> str:
    """The reason why the state with these fields is refused."""
    with pytest.raises(BadState) as refused:
        TITLE.audit(msgspec.structs.replace(state, **fields))
    return str(refused.value)


def moved(state: HaithabuState, seat: int, *spaces: str) -> tuple[tuple[str, ...], ...]:
    runners = list(state.runners)
    runners[seat] = (*spaces, *runners[seat][len(spaces) :])
    return tuple(runners)


@clauses("I-1")
def test_tokens() -> None:
    state = position(tokens={"N": "cg"})
    assert "20 tokens" in broken(state, loads=(3, 0, 0, 0))
    assert "0 to 13" in broken(state, loads=(-1, 3, 0, 0))
    assert "0 to 13" in broken(state, open=LETTERS[:4], loads=(16, 0, 0, 0))
    assert "loads for" in broken(state, loads=(2, 0, 0))
    assert "alphabetical" in broken(state, open="cab")
    assert "alphabetical" in broken(state, open="aabb")


@clauses("I-2", "I-3", "I-4", "I-5")
def test_runners() -> None:
    state = position(tokens={"E": "cg"})
    assert "Two runners" in broken(state, runners=moved(state, 0, "ac1", "ac1"))
    assert "no space" in broken(state, runners=moved(state, 0, "nowhere"))
    assert "has 4 runners" in broken(state, runners=((), *state.runners[1:]))
    assert "both access bridges" in broken(state, runners=moved(state, 0, "a", "b"))
    assert "bare bridge" in broken(state, runners=moved(state, 0, "c"))
    assert "foreign village" in broken(state, runners=moved(state, 0, "W-p1"))
    assert "2 to 4 seats" in broken(state, runners=())


@clauses("I-16", "I-17", "I-14", "HB-11.5")
def test_counts_and_end() -> None:
    state = position()
    assert "quiet count" in broken(state, quiet=101)
    assert "quiet count" in broken(state, quiet=-1)
    assert "pass count" in broken(state, passes=5, quiet=9)
    assert "pass count" in broken(state, passes=2, quiet=1)
    assert "if and only if" in broken(state, quiet=100)
    assert "if and only if" in broken(state, passes=4, quiet=9)
    assert "if and only if" in broken(state, phase="over")
    assert "if and only if" in broken(position(seats=2), passages="open", quiet=50)
    assert "quiet count is 0 to 50" in broken(position(seats=2), passages="open", quiet=51)
    done = moved(state, 0, "S-s1", "S-s6", "ac1", "ac2")
    assert "if and only if" in broken(
        state, runners=(("S-s1", "S-s6", "S-s2", "S-s3"), state.runners[1], ("g", "gh1", "h", "hi1"), state.runners[3])
    )
    assert TITLE.audit(msgspec.structs.replace(state, runners=done)) is None  # type: ignore[func-returns-value]
    assert "round" in broken(state, round=0)
    assert "round" in broken(state, round=1400)
    stuck = position({"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2"}, {"S": "a"}, audited=False)
    assert "passes" in broken(stuck)


def test_seats() -> None:
    assert "S is the first" in broken(position(seats=3), first=0)
    assert "0 to 3" in broken(position(), active=4)
    assert "0 to 3" in broken(position(), first=-1)


@clauses("I-18")
def test_notes() -> None:
    base, variant = position(), position(trap="a")
    assert "Without traps" in broken(base, note="a")
    assert "Without traps" in broken(base, author=1)
    assert "Without traps" in broken(base, phase="reset")
    assert "note names" in broken(variant, note="ab")
    assert "note names" in broken(variant, note="none")
    assert "sprung last" in broken(variant, sprung="ba")
    assert "author" in broken(variant, author=7)
    assert "lifted" in broken(variant, lifted="N1")
    assert "none can stay" in broken(base, trap="stays")
    assert "bridge of its own" in broken(variant, trap="stays", sprung="cc")
    assert "bridge of its own" in broken(variant, trap="stays", sprung="ca", note="c")
    sprung = after(variant, "run N4 ac1 over a")
    assert "spent" in broken(sprung, note="b")
    assert "lifted runner" in broken(sprung, lifted="E1")
    assert "lifted runner" in broken(sprung, lifted="nobody")
    start = started(2, traps=True)
    assert "before the first turn" in broken(start, round=2)
    assert "nothing is written" in broken(start, note="a")


def test_latest() -> None:
    state = after(position(), "run N1 N-p2 over -")
    assert "latest run" in broken(state, latest=Latest("X9", "a", "b", "-", ""))
    assert "latest run" in broken(state, latest=Latest("N1", "a", "zz", "-", ""))
    assert "latest run" in broken(state, latest=Latest("N1", "a", "b", "", ""))
    assert "no run is sprung" in broken(state, latest=Latest("N1", "a", "b", "-", "", True))
    assert "where the latest run left them" in broken(state, latest=Latest("N1", "m", "n", "abcdefgh", ""))
    assert "where the latest run left them" in broken(state, latest=Latest("N1", "m", "n", "abc", "d"))
    odd = msgspec.structs.replace(state, latest=Latest("N1", "m", "a", "-", ""))
    TITLE.audit(odd)
    trail = TITLE.view(odd, None).latest
    assert trail is not None
    assert trail.path == ()


def test_well_typed_garbage_is_refused_and_nothing_worse() -> None:
    chance = random.Random("garbage")
    bases = [started(n, traps=traps) for n in (2, 3, 4) for traps in (False, True)]
    bases += [position(trap="a"), after(position(trap="a"), "run N4 ac1 over a"), position({"N1": "ac2"}, {"N": "cst"})]
    words = [*SPACES, *LETTERS, "", "?", "N1", "none", "N-p9", "é"]

    def row() -> tuple[str, ...]:
        return tuple(chance.choices(words, k=chance.randint(0, 6)))

    def some_latest() -> Latest:
        runner, origin, destination, over, put = chance.choices(words, k=5)
        return Latest(runner, origin, destination, over, put, chance.random() < 0.5)

    makers: dict[str, Callable[[], object]] = {
        "traps": lambda: chance.random() < 0.5,
        "phase": lambda: chance.choice(["trap", "run", "reset", "over"]),
        "first": lambda: chance.randint(-3, 9),
        "active": lambda: chance.randint(-3, 9),
        "round": lambda: chance.randint(-3, 3000),
        "runners": lambda: tuple(row() for _ in range(chance.randint(0, 5))),
        "open": lambda: "".join(row()),
        "loads": lambda: tuple(chance.randint(-9, 30) for _ in range(chance.randint(0, 5))),
        "quiet": lambda: chance.randint(-9, 300),
        "passes": lambda: chance.randint(-9, 9),
        "latest": some_latest,
        "author": lambda: chance.choice([None, -1, 0, 3, 17]),
        "note": lambda: chance.choice(words),
        "sprung": lambda: "".join(row()),
        "lifted": lambda: chance.choice(words),
        "seed": lambda: chance.choice(words),
        "trap": lambda: chance.choice([msgspec.UNSET, "stays"]),
        "passages": lambda: chance.choice([msgspec.UNSET, "open"]),
        "passing": lambda: chance.choice([msgspec.UNSET, "free"]),
    }
    refused = 0
    for _ in range(3000):
        names = chance.sample(sorted(makers), chance.randint(1, 4))
        state = msgspec.structs.replace(chance.choice(bases), **{name: makers[name]() for name in names})
        try:
            TITLE.audit(state)
        except BadState:
            refused += 1
            continue
        for seat in (None, *range(len(state.runners))):
            TITLE.view(state, seat)
        for decision in TITLE.to_act(state):
            assert TITLE.legal(state, decision.seat)
    assert refused > 2000
