"""What a person chooses for themselves, as rows of `/settings me`.

Not for the panel (`settings.py`) and not for what the choices mean (`bot.table.preferences`).
"""

from collections.abc import Callable

import discord
import msgspec

from bot.calls.hours import NIGHTS, ZONES, Hours
from bot.calls.wishes import hours_of
from bot.table.preferences import PersonPreferences
from bot.texts import Texts
from bot.ui.components import BAD
from bot.ui.panels.preference_words import languages, palettes, pings, reminders, said, yes_or_no
from bot.ui.panels.settings import Change, Choice, Extra, Row, SettingsPanel, Source, one_of
from bot.ui.replies import context_of

NONE = "-"
"""The value of the choice that there are no quiet hours; Discord takes no empty ones."""


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
        row("remind", words.say("Reminders"),
            words.say("How often you are reminded of what is up to you, and warned when time runs out"),
            reminders(words), wish.remind or server.remind, one_of("remind")),
        *_hours(words, wish, context_of(interaction).clock.now()),
    ]  # fmt: skip


def _hours(words: Texts, wish: PersonPreferences, now: float) -> list[Row[PersonPreferences]]:
    """Their time zone and when they sleep, with what their clock shows now, so that a mistake is seen."""
    hours = hours_of(wish)
    zones = dict.fromkeys((*ZONES, *([] if wish.zone is None else [wish.zone])))
    places = [Choice(zone, f"{_place(zone)} · {_clock(Hours(zone), now)}", zone) for zone in zones]
    nights = dict.fromkeys((*NIGHTS, *([] if wish.quiet is None else [wish.quiet])))
    quiet = [Choice(NONE, words.say("none")), *(Choice(night, _night(night)) for night in nights)]
    here = words.say("not said yet") if wish.zone is None else f"{wish.zone} · {_clock(hours, now)}"
    night = words.say("none") if wish.quiet is None else _night(wish.quiet)
    if wish.quiet is not None and wish.zone is None:
        night = words.say("{hours}, as soon as your time zone is known", hours=night)
    return [
        Row("zone", words.say("Time zone"), words.say("What time is it where you are? Any other place: /settings me."),
            places, frozenset({wish.zone or NONE}), here, "default" if wish.zone is None else "own", one_of("zone")),
        Row("quiet", words.say("Quiet hours"),
            words.say("Calls of these hours wait until they are over, and come together"),
            quiet, frozenset({wish.quiet or NONE}), night, "default" if wish.quiet is None else "own",
            one_of("quiet", lambda value: None if value == NONE else value)),
        Row("weekends", words.say("Quiet weekends"), words.say("Whether Saturday and Sunday are quiet, too"),
            yes_or_no(words), frozenset({str(wish.weekends)}), said(yes_or_no(words), str(wish.weekends)),
            "own" if wish.weekends else "default", one_of("weekends", lambda value: value == "True")),
    ]  # fmt: skip


def _place(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def _clock(hours: Hours, now: float) -> str:
    """What a clock shows there; nothing where the zone is not known here."""
    there = hours.wall(now)
    return "?" if there is None else f"{there:%H:%M}"


def _night(night: str) -> str:
    begin, _, end = night.partition("-")
    return f"{begin}:00–{end}:00"


def _private(wish: PersonPreferences, value: str | None) -> PersonPreferences:
    """Whoever asks for them again gets them tried again."""
    asked = None if value is None else value == "True"
    return msgspec.structs.replace(wish, private=asked, closed=wish.closed and asked is None)


async def _save(interaction: discord.Interaction, change: Callable[[PersonPreferences], PersonPreferences]) -> None:
    """What waits for a better moment may find that it is now."""
    context, user = context_of(interaction), interaction.user.id
    await context.chosen.change_person_by(user, change)
    await context.store.outbox.rouse(user, context.clock.now())
    context.table.ring()


def _sources(words: Texts, source: Source) -> str:
    match source:
        case "own":
            return words.say("your own choice")
        case "server":
            return words.say("as the server has it")
    return ""


def _reset(wish: PersonPreferences) -> PersonPreferences:
    """What their Discord speaks is no choice, nor that they were asked something once."""
    return PersonPreferences(spoken=wish.spoken, asked=wish.asked)


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
