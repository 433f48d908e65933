"""Processes that play at the table for a while: killed at random moments, or two at once on the same games.

Not for assertions: what a process did is in the files it leaves, what became of it in the database.
"""

import asyncio
import faulthandler
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path
from select import select

import msgspec
from sqlalchemy import Connection, update
from sqlalchemy import select as sql_select

from bot.clock import WallClock
from bot.errors import Refused
from bot.settings import Secret, Settings
from bot.store.outbox import Letter
from bot.store.schema import games, outbox, timers
from bot.table.seats import Opening
from engine.chance import Stream
from engine.errors import Illegal
from engine.policies import random_policy
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline
from tests.patience import PATIENCE, until

SLOTS = 3
PACE = 3600.0
ENOUGH = 15
"""Accepted decisions of each process after which two that play together may stop, once they met."""


class Command(msgspec.Struct, frozen=True):
    """One decision that a process has sent off; the same again, with the version it led to, is acknowledged."""

    life: int
    slot: int
    game: int
    user: int
    text: str
    made_on: int
    interaction: str
    led_to: int = -1


class Delivery(msgspec.Struct, frozen=True):
    life: int
    number: int
    nonce: str


class Files:
    """What the processes leave. A line is one write to a file open for appending, so that a kill leaves it whole."""

    def __init__(self, folder: Path, pulse: int | None = None, company: int = 0) -> None:
        self._folder = folder
        self._pulse = pulse
        self._company = company
        self._open: dict[str, int] = {}

    def beat(self) -> None:
        """A sign of life for whoever is going to kill this process."""
        if self._pulse is not None:
            os.write(self._pulse, b".")

    def note(self, name: str, line: msgspec.Struct) -> None:
        if name not in self._open:
            self._open[name] = os.open(self._folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(self._open[name], msgspec.json.encode(line) + b"\n")

    def commands(self, name: str) -> list[Command]:
        return [msgspec.json.decode(line, type=Command) for line in self._lines(name)]

    def deliveries(self) -> list[Delivery]:
        return [msgspec.json.decode(line, type=Delivery) for line in self._lines("delivered")]

    def enough(self) -> bool:
        """Whether processes that play together have all done something, and got in each other's way."""
        if not self._company:
            return False
        answered = Counter(command.life for command in self.commands("answered"))
        met = len(self.commands("sent")) > answered.total() + self._company * SLOTS  # those may be under way
        return met and all(answered[life] >= ENOUGH for life in range(self._company))

    def _lines(self, name: str) -> list[bytes]:
        file = self._folder / name
        return file.read_bytes().splitlines() if file.exists() else []


class Receiver:
    """Discord's part: it has a letter once the line is in the file."""

    def __init__(self, files: Files, life: int) -> None:
        self._files, self._life = files, life

    async def send(self, letter: Letter) -> str | None:
        await asyncio.sleep(0.001)
        self._files.note("delivered", Delivery(self._life, letter.number, letter.nonce))
        await asyncio.sleep(0.001)
        return None


class Life:
    """One process. It plays a game in each slot (a channel), and starts another when one is over."""

    def __init__(self, offline: OfflineBot, files: Files, life: int) -> None:
        self._house, self._files, self._life = offline, files, life
        self._numbers = count()
        self._dice = random.Random(life)

    async def play(self, slot: int) -> None:
        for command in self._unanswered(slot):
            await self._send(command)
        while True:
            await self._decide(slot, await self._game(slot))

    def _unanswered(self, slot: int) -> list[Command]:
        """What an earlier life sent without hearing back: whoever pressed the button presses it again."""
        answered = {command.interaction for command in self._files.commands("answered")}
        sent = self._files.commands("sent")
        return [command for command in sent if command.slot == slot and command.interaction not in answered][-1:]

    async def _game(self, slot: int) -> int:
        """The game that is under way in the slot, seated and started; what a kill left half way is completed."""
        table = self._house.table
        query = (
            sql_select(games.c.id)
            .where(games.c.channel == slot, games.c.status.in_(("open", "running")))
            .order_by(games.c.id)
        )
        game: int | None = await self._house.store.database.read(lambda found: found.execute(query).scalar())
        if game is None:
            opening = Opening(title="hansa", owner=ANNA, channel=slot, pace=PACE)
            game = (await table.open(opening, f"open {self._life} {slot} {next(self._numbers)}")).game
        hosted = await table.hosted(game)
        try:
            if hosted.status == "open" and len(hosted.seats) == 1:
                await table.join(game, BERT)
            if hosted.status == "open" and len(hosted.seats) == 2 and slot == 0:
                await table.seat_computer(game, ANNA, "simple")
            if (await table.hosted(game)).status == "open":
                await table.start(game, ANNA)
        except Refused:
            pass  # another process was quicker
        return game

    async def _decide(self, slot: int, game: int) -> None:
        hosted = await self._house.table.hosted(game)
        people = [seat for seat in hosted.owed() if hosted.seats[seat].user is not None]
        if not people:
            await asyncio.sleep(0.002)
            return
        seat = self._dice.choice(people)
        title, user = hosted.title, hosted.seats[seat].user
        if self._dice.random() < 0.1 and hosted.game.can_undo(seat):
            text = "undo"
        else:
            stream = Stream(str(self._dice.random()), "life")
            text = title.text(random_policy(title, hosted.state, seat, stream))
        assert user is not None
        interaction = f"{self._life} {slot} {next(self._numbers)}"
        await self._send(Command(self._life, slot, game, user, text, hosted.version, interaction))

    async def _send(self, command: Command) -> None:
        self._files.note("sent", command)
        try:
            applied = await self._house.table.act(
                command.game, command.user, command.text, made_on=command.made_on, interaction=command.interaction
            )
        except (Illegal, Refused):  # somebody else was quicker
            return
        self._files.note("answered", msgspec.structs.replace(command, led_to=applied.version))
        self._files.beat()


async def live(settings: Settings, files: Files, life: int, *, alone: bool) -> None:
    """A whole bot without Discord, until it is killed or, in company, until enough has happened."""
    async with open_offline(settings, WallClock()) as offline:
        if alone:
            await offline.store.database.write(leases_end)
            await offline.store.processes.sign_on(offline.clock.now())
        outbox_worker = offline.outbox_worker(Receiver(files, life), seed=life, lease=PATIENCE)
        keeper = offline.timer_worker()
        offline.table.bells += [outbox_worker.bell, keeper.bell]
        one = Life(offline, files, life)
        works = [outbox_worker.run(), keeper.run(), *(one.play(slot) for slot in range(SLOTS))]
        tasks = [asyncio.create_task(work) for work in works]
        enough = asyncio.create_task(until(files.enough))
        done, _ = await asyncio.wait({*tasks, enough}, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for task in done:
            task.result()


def leases_end(connection: Connection) -> None:
    """The one before is dead: what it had claimed is free, as if the time of its lease had passed."""
    for table in (outbox, timers):
        connection.execute(update(table).values(claimed_by=None, claimed_until=None))


def be_born(settings: Settings, files: Files, life: int, *, alone: bool) -> int:
    """Forks a process that lives; forking saves importing everything anew for each of hundreds."""
    pid = os.fork()
    if pid:
        return pid
    faulthandler.register(signal.SIGUSR1)
    try:
        asyncio.run(live(settings, files, life, alone=alone))
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def kill_often(settings: Settings, folder: Path, lives: int) -> None:
    """One life after the other, each killed at a random moment: after some moves, or before it plays at all."""
    dice = random.Random(lives)
    pulse, sign = os.pipe()
    os.set_blocking(pulse, False)
    files = Files(folder, sign)
    for life in range(lives):
        pid = be_born(settings, files, life, alone=True)
        if life % 5 == 0:
            time.sleep(dice.uniform(0.0, 0.1))
        else:
            if not wait_for(pulse, dice.randint(1, 12), pid):
                os.kill(pid, signal.SIGUSR1)
                time.sleep(1.0)
                sys.exit(f"life {life} hangs ({state_of(pid)}); what it was doing stands above")
            time.sleep(dice.uniform(0.0, 0.02))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(f"life {life} ended by itself")
        with suppress(BlockingIOError):
            os.read(pulse, 1000)  # beats of the life that is over


def wait_for(pulse: int, beats: int, pid: int) -> bool:
    """On a busy machine a life takes longer to come to something, so it is given time by what it does."""
    over = time.monotonic() + PATIENCE
    while beats > 0 and time.monotonic() < over:
        if has_ended(pid):
            sys.exit(f"a life ended by itself: {state_of(pid)}")
        if select([pulse], [], [], 1.0)[0]:
            beats -= len(os.read(pulse, beats))
    return beats <= 0


def has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def state_of(pid: int) -> str:
    """How a life is or how it ended: what a crash leaves says nothing else."""
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    return "alive" if ended is None else f"code {ended.si_code}, status {ended.si_status}"


def live_together(settings: Settings, folder: Path, processes: int) -> None:
    pids = [be_born(settings, Files(folder, company=processes), life, alone=False) for life in range(processes)]
    statuses = [os.waitpid(pid, 0)[1] for pid in pids]
    if any(statuses):
        sys.exit("a process failed")


def nothing_is_left(connection: Connection) -> bool:
    """No letter to send, and no computer to play."""
    letters = sql_select(outbox.c.id).where(outbox.c.status == "queued")
    computers = sql_select(timers.c.id).where(timers.c.kind == "computer")
    return connection.execute(letters).first() is None and connection.execute(computers).first() is None


async def recover(settings: Settings, files: Files, life: int) -> float:
    """A last life that only sends and fires what the dead have left; the longest time in which nothing came."""
    moments = [time.monotonic()]

    class Noted(Receiver):
        async def send(self, letter: Letter) -> str | None:
            moments.append(time.monotonic())
            return await super().send(letter)

    async with open_offline(settings, WallClock()) as offline:
        workers = offline.workers(Noted(files, life))
        await workers.sign_on()
        workers.start()

        async def all_is_done() -> bool:
            return await offline.store.database.read(nothing_is_left)

        await until(all_is_done)
        await workers.stop()
    moments.append(time.monotonic())
    return max(later - earlier for earlier, later in pairwise(moments))


def main(how: str, address: str, folder: str, number: str) -> None:
    settings = Settings(database=Secret(address), busy_seconds=PATIENCE)
    if how == "kill":
        kill_often(settings, Path(folder), int(number))
    else:
        live_together(settings, Path(folder), int(number))


if __name__ == "__main__":
    main(*sys.argv[1:])
