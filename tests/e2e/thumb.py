"""Somebody who plays with a thumb: presses Play, chooses from the menus, confirms, until the game is over.

Not for good play: the choices are drawn from a seed.
"""

import contextlib
import random
import time
from typing import Any

from bot.local.models import Message, MessageFlag
from bot.local.server import Server
from tests.bot.local.people import Guest, Shape
from tests.patience import until

LOOK_AGAIN_SECONDS = 1.0


class Moved(Exception):
    """The message was edited before it was pressed; a person would look again, too."""


class Thumb:
    """One person in one thread."""

    def __init__(self, server: Server, guest: Guest, thread: int, seed: int = 1) -> None:
        self._server = server
        self.guest = guest
        self.thread = thread
        self._chance = random.Random(seed)
        self.decisions = 0
        self.confirmed_at = 0.0

    # ---- looking

    def posts(self) -> list[Shape]:
        return self.guest.messages(self.thread)

    def over(self) -> bool:
        """Only the last post of a game offers another one."""
        return any(controls(post, "b:rematch:") for post in self.posts())

    def text(self) -> str:
        return "\n".join(str(post["content"]) for post in self.posts())

    # ---- pressing

    async def press(self, message: Shape, custom_id: str, *chosen: str) -> Shape:
        """Presses and waits for the answer: a new message, or a panel that is changed in its place."""
        before = self._held(message)
        state = None if before is None else (before.edited, before.content, str(before.components))
        sent = await self.guest.press(message, custom_id, *chosen)
        if "refused" in sent:
            raise Moved(sent["refused"])
        number = int(sent["interaction"])

        def answer() -> Message | None:
            found = self._answer_to(number)
            if found is not None or before is None or before.viewer is None:
                return found  # a post may change meanwhile for other reasons
            return before if (before.edited, before.content, str(before.components)) != state else None

        try:
            await until(answer)
        except TimeoutError:
            shown = self._server.services.interactions.numbered(number)
            raise AssertionError(f"{custom_id} {chosen} on {message['content']!r} was not answered: {shown}") from None
        held = answer()
        assert held is not None
        return self._server.services.payloads.message(held)

    def _held(self, message: Shape) -> Message | None:
        return self._server.world.message(int(message["channel_id"]), int(message["id"]))

    def _answer_to(self, interaction: int) -> Message | None:
        for message in reversed(self._server.world.messages[self.thread].values()):
            if message.cause is not None and message.cause.id == interaction:
                return None if message.flags & MessageFlag.LOADING else message
        return None

    async def play(self, most: int = 10_000) -> None:
        """Plays until the game is over, or so many decisions are made."""
        while not self.over() and self.decisions < most:
            with contextlib.suppress(Moved):
                await self.turn()

    async def look(self, button: str) -> Shape:
        """Presses a button of the newest board; the answer."""
        board = self.board()
        return await self.press(board, controls(board, button)[0])

    def board(self) -> Shape:
        return [post for post in self.posts() if controls(post, "b:play:") and controls(post, "b:log:")][-1]

    async def turn(self, *, wait: bool = True) -> None:
        """One decision, or waiting for the others if there is none to make."""
        board = self.board()
        panel = await self.press(board, controls(board, "b:play:")[0])
        while True:
            confirm = controls(panel, "b:do:")
            menus = controls(panel, "s:")
            if confirm:
                self.confirmed_at = time.monotonic()
                panel = await self.press(panel, confirm[0])
                # Somebody else may have decided in between, or ended the game; then the panel says so instead.
                self.decisions += panel["content"].startswith("✓")
                return
            if not menus:
                return await self._wait(board) if wait else None
            panel = await self.press(panel, menus[0], self._chance.choice(values(panel, menus[0])))

    async def _wait(self, board: Shape) -> None:
        """Until something happens; but not for long, since it may have happened before the looking began."""
        newest, held = self.posts()[-1]["id"], self._held(board)
        edited = None if held is None else held.edited
        with contextlib.suppress(TimeoutError):
            await until(
                lambda: self.posts()[-1]["id"] != newest or held is None or held.edited != edited, LOOK_AGAIN_SECONDS
            )


def controls(message: Shape, prefix: str) -> list[str]:
    """The ids of the message's buttons and menus that begin so."""
    found: list[str] = []

    def gather(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            if str(part.get("custom_id", "")).startswith(prefix) and not part.get("disabled"):
                found.append(part["custom_id"])
            gather(part.get("components", []))

    gather(message["components"])
    return found


def values(message: Shape, custom_id: str) -> list[str]:
    for row in message["components"]:
        for part in row.get("components", []):
            if part.get("custom_id") == custom_id:
                return [option["value"] for option in part["options"]]
    raise AssertionError(custom_id)
