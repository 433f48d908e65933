"""Posts on which somebody has just pressed Play: while that press is fresh, Discord lets its token change the post.

Not for panels (`live_panels.py`). Such a change is none of the few requests that a bot may make to a channel. Tokens
stay in memory, here only; without one a post is changed as any other.
"""

import discord

from bot.clock import Clock
from bot.recent import Recent
from bot.ui.live_panels import EDITABLE

MOST = 2000


class PressedPosts:
    """The last press on each post."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._presses: Recent[int, tuple[discord.Interaction, float]] = Recent(MOST)

    async def acknowledge(self, interaction: discord.Interaction) -> None:
        """Silently, so that the token means the post; what is said to the press follows as a message of its own."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        if not interaction.response.is_done():
            await interaction.response.defer()
        self._presses[message.id] = interaction, self._clock.now() + EDITABLE

    def on(self, message: int) -> discord.Interaction | None:
        press, until = self._presses.get(message) or (None, 0.0)
        return press if until > self._clock.now() else None

    def forget(self, message: int) -> None:
        self._presses.pop(message)
