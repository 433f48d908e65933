"""The process in which computers think: a question per line in, an answer per line out, until nobody asks any more.

Not for asking: `thinkers.py`. It is told the position that a seat may know, and no settings but where the titles are.
"""

import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import IO

import msgspec

from engine import registry
from engine.budget import Budget
from engine.chance import Stream
from engine.policies import think

UNLIMITED = 1 << 60
"""Positions: seconds limit them here."""
GIVES_WAY = 10
"""By how much the process is nicer than the one that answers people."""


class Titles(msgspec.Struct, frozen=True, tag="titles"):
    """The first line: what else there is to be played."""

    modules: tuple[str, ...]
    boards: str | None


class Question(msgspec.Struct, frozen=True, tag="question"):
    number: int
    key: str
    rules: str
    state: msgspec.Raw
    seat: int
    level: str
    seed: str
    seconds: float


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Nobody waits for the answer to this question any more."""

    number: int


class Answer(msgspec.Struct, frozen=True):
    """The decision, or the kind of fault that there was instead."""

    number: int
    text: str = ""
    fault: str = ""


Line = Titles | Question | Cancel


class _Asked:
    """The questions to come; read by a thread of its own, so that one can be cancelled while it is thought about."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self.cancelled = 0
        self.lines: queue.SimpleQueue[Titles | Question] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        decoder = msgspec.json.Decoder(Line)
        for line in self._source:
            said = decoder.decode(line)
            if isinstance(said, Cancel):
                self.cancelled = said.number
            else:
                self.lines.put(said)
        os._exit(0)  # whoever asked is gone; what is being thought about interests nobody


def answer(question: Question, asked: _Asked) -> Answer:
    over = time.process_time() + question.seconds

    def stop() -> bool:
        return time.process_time() >= over or asked.cancelled >= question.number

    try:
        title = registry.title(question.key, question.rules)
        state = title.decode(bytes(question.state))
        budget, stream = Budget(UNLIMITED, stop), Stream(question.seed, "thought")
        action = think(title, state, question.seat, question.level, stream, budget)
        return Answer(question.number, title.text(action))
    except Exception as error:  # its text may quote a hand; the kind is enough
        return Answer(question.number, fault=type(error).__name__)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    asked = _Asked(sys.stdin.buffer)
    while True:
        said = asked.lines.get()
        if isinstance(said, Titles):
            registry.register_from(said.modules)
            if said.boards is not None:
                registry.register_boards(Path(said.boards))
            continue
        sys.stdout.buffer.write(msgspec.json.encode(answer(said, asked)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
