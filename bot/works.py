"""What runs beside the commands as long as the bot does: letters, timers, and throwing away what nobody needs.

Not for commands: those come through the table.
"""

import asyncio
import logging
import random

from bot.clock import Clock
from bot.courier import Courier, Sender
from bot.errors import StoreError
from bot.settings import Settings
from bot.store.store import Store
from bot.table import Table
from bot.timekeeper import Timekeeper

log = logging.getLogger(__name__)

SWEEP = 3600.0
KEEP = 7 * 86_400.0
"""How long closed letters and answered interactions are kept: Discord repeats nothing that old."""


async def run_works(store: Store, table: Table, sender: Sender, settings: Settings, clock: Clock) -> None:
    """Until cancelled. Letters that are under way then still arrive."""
    give_up = settings.give_up_hours * 3600
    courier = Courier(store.outbox, sender, clock, give_up=give_up, dice=random.Random())
    keeper = Timekeeper(store.timers, table.fire, clock)
    bells = [courier.bell, keeper.bell]
    table.bells += bells
    try:
        async with asyncio.TaskGroup() as group:
            for work in (courier.run(), keeper.run(), _sweep(store, clock)):
                group.create_task(work)
    finally:
        table.bells = [bell for bell in table.bells if bell not in bells]


async def _sweep(store: Store, clock: Clock) -> None:
    while True:
        before = clock.now() - KEEP
        try:
            await store.outbox.forget(before)
            await store.games.forget(before)
        except StoreError as error:
            log.warning("Old letters stay for now: %s", error)
        await clock.pause(SWEEP, asyncio.Event())
