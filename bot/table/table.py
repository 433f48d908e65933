"""The table: one method per use case, each one transaction; also what timers make the host do.

Not for Discord: people are numbers here, and what they are told leaves through the outbox.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

import structlog

from bot.clock import Clock
from bot.errors import LostRace, Refused
from bot.monitoring.metrics import Metrics
from bot.store.attendance import Follow
from bot.store.games import Games
from bot.store.hosted_game import REQUESTS, Applied, HostedGame, Objects
from bot.store.timers import Timer, Timers
from bot.table import (
    consent,
    decisions,
    game_wishes,
    handover,
    invitations,
    pauses,
    places,
    retention,
    seats,
    substitutes,
    votes,
)
from bot.table.hints import Hint, hints_for
from bot.table.preferences import Ping
from bot.table.seats import Opening, Plan
from bot.table.thinking import MovedOn, Thinker, Thoughts, thinks, turn
from bot.table.votes import Wish
from engine.errors import Illegal, Stale
from engine.record import Record

log = structlog.get_logger(__name__)

ATTEMPTS = 8
"""How often a command that lost a race against others is tried on the newer position."""


def new_seed() -> str:
    """All that chance decides in a game; players are told its digest at the start and the seed at the end."""
    return secrets.token_hex(32)


class Saved(NamedTuple):
    """An accepted command: its answer, and the game as it was saved, so that nobody has to load it again."""

    answer: Applied
    hosted: HostedGame

    @property
    def game(self) -> int:
        return self.answer.game

    @property
    def version(self) -> int:
        return self.answer.version

    @property
    def repeated(self) -> bool:
        return self.answer.repeated


class Table:
    """All the games of a store. A command is applied once under its `interaction` id, however often it comes."""

    def __init__(
        self,
        games: Games,
        timers: Timers,
        clock: Clock,
        metrics: Metrics | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        """Without a thinker, computers that think do so here, by a number of positions."""
        self._metrics = metrics or Metrics()
        self._thinker = thinker
        self._thoughts = Thoughts()
        self._games = games
        self._timers = timers
        self._clock = clock
        self.bells: list[asyncio.Event] = []
        """Rung after every saved command: letters and timers may be due."""

    # ---- seats

    async def open(self, opening: Opening, interaction: str | None = None) -> Applied:
        if earlier := await self._games.answer_to(interaction):
            return earlier
        now = self._clock.now()
        hosted = seats.open_game(opening, new_seed(), now)
        invitations.put(hosted, opening.owner, opening.people)
        applied = await self._games.create(hosted, interaction, now)
        self.ring()
        return applied

    async def join(self, game: int, user: int, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: seats.join(hosted, user))

    async def leave(self, game: int, user: int, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: seats.leave(hosted, user))

    async def invite(self, game: int, by: int, people: Sequence[int], interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: invitations.invite(hosted, by, people))

    async def decline(self, game: int, user: int, interaction: str | None = None) -> Saved:
        """An invitation."""
        return await self._change(game, interaction, lambda hosted: invitations.decline(hosted, user))

    async def seat_computer(
        self, game: int, by: int, policy: str, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        """`host`, here and below: whether somebody may do it who may manage the channel; all are told then."""
        return await self._change(game, interaction, lambda hosted: seats.seat_computer(hosted, by, policy, host=host))

    async def change_level(
        self, game: int, by: int, policy: str, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        return await self._change(game, interaction, lambda hosted: seats.change_level(hosted, by, policy, host=host))

    async def unseat_computer(self, game: int, by: int, interaction: str | None = None, *, host: bool = False) -> Saved:
        return await self._change(game, interaction, lambda hosted: seats.unseat_computer(hosted, by, host=host))

    async def arrange(self, game: int, by: int, plan: Plan, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: seats.arrange(hosted, by, plan))

    async def start(self, game: int, by: int, interaction: str | None = None, *, host: bool = False) -> Saved:
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: seats.start(hosted, by, now, host=host))

    async def resign(self, game: int, user: int, interaction: str | None = None) -> Saved:
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: handover.resign(hosted, user, now))

    async def leave_for_good(self, game: int, user: int) -> Saved:
        """For somebody who wishes to be forgotten: before the start they leave, later a computer plays on for them."""
        now = self._clock.now()

        def change(hosted: HostedGame) -> None:
            if user in hosted.people() and hosted.status in ("open", "running"):
                (seats.leave if hosted.status == "open" else partial(handover.leave_for_good, now=now))(hosted, user)

        return await self._change(game, None, change)

    async def replace(
        self, game: int, by: int, seat: int, user: int | None, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        """A seat for a person, at once or when those have agreed who must; `requests.outcome_of` says which."""
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: handover.replace(hosted, by, seat, user, now, host=host)
        )

    async def dismiss(
        self, game: int, by: int, seat: int, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        """The same for a computer."""
        return await self.replace(game, by, seat, None, interaction, host=host)

    async def substitute(
        self, game: int, by: int, seat: int, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        """A call for somebody who takes a seat, at once or when those have agreed who must."""
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: substitutes.ask(hosted, by, seat, now, host=host))

    async def ask(
        self, game: int, by: int, wish: Wish, user: int | None = None, interaction: str | None = None
    ) -> Saved:
        """What the table may grant: more time, another owner (`user`, else whoever asks), the end of the game."""
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: votes.ask(hosted, by, wish, user, now))

    async def take_seat(self, game: int, user: int, call: int, interaction: str | None = None) -> Saved:
        """By whoever follows a call of that number."""
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: substitutes.take(hosted, user, call, now))

    async def withdraw_call(
        self, game: int, by: int, call: int, interaction: str | None = None, *, host: bool = False
    ) -> Saved:
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: substitutes.withdraw(hosted, by, call, now, host=host)
        )

    async def pause(
        self, game: int, by: int, interaction: str | None = None, *, host: bool = False, agreed: tuple[int, ...] = ()
    ) -> Saved:
        """`agreed`: the others who play and have consented."""
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: pauses.pause(hosted, by, now, host=host, agreed=agreed)
        )

    async def resume(
        self, game: int, by: int, interaction: str | None = None, *, host: bool = False, agreed: tuple[int, ...] = ()
    ) -> Saved:
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: pauses.resume(hosted, by, now, host=host, agreed=agreed)
        )

    async def abort(self, game: int, by: int, interaction: str | None = None, *, host: bool = False) -> Saved:
        now = self._clock.now()
        return await self._change(game, interaction, lambda hosted: seats.abort(hosted, by, now, host=host))

    async def film(self, game: int, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, seats.film)

    # ---- what people wish to hear of it

    async def snooze(self, game: int, user: int, until: float, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: game_wishes.snooze(hosted, user, until))

    async def hush(self, game: int, user: int, quiet: bool, *, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: game_wishes.hush(hosted, user, quiet))

    async def call_by(self, game: int, user: int, how: Ping | None, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: game_wishes.call(hosted, user, how))

    async def call_early(self, game: int, user: int, wanted: bool, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: game_wishes.early(hosted, user, wanted))

    async def follow(self, game: int, user: int, what: Follow | None, interaction: str | None = None) -> Saved:
        return await self._change(game, interaction, lambda hosted: game_wishes.follow(hosted, user, what))

    # ---- where it is played

    async def park(self, game: int) -> Saved:
        now = self._clock.now()
        return await self._change(game, None, lambda hosted: places.park(hosted, now))

    async def unpark(self, game: int) -> Saved:
        return await self._change(game, None, places.unpark)

    async def move(
        self,
        game: int,
        by: int,
        guild: int | None,
        channel: int,
        interaction: str | None = None,
        *,
        host: bool = False,
    ) -> Saved:
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: places.move(hosted, by, guild, channel, now, host=host)
        )

    async def close_lobby(self, game: int, before: float) -> Saved:
        """If nobody has joined it, and it was opened before that moment."""
        now = self._clock.now()
        return await self._change(game, None, lambda hosted: retention.close_lobby(hosted, before, now))

    async def set_aside(self, game: int, before: float) -> Saved:
        """If nobody has touched it since that moment."""
        now = self._clock.now()
        return await self._change(game, None, lambda hosted: retention.set_aside(hosted, before, now))

    async def withdraw(self, game: int) -> Saved:
        now = self._clock.now()
        return await self._change(game, None, lambda hosted: places.withdraw(hosted, now))

    # ---- decisions

    async def act(
        self, game: int | HostedGame, user: int, *texts: str, made_on: int | None = None, interaction: str | None = None
    ) -> Saved:
        """Decisions in their text form, all or none, made on the version the person was looking at.

        `game` may be one that was just loaded for this interaction; it is not loaded again unless it has moved on.
        """
        now = self._clock.now()
        return await self._decide(
            game, interaction, made_on, lambda hosted, seen: decisions.act(hosted, user, texts, seen, now)
        )

    async def undo(
        self, game: int | HostedGame, user: int, *, made_on: int | None = None, interaction: str | None = None
    ) -> Saved:
        now = self._clock.now()

        def play(hosted: HostedGame, seen: int) -> Objects:
            return decisions.undo(hosted, user, seen, now)

        try:
            return await self._decide(game, interaction, made_on, play)
        except Stale:
            raise
        except Illegal:  # only the whole game knows why: what can be taken back is all that was loaded
            number = game.number if isinstance(game, HostedGame) else game
            whole = await self._games.load(number, interaction, whole=True)
            return await self._decide(whole, interaction, made_on, play)

    async def propose(self, game: int, user: int, to: int, interaction: str | None = None) -> Saved:
        """Asks all to go back to version `to`."""
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: decisions.propose(hosted, user, to, now), whole=True
        )

    async def consent(
        self, game: int, user: int, agrees: bool, interaction: str | None = None, *, request: int | None = None
    ) -> Saved:
        """Says yes or no to the request of that number; without one, to the one that asks to go back."""
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda hosted: consent.consent(hosted, user, agrees, request, now), whole=True
        )

    # ---- looking

    async def export(self, game: int) -> Record:
        """The record of a game that is over, with its seed: anybody can verify it."""
        hosted = await self._games.load(game, whole=True)
        if hosted.status in ("open", "running"):
            # The record of a running game holds sealed answers; the log is what can be shown of it.
            raise Refused("Game {number} can be exported when it is over.", number=game)
        return await self._games.record(hosted)

    async def hosted(self, game: int, interaction: str | None = None) -> HostedGame:
        """The game for those who draw and send: they show views of it only.

        Whoever means to decide something on it names the interaction, and hands the game to `act`.
        """
        return await self._games.load(game, interaction)

    async def hints(self, hosted: HostedGame, seat: int) -> list[Hint]:
        """What strong computers would do in a seat's place; nothing is decided."""
        return await hints_for(hosted.title, hosted.running().state, seat, self._thinker)

    # ---- timers

    async def fire(self, timer: Timer) -> Callable[[], Awaitable[None]] | None:
        """Does what a timer was set for, unless its seat decided meanwhile; others may have, then it is done anew.

        For a computer that has to think it returns the work to be done beside other timers.
        """
        for _ in range(ATTEMPTS):
            hosted = await self._awaited(timer)
            if hosted is None:
                return None
            if timer.kind == "computer" and self._thinker is not None and thinks(hosted, timer.seat):
                return partial(self._think, timer, self._thinker)
            now = self._clock.now()
            if timer.kind == REQUESTS:
                consent.end_requests(hosted, now)
                hosted.asked_before = None  # what is left gets its own end
            elif timer.kind == "computer":
                with self._metrics.stage("think"):
                    await asyncio.to_thread(decisions.play_computer, hosted, timer.seat, now)
            else:
                decisions.answer_for(hosted, timer.seat, now)
            if await self._has_saved(hosted, timer):
                return None
        raise LostRace(f"Timer {timer.number} of game {timer.game} lost every race.")

    async def _think(self, timer: Timer, thinker: Thinker) -> None:
        """A computer's turn, thought about anew as often as the game moves on meanwhile."""
        for _ in range(ATTEMPTS):
            hosted = await self._awaited(timer)
            if hosted is None:
                return
            try:
                with self._metrics.stage("think"):
                    texts = await self._thoughts.think(timer.game, turn(hosted, timer.seat, thinker))
            except MovedOn:
                continue
            decisions.play_thought(hosted, timer.seat, texts, self._clock.now())
            if await self._has_saved(hosted, timer):
                return
        raise LostRace(f"Timer {timer.number} of game {timer.game} lost every race.")

    async def _awaited(self, timer: Timer) -> HostedGame | None:
        """The game, if the timer still stands and its seat still owes what it was set for."""
        hosted = await self._games.load(timer.game)
        if not await self._timers.stands(timer):
            return None
        if hosted.timers().get(timer.seat) == timer.kind:
            return hosted
        if hosted.unknown_rules is not None:
            log.info("A timer is dropped: its rules are not known", game=timer.game, rules=hosted.rules)
        await self._timers.drop(timer)
        return None

    async def _has_saved(self, hosted: HostedGame, timer: Timer) -> bool:
        try:
            await self._save(hosted, None, ())
        except LostRace:
            return False
        if timer.kind != REQUESTS:
            self._metrics.decisions.labels(timer.kind).inc()
        return True

    # ---- one transaction

    async def _decide(
        self,
        game: int | HostedGame,
        interaction: str | None,
        made_on: int | None,
        play: Callable[[HostedGame, int], Objects],
    ) -> Saved:
        """A decision on the version its player saw; the title says whether it still means the same on a later one."""
        seen = made_on
        loaded = game if isinstance(game, HostedGame) else None
        number = game.number if isinstance(game, HostedGame) else game
        for _ in range(ATTEMPTS):
            hosted, loaded = loaded or await self._games.load(number, interaction), None
            if hosted.answered is not None:
                return Saved(hosted.answered, hosted)
            if seen is None:
                seen = hosted.version
            if seen < hosted.offset:
                hosted = await self._games.load(number, interaction, whole=True)
                if hosted.answered is not None:
                    return Saved(hosted.answered, hosted)
            try:
                saved = await self._save(hosted, interaction, play(hosted, seen))
            except LostRace:
                continue
            self._metrics.decisions.labels("person").inc()
            return saved
        raise Stale(hosted.title.stale_clause, "The board has moved on since you looked at it.")

    async def _change(
        self,
        game: int,
        interaction: str | None,
        change: Callable[[HostedGame], Objects | None],
        *,
        whole: bool = False,
    ) -> Saved:
        """A command that means the same whatever happened meanwhile: after a lost race it is checked and made again."""
        for _ in range(ATTEMPTS):
            hosted = await self._games.load(game, interaction, whole=whole)
            if hosted.answered is not None:
                return Saved(hosted.answered, hosted)
            try:
                return await self._save(hosted, interaction, change(hosted) or ())
            except LostRace:
                continue
        raise LostRace("Too many people changed the game at once; please try again.")

    async def _save(self, hosted: HostedGame, interaction: str | None, events: Objects) -> Saved:
        applied = await self._games.save(hosted, interaction, self._clock.now(), events)
        self._thoughts.moved_on(hosted.number)
        self.ring()
        return Saved(applied, hosted)

    def ring(self) -> None:
        """Something may be due."""
        for bell in self.bells:
            bell.set()
