"""/settings: what a server and a person choose for themselves; typed at once, or on a panel.

Not for what can be set (`bot.ui.panels.own_settings`, `server_settings`), settings of the program or options of a game.
"""

import discord
import msgspec
from discord import app_commands

from bot.calls.hours import NIGHTS, Hours, check_night, check_zone, zones_like
from bot.errors import Refused
from bot.limits import MENU_CHOICES
from bot.table.preferences import PALETTES, PINGS, REMINDS, PersonPreferences, ServerPreferences
from bot.texts import Texts, texts
from bot.ui.access import is_member
from bot.ui.command_names import about, named
from bot.ui.commands.installs import OF_ANYBODY, PLACES
from bot.ui.commands.opening import language_choices
from bot.ui.commands.privacy import forget_question
from bot.ui.components import Handlers
from bot.ui.in_time import completing
from bot.ui.panels.own_settings import OWN_SETTINGS
from bot.ui.panels.preference_words import PALETTE_NAMES, PING_NAMES, REMIND_NAMES
from bot.ui.panels.server_settings import SERVER_SETTINGS, save_server
from bot.ui.panels.settings import AnyPanel, handlers, overview
from bot.ui.replies import Reply, answer, context_of

_NAMES = {
    "language": named("/game language"),
    "palette": named("/settings palette"),
    "private": named("/settings private"),
    "ping": named("/settings ping"),
    "reminders": named("/settings reminders"),
    "reset": named("/settings reset"),
}
_OWN_NAMES = _NAMES | {
    "zone": named("/settings zone"),
    "quiet": named("/settings quiet"),
    "weekends": named("/settings weekends"),
    "forget": named("/settings forget"),
}


def ping_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=PING_NAMES[ping], value=ping) for ping in PINGS]


def reminder_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=REMIND_NAMES[remind], value=remind) for remind in REMINDS]


@completing
async def _zones(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Each with what a clock shows there: whoever does not know the name of their zone knows the time."""
    now = context_of(interaction).clock.now()
    shown = ((zone, Hours(zone).wall(now)) for zone in zones_like(typed)[:MENU_CHOICES])
    return [
        app_commands.Choice(name=zone if there is None else f"{zone} · {there:%H:%M}", value=zone)
        for zone, there in shown
    ]


@completing
async def _nights(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=night, value=night) for night in NIGHTS if typed.strip() in night]


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
            description=about("Language, palette, private messages, calls and reminders"),
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
        reminders=about("How often you are reminded of what is up to you"),
        zone=about("Your time zone: what time is it where you are?"),
        quiet=about("Hours in which nobody calls you, such as 22-8"),
        weekends=about("Whether Saturday and Sunday are quiet, too"),
        reset=about("Back to what the server has chosen, before the rest of this command"),
        forget=about("Delete everything that is kept of you; you are asked first"),
    )
    @app_commands.choices(
        language=language_choices(), palette=palette_choices(), ping=ping_choices(), reminders=reminder_choices()
    )
    @app_commands.autocomplete(zone=_zones, quiet=_nights)
    async def me(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        palette: str | None = None,
        private: bool | None = None,
        ping: str | None = None,
        reminders: str | None = None,
        zone: str | None = None,
        quiet: str | None = None,
        weekends: bool | None = None,
        reset: bool = False,
        forget: bool = False,
    ) -> None:
        async def work(words: Texts) -> Reply:
            if forget:
                return forget_question(words)
            wishes = _given(
                language=language,
                palette=palette,
                private=private,
                ping=ping,
                remind=reminders,
                zone=None if zone is None else check_zone(zone),
                quiet=None if quiet is None else check_night(quiet),
                weekends=weekends,
            )

            def change(before: PersonPreferences) -> PersonPreferences:
                kept = OWN_SETTINGS.reset(before) if reset else before
                asked = {"closed": False} if private is not None else {}  # they are to be tried again
                return msgspec.convert(msgspec.structs.asdict(kept) | wishes | asked, PersonPreferences)

            if wishes or reset:
                await OWN_SETTINGS.save(interaction, change)
            return await _panel(OWN_SETTINGS, interaction, texts(language) if language else words)

        await answer(interaction, work)

    @app_commands.command(name=named("/settings server"), description=about("What is chosen for this server"))
    @app_commands.rename(**_NAMES)
    @app_commands.describe(
        language=about("The language of what everybody sees"),
        palette=about("The colours of pictures that everybody sees"),
        private=about("Whether cards come by private message, too, unless people choose otherwise"),
        ping=about("How people are called, unless they choose otherwise"),
        reminders=about("How often people are reminded of what is up to them, unless they choose otherwise"),
        reset=about("Back to how it was at first, before the rest of this command"),
    )
    @app_commands.choices(
        language=language_choices(), palette=palette_choices(), ping=ping_choices(), reminders=reminder_choices()
    )
    @app_commands.guild_only()
    async def server(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        palette: str | None = None,
        private: bool | None = None,
        ping: str | None = None,
        reminders: str | None = None,
        reset: bool = False,
    ) -> None:
        async def work(words: Texts) -> Reply:
            if interaction.guild_id is None:
                raise Refused("There is no server here.")
            if not is_member(interaction):  # of /settings Discord offers all or nothing
                raise Refused("I am no member of this server.")
            wishes = _given(language=language, palette=palette, private=private, ping=ping, remind=reminders)

            def change(before: ServerPreferences) -> ServerPreferences:
                kept = ServerPreferences() if reset else before
                return msgspec.convert(msgspec.structs.asdict(kept) | wishes, ServerPreferences)

            if wishes or reset:
                await save_server(interaction, change)
            return await _panel(SERVER_SETTINGS, interaction, words)

        await answer(interaction, work)


async def _panel(panel: AnyPanel, interaction: discord.Interaction, words: Texts) -> Reply:
    """As the answer to a command."""
    return msgspec.structs.replace(await overview(panel, interaction, words), instead=False)


HANDLERS: Handlers = handlers(OWN_SETTINGS, SERVER_SETTINGS)
