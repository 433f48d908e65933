"""In which language somebody is spoken to: the reader's for what only they see, the table's for what all see.

Not for the texts: `bot.texts`.
"""

import discord

from bot.store.hosted_game import HostedGame
from bot.texts import Texts, texts
from bot.texts.emblems import NO_EMBLEMS, Emblems
from bot.ui.in_time import LOOKING_UP, in_time
from bot.ui.preferences import Chosen

NOTING = 0.5
"""Seconds that an answer waits for it."""


class Languages:
    """The languages of people and tables."""

    def __init__(self, chosen: Chosen, emblems: Emblems = NO_EMBLEMS) -> None:
        self._chosen = chosen
        self._emblems = emblems

    def _texts(self, code: str) -> Texts:
        """With the pictures that Discord can show."""
        return texts(code).illustrated(self._emblems)

    async def of_asker(self, interaction: discord.Interaction) -> Texts:
        """The language of the person who asks; that of their Discord if the database does not say what they chose.

        What their Discord speaks is kept, for what they get without asking.
        """
        user, spoken = interaction.user.id, interaction.locale.value
        wish = await in_time(self._chosen.of_person(user), LOOKING_UP)
        if wish is not None and wish.spoken != spoken:
            await in_time(self._chosen.change_person(user, spoken=spoken), NOTING)
        return self._texts((wish and wish.language) or spoken)

    async def of_person(self, user: int, hosted: HostedGame) -> Texts:
        """The language of somebody who gets a message; the table's if nothing is known of them."""
        wish = await self._chosen.of_person(user)
        language = wish.language or wish.spoken
        return await self.of_table(hosted) if language is None else self._texts(language)

    async def of_table(self, hosted: HostedGame) -> Texts:
        """The language of what everybody at the table reads."""
        language = hosted.header.lobby.language or (await self._chosen.of_server(hosted.header.guild)).language
        return self._texts(language or "en")
