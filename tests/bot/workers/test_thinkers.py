"""Computers that think, in processes of their own: they answer, they are replaced when they die, they can be stopped.

Not for what they decide, nor for when the table asks them: `tests/bot/table/test_thinking.py`.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from bot.settings import Settings
from bot.table.thinking import NoAnswer
from bot.workers.thinkers import Thinkers
from engine.policies import moves
from engine.registry import KEYS, title
from engine.title import AnyTitle
from engine.values import Setup, State
from tests.patience import until

SHORT = 0.05
LONG = 60.0


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(Settings(think_seconds=SHORT))
    yield made
    await made.close()


def position(key: str) -> tuple[AnyTitle, State, int]:
    found = title(key)
    state, _ = found.start(Setup(found.seats[1], found.read_options(found.seats[1], {}), "thinkers"))
    return found, state, found.to_act(state)[0].seat


def ids(thinkers: Thinkers) -> set[int]:
    return {process.pid for process in thinkers._all}


async def test_one_process_answers_for_every_title(thinkers: Thinkers) -> None:
    for key in (key for key in KEYS if not title(key).__module__.startswith("tests.")):
        found, state, seat = position(key)
        for level in ("trader", "strong"):
            text = await thinkers.decide(found, state, seat, level, "seed")
            assert found.parse(text) in moves(found, state, seat)
    assert len(ids(thinkers)) == 1


async def test_the_process_knows_no_settings(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Least of all the token: whoever gets into it finds nothing."""
    monkeypatch.setenv("KONTOR_TOKEN", "secret")
    await thinkers.decide(*position("hansa"), "trader", "seed")
    (number,) = ids(thinkers)
    with open(f"/proc/{number}/environ", "rb") as environment:
        assert b"KONTOR_" not in environment.read()


async def test_a_process_that_died_is_replaced(thinkers: Thinkers) -> None:
    asked = position("hansa")
    await thinkers.decide(*asked, "trader", "seed")
    (first,) = ids(thinkers)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(NoAnswer):
        await thinkers.decide(*asked, "trader", "seed")
    assert await thinkers.decide(*asked, "trader", "seed")
    assert ids(thinkers).isdisjoint({first})


async def test_a_fault_of_a_player_is_no_answer_and_the_process_lives(thinkers: Thinkers) -> None:
    found, state, seat = position("hansa")
    with pytest.raises(NoAnswer, match="KeyError"):
        await thinkers.decide(found, state, seat, "emperor", "seed")
    before = ids(thinkers)
    assert await thinkers.decide(found, state, seat, "trader", "seed")
    assert ids(thinkers) == before


async def test_what_is_broken_off_keeps_nobody_waiting(thinkers: Thinkers) -> None:
    """The same process answers the next question, and not with the answer to the one before."""
    found, state, seat = position("haithabu")
    await thinkers.decide(found, state, seat, "trader", "warm")
    thinkers._seconds = LONG
    asked = asyncio.create_task(thinkers.decide(found, state, seat, "strong", "seed"))
    await until(lambda: not thinkers._free)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    other = position("hansa")
    text = await thinkers.decide(*other, "trader", "seed")
    assert other[0].parse(text) in moves(*other)
    assert len(ids(thinkers)) == 1


async def test_all_processes_end_with_the_bot(thinkers: Thinkers) -> None:
    await thinkers.decide(*position("hansa"), "trader", "seed")
    (process,) = thinkers._all
    await thinkers.close()
    assert process.returncode is not None
