"""/rules: the short rules of a title, a section of them, or the clause that refused a move.

Not for the texts: `bot.texts` has them.
"""

import re

import discord
from discord import app_commands

from bot import looks
from bot.answers import MOST_TEXT, Attachment, Reply, answer, house_of
from bot.commands.game import title_choices
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
    if section is None:
        return _fitted(words, title, words.rules(title))
    if CLAUSE.fullmatch(section.upper()):
        return looks.rule(words, title.key, section.upper())
    found = meant(section, headings(words, title))
    if found is None:
        raise Refused("The rules of {title} have no section “{section}”.", title=title.name, section=section)
    return _fitted(words, title, words.rules(title, found.value))


def headings(words: Texts, title: AnyTitle) -> list[Candidate]:
    return [Candidate(name, heading[:100]) for name, heading in words.sections(title).items()]


def _fitted(words: Texts, title: AnyTitle, text: str) -> Reply:
    """What fits into a message; the whole as a file if it does not."""
    if len(text) <= MOST_TEXT:
        return Reply(text)
    listed = "\n".join(f"· {heading}" for heading in words.sections(title).values())
    shown = words.say("The rules of {title} are attached. Sections:", title=title.name)
    return Reply(f"{shown}\n{listed}", files=(Attachment("rules.md", text.encode()),))


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
