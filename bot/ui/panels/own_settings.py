"""What a person chooses for themselves, as rows of `/settings me`.

Not for the panel (`settings.py`) and not for what the choices mean (`bot.table.preferences`).
"""

from collections.abc import Callable

import discord
import msgspec

from bot.table.preferences import PersonPreferences
from bot.texts import Texts
from bot.ui.components import BAD
from bot.ui.panels.preference_words import languages, palettes, pings, said, yes_or_no
from bot.ui.panels.settings import Change, Choice, Extra, Row, SettingsPanel, Source, one_of
from bot.ui.replies import context_of


async def _rows(interaction: discord.Interaction, words: Texts) -> list[Row[PersonPreferences]]:
    chosen = context_of(interaction).chosen
    wish, server = await chosen.of_person(interaction.user.id), await chosen.of_server(interaction.guild_id)

    nobody: Source = "default" if interaction.guild_id is None else "server"

    def row(
        name: str, heading: str, about: str, choices: list[Choice], value: str, change: Change[PersonPreferences]
    ) -> Row[PersonPreferences]:
        source: Source = nobody if getattr(wish, name) is None else "own"
        return Row(name, heading, about, choices, frozenset({value}), said(choices, value), source, change)

    spoken: Source = "default" if wish.language is None else "own"
    language = row("language", words.say("Language"), words.say("The language of what only you see"), languages(),
                   wish.language or "", one_of("language"))  # fmt: skip
    if wish.language is None:
        language = language._replace(value=words.say("as in your Discord"))
    invited = row("invitations", words.say("Invitations"), words.say("Whether others may invite you to games by name"),
                  yes_or_no(words), str(wish.invitations is not False),
                  one_of("invitations", lambda value: value == "True"))  # fmt: skip
    return [
        language._replace(source=spoken),
        row("palette", words.say("Palette"), words.say("The colours of pictures that only you see"), palettes(words),
            wish.palette or server.palette, one_of("palette")),
        row("private", words.say("Private messages"), words.say("Whether your cards come by private message, too"),
            yes_or_no(words), str(server.private if wish.private is None else wish.private), _private),
        row("ping", words.say("Calls"), words.say("How you are called when it is up to you"), pings(words),
            wish.ping or server.ping, one_of("ping")),
        invited._replace(source="default" if wish.invitations is None else "own"),
    ]  # fmt: skip


def _private(wish: PersonPreferences, value: str | None) -> PersonPreferences:
    """Whoever asks for them again gets them tried again."""
    asked = None if value is None else value == "True"
    return msgspec.structs.replace(wish, private=asked, closed=wish.closed and asked is None)


async def _save(interaction: discord.Interaction, change: Callable[[PersonPreferences], PersonPreferences]) -> None:
    await context_of(interaction).chosen.change_person_by(interaction.user.id, change)


def _sources(words: Texts, source: Source) -> str:
    match source:
        case "own":
            return words.say("your own choice")
        case "server":
            return words.say("as the server has it")
    return ""


def _reset(wish: PersonPreferences) -> PersonPreferences:
    """What their Discord speaks is no choice."""
    return PersonPreferences(spoken=wish.spoken)


OWN_SETTINGS: SettingsPanel[PersonPreferences] = SettingsPanel(
    "me",
    heading=lambda words: words.say("What you choose for yourself"),
    rows=_rows,
    save=_save,
    sources=_sources,
    may_change=lambda _: True,
    reset=_reset,
    extras=lambda words: [Extra("forget", words.say("Forget me …"), "ask", BAD)],
)
