"""The processes in which computers think: so many at most, begun when first needed, replaced when they die.

Not for what they do: `thinker.py`. They are nicer than this process, so that people are answered first.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

import msgspec

from bot.settings import PREFIX, Settings
from bot.table.thinking import NoAnswer
from bot.workers.thinker import Answer, Cancel, Line, Question, Titles
from engine.title import AnyTitle
from engine.values import State

PATIENCE, PATIENCE_SHARE = 20.0, 10.0
"""Seconds, and so many times the CPU seconds of a decision, after which a process counts as lost: it may have to wait
for others on its core."""
_ANSWER = msgspec.json.Decoder(Answer)


class Thinkers:
    """Asked for one decision at a time each; whoever finds none free waits."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.think_seconds
        self._titles = Titles(settings.titles, None if settings.boards is None else str(settings.boards.resolve()))
        self._room = asyncio.Semaphore(settings.thinkers)
        self._free: list[Process] = []
        self._all: set[Process] = set()
        self._number = 0

    async def decide(self, title: AnyTitle, state: State, seat: int, level: str, seed: str) -> str:
        """The text of the decision; NoAnswer when the process died, failed, or was silent for too long."""
        async with self._room:
            process = self._free.pop() if self._free else await self._begun()
            self._number += 1
            question = Question(
                self._number,
                title.key,
                title.rules_version,
                msgspec.Raw(title.encode(state)),
                seat,
                level,
                seed,
                self._seconds,
            )
            try:
                async with asyncio.timeout(PATIENCE + PATIENCE_SHARE * self._seconds):
                    answer = await self._asked(process, question)
            except asyncio.CancelledError:
                self._broken_off(process, question.number)
                raise
            except (OSError, TimeoutError, EOFError, msgspec.MsgspecError, ValueError) as error:
                await self._lost(process)
                raise NoAnswer(type(error).__name__) from None
            self._free.append(process)
        if answer.fault:
            raise NoAnswer(answer.fault)
        return answer.text

    async def close(self) -> None:
        for process in list(self._all):
            await self._lost(process)

    async def _begun(self) -> Process:
        """A process that has neither our settings nor our secrets."""
        environment = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.workers.thinker", stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        except OSError as error:
            raise NoAnswer(type(error).__name__) from None
        self._all.add(process)
        _tell(process, self._titles)
        return process

    async def _asked(self, process: Process, question: Question) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        _tell(process, question)
        await process.stdin.drain()
        while line := await process.stdout.readline():
            answer = _ANSWER.decode(line)
            if answer.number == question.number:  # else one that nobody waited for any more
                return answer
        raise EOFError

    def _broken_off(self, process: Process, number: int) -> None:
        """The process stops at the next look at its time, and is free for the next question."""
        with contextlib.suppress(OSError):
            _tell(process, Cancel(number))
        self._free.append(process)

    async def _lost(self, process: Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ValueError):
            self._free.remove(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _tell(process: Process, line: Line) -> None:
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(line) + b"\n")
