"""Somebody who plays with a thumb: presses Play, chooses from the menus, confirms, until the game is over.

Not for good play: the choices are drawn from a seed.
"""

import asyncio
import contextlib
import random
import time
from typing import Any

from bot.local.interactions import Answer, Interaction
from bot.local.server import Server
from tests.bot.local.people import Guest, Shape, until

PATIENCE = 60.0


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

    async def press(self, message: Shape, custom_id: str, *chosen: str) -> Interaction:
        """Presses and waits for the answer to stand."""
        before = self._state(message)
        sent = await self.guest.press(message, custom_id, *chosen)
        if "refused" in sent:
            raise Moved(sent["refused"])
        interaction = self._server.parts.interactions.numbered(int(sent["interaction"]))
        assert interaction is not None
        await until(lambda: interaction.answered is not None)
        if interaction.answered == Answer.DEFERRED_UPDATE:
            await until(lambda: self._state(message) != before)
        if interaction.answered == Answer.DEFERRED:
            await until(lambda: not self.original(interaction)["flags"] & 128)
        return interaction

    def _state(self, message: Shape) -> object:
        held = self._server.world.message(int(message["channel_id"]), int(message["id"]))
        return None if held is None else (held.edited, held.content, str(held.components))

    def original(self, interaction: Interaction) -> Shape:
        held = self._server.world.message(interaction.channel, interaction.original or 0)
        assert held is not None
        return self._server.parts.shapes.message(held)

    async def play(self, most: int = 10_000) -> None:
        """Plays until the game is over, or so many decisions are made."""
        while not self.over() and self.decisions < most:
            with contextlib.suppress(Moved):
                await self.turn()

    async def look(self, button: str) -> Shape:
        """Presses a button of the newest board; the answer."""
        board = self.board()
        return self.original(await self.press(board, controls(board, button)[0]))

    def board(self) -> Shape:
        return [post for post in self.posts() if controls(post, "b:play:") and controls(post, "b:log:")][-1]

    async def turn(self, *, wait: bool = True) -> None:
        """One decision, or waiting for the others if there is none to make."""
        board = self.board()
        seen = self.posts()[-1]["id"], self._state(board)  # before the press: the others may be quicker than its answer
        panel = self.original(await self.press(board, controls(board, "b:play:")[0]))
        while True:
            confirm = controls(panel, "b:do:")
            menus = controls(panel, "s:")
            if confirm:
                self.confirmed_at = time.monotonic()
                panel = self.original(await self.press(panel, confirm[0]))
                # Somebody else may have decided in between; then the panel says so and nothing was done.
                self.decisions += "moved on" not in panel["content"]
                return
            if not menus:
                return await self._wait(board, *seen) if wait else None
            panel = self.original(await self.press(panel, menus[0], self._chance.choice(values(panel, menus[0]))))

    async def _wait(self, board: Shape, newest: str, state: object) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.over() and self.posts()[-1]["id"] == newest and self._state(board) == state:
                await asyncio.sleep(0.02)


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
