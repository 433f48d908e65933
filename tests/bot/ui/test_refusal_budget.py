"""What Discord refuses is counted for the whole process, and letters wait before it is too much.

Not for what a refusal means.
"""

import aiohttp
from aiohttp import web

from bot.ui.refusal_budget import FIRST_TRIES, MOST, REPEATS, WINDOW, RefusalBudget


class Hands:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_what_was_refused_before_waits_first() -> None:
    hands = Hands()
    budget = RefusalBudget(hands)
    for _ in range(REPEATS):
        budget.note()
        hands.time += 0.1
    assert budget.wait(again=False) == 0.0
    assert 0.0 < budget.wait(again=True) <= WINDOW
    hands.time += budget.wait(again=True)
    assert budget.wait(again=True) == 0.0


def test_ten_thousand_blocked_letters_stay_below_the_budget() -> None:
    """Each of them tries as soon as it may, and is refused."""
    hands = Hands()
    budget = RefusalBudget(hands)
    times: list[float] = []
    for letter in range(10_000):
        for again in (False, True, True):
            hands.time += budget.wait(again=again)
            budget.note()
            times.append(hands.time)
        if letter % 100 == 0:
            recent = [time for time in times if time > hands.time - WINDOW]
            assert len(recent) <= FIRST_TRIES + 1 < MOST
            times = recent


async def test_every_refused_request_is_counted() -> None:
    async def refuse(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    hands = Hands()
    budget = RefusalBudget(hands)
    application = web.Application()
    application.add_routes([web.get("/{status}", refuse)])
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with aiohttp.ClientSession(trace_configs=[budget.trace()]) as session:
            for status in (200, 403, 429, 404, 500, 204):
                async with session.get(f"http://127.0.0.1:{runner.addresses[0][1]}/{status}"):
                    pass
    finally:
        await runner.cleanup()
    assert len(budget._times) == 3
