"""A fortnight of people in many time zones who play by turns, and what Discord would have seen of it.

Not for assertions: `test_fortnight.py`. Two processes send what is due; one of them is killed and another one begins.
"""

import random
import re
from collections import Counter, defaultdict
from contextlib import AsyncExitStack
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import func, select

from bot.calls.hours import Hours
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.store.schema import outbox
from bot.store.store import open_store
from bot.table.preferences import PersonPreferences
from bot.table.seats import Opening
from bot.ui.context import Context
from bot.ui.posts import board as board_posts
from bot.ui.posts import sender as post_sender
from bot.ui.posts.sender import Posts
from bot.ui.replies import Reply
from bot.workers.outbox import OutboxWorker
from bot.workers.supervisor import Supervisor
from bot.workers.timers import TimerWorker
from engine.chance import Stream
from engine.history import Turn, turn_of
from engine.policies import simple_policy
from tests.bot.calls.test_hours import moment
from tests.bot.clocks import HandClock
from tests.bot.lounge import BlankPictures

HOUR, DAY = 3600.0, 86_400.0
TICK = 900.0
BEGIN = moment("UTC", "2027-03-20T06:00")
"""In Europe the clock is set forward a week later."""
ZONES = (
    "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Paris", "Africa/Nairobi",
    "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney",
)  # fmt: skip
CHANNELS = 1_000_000
PEOPLE = 5_000
GAME = re.compile(r"game (\d+) |<#(\d+)>")


class Person(NamedTuple):
    """Somebody, and how they live."""

    user: int
    wish: PersonPreferences
    zeal: float
    """How likely they look into Discord in a quarter of an hour in which they are awake."""
    away: tuple[float, float]
    """They do not, in this time."""

    @property
    def hours(self) -> Hours:
        return Hours(self.wish.zone, self.wish.quiet, self.wish.weekends)


class Notice(NamedTuple):
    """Somebody was told that a game waits for them."""

    user: int
    game: int
    turn: Turn
    at: float
    again: bool
    """Whether it says that it is a reminder."""


class Waited(NamedTuple):
    """Somebody was waited for, and is no more."""

    game: int
    user: int
    turn: Turn
    since: float
    acted: float
    """When they did something last."""
    until: float
    first: bool
    """Whether it was the first time in that turn, and not by a decision of their own."""


class Channels:
    """What takes the place of `Delivery`: it keeps what would stand in Discord."""

    def __init__(self, seen: "Seen") -> None:
        self._seen = seen

    async def say(self, letter: Letter, hosted: HostedGame, reply: Reply, *pings: int, role: int | None = None) -> int:
        return self._seen.told(letter, hosted, reply, list(pings))

    async def write_to(self, letter: Letter, user: int, reply: Reply, *, silent: bool = False) -> Any:
        number = self._seen.told(letter, None, reply, [user])
        return SimpleNamespace(id=number, channel=SimpleNamespace(id=user))

    async def edit(self, channel: int, message: int, reply: Reply, *, layout: bool) -> bool:
        self._seen.edited(message, reply)
        return True

    async def remove(self, channel: int, message: int) -> None:
        self._seen.standing.pop(message, None)

    async def retire(self, channel: int, message: int, gone: Reply | None, *, layout: bool) -> None: ...

    async def name_thread(self, channel: int, name: str) -> None: ...


class Seen:
    """All that was told, and what stands of it."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.turns: dict[int, Turn] = {}
        self.notices: list[Notice] = []
        self.standing: dict[int, tuple[int, frozenset[int]]] = {}
        """Messages that call somebody to some games; not boards."""
        self.kinds: Counter[str] = Counter()
        self._numbers = count(1)

    def told(self, letter: Letter, hosted: HostedGame | None, reply: Reply, people: list[int]) -> int:
        number = next(self._numbers)
        self.kinds[letter.kind] += 1
        if letter.kind not in ("call", "board"):
            return number
        where = "channel" if hosted is not None else "private"
        self.kinds[f"{letter.kind} in {where}"] += bool(people)
        games = _games_in(reply.content) | {letter.game} if letter.kind == "call" else {letter.game}
        if len(games) > 1:
            self.kinds["bundle"] += 1
        again = "still up to you" in reply.content
        if hosted is not None:
            self.turns[letter.game] = turn_of(hosted.title.view(hosted.state, None))
        elif "turn" in letter.payload:
            self.turns[letter.game] = msgspec.convert(letter.payload["turn"], Turn)
        for user in people:
            self.notices += [Notice(user, game, self.turns[game], self.clock.now(), again) for game in sorted(games)]
            if letter.kind == "call":
                self.standing[number] = user, frozenset(games)
        return number

    def edited(self, message: int, reply: Reply) -> None:
        """A bundle loses what was played; a notice that holds no longer calls to nothing."""
        if message in self.standing:
            user, games = self.standing[message]
            left = games & _games_in(reply.content) if "up to you: " in reply.content else frozenset()
            self.standing[message] = user, left

    def twice(self) -> list[tuple[int, int]]:
        """Whom of which game two notices stand for."""
        found = Counter((user, game) for user, games in self.standing.values() for game in games)
        return [pair for pair, times in found.items() if times > 1]


def _games_in(text: str) -> set[int]:
    return {int(game) if game else int(channel) - CHANNELS for game, channel in GAME.findall(text)}


class Process:
    """One process on the database: a context, its letters and its timers."""

    def __init__(self, stack: AsyncExitStack, context: Context, letters: OutboxWorker, timers: TimerWorker) -> None:
        self.stack, self.context, self.letters, self.timers = stack, context, letters, timers

    async def settle(self) -> None:
        while True:
            await self.letters.settle()
            if not await self.timers.begin_due():
                return

    async def kill(self) -> None:
        self.context.close()
        await self.stack.aclose()


async def process(settings: Settings, seen: Seen, clock: HandClock, dice: random.Random) -> Process:
    stack = AsyncExitStack()
    store = await stack.enter_async_context(open_store(settings))
    await store.processes.sign_on(clock.now())
    metrics = Metrics()
    context = Context(store, clock, metrics)
    context.pictures = BlankPictures(metrics)
    supervisor, owner = Supervisor(clock, metrics), store.processes.own
    client: Any = SimpleNamespace()
    letters = OutboxWorker(
        store.outbox, Posts(context, client), clock, owner=owner, supervisor=supervisor, give_up=DAY, dice=dice
    )
    return Process(
        stack,
        context,
        letters,
        TimerWorker(store.timers, context.table.fire, clock, owner=owner, supervisor=supervisor),
    )


class Fortnight:
    """The people, their games, and the hands of the clock."""

    def __init__(self, settings: Settings, people: int, games: int, days: int, seed: str = "fortnight") -> None:
        self.settings, self.games, self.days = settings, games, days
        self.dice = random.Random(seed)
        self.clock = HandClock(BEGIN)
        self.seen = Seen(self.clock)
        self.people = {PEOPLE + each: self._person(PEOPLE + each) for each in range(people)}
        self.waits: dict[tuple[int, int], tuple[Turn, float]] = {}
        """Who is waited for in which game: the turn, and since when."""
        self.answered: list[Waited] = []
        self.had: dict[tuple[int, int], set[Turn]] = defaultdict(set)
        self.decisions = self.refused = 0
        self._stream = Stream("fortnight", "players")

    def _person(self, user: int) -> Person:
        dice = self.dice
        night = dice.choice(["22-8", "23-7", "0-9", "21-7", None])
        wish = PersonPreferences(
            spoken="en-US",
            ping=dice.choice(["mention", "mention", "dm", "dm", "none"]),
            remind=dice.choice([None, None, "off", "8", "24"]),
            zone=ZONES[user % len(ZONES)],
            quiet=night,
            weekends=night is not None and dice.random() < 0.2,
            asked=True,
        )
        leave = BEGIN + dice.random() * 10 * DAY
        gone = (leave, leave + dice.choice([0, 0, 1, 4]) * DAY)
        return Person(user, wish, dice.choice([0.02, 0.05, 0.15]), gone)

    async def live(self) -> None:
        first, second = [await process(self.settings, self.seen, self.clock, self.dice) for _ in range(2)]
        for person in self.people.values():
            await first.context.store.preferences.set_user(person.user, person.wish)
        for _ in range(self.games):
            await self._open(first)
        ticks = int(self.days * DAY / TICK)
        for tick in range(ticks):
            self.clock.advance(TICK)
            if tick == ticks // 3:  # one of them dies, and another one comes
                await second.kill()
                second = await process(self.settings, self.seen, self.clock, self.dice)
            if tick == ticks // 2:  # nobody was there for hours
                await first.kill()
                await second.kill()
                self.clock.advance(5 * HOUR)
                first, second = [await process(self.settings, self.seen, self.clock, self.dice) for _ in range(2)]
            for one in (first, second) if tick % 2 else (second, first):
                await one.settle()
            await self._look(first)
            for person in self.people.values():
                if self._comes(person):
                    await self._plays(first if self.dice.random() < 0.5 else second, person.user)
            assert self.seen.twice() == []
        await first.settle()
        refused = select(func.count()).where(outbox.c.reason.is_not(None))
        self.refused = await first.context.store.database.read(lambda found: found.execute(refused).scalar_one())
        await first.kill()
        await second.kill()

    def _comes(self, person: Person) -> bool:
        now = self.clock.now()
        there = person.hours.wall(now)
        assert there is not None
        away = person.away[0] <= now < person.away[1]
        return not away and 7 <= there.hour < 23 and not person.hours.is_quiet(now) and self.dice.random() < person.zeal

    async def _open(self, one: Process) -> None:
        table, dice = one.context.table, self.dice
        players = dice.sample(sorted(self.people), dice.choice([2, 2, 3]))
        number = len(self.seen.turns) + 1
        computers = ("simple",) if dice.random() < 0.2 and len(players) < 3 else ()
        pace = dice.choice([None, None, 24 * HOUR, 48 * HOUR, 12 * HOUR])
        title = "bohn" if len(players) == 3 and dice.random() < 0.5 else "hansa"
        opening = Opening(title=title, owner=players[0], channel=CHANNELS + number, pace=pace, computers=computers)
        game = (await table.open(opening)).game
        assert game == number
        self.seen.turns[game] = (0, None)
        for user in players[1:]:
            await table.join(game, user)
        await table.start(game, players[0])
        await self._read(one, game)

    async def _plays(self, one: Process, user: int) -> None:
        """All that waits for them, one game after the other, a few decisions each."""
        for game in [game for game, whom in sorted(self.waits) if whom == user]:
            for _ in range(8):
                hosted = await one.context.table.hosted(game)
                if hosted.status != "running" or user not in hosted.people():
                    break
                seat = hosted.seat_of(user)
                if seat not in hosted.owed():
                    break
                self.clock.advance(1.0)
                text = hosted.title.text(simple_policy(hosted.title, hosted.state, seat, self._stream))
                await one.context.table.act(game, user, text, made_on=hosted.version)
                self.decisions += 1
                self.note(await one.context.table.hosted(game))
                if (game, user) in self.waits:  # they have begun: nobody calls them to it any more
                    self.had[game, user].add(self.waits[game, user][0])

    async def _look(self, one: Process) -> None:
        """Timers and computers have played, too."""
        for game in self.seen.turns:
            await self._read(one, game)

    async def _read(self, one: Process, game: int) -> None:
        self.note(await one.context.table.hosted(game))

    def note(self, hosted: HostedGame) -> None:
        game, now = hosted.number, self.clock.now()
        turn = turn_of(hosted.title.view(hosted.state, None))
        self.seen.turns[game] = turn
        waited = {user for user, seat in hosted.people().items() if seat in hosted.owed()}
        for key in [
            key for key in self.waits if key[0] == game and (key[1] not in waited or self.waits[key][0] != turn)
        ]:
            was, since = self.waits.pop(key)
            acted = hosted.acted_at(key[1])
            acted = now if acted is None or acted < since else acted
            self.answered.append(Waited(*key, was, since, acted, now, was not in self.had[key]))
            self.had[key].add(was)
        for user in waited:
            if (game, user) not in self.waits:
                self.waits[game, user] = turn, now
                if hosted.acted_at(user) == now:  # by a decision of their own: they are here, and see it
                    self.had[game, user].add(turn)


def quiet_boards(monkeypatch: pytest.MonkeyPatch, seen: Seen) -> None:
    """Boards without words: what they tell is tested elsewhere, and takes most of the time."""

    async def board_reply(*_: object) -> Reply:
        return Reply("")

    monkeypatch.setattr(board_posts, "board_reply", board_reply)
    monkeypatch.setattr(post_sender, "Delivery", lambda *_: Channels(seen))
