"""Load on the real bot at the local Discord: 200 games, 50 interactions a second for a minute, two processes.

Not for the parts: the store, the pictures and the titles have figures of their own.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp

from bot.local.interactions import Interaction
from bot.local.models import Message
from bot.local.server import Server, serve
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from tests.bench.figure import Figure
from tests.bot.local.people import Guest
from tests.e2e.kontor import Kontor
from tests.e2e.thumb import Moved, Thumb
from tests.patience import until

GAMES = 200
PER_SECOND = 50
SECONDS = 60.0
DECIDING = 0.06
"""How many of the visits are decisions: each takes three or four interactions and ends in a picture."""
AT_ONCE = 8
"""Games opened side by side before the load begins."""
TICKS = os.sysconf("SC_CLK_TCK")
WORDS = "hansa sail"
PAGE = os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Listens to the server: how long answers take, which were not given, and when pictures come."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.silent = 0
        self.pictures: dict[int, float] = {}
        """When each thread last got a message with a new picture."""
        self._known: dict[int, int] = {}

    def answered(self, interaction: Interaction) -> None:
        self.acknowledged.append(time.monotonic() - interaction.made)

    def unanswered(self, interaction: Interaction) -> None:
        self.silent += 1

    def message_saved(self, message: Message, *, new: bool) -> None:
        newest = max((one.id for one in message.attachments), default=0)
        if message.viewer is None and newest > self._known.get(message.channel, 0):
            self._known[message.channel] = newest
            self.pictures[message.channel] = time.monotonic()

    def message_gone(self, message: Message) -> None: ...

    def channel_saved(self, channel: object, *, new: bool) -> None: ...

    def channel_gone(self, channel: object) -> None: ...

    def commands_saved(self) -> None: ...

    def emojis_saved(self) -> None: ...

    def seen(self, person: int, channel: int) -> None: ...


class Load:
    """The people: each game is used by one task at a time, as a person has one thumb."""

    def __init__(self, server: Server, thumbs: list[Thumb], watch: Watch) -> None:
        self._server = server
        self._thumbs = thumbs
        self._watch = watch
        self._dice = random.Random(7)
        self._sent = 0
        self.drawn: list[float] = []
        self.errors: list[str] = []

    async def run(self, seconds: float) -> float:
        """Starts what is due at every moment, whether or not the earlier ones are done; interactions a second."""
        self._sent = len(self._watch.acknowledged)
        begun = time.monotonic()
        free = list(self._thumbs)
        tasks: set[asyncio.Task[None]] = set()

        async def visit(thumb: Thumb) -> None:
            await self._one(thumb)
            free.append(thumb)

        while (now := time.monotonic() - begun) < seconds:
            due = now * PER_SECOND - (len(self._watch.acknowledged) + len(tasks) - self._sent)
            for _ in range(min(int(due), len(free))):
                task = asyncio.create_task(visit(free.pop(self._dice.randrange(len(free)))))
                task.add_done_callback(tasks.discard)
                tasks.add(task)
            await asyncio.sleep(0.01)
        took = time.monotonic() - begun
        answered = len(self._watch.acknowledged) - self._sent
        await asyncio.gather(*tasks)
        return answered / took

    async def _one(self, thumb: Thumb) -> None:
        try:
            draw = self._dice.random()
            if draw < DECIDING:
                await self._decide(thumb)
            elif draw < 0.6:
                await thumb.guest.complete(WORDS, "port", port="l")
            else:
                await thumb.look(self._dice.choice(("b:play:", "b:since:")))
        except Moved:
            return
        except Exception as error:
            self.errors.append(repr(error))

    async def _decide(self, thumb: Thumb) -> None:
        before = thumb.decisions
        await thumb.turn(wait=False)
        if thumb.decisions > before:
            await until(lambda: self._watch.pictures.get(thumb.thread, 0.0) > thumb.confirmed_at, 30.0)
            self.drawn.append(self._watch.pictures[thumb.thread] - thumb.confirmed_at)


def usage(process: int) -> tuple[float, float]:
    """Seconds of CPU and megabytes of memory of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * PAGE / 1e6


async def measure(folder: Path, games: int = GAMES, seconds: float = SECONDS) -> Iterator[Figure]:
    database = Database(Settings(data=folder))
    await migrate(database)
    watch = Watch()
    begun = time.monotonic()
    try:
        async with aiohttp.ClientSession() as session, serve(database) as server, Kontor(server, folder) as kontor:
            ready = time.monotonic() - begun
            thumbs = await _open_games(kontor, session, games)
            server.world.listeners.append(watch)
            server.services.interactions.watchers.append(watch)
            load = Load(server, thumbs, watch)
            before, _ = usage(kontor.process.pid)
            rate = await load.run(seconds)
            after, memory = usage(kontor.process.pid)
            return iter(_figures(ready, rate, watch, load, (after - before) / seconds, memory))
    finally:
        await database.close()


async def _open_games(kontor: Kontor, session: aiohttp.ClientSession, games: int) -> list[Thumb]:
    server = kontor.server
    people = [person.id for person in server.world.persons()]
    places = [channel.id for channel in server.world.text_channels()]
    places_free = asyncio.Semaphore(AT_ONCE)
    opening = asyncio.Lock()

    async def one(number: int) -> Thumb:
        async with places_free:
            guest = Guest(server, session, people[number % len(people)], places[number % len(places)])
            return await kontor.open(guest, "hansa", lock=opening)

    return list(await asyncio.gather(*(one(number) for number in range(games))))


def _figures(ready: float, rate: float, watch: Watch, load: Load, cpu: float, memory: float) -> list[Figure]:
    middle, late = _spread(watch.acknowledged)
    drawn, drawn_late = _spread(load.drawn)
    wrong = watch.silent + len(load.errors)
    answers = len(watch.acknowledged)
    said = f": {load.errors[0]}" if load.errors else ""
    return [
        Figure("local: server and bot ready", f"{ready:.1f} s", "< 5 s", ready < 5),
        Figure(
            f"local: {GAMES} games, answered", f"{rate:.0f}/s", f"≥ {PER_SECOND * 0.9:.0f}/s", rate >= PER_SECOND * 0.9
        ),
        Figure("local: interaction to acknowledgement, median", f"{middle * 1000:.0f} ms", "≤ 50 ms", middle <= 0.05),
        Figure("local: interaction to acknowledgement, 99 of 100", f"{late * 1000:.0f} ms", "≤ 500 ms", late <= 0.5),
        Figure(f"local: decision to new picture, median of {len(load.drawn)}", f"{drawn:.2f} s", "≤ 1 s", drawn <= 1),
        Figure("local: decision to new picture, 99 of 100", f"{drawn_late:.2f} s", "≤ 3 s", drawn_late <= 3),
        Figure("local: CPU of the bot", f"{cpu * 100:.0f} %", "≤ 100 %", cpu <= 1),
        Figure("local: memory of the bot", f"{memory:.0f} MB", "≤ 400 MB", memory <= 400),
        Figure(f"local: unanswered or failed of {answers:,}{said}", str(wrong), "0", wrong == 0),
    ]


def _spread(values: list[float]) -> tuple[float, float]:
    """The middle one and that of 99 in 100."""
    if len(values) < 2:
        return (values * 2 or [0.0, 0.0])[0], (values * 2 or [0.0, 0.0])[0]
    return statistics.median(values), statistics.quantiles(values, n=100)[98]


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
        yield from asyncio.run(measure(Path(folder)))
