"""Processes that play, send letters and let computers decide, killed at random moments; then one that clears up.

Not for faults of the database: `outages.py`.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from tests.bot.databases import KINDS, PostgreSQLs, postgresql_server, quick_folder, sqlite
from tests.bot.offline import open_offline
from tests.bot.store.lives import Files, recover
from tests.bot.store.outages import Outcome
from tests.bot.store.test_torture import Left, run


def outcomes(kills: int) -> Iterator[tuple[str, Outcome]]:
    for kind in KINDS:
        with quick_folder() as folder, postgresql_server() as server:
            data = folder / "data"
            settings = sqlite(data) if kind == "sqlite" else asyncio.run(PostgreSQLs(server).fresh())
            yield f"{kills} kills on {kind}", asyncio.run(_killed(settings, folder, kills))


async def _killed(settings: Settings, folder: Path, kills: int) -> Outcome:
    await asyncio.to_thread(run, "kill", settings, folder, kills)
    files = Files(folder)
    silence = await recover(settings, files, kills)
    answered, deliveries = files.commands("answered"), files.deliveries()
    async with open_offline(settings) as offline:
        left = await offline.store.database.read(Left)
        checkup = await examine(offline.store.database, 0.0)
    there = {(move.game, move.number): (move.text, move.interaction) for move in left.moves}
    per_press = Counter(move.interaction for move in left.moves if move.interaction is not None)
    came = {delivery.nonce for delivery in deliveries}
    in_one_life = Counter((delivery.life, delivery.nonce) for delivery in deliveries)
    return Outcome(
        acknowledged=len(answered),
        lost=sum(there.get((one.game, one.led_to)) != (one.text, one.interaction) for one in answered),
        twice=sum(count > 1 for count in per_press.values()),
        written=len(left.letters),
        sent=sum(letter.nonce in came and letter.status == "delivered" for letter in left.letters),
        sent_twice=sum(count > 1 for count in in_one_life.values()),
        silence=silence,
        findings=len(checkup.findings),
        again=len(in_one_life) - len(came),
    )
