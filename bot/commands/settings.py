"""/settings: what a server and a person choose for themselves: language, private messages, how to be called.

Not for settings of the house (`bot.settings`) and not for options of a game.
"""

import discord
import msgspec
from discord import app_commands

from bot.answers import Reply, answer, house_of
from bot.commands.game import language_choices, own_name
from bot.errors import Refused
from bot.preferences import PINGS, PersonPreferences, Ping, ServerPreferences
from bot.texts import Texts, texts
from bot.translator import about, named

PING_NAMES: dict[Ping, app_commands.locale_str] = {
    "mention": about("in the channel"),
    "dm": about("by private message"),
    "none": about("not at all"),
}


def ping_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=PING_NAMES[ping], value=ping) for ping in PINGS]


class SettingsGroup(app_commands.Group):
    """/settings."""

    def __init__(self) -> None:
        super().__init__(name=named("/settings"), description=about("Language, private messages, pings"))

    @app_commands.command(name=named("/settings me"), description=about("What you choose for yourself"))
    @app_commands.rename(
        language=named("/game language"), private=named("/settings private"), ping=named("/settings ping")
    )
    @app_commands.describe(
        language=about("The language of what only you see"),
        private=about("Whether your cards come by private message, too"),
        ping=about("How you are called when it is up to you"),
    )
    @app_commands.choices(language=language_choices(), ping=ping_choices())
    async def me(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        private: bool | None = None,
        ping: str | None = None,
    ) -> None:
        async def work(words: Texts) -> Reply:
            house, user = house_of(interaction), interaction.user.id
            wish = await house.person(user)
            if language is not None:
                wish = msgspec.structs.replace(wish, language=language)
            if private is not None:  # whoever asks for them again gets them tried again
                wish = msgspec.structs.replace(wish, private=private, closed=False)
            if ping is not None:
                wish = msgspec.structs.replace(wish, ping=msgspec.convert(ping, Ping))
            await house.set_person(user, wish)
            return Reply(_person(texts(wish.language) if wish.language else words, wish))

        await answer(interaction, work)

    @app_commands.command(name=named("/settings server"), description=about("What is chosen for this server"))
    @app_commands.rename(language=named("/game language"))
    @app_commands.describe(language=about("The language of what everybody sees"))
    @app_commands.choices(language=language_choices())
    @app_commands.guild_only()
    async def server(self, interaction: discord.Interaction, language: str) -> None:
        async def work(words: Texts) -> Reply:
            if interaction.guild_id is None:
                raise Refused("There is no server here.")
            if not interaction.permissions.manage_guild:
                raise Refused("Only those who may manage this server can choose for it.")
            await house_of(interaction).store.preferences.set_guild(interaction.guild_id, ServerPreferences(language))
            return Reply(words.say("This server reads {language} now.", language=own_name(language)))

        await answer(interaction, work)


def _person(words: Texts, wish: PersonPreferences) -> str:
    """What is in force now."""
    spoken = own_name(wish.language) if wish.language else words.say("as in your Discord")
    private = words.say("yes") if wish.private else words.say("no")
    return words.say(
        "Language: {language}. Private messages: {private}. You are called: {ping}.",
        language=spoken,
        private=private,
        ping=words.say(PING_NAMES[wish.ping].message),
    )
