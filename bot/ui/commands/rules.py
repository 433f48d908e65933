"""/rules: the short rules of a title, a section of them, or the clause that refused a move.

Not for the texts: `bot.texts` has them.
"""

import re

import discord
import msgspec
from discord import app_commands

from bot.errors import Refused
from bot.limits import COMPLETION, MENU_CHOICES
from bot.texts import Texts
from bot.ui.command_names import about, named
from bot.ui.commands.installs import OF_ANYBODY, PLACES
from bot.ui.commands.opening import title_choices
from bot.ui.components import Choose, Handlers, MenuEntry, Touch, menu, view
from bot.ui.in_time import completing
from bot.ui.panels import personal
from bot.ui.replies import Reply, answer, context_of
from bot.ui.typed_words import Candidate, best, meant
from engine.registry import title as find_title
from engine.registry import titles
from engine.title import AnyTitle

CLAUSE = re.compile(r"[A-Z]{2}-\d+(\.\d+)?")
Choices = list[app_commands.Choice[str]]


def rules_reply(words: Texts, title: AnyTitle, section: str | None) -> Reply:
    """A section or what a clause is about; without either, what the title is about, and a menu of its sections."""
    if section is None:
        return Reply(words.rules_lead(title), view(_section_menu(words, title)))
    if CLAUSE.fullmatch(section.upper()):
        return personal.rule(words, title.key, section.upper())
    found = meant(section, headings(words, title))
    if found is None:
        raise Refused("The rules of {title} have no section “{section}”.", title=title.name, section=section)
    return Reply(words.rules(title, found.value), view(_section_menu(words, title, found.value)))


def _section_menu(words: Texts, title: AnyTitle, section: str | None = None) -> Choose:
    choices = [MenuEntry(name, heading) for name, heading in words.sections(title).items()]
    return menu("rules", words.say("Read more about …"), choices[:MENU_CHOICES], 0, rest=title.key, chosen=section)


async def choose_section(interaction: discord.Interaction, touch: Touch) -> None:
    """Another section of the same rules, in the place of the one that was read."""

    async def work(words: Texts) -> Reply:
        shown = rules_reply(words, find_title(touch.rest), touch.values[0])
        return msgspec.structs.replace(shown, instead=True)

    await answer(interaction, work)


def headings(words: Texts, title: AnyTitle) -> list[Candidate]:
    return [Candidate(name, heading[:COMPLETION]) for name, heading in words.sections(title).items()]


@completing
async def complete_section(interaction: discord.Interaction, current: str) -> Choices:
    key = getattr(interaction.namespace, "title", None)
    if key not in {title.key for title in titles()}:
        return []
    words = await context_of(interaction).reader(interaction)
    offered = headings(words, find_title(key))
    return [app_commands.Choice(name=found.name, value=found.value) for found in best(current, offered)]


@app_commands.command(name=named("/rules"), description=about("The rules of a game in short, or one of them"))
@app_commands.rename(title=named("/game title"), section=named("/rules section"))
@app_commands.describe(title=about("Which game"), section=about("A section, or a clause like HA-7.2"))
@app_commands.choices(title=title_choices())
@app_commands.autocomplete(section=complete_section)
@app_commands.allowed_contexts(guilds=PLACES.guild, dms=PLACES.dm_channel, private_channels=PLACES.private_channel)
@app_commands.allowed_installs(guilds=OF_ANYBODY.guild, users=OF_ANYBODY.user)
async def rules(interaction: discord.Interaction, title: str | None = None, section: str | None = None) -> None:
    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        if title is not None:
            return rules_reply(words, find_title(title), section)
        hosted = await context.table.hosted(await context.game_here(interaction, live=False))
        return rules_reply(words, hosted.title, section)

    await answer(interaction, work)


HANDLERS: Handlers = {"rules": choose_section}
