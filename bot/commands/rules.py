"""/rules: the short rules of a title, a section of them, or the clause that refused a move.

Not for the texts: `bot.texts` has them.
"""

import re

import discord
import msgspec
from discord import app_commands

from bot import looks
from bot.answers import Attachment, Reply, answer, house_of
from bot.commands.game import title_choices
from bot.components import MENU, Choice, Choose, Touch, menu, on, view
from bot.errors import Refused
from bot.matching import Candidate, best, meant
from bot.texts import Texts
from bot.translator import about, named
from engine.registry import title as find_title
from engine.registry import titles
from engine.title import AnyTitle

CLAUSE = re.compile(r"[A-Z]{2}-\d+(\.\d+)?")
Choices = list[app_commands.Choice[str]]


def rules_reply(words: Texts, title: AnyTitle, section: str | None) -> Reply:
    """A section or what a clause is about; without either, what the title is about, all of it in a file, and a menu."""
    if section is None:
        whole = Attachment("rules.md", words.rules(title).encode())
        return Reply(words.rules_lead(title), view(_section_menu(words, title)), (whole,))
    if CLAUSE.fullmatch(section.upper()):
        return looks.rule(words, title.key, section.upper())
    found = meant(section, headings(words, title))
    if found is None:
        raise Refused("The rules of {title} have no section “{section}”.", title=title.name, section=section)
    return Reply(words.rules(title, found.value), view(_section_menu(words, title, found.value)))


def _section_menu(words: Texts, title: AnyTitle, section: str | None = None) -> Choose:
    choices = [Choice(name, heading) for name, heading in words.sections(title).items()]
    return menu("rules", words.say("Read more about …"), choices[:MENU], 0, rest=title.key, chosen=section)


@on("rules")
async def choose_section(interaction: discord.Interaction, touch: Touch) -> None:
    """Another section of the same rules, in the place of the one that was read."""

    async def work(words: Texts) -> Reply:
        shown = rules_reply(words, find_title(touch.rest), touch.values[0])
        return msgspec.structs.replace(shown, instead=True)

    await answer(interaction, work)


def headings(words: Texts, title: AnyTitle) -> list[Candidate]:
    return [Candidate(name, heading[:100]) for name, heading in words.sections(title).items()]


async def complete_section(interaction: discord.Interaction, current: str) -> Choices:
    key = getattr(interaction.namespace, "title", None)
    if key not in {title.key for title in titles()}:
        return []
    words = await house_of(interaction).reader(interaction)
    offered = headings(words, find_title(key))
    return [app_commands.Choice(name=found.name, value=found.value) for found in best(current, offered)]


@app_commands.command(name=named("/rules"), description=about("The rules of a game in short, or one of them"))
@app_commands.rename(title=named("/game title"), section=named("/rules section"))
@app_commands.describe(title=about("Which game"), section=about("A section, or a clause like HA-7.2"))
@app_commands.choices(title=title_choices())
@app_commands.autocomplete(section=complete_section)
async def rules(interaction: discord.Interaction, title: str | None = None, section: str | None = None) -> None:
    async def work(words: Texts) -> Reply:
        house = house_of(interaction)
        if title is not None:
            return rules_reply(words, find_title(title), section)
        sheet = await house.table.sheet(await house.game_here(interaction, live=False))
        return rules_reply(words, sheet.title, section)

    await answer(interaction, work)
