"""In which language somebody is spoken to: the reader's for what only they see, the table's for what all see.

Not for the texts: `bot.texts`.
"""

import discord

from bot.recent import Recent
from bot.store.hosted_game import HostedGame
from bot.texts import Texts, texts
from bot.ui.in_time import LOOKING_UP, in_time
from bot.ui.preferences import Chosen

MOST = 10_000


class Languages:
    """The languages of the people this process meets."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._spoken: Recent[int, str] = Recent(MOST)
        """Of each person's Discord, as last seen."""

    async def of_asker(self, interaction: discord.Interaction) -> Texts:
        """The language of the person who asks; that of their Discord if the database does not say what they chose."""
        self._spoken[interaction.user.id] = interaction.locale.value
        wish = await in_time(self._chosen.of_person(interaction.user.id), LOOKING_UP)
        return texts((wish and wish.language) or interaction.locale.value)

    async def of_person(self, user: int, hosted: HostedGame) -> Texts:
        """The language of somebody who gets a message; the table's if nothing is known of them."""
        language = (await self._chosen.of_person(user)).language or self._spoken.get(user)
        return await self.of_table(hosted) if language is None else texts(language)

    async def of_table(self, hosted: HostedGame) -> Texts:
        """The language of what everybody at the table reads."""
        language = hosted.header.lobby.language or (await self._chosen.of_server(hosted.header.guild)).language
        return texts(language or "en")
