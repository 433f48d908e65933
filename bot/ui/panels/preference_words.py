"""The choices that people and servers share, in words: languages, palettes, calls, reminders, yes and no.

Not for what is chosen.
"""

from collections.abc import Sequence

from discord import app_commands

from bot.table.preferences import PALETTES, PINGS, REMINDS, Ping, Remind
from bot.texts import LANGUAGES, Texts
from bot.ui.command_names import about
from bot.ui.panels.settings import Choice
from render.theme import ThemeName
from render.words import own_name

PING_NAMES: dict[Ping, app_commands.locale_str] = {
    "mention": about("in the channel"),
    "dm": about("by private message"),
    "none": about("not at all"),
}
REMIND_NAMES: dict[Remind, app_commands.locale_str] = {
    "off": about("never"),
    "gentle": about("after a while, then seldom"),
    "4": about("every 4 hours"),
    "8": about("every 8 hours"),
    "12": about("every 12 hours"),
    "24": about("every day"),
    "48": about("every two days"),
}
PALETTE_NAMES: dict[ThemeName, app_commands.locale_str] = {"day": about("day (light)"), "night": about("night (dark)")}


def languages() -> list[Choice]:
    return [Choice(code, own_name(code)) for code in LANGUAGES]


def palettes(words: Texts) -> list[Choice]:
    return [Choice(palette, words.say(PALETTE_NAMES[palette].message)) for palette in PALETTES]


def pings(words: Texts) -> list[Choice]:
    return [Choice(ping, words.say(PING_NAMES[ping].message)) for ping in PINGS]


def reminders(words: Texts) -> list[Choice]:
    return [Choice(remind, words.say(REMIND_NAMES[remind].message)) for remind in REMINDS]


def yes_or_no(words: Texts) -> list[Choice]:
    return [Choice("True", words.say("yes")), Choice("False", words.say("no"))]


def said(choices: Sequence[Choice], value: str) -> str:
    """How a value is called."""
    return next((each.label for each in choices if each.value == value), value)
