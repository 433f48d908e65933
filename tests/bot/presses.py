"""Somebody presses something, without Discord: what is used of an interaction, and what was said to it when.

Not for what the answer looks like in Discord: simcord shows that, but its time does not pass by itself.
"""

import time
from types import SimpleNamespace

import discord

from bot.ui.context import Context


class Press:
    """An interaction of a person who reads French."""

    message = None
    guild_id = None
    channel_id = None
    locale = discord.Locale.french

    def __init__(self, context: Context, user: int) -> None:
        self.client = SimpleNamespace(context=context)
        self.user = SimpleNamespace(id=user, display_name="Somebody")
        self.response = self
        self.began = time.monotonic()
        self.said: list[tuple[float, str]] = []

    def is_done(self) -> bool:
        return bool(self.said)

    async def defer(self, **how: object) -> None:
        self._say("acknowledged")

    async def send_message(self, content: str, **more: object) -> SimpleNamespace:
        self._say(content)
        return SimpleNamespace(message_id=len(self.said))

    async def edit_original_response(self, content: str, **more: object) -> SimpleNamespace:
        self._say(content)
        return SimpleNamespace(id=len(self.said))

    def _say(self, content: str) -> None:
        self.said.append((time.monotonic() - self.began, content))
