"""The table: one method per use case, each one transaction; also what timers make the host do.

Not for Discord: people are numbers here, and what they are told leaves through the outbox.
"""

import asyncio
import secrets
from collections.abc import Callable

from bot.clock import Clock
from bot.errors import LostRace, Refused
from bot.store.games import Applied, Games, Objects
from bot.store.sheet import Sheet
from bot.store.timers import Timer, Timers
from bot.table import playing, seating
from bot.table.seating import Opening, Plan
from engine import record
from engine.errors import Stale
from engine.record import Record
from engine.values import View

ATTEMPTS = 8
"""How often a command that lost a race against others is tried on the newer position."""


class Table:
    """All the games of a store. A command is applied once under its `interaction` id, however often it comes."""

    def __init__(self, games: Games, timers: Timers, clock: Clock) -> None:
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
        applied = await self._games.create(seating.open_game(opening, secrets.token_hex(32), now), interaction, now)
        self._ring()
        return applied

    async def join(self, game: int, user: int, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.join(sheet, user))

    async def leave(self, game: int, user: int, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.leave(sheet, user))

    async def seat_computer(self, game: int, by: int, policy: str, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.seat_computer(sheet, by, policy))

    async def unseat_computer(self, game: int, by: int, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.unseat_computer(sheet, by))

    async def arrange(self, game: int, by: int, plan: Plan, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.arrange(sheet, by, plan))

    async def start(self, game: int, by: int, interaction: str | None = None) -> Applied:
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: seating.start(sheet, by, now))

    async def resign(self, game: int, user: int, interaction: str | None = None) -> Applied:
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: seating.resign(sheet, user, now))

    async def replace(self, game: int, by: int, seat: int, user: int, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, lambda sheet: seating.replace(sheet, by, seat, user))

    async def dismiss(self, game: int, by: int, seat: int, interaction: str | None = None) -> Applied:
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: seating.dismiss(sheet, by, seat, now))

    async def abort(self, game: int, by: int, interaction: str | None = None, *, host: bool = False) -> Applied:
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: seating.abort(sheet, by, now, host=host))

    async def film(self, game: int, interaction: str | None = None) -> Applied:
        return await self._change(game, interaction, seating.film)

    # ---- decisions

    async def act(
        self, game: int, user: int, *texts: str, made_on: int | None = None, interaction: str | None = None
    ) -> Applied:
        """Decisions in their text form, all or none, made on the version the person was looking at."""
        now = self._clock.now()
        return await self._decide(
            game, interaction, made_on, lambda sheet, seen: playing.act(sheet, user, texts, seen, now)
        )

    async def answer(self, game: int, user: int, kind: str, text: str, interaction: str | None = None) -> Applied:
        """The answer to a question by its kind, whatever others decided since it was asked."""
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: playing.answer(sheet, user, kind, text, now))

    async def undo(
        self, game: int, user: int, *, made_on: int | None = None, interaction: str | None = None
    ) -> Applied:
        now = self._clock.now()
        return await self._decide(game, interaction, made_on, lambda sheet, seen: playing.undo(sheet, user, seen, now))

    async def propose(self, game: int, user: int, to: int, interaction: str | None = None) -> Applied:
        """Asks all to go back to version `to`."""
        now = self._clock.now()
        return await self._change(game, interaction, lambda sheet: playing.propose(sheet, user, to, now), whole=True)

    async def consent(self, game: int, user: int, agrees: bool, interaction: str | None = None) -> Applied:
        now = self._clock.now()
        return await self._change(
            game, interaction, lambda sheet: playing.consent(sheet, user, agrees, now), whole=True
        )

    # ---- looking

    async def board(self, game: int) -> View:
        """What the whole table may see."""
        sheet, _ = await self._games.load(game)
        return _view(sheet, None)

    async def hand(self, game: int, user: int) -> View:
        """What this person may see: the board and their own secrets."""
        sheet, _ = await self._games.load(game)
        return _view(sheet, sheet.seat_of(user))

    async def choices(self, game: int, user: int) -> list[str]:
        """Everything the person may do now, in text form."""
        sheet, _ = await self._games.load(game)
        return [sheet.title.text(action) for action in sheet.running().legal(sheet.seat_of(user))]

    async def log(self, game: int, user: int | None = None) -> list[str]:
        """The decisions that stand, as this person, or the table, may read them."""
        sheet, _ = await self._games.load(game, whole=True)
        return sheet.game.log(None if user is None else sheet.seat_of(user))

    async def export(self, game: int) -> Record:
        """The record of a game that is over, with its seed: anybody can verify it."""
        sheet, _ = await self._games.load(game, whole=True)
        if sheet.status in ("open", "running"):
            # The record of a running game holds sealed answers; the log is what can be shown of it.
            raise Refused("Game {number} can be exported when it is over.", number=game)
        return record.export(sheet.game)

    async def sheet(self, game: int) -> Sheet:
        """The whole game for those who draw and send: they show views of it only."""
        sheet, _ = await self._games.load(game)
        return sheet

    # ---- timers

    async def fire(self, timer: Timer) -> None:
        """Does what a timer was set for, unless its seat decided meanwhile; others may have, then it is done anew."""
        for _ in range(ATTEMPTS):
            sheet, _earlier = await self._games.load(timer.game)
            if not await self._timers.stands(timer):
                return
            if sheet.timers().get(timer.seat) != timer.kind:
                await self._timers.drop(timer)
                return
            now = self._clock.now()
            if timer.kind == "computer":
                await asyncio.to_thread(playing.play_computer, sheet, timer.seat, now)
            else:
                playing.answer_for(sheet, timer.seat, now)
            try:
                await self._save(sheet, None, ())
            except LostRace:
                continue
            return
        raise LostRace(f"Timer {timer.number} of game {timer.game} lost every race.")

    # ---- one transaction

    async def _decide(
        self, game: int, interaction: str | None, made_on: int | None, play: Callable[[Sheet, int], Objects]
    ) -> Applied:
        """A decision on the version its player saw; the title says whether it still means the same on a later one."""
        seen = made_on
        for _ in range(ATTEMPTS):
            sheet, earlier = await self._games.load(game, interaction)
            if earlier is not None:
                return earlier
            if seen is None:
                seen = sheet.version
            if seen < sheet.offset:
                sheet, earlier = await self._games.load(game, interaction, whole=True)
                if earlier is not None:
                    return earlier
            try:
                return await self._save(sheet, interaction, play(sheet, seen))
            except LostRace:
                continue
        raise Stale(sheet.title.stale_clause, "The board has moved on since you looked at it.")

    async def _change(
        self,
        game: int,
        interaction: str | None,
        change: Callable[[Sheet], Objects | None],
        *,
        whole: bool = False,
    ) -> Applied:
        """A command that means the same whatever happened meanwhile: after a lost race it is checked and made again."""
        for _ in range(ATTEMPTS):
            sheet, earlier = await self._games.load(game, interaction, whole=whole)
            if earlier is not None:
                return earlier
            try:
                return await self._save(sheet, interaction, change(sheet) or ())
            except LostRace:
                continue
        raise LostRace("Too many people changed the game at once; please try again.")

    async def _save(self, sheet: Sheet, interaction: str | None, events: Objects) -> Applied:
        applied = await self._games.save(sheet, interaction, self._clock.now(), events)
        self._ring()
        return applied

    def _ring(self) -> None:
        for bell in self.bells:
            bell.set()


def _view(sheet: Sheet, seat: int | None) -> View:
    view: View = sheet.title.view(sheet.state, seat)
    return view
