"""Somebody who plays with a thumb: opens a panel, presses what it offers, confirms where asked, until the game is over.

Not for good play: the choices are drawn from a seed.
"""

import contextlib
import random
import time
from typing import Any

from bot.local.components import ComponentKind, inside, walk
from bot.local.models import Message
from bot.local.server import Server
from tests.bot.local.people import Guest, Shape, text_of
from tests.e2e.answers import Answers
from tests.patience import until

LOOK_AGAIN_SECONDS = 1.0
ROW = int(ComponentKind.ROW)
Press = tuple[str, ...]
"""The id of a button, or of a menu and the value chosen there."""


class Moved(Exception):
    """The message was changed or taken away before it was pressed; a person would look again, too."""


class Thumb:
    """One person in one thread."""

    def __init__(self, server: Server, guest: Guest, thread: int, seed: int = 1) -> None:
        self._server = server
        self._answers = Answers.of(server)
        self.guest = guest
        self.thread = thread
        self._chance = random.Random(seed)
        self.panel = 0
        """The message that was opened or pressed last."""
        self.decisions = 0
        """The presses that the bot has answered with a decision that was made; a whole move counts once."""
        self.confirmed_at = 0.0

    # ---- looking

    def posts(self) -> list[Shape]:
        return self.guest.messages(self.thread)

    def over(self) -> bool:
        """Only the last post of a game offers another one."""
        return any(controls(post, "b:rematch:") for post in self.posts())

    def text(self) -> str:
        return "\n".join(text_of(post) for post in self.posts())

    def board(self) -> Shape:
        return [post for post in self.posts() if controls(post, "b:play:") and controls(post, "b:since:")][-1]

    # ---- pressing

    async def press(self, message: Shape, custom_id: str, *chosen: str) -> Shape:
        """Presses and waits for the answer: the message that holds it as it is now, with what it said then."""
        sent = await self.guest.press(message, custom_id, *chosen)
        if "refused" in sent:
            raise Moved(sent["refused"])
        number = int(sent["interaction"])
        try:
            await until(lambda: self._answers.to(number))
        except TimeoutError:
            shown = self._server.services.interactions.numbered(number)
            raise AssertionError(f"{custom_id} {chosen} on {text_of(message)!r} was not answered: {shown}") from None
        given = self._answers.to(number)
        assert given is not None
        if given.content.startswith("✓") and custom_id.startswith(("b:take:", "b:do:", "s:take:")):
            self.decisions += 1
            self.confirmed_at = time.monotonic()
        held = self._server.world.message(given.channel, given.message)
        if held is None:
            raise Moved("Another panel has taken its place.")
        if held.viewer is not None:
            self.panel = held.id
        return self._shape(held) | {"said": given.content}

    def _shape(self, held: Message) -> Shape:
        return self._server.services.payloads.message(held)

    async def look(self, button: str) -> Shape:
        """Presses a button of the newest board; the answer."""
        board = self.board()
        return await self.press(board, controls(board, button)[0])

    async def play(self, most: int = 10_000) -> None:
        """Plays until the game is over, or so many decisions are made."""
        while not self.over() and self.decisions < most:
            with contextlib.suppress(Moved):
                await self.turn()

    async def turn(self, *, wait: bool = True) -> None:
        """One decision, or waiting for the others if there is none to make."""
        before, panel = self.decisions, self._living()
        if panel is None:
            panel = await self.look("b:play:")
        while self.decisions == before:
            offered = presses(panel)
            if not offered:
                return await self._wait() if wait else None
            panel = await self.press(panel, *self._chance.choice(offered))

    def _living(self) -> Shape | None:
        """The panel that was opened last, while it offers something."""
        held = self._server.world.message(self.thread, self.panel)
        panel = None if held is None else self._shape(held)
        return panel if panel is not None and presses(panel) else None

    async def _wait(self) -> None:
        """Until the panel offers something or the game is over; but not for long: a bot may have died meanwhile."""
        with contextlib.suppress(TimeoutError):
            await until(lambda: self._living() or self.over(), LOOK_AGAIN_SECONDS)


def presses(panel: Shape) -> list[Press]:
    """What leads on: the confirmation that is asked for, else a choice, a group, or a line of the menu."""
    if confirm := controls(panel, "b:do:"):
        return [(confirm[0],)]
    if menus := controls(panel, "s:take:"):
        return [(menus[0], value) for value in values(panel, menus[0])]
    rows = [part for part in walk(panel["components"]) if part["type"] == ROW]
    ways = [row for row in rows if not any(_is(part, "b:section:") for part in inside(row))]
    leading = {"components": ways}  # the last row leads back, not on
    return [(found,) for found in (*controls(leading, "b:take:"), *controls(leading, "b:path:"))]


def _is(part: dict[str, Any], prefix: str) -> bool:
    return str(part.get("custom_id", "")).startswith(prefix)


def controls(message: Shape, prefix: str) -> list[str]:
    """The ids of the message's buttons and menus that begin so."""
    parts = walk(message["components"])
    return [str(part["custom_id"]) for part in parts if _is(part, prefix) and not part.get("disabled")]


def values(message: Shape, custom_id: str) -> list[str]:
    (menu,) = [part for part in walk(message["components"]) if part.get("custom_id") == custom_id]
    options: Any = menu["options"]
    return [option["value"] for option in options]
