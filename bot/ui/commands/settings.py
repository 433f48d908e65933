"""/settings: what a server and a person choose for themselves: language, palette, private messages, how to be called.

Not for settings of the program (`bot.settings`) and not for options of a game.
"""

import discord
import msgspec
from discord import app_commands

from bot.errors import Refused
from bot.table.preferences import PALETTES, PINGS, PersonPreferences, Ping, ServerPreferences, in_force
from bot.texts import Texts, texts
from bot.ui.access import is_member
from bot.ui.command_names import about, named
from bot.ui.commands.game import language_choices
from bot.ui.commands.installs import OF_ANYBODY, PLACES
from bot.ui.commands.privacy import forget_question
from bot.ui.replies import Reply, answer, context_of
from render.theme import ThemeName
from render.words import own_name

PING_NAMES: dict[Ping, app_commands.locale_str] = {
    "mention": about("in the channel"),
    "dm": about("by private message"),
    "none": about("not at all"),
}
PALETTE_NAMES: dict[ThemeName, app_commands.locale_str] = {"day": about("day (light)"), "night": about("night (dark)")}

_NAMES = {
    "language": named("/game language"),
    "palette": named("/settings palette"),
    "private": named("/settings private"),
    "ping": named("/settings ping"),
    "reset": named("/settings reset"),
}
_OWN_NAMES = _NAMES | {
    "forget": named("/settings forget"),
}


def ping_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=PING_NAMES[ping], value=ping) for ping in PINGS]


def palette_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=PALETTE_NAMES[palette], value=palette) for palette in PALETTES]


def _given(**wishes: object) -> dict[str, object]:
    """What was said; the rest stays as it is."""
    return {name: wish for name, wish in wishes.items() if wish is not None}


class SettingsGroup(app_commands.Group):
    """/settings."""

    def __init__(self) -> None:
        super().__init__(
            name=named("/settings"),
            description=about("Language, palette, private messages, pings"),
            allowed_contexts=PLACES,
            allowed_installs=OF_ANYBODY,
        )

    @app_commands.command(name=named("/settings me"), description=about("What you choose for yourself"))
    @app_commands.rename(**_OWN_NAMES)
    @app_commands.describe(
        language=about("The language of what only you see"),
        palette=about("The colours of pictures that only you see"),
        private=about("Whether your cards come by private message, too"),
        ping=about("How you are called when it is up to you"),
        reset=about("Back to what the server has chosen, before the rest of this command"),
        forget=about("Delete everything that is kept of you; you are asked first"),
    )
    @app_commands.choices(language=language_choices(), palette=palette_choices(), ping=ping_choices())
    async def me(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        palette: str | None = None,
        private: bool | None = None,
        ping: str | None = None,
        reset: bool = False,
        forget: bool = False,
    ) -> None:
        async def work(words: Texts) -> Reply:
            if forget:
                return forget_question(words)
            context, user = context_of(interaction), interaction.user.id
            before = await context.chosen.of_person(user)
            if reset:
                before = PersonPreferences(spoken=before.spoken)
            wishes = _given(language=language, palette=palette, private=private, ping=ping)
            if private is not None:  # whoever asks for them again gets them tried again
                wishes["closed"] = False
            wish = msgspec.convert(msgspec.structs.asdict(before) | wishes, PersonPreferences)
            await context.chosen.set_person(user, wish)
            server = await context.chosen.of_server(interaction.guild_id)
            return Reply(_person(texts(wish.language) if wish.language else words, wish, server))

        await answer(interaction, work)

    @app_commands.command(name=named("/settings server"), description=about("What is chosen for this server"))
    @app_commands.rename(**_NAMES)
    @app_commands.describe(
        language=about("The language of what everybody sees"),
        palette=about("The colours of pictures that everybody sees"),
        private=about("Whether cards come by private message, too, unless people choose otherwise"),
        ping=about("How people are called, unless they choose otherwise"),
        reset=about("Back to how it was at first, before the rest of this command"),
    )
    @app_commands.choices(language=language_choices(), palette=palette_choices(), ping=ping_choices())
    @app_commands.guild_only()
    async def server(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        palette: str | None = None,
        private: bool | None = None,
        ping: str | None = None,
        reset: bool = False,
    ) -> None:
        async def work(words: Texts) -> Reply:
            if interaction.guild_id is None:
                raise Refused("There is no server here.")
            if not is_member(interaction):  # of /settings Discord offers all or nothing
                raise Refused("I am no member of this server.")
            context = context_of(interaction)
            before = await context.chosen.of_server(interaction.guild_id)
            wishes = _given(language=language, palette=palette, private=private, ping=ping)
            if not wishes and not reset:
                return Reply(_server(words, before))
            if not interaction.permissions.manage_guild:
                raise Refused("Only those who may manage this server can choose for it.")
            before = ServerPreferences() if reset else before
            wish = msgspec.convert(msgspec.structs.asdict(before) | wishes, ServerPreferences)
            await context.store.preferences.set_guild(interaction.guild_id, wish)
            return Reply(_server(words, wish))

        await answer(interaction, work)


def _person(words: Texts, wish: PersonPreferences, server: ServerPreferences) -> str:
    """What is in force here for somebody."""
    spoken = own_name(wish.language) if wish.language else words.say("as in your Discord")
    now = in_force(wish, server)
    return _list(words, spoken, now.palette, now.private, now.ping)


def _server(words: Texts, wish: ServerPreferences) -> str:
    """What is in force for all who have not chosen."""
    spoken = own_name(wish.language) if wish.language else words.say("as the server has it in Discord")
    return _list(words, spoken, wish.palette, wish.private, wish.ping)


def _list(words: Texts, language: str, palette: ThemeName, private: bool, ping: Ping) -> str:
    return words.say(
        "Language: {language}. Palette: {palette}. Private messages: {private}. Calls: {ping}.",
        language=language,
        palette=words.say(PALETTE_NAMES[palette].message),
        private=words.say("yes") if private else words.say("no"),
        ping=words.say(PING_NAMES[ping].message),
    )
