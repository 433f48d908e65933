"""What is remembered is bounded, and what is used stays.

Not for what is remembered.
"""

import gc

from bot.clock import WallClock
from bot.recent import Recent
from bot.settings import Settings
from bot.store.store import open_store
from bot.ui.context import Context


def test_what_is_used_stays_and_the_oldest_goes() -> None:
    recent: Recent[int, str] = Recent(3)
    for number in range(3):
        recent[number] = str(number)
    assert recent.get(0) == "0"
    recent[3] = "3"
    assert [recent.get(number) for number in range(4)] == ["0", None, "2", "3"]
    assert recent.pop(0) == "0"
    assert recent.pop(0) is None
    assert len(recent) == 2


async def test_locks_of_channels_go_when_nobody_holds_them(settings: Settings) -> None:
    async with open_store(settings) as store:
        context = Context(store, WallClock())
        async with context.channel_lock(7):
            assert context.channel_lock(7).locked()
        for channel in range(1000):
            async with context.channel_lock(channel):
                pass
        gc.collect()
        assert len(context._channel_locks) == 0
        context.close()
