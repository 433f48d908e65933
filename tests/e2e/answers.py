"""What the bot answered each press with, as the server was told it: panels go on changing afterwards.

Not for assertions, and not for what stands there now: `tests/bot/local/people.py`.
"""

import asyncio
from typing import ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from bot.local.interactions import Answer, Interaction
from bot.local.models import Json, Message
from bot.local.rest.body import Body
from bot.local.server import Server
from tests.bot.local.people import told_by


class Given(NamedTuple):
    """The message that holds an answer, and what it said then."""

    channel: int
    message: int
    content: str


class Answers:
    """The first whole answer to every interaction since somebody began to listen."""

    _of: ClassVar["WeakKeyDictionary[Server, Answers]"] = WeakKeyDictionary()

    def __init__(self, server: Server) -> None:
        self._given: dict[int, Given] = {}
        self._changing: WeakKeyDictionary[asyncio.Task[object], Interaction] = WeakKeyDictionary()
        self._listen(server)

    @classmethod
    def of(cls, server: Server) -> "Answers":
        """One for each server, whoever asks first."""
        if server not in cls._of:
            cls._of[server] = cls(server)
        return cls._of[server]

    def to(self, interaction: int) -> Given | None:
        return self._given.get(interaction)

    def _listen(self, server: Server) -> None:
        interactions, writer = server.services.interactions, server.services.writer
        world, answer, follow_up = server.world, interactions.answer, interactions.follow_up
        message_of, rewrite = interactions.message_of, writer.rewrite

        def answered(interaction: Interaction, body: Body) -> Json:
            receipt = answer(interaction, body)
            message = world.message(interaction.channel, interaction.original or 0)
            if interaction.answered in (Answer.MESSAGE, Answer.UPDATE) and message is not None:
                self._note(interaction, message)
            return receipt

        def followed(interaction: Interaction, body: Body) -> Message:
            message = follow_up(interaction, body)
            self._note(interaction, message)
            return message

        def found(interaction: Interaction, which: str) -> Message:
            message = message_of(interaction, which)
            if (task := asyncio.current_task()) is not None:
                self._changing[task] = interaction
            return message

        def rewritten(message: Message, body: Body) -> Message:
            made = rewrite(message, body)
            task = asyncio.current_task()
            if task is not None and (interaction := self._changing.pop(task, None)) is not None:
                self._note(interaction, made)
            return made

        interactions.answer = answered  # type: ignore[method-assign]
        interactions.follow_up = followed  # type: ignore[method-assign]
        interactions.message_of = found  # type: ignore[method-assign]
        writer.rewrite = rewritten  # type: ignore[method-assign]

    def _note(self, interaction: Interaction, message: Message) -> None:
        self._given.setdefault(
            interaction.id, Given(message.channel, message.id, told_by(message.content, message.components))
        )
