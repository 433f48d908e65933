"""Turns of computers that think: who is asked for their decisions, and what breaks a thought off.

Not for how they think (`engine.policies`), nor where: `bot.workers.thinkers` has processes for it.
"""

import asyncio
import time
from collections.abc import Coroutine
from typing import Protocol

import structlog

from bot.store.hosted_game import HostedGame
from engine.chance import Stream
from engine.policies import NODES, POLICIES, moves
from engine.title import AnyTitle
from engine.values import State

log = structlog.get_logger(__name__)

LONGEST_TURN = 200
"""Decisions of one turn at most, in case a title lets it go on for ever."""
TURN_SECONDS = 20.0
"""For which a turn is thought about; what is left of it then is decided without much thinking."""
STAND_IN = "trader"
"""Decides in this process where nobody else could."""


class NoAnswer(Exception):
    """Whoever was asked for a decision died, or said nothing for too long."""


class MovedOn(Exception):
    """The game is not the one that was thought about any more."""


class Thinker(Protocol):
    async def decide(self, title: AnyTitle, state: State, seat: int, level: str, seed: str) -> str:
        """The text of a decision. `state` is drawn for the seat: nobody is told what it does not know. NoAnswer."""


class Thoughts:
    """The thoughts of this process, each with its game; whatever is saved of a game breaks off those about it."""

    def __init__(self) -> None:
        self._games: dict[asyncio.Task[list[str]], int] = {}

    async def think(self, game: int, work: Coroutine[object, object, list[str]]) -> list[str]:
        """What the work comes to; MovedOn if the game moves on before."""
        task = asyncio.create_task(work)
        self._games[task] = game
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            del self._games[task]
        if task.cancelled():
            raise MovedOn
        return task.result()

    def moved_on(self, game: int) -> None:
        for task, about in self._games.items():
            if about == game:
                task.cancel()


def thinks(hosted: HostedGame, seat: int) -> bool:
    return hosted.seats[seat].policy in NODES


async def turn(hosted: HostedGame, seat: int, thinker: Thinker) -> list[str]:
    """The decisions of a computer until it owes none, as texts; nothing is decided yet."""
    title, state, level = hosted.title, hosted.game.state, hosted.seats[seat].policy or ""
    over, made = time.monotonic() + TURN_SECONDS, list[str]()
    while len(made) < LONGEST_TURN and any(decision.seat == seat for decision in title.to_act(state)):
        stream = Stream(hosted.header.seed, f"computer {seat} {hosted.version} {len(made)}")
        drawn, left = title.resample(state, seat, stream), over - time.monotonic()
        options = moves(title, drawn, seat)
        if len(options) == 1:
            text = title.text(options[0])
        else:
            seed = f"{stream.below(1 << 63):016x}"
            text = await decided_by(title, drawn, seat, level, seed, thinker if left > 0 else None)
        made.append(text)
        state, _ = title.play(state, seat, title.parse(text))
    return made


async def decided_by(title: AnyTitle, drawn: State, seat: int, level: str, seed: str, thinker: Thinker | None) -> str:
    """The text of one decision on a position that was drawn for the seat; a stand-in decides where nobody else can."""
    if thinker is not None:
        try:
            return await thinker.decide(title, drawn, seat, level, seed)
        except NoAnswer as error:
            log.warning("A computer was not thought for", level=level, title=title.key, reason=str(error))
    stand_in = POLICIES[STAND_IN]
    return title.text(await asyncio.to_thread(stand_in, title, drawn, seat, Stream(seed, "stand-in")))
