"""Delivers the letters of the outbox: in order per game and target, again and again, until sent or a day is over.

Not for how a letter looks: a `Sender` draws, words and posts it.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

import msgspec
import structlog

from bot.clock import Clock
from bot.store.hosted_game import Draft
from bot.store.outbox import Letter, Outbox
from bot.workers.due import AT_ONCE, LEASE, DueWorker
from bot.workers.supervisor import Supervisor

log = structlog.get_logger(__name__)

SHARE = 0.75
"""The share of its lease that a sending may take; then it is stopped, before somebody else can begin."""
GRACE = 4.0
"""Seconds that letters under way get to arrive when the worker is told to stop."""
FIRST_DELAY = 1.0
LONGEST_DELAY = 900.0
CLOSED = "closed"
"""The kind of letter that tells all that private messages do not reach somebody."""
FEWEST_ATTEMPTS = 8
"""Nothing is given up sooner, however long ago the clock says it was written: the process or the clock was away."""


class Undeliverable(Exception):
    """It can never be delivered, with the reason; `instead` is a letter to write in its place (a hint to all)."""

    def __init__(self, reason: str, instead: Draft | None = None) -> None:
        super().__init__(reason)
        self.instead = instead


class TryAgain(Exception):
    """It cannot be delivered now, with the reason; `after` is how long the receiver asked to wait.

    `called` are seats whose calls cannot wait for it.
    """

    def __init__(self, reason: str, after: float = 0.0, called: Sequence[int] = ()) -> None:
        super().__init__(reason)
        self.after = after
        self.called = called


class GoesOn(Exception):
    """There is more to say at a later moment: the letter stays until then, or until somebody rouses it.

    `receipt` is what it has left behind so far; None: as before. `others` are letters whose words went out with these.
    """

    def __init__(self, until: float, receipt: str | None = None, others: Mapping[int, str] | None = None) -> None:
        super().__init__(until)
        self.until = until
        self.receipt = receipt
        self.others = others or {}


class Sent(msgspec.Struct, frozen=True):
    """A letter has arrived, and something follows from it."""

    receipt: str | None
    more: Sequence[Draft] = ()
    """Letters to write."""
    called: Sequence[int] = ()
    """Seats whose calls are to be looked at now."""


class Sender(Protocol):
    async def send(self, letter: Letter) -> str | Sent | None:
        """Posts the letter and returns what is worth keeping (a message id).

        Raises Undeliverable, TryAgain or GoesOn.
        """


class OutboxWorker(DueWorker):
    """Sends letters; those of several games at once, those of one game and target one after the other."""

    name = "letters"

    def __init__(
        self,
        outbox: Outbox,
        sender: Sender,
        clock: Clock,
        *,
        owner: str,
        supervisor: Supervisor,
        give_up: float,
        dice: random.Random,
        lease: float = LEASE,
    ) -> None:
        super().__init__(owner, clock, supervisor, lease)
        self._outbox = outbox
        self._sender = sender
        self._give_up = give_up
        self._dice = dice
        self._under_way: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """What is under way when it is cancelled may still arrive, so that it is not sent again after a restart."""
        try:
            await super().run()
        finally:
            if under_way := list(self._under_way.values()):
                _, late = await asyncio.wait(under_way, timeout=GRACE)
                for task in late:
                    task.cancel()

    async def next_due(self) -> float | None:
        return None if len(self._under_way) >= AT_ONCE else await self._outbox.next_due()

    async def begin_due(self) -> int:
        due = await self._outbox.next_due()
        free = AT_ONCE - len(self._under_way)
        now = self._clock.now()
        if due is None or due > now or free <= 0:
            return 0
        letters = await self._outbox.claim(self._owner, now, self._lease, free)
        fresh = [letter for letter in letters if letter.number not in self._under_way]
        for letter in fresh:
            task = asyncio.create_task(self._deliver(letter))
            self._under_way[letter.number] = task
            task.add_done_callback(partial(self._done, letter.number))
        return len(fresh)

    async def settle(self) -> None:
        """Sends everything that is due now and waits for it; for tests and for a quiet end."""
        while await self.begin_due() or self._under_way:
            await asyncio.gather(*self._under_way.values())

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        del self._under_way[number]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._supervisor.failed(self.name, error, letter=number)
        self.bell.set()

    async def _deliver(self, letter: Letter) -> None:
        limit = self._lease * SHARE
        try:
            async with asyncio.timeout(limit):
                sent = await self._sender.send(letter)
        except Undeliverable as error:
            await self._give_up_on(letter, str(error), error.instead)
        except TryAgain as error:
            await self._later(letter, str(error), error.after, error.called)
        except GoesOn as more:
            until, told, others = more.until, more.receipt, more.others
            await self._note(lambda: self._outbox.put_off(letter, until, told, self._clock.now(), others))
        except TimeoutError:
            await self._later(letter, f"no answer within {limit:g} seconds", 0.0)
        except Exception as error:  # a fault of the sender must not stop the letters of other games
            # The text of an unknown error may quote a private hand, so only its kind is kept.
            self._supervisor.failed(self.name, error, letter=letter.number, game=letter.game)
            await self._later(letter, f"{type(error).__name__} in the sender", 0.0)
        else:
            self._supervisor.metrics.letters.labels("delivered").inc()
            arrived = sent if isinstance(sent, Sent) else Sent(sent)
            await self._note(lambda: self._arrived(letter, arrived))

    async def _arrived(self, letter: Letter, sent: Sent) -> None:
        await self._outbox.delivered(letter, sent.receipt, self._clock.now(), more=sent.more, called=sent.called)

    async def _later(self, letter: Letter, reason: str, after: float, called: Sequence[int] = ()) -> None:
        now = self._clock.now()
        delay = max(after, backoff(letter.attempts, self._dice))
        if letter.attempts >= FEWEST_ATTEMPTS and now + delay > letter.written_at + self._give_up:
            reason = f"given up after {letter.attempts} attempts: {reason}"
            await self._give_up_on(letter, reason)
        else:
            self._tell("postponed", letter, reason, again_in=round(delay, 1))
            await self._note(lambda: self._outbox.postpone(letter, reason, now + delay, called, now))

    async def _give_up_on(self, letter: Letter, reason: str, instead: Draft | None = None) -> None:
        self._tell("given up", letter, reason)
        if instead is not None and instead.kind == CLOSED:
            self._supervisor.metrics.closed_messages.inc()
        await self._note(lambda: self._outbox.given_up(letter, reason, self._clock.now(), instead))

    def _tell(self, outcome: str, letter: Letter, reason: str, **more: object) -> None:
        """Says why a letter did not arrive; not to whom it goes, nor what it says."""
        self._supervisor.metrics.letters.labels(outcome).inc()
        tell = log.info if outcome == "postponed" else log.warning
        about = {"letter": letter.number, "kind": letter.kind, "game": letter.game, "attempt": letter.attempts}
        tell(f"A letter is {outcome}", reason=reason, **about, **more)

    async def _note(self, write: Callable[[], Awaitable[None]]) -> None:
        """Writes down what became of a letter. What was sent must not be sent again because the database was away."""
        await self._supervisor.insist(self.name, write)


def backoff(attempts: int, dice: random.Random) -> float:
    """Doubling, with jitter so that many letters that failed together do not come back together."""
    return float(min(FIRST_DELAY * 2 ** min(attempts - 1, 20), LONGEST_DELAY) * dice.uniform(0.5, 1.5))
