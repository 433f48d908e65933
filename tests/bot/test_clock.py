"""The clock of the machine: whoever sets it while the process runs changes nothing here.

Not for what a later start makes of it: `tests/bot/store/test_processes.py`.
"""

import asyncio
import time

import pytest

from bot.clock import WallClock

DAY = 86_400.0


@pytest.mark.parametrize("jump", [-DAY, -3600.0, 3600.0, DAY])
async def test_a_jump_of_the_clock_is_not_seen_while_running(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    clock = WallClock()
    real = time.time
    assert abs(clock.now() - real()) < 1.0
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    await clock.pause(0.05, asyncio.Event())
    assert 0.05 <= clock.now() - before < 30.0
    assert abs(WallClock().now() - clock.now() - jump) < 1.0
