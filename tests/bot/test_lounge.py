"""The simulated Discord of the tests itself: what it waits for, and what not.

Not for the bot.
"""

import asyncio

from bot.settings import Settings
from tests.bot.lounge import LONG, open_lounge


async def test_a_timer_of_the_bot_runs_in_time_and_settling_waits_for_it(settings: Settings) -> None:
    async with open_lounge(settings) as lounge:
        rung: list[str] = []
        with lounge.env._bot_scope():
            asyncio.get_running_loop().call_later(0.01, rung.append, "soon")
        await lounge.env.settle()
        assert rung == ["soon"]


async def test_settling_waits_for_nothing_that_is_long_off(settings: Settings) -> None:
    """asyncpg lets what it knows of a statement expire after minutes."""
    async with open_lounge(settings) as lounge:
        rung: list[str] = []
        with lounge.env._bot_scope():
            asyncio.get_running_loop().call_later(LONG + 1, rung.append, "late")
        await lounge.env.settle()
        assert rung == []
        await lounge.env.advance_time(LONG + 2)
        assert rung == ["late"]
