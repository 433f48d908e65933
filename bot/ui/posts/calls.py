"""The calls of people: to a decision, and then, as they wish, reminders and a warning; one notice of a game at a time.

Not for what is news to whom, how and when: `bot.calls`. Not for boards, which call the mover themselves, nor for hands.
"""

import contextlib
from typing import NamedTuple

import discord
import msgspec

from bot.calls.rules import RULES, Event, way, when
from bot.calls.series import CLOSE, SHORTEST, WARNING, Facts, Step, Told, next_reminder
from bot.calls.wishes import InForce
from bot.store.hosted_game import Draft, HostedGame
from bot.store.outbox import Letter
from bot.store.queries import Call
from bot.table.preferences import Ping
from bot.texts import Texts
from bot.ui.context import Context
from bot.ui.posts.board import BoardPosts
from bot.ui.posts.call_words import CallWords, Waiting
from bot.ui.posts.delivery import CLOSED, Delivery, is_barred
from bot.ui.replies import Reply
from bot.workers.outbox import CLOSED as CLOSED_HINT
from bot.workers.outbox import GoesOn, Sent
from engine.history import Game, Turn, turn_of

LOOK = 600.0
"""Seconds until a call that waits for a board, or for others, looks again by itself."""
LOOK_DAILY = 86_400.0
NEVER = 10 * 365 * 86_400.0
"""Seconds until a notice that stands looks again by itself: it is roused when it holds no longer."""
MOST_TOGETHER = 10
"""Games that one notice tells of."""


class Case(NamedTuple):
    """What one call is about."""

    letter: Letter
    hosted: HostedGame
    seat: int
    user: int
    wish: InForce
    told: Told
    event: Event
    acted_at: float | None
    """When they last did something in the game; none: nothing since it began."""

    @property
    def since(self) -> float | None:
        """The same, if they were called before."""
        return self.acted_at if self.acted_at is not None and self.acted_at > self.letter.written_at else None


class CallPosts:
    """One letter for each decision of a person; it stays until the decision is made."""

    def __init__(self, context: Context, delivery: Delivery, boards: BoardPosts) -> None:
        self._context = context
        self._delivery = delivery
        self._boards = boards
        self._words = CallWords(context)

    async def look(self, letter: Letter, _: HostedGame, __: Game | None, ___: Texts) -> Sent:
        """A program before this one put a letter behind the board that called in the channel: the calls see to it."""
        return Sent(None, called=[letter.number_of("seat")] if "seat" in letter.payload else [])

    async def call(self, letter: Letter, hosted: HostedGame, game: Game | None, _: Texts) -> str | Sent | None:
        """Whatever there is to tell now; what stands and no longer holds is taken away first."""
        seat = seat_of(letter)
        told = None if letter.receipt is None else msgspec.json.decode(letter.receipt, type=Told)
        user = hosted.seats[seat].user if seat < len(hosted.seats) else None
        turn = turn_of(hosted.title.view(hosted.state, None))
        if user is None or not stands(hosted, seat, turn, letter.payload) or (told is not None and told.user != user):
            if told is not None and told.message:
                await self._take_away(letter, hosted, game, seat, told)
            return None
        if letter.target == f"seat:{seat}":  # of a program before this one: it may not hold up that person's cards
            return Sent(None, [Draft(f"call:{seat}", "call", {"turn": turn})])
        wish = await self._context.chosen.at_table(user, hosted)
        event: Event = "turn" if turn[1] in (seat, None) else "answer"
        case = Case(letter, hosted, seat, user, wish, told or Told(*turn, user), event, hosted.acted_at(user))
        if not case.told.called and not letter.payload.get("silent") and case.since is None:
            return await self._first(case)
        return await self._further(case)

    async def next(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """That the seat before theirs has begun: until it is their turn, or somebody else's."""
        seat, now = seat_of(letter), self._context.clock.now()
        told = None if letter.receipt is None else msgspec.json.decode(letter.receipt, type=Told)
        user = hosted.seats[seat].user
        turn = turn_of(hosted.title.view(hosted.state, None))
        begun = _goes_on(hosted) and turn == _turn(letter.payload) and seat not in hosted.owed() and turn[1] is not None
        if user is None or not begun or (told is not None and told.user != user):
            if told is not None and told.message:
                await self._delivery.remove(told.channel, told.message)
            return None
        wish = await self._context.chosen.at_table(user, hosted)
        how, at = way("next", wish), when("next", wish, max(now, letter.written_at), hosted.acted_at(user))
        if told is None and how == "none":
            return None
        if told is not None or at > now:
            raise GoesOn(now + LOOK_DAILY if told is not None else at)
        private = how == "dm"
        words = await self._language(user, hosted, private=private)
        case = Case(letter, hosted, seat, user, wish, Told(*turn, user), "next", None)
        place = await self._send(case, await self._words.next(words, case.hosted, user, turn[1] or 0), private=private)
        raise GoesOn(now + LOOK_DAILY, _text(self._now(case, event="next", place=place, private=private)))

    # ---- the call

    async def _first(self, case: Case) -> Sent | None:
        now = self._context.clock.now()
        how = way(case.event, case.wish)
        if how == "none":
            return None
        held = None if case.letter.payload.get("anew") else case.acted_at
        at = when(case.event, case.wish, max(now, case.letter.written_at), held)
        if at > now:
            raise self._waits(case, at)
        others = await self._with(case)
        if how == "mention" and not others:
            if await self._context.queries.is_queued(case.hosted.number, "board"):
                held_up = await self._context.queries.is_held_up(case.hosted.number)
                if not held_up or not case.wish.reachable:
                    raise GoesOn(now + LOOK)
                return await self._tell(case, "dm", [], case.event)
            if await self._has_been_called(case):  # asked behind it: meanwhile the board may have come
                return await self._further(case._replace(told=self._now(case, called=True)))
        return await self._tell(case, how, others, await self._late(case))

    async def _late(self, case: Case) -> Event:
        """What a call is that has waited for so long that time is nearly up."""
        pace, number = case.hosted.header.pace, case.hosted.number
        if pace is None or pace < SHORTEST or way("nearly_up", case.wish) == "none":
            return case.event
        deadline = await self._context.queries.deadline(number, case.seat)
        late = deadline is not None and self._context.clock.now() >= deadline - (1 - WARNING + CLOSE) * pace
        return "nearly_up" if late else case.event

    def _waits(self, case: Case, at: float) -> GoesOn:
        """Until a better moment; if that is the end of quiet hours, others may go out with it."""
        return GoesOn(at, _text(self._held(case, case.told, at)))

    def _held(self, case: Case, told: Told, at: float) -> Told:
        return msgspec.structs.replace(told, held_until=at if case.wish.hours.is_quiet(at - 1.0) else 0.0)

    async def _has_been_called(self, case: Case) -> bool:
        shown = await self._boards.shown_of(case.hosted.number)
        turn = turn_of(case.hosted.title.view(case.hosted.state, None))
        return shown is not None and shown.has_called(turn, case.seat)

    # ---- reminders

    async def _further(self, case: Case) -> Sent | None:
        """What comes after the call."""
        now = self._context.clock.now()
        step = await self._next(case)
        if step is None:
            if not case.told.message:
                return None
            raise GoesOn(now + NEVER, _text(msgspec.structs.replace(case.told, held_until=0.0)))
        if step.at > now:
            raise self._waits(case, step.at)
        since = case.letter.written_at if case.since is None else case.since
        if case.told.at < since:  # the time runs anew
            case = case._replace(told=msgspec.structs.replace(case.told, reminders=0, warned=False))
        return await self._tell(case, way(step.event, case.wish), await self._with(case), step.event)

    async def _next(self, case: Case) -> Step | None:
        """The next reminder, not before they are awake."""
        pace = case.hosted.header.pace
        deadline = None if pace is None else await self._context.queries.deadline(case.hosted.number, case.seat)
        facts = Facts(case.letter.written_at, case.since, pace, deadline)
        step = next_reminder(case.told, facts, case.wish)
        if step is None or way(step.event, case.wish) == "none":
            return None
        return step._replace(at=max(step.at, case.wish.hours.awake(self._context.clock.now())))

    # ---- what waited together

    async def _with(self, case: Case) -> list[Waiting]:
        """Their other games whose calls waited for the same morning; the first of these letters tells of all."""
        now = self._context.clock.now()
        if not 0.0 < case.told.held_until <= now:
            return []
        found: list[Waiting] = []
        for call in await self._context.queries.calls_of(case.user):
            if call.letter == case.letter.number and call.receipt != case.letter.receipt:
                raise GoesOn(now)  # another one has told of this game meanwhile
            told = None if call.receipt is None else msgspec.json.decode(call.receipt, type=Told)
            if told is None or not 0.0 < told.held_until <= now:
                continue
            if call.letter < case.letter.number:  # that one tells of this game, too
                raise GoesOn(now + LOOK / 10)
            if call.letter > case.letter.number and (one := await self._waiting(call, told)) is not None:
                found.append(one)
        return found[: MOST_TOGETHER - 1]

    async def _waiting(self, call: Call, told: Told) -> Waiting | None:
        """Another game, if somebody is still waited for there and wishes to hear of it."""
        hosted = await self._context.table.hosted(call.game)
        payload = msgspec.json.decode(call.payload, type=dict[str, object])
        if hosted.unknown_rules is not None:
            return None
        turn = turn_of(hosted.title.view(hosted.state, None))
        if not stands(hosted, call.seat, turn, payload) or hosted.seats[call.seat].user != told.user:
            return None
        wish = await self._context.chosen.at_table(told.user, hosted)
        event: Event = "reminder" if told.called else "turn"
        return None if way(event, wish) == "none" else Waiting(hosted, call.seat, call.letter, told)

    # ---- telling

    async def _tell(self, case: Case, how: Ping, others: list[Waiting], event: Event) -> Sent | None:
        hosted, context = case.hosted, self._context
        private = how == "dm"
        words = await self._language(case.user, hosted, private=private)
        held_up = private and case.wish.ping == "mention"
        asks = case.wish.hours.zone is None and not (await context.chosen.of_person(case.user)).asked
        mine = Waiting(hosted, case.seat, case.letter.number, case.told)
        reply = await self._words.notice(words, mine, others, event, private=private, held_up=held_up, asks=asks)
        try:
            place = await self._send(case, reply, private=private)
        except discord.HTTPException as error:
            if private and error.code in CLOSED:
                return _by_hint(case)  # the hint that nothing private reaches them calls them
            if private or not is_barred(error):
                raise
            if case.wish.reachable:  # as long as the channel takes no posts
                return await self._tell(case, "dm", others, event)
            raise GoesOn(context.clock.now() + LOOK) from None
        if asks and RULES[event].wish == "reminders":
            await context.chosen.change_person(case.user, asked=True)
        for old in (case.told, *(one.told for one in others)):
            if old.message and old.message != place[1]:
                with contextlib.suppress(discord.HTTPException):  # the new one has arrived, and is not sent again
                    await self._delivery.remove(old.channel, old.message)
        told = self._now(case, event=event, place=place, private=private)
        receipts = {
            one.letter: _text(self._now(case, of=one.told, hosted=one.hosted, place=place, private=private))
            for one in others
        }
        step, now = await self._next(case._replace(told=told)), context.clock.now()
        at = now + NEVER if step is None else step.at
        raise GoesOn(at, _text(self._held(case, told, at)), receipts)

    async def _language(self, user: int, hosted: HostedGame, *, private: bool) -> Texts:
        languages = self._context.languages
        return await languages.of_person(user, hosted) if private else await languages.of_table(hosted)

    async def _send(self, case: Case, reply: Reply, *, private: bool) -> tuple[int, int]:
        if private:
            message = await self._delivery.write_to(case.letter, case.user, reply)
            return message.channel.id, message.id
        return case.hosted.header.channel, await self._delivery.say(case.letter, case.hosted, reply, case.user)

    def _now(
        self,
        case: Case,
        *,
        of: Told | None = None,
        hosted: HostedGame | None = None,
        event: Event | None = None,
        place: tuple[int, int] = (0, 0),
        private: bool = False,
        called: bool = True,
    ) -> Told:
        """As told at this moment; what was called before is reminded of."""
        before = of or case.told
        again = before.called if event is None else RULES[event].wish == "reminders"
        return msgspec.structs.replace(
            before,
            called=called,
            channel=place[0],
            message=place[1],
            private=private,
            at=self._context.clock.now(),
            reminders=before.reminders + (again and event != "nearly_up" and place != (0, 0)),
            warned=before.warned or event == "nearly_up",
            held_until=0.0,
            version=(hosted or case.hosted).version,
        )

    # ---- what no longer holds

    async def _take_away(self, letter: Letter, hosted: HostedGame, game: Game | None, seat: int, told: Told) -> None:
        """What called them goes; if nothing was decided, it says why. A notice of several games keeps the others."""
        calls = [call for call in await self._context.queries.calls_of(told.user) if call.letter != letter.number]
        shared = [(call, msgspec.json.decode(call.receipt, type=Told)) for call in calls if call.receipt is not None]
        same = [pair for pair in shared if (pair[1].channel, pair[1].message) == (told.channel, told.message)]
        rest = [one for pair in same if (one := await self._waiting(*pair)) is not None]
        if rest:
            words = await self._language(told.user, hosted, private=told.private)
            reply = await self._words.notice(words, rest[0], rest[1:], "reminder", private=told.private)
            await self._delivery.edit(told.channel, told.message, reply, layout=False)
        elif (why := self._words.why_not(hosted, game, seat, told)) is None:
            await self._delivery.remove(told.channel, told.message)
        else:
            words = await self._context.languages.of_person(told.user, hosted)
            reply = await self._words.gone(words, hosted, why)
            await self._delivery.edit(told.channel, told.message, reply, layout=False)


def seat_of(letter: Letter) -> int:
    return int(letter.target.partition(":")[2])


def stands(hosted: HostedGame, seat: int, turn: Turn, payload: dict[str, object]) -> bool:
    """Whether somebody is waited for at a seat for what the letter was written for."""
    return _goes_on(hosted) and seat in hosted.owed() and _turn(payload) in (None, turn)


def _goes_on(hosted: HostedGame) -> bool:
    return hosted.status == "running" and not hosted.is_parked and hosted.pause is None


def _turn(payload: dict[str, object]) -> Turn | None:
    """The turn that a letter is about; None in those of a program before this one."""
    written = payload.get("turn")
    return None if written is None else msgspec.convert(written, Turn)


def _by_hint(case: Case) -> Sent:
    silent = Draft(case.letter.target, "call", {**case.letter.payload, "silent": True})
    return Sent(None, [Draft("channel", CLOSED_HINT, {"to": case.letter.target}), silent])


def _text(told: Told) -> str:
    return msgspec.json.encode(told).decode()
