"""/privacy: what is kept of people, why, how long, and who sees it; the terms of service; and being forgotten.

Not for the texts (`data/rules`) and not for forgetting itself: `bot.workers.forgetting`.
"""

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.settings import Settings
from bot.texts import Texts
from bot.texts.pages import page
from bot.ui.command_names import about, named
from bot.ui.commands.installs import OF_ANYBODY, PLACES
from bot.ui.components import BAD, Handlers, MenuEntry, Touch, button, menu, view
from bot.ui.replies import Reply, answer, context_of

PRIVACY, TERMS = "privacy", "terms"
"""The pages."""
ASK, YES, NO = "ask", "yes", "no"


def privacy_reply(words: Texts, settings: Settings, name: str = PRIVACY, section: str | None = None) -> Reply:
    """A page's beginning, or a section of it, with a menu of its sections and a way to the other page."""
    found = page(words.code, name)
    text = found._replace(sections=()).text() if section is None else found.section(section).text()
    for field, value in fields(words, settings).items():
        text = text.replace(f"{{{field}}}", value)
    sections = [MenuEntry(one.id, one.heading) for one in found.sections]
    other = TERMS if name == PRIVACY else PRIVACY
    label = words.say("Terms of service") if other == TERMS else words.say("What is kept")
    choose = menu(PRIVACY, words.say("Read more about …"), sections, 0, rest=name, chosen=section)
    return Reply(text, view(choose, button(PRIVACY, label, 0, rest=other)))


def fields(words: Texts, settings: Settings) -> Mapping[str, str]:
    """What the operator's settings say in the pages."""
    return {
        "contact": settings.contact or words.say("they have given no address; ask those who invited Kontor here."),
        "backups": _backups(words, settings.backups),
        "lobby": _hours(words, settings.lobby_hours),
        "rest": _days(words, settings.rest_days),
        "posts": _days(words, settings.posts_days),
        "left": _days(words, settings.left_days),
    }


def _backups(words: Texts, kept: int) -> str:
    if not kept:
        return words.say("Kontor makes no backups by itself.")
    return words.say(
        "Of backups {kept:the latest daily one is|the latest # daily ones are} kept; one that was made before an "
        "upgrade goes when so many are newer.",
        kept=kept,
    )


def _hours(words: Texts, term: float) -> str:
    return words.say("after {hours} h", hours=f"{term:g}") if term else words.say("never")


def _days(words: Texts, term: float) -> str:
    return words.say("after {days:# day|# days}", days=max(round(term), 1)) if term else words.say("never")


def forget_question(words: Texts, *, instead: bool = False) -> Reply:
    """Nothing is done yet."""
    text = words.say(
        "Shall I forget you? What is kept of you is deleted. In games that go on a computer takes your seat for good, "
        "and in those that are over you become a former player. This cannot be taken back."
    )
    yes = button("forget", words.say("Forget me"), 0, rest=YES, style=BAD)
    return Reply(text, view(yes, button("forget", words.say("No"), 0, rest=NO)), instead=instead)


async def decide_to_forget(interaction: discord.Interaction, touch: Touch) -> None:
    """The answer to that question; only the person who was asked sees it."""

    async def work(words: Texts) -> Reply:
        if touch.rest == ASK:
            return forget_question(words, instead=True)
        if touch.rest != YES:
            return Reply(words.say("You are not forgotten; all is as it was."), instead=True)
        context, user = context_of(interaction), interaction.user.id
        await context.forgetting.forget(user)
        context.names.forget(user)
        context.chosen.forget(user)
        return Reply(words.say("You are forgotten. If you play again, you begin anew."), instead=True)

    await answer(interaction, work)


async def show(interaction: discord.Interaction, touch: Touch) -> None:
    """Another section, or the other page, in the place of what was read."""

    async def work(words: Texts) -> Reply:
        section = touch.values[0] if touch.values else None
        name = TERMS if touch.rest == TERMS else PRIVACY
        shown = privacy_reply(words, context_of(interaction).settings, name, section)
        return Reply(shown.content, shown.view, instead=True)

    await answer(interaction, work)


@app_commands.command(name=named("/privacy"), description=about("What is kept of you, why, how long, and who sees it"))
@app_commands.allowed_contexts(guilds=PLACES.guild, dms=PLACES.dm_channel, private_channels=PLACES.private_channel)
@app_commands.allowed_installs(guilds=OF_ANYBODY.guild, users=OF_ANYBODY.user)
async def privacy(interaction: discord.Interaction) -> None:
    async def work(words: Texts) -> Reply:
        return privacy_reply(words, context_of(interaction).settings)

    await answer(interaction, work)


HANDLERS: Handlers = {PRIVACY: show, "forget": decide_to_forget}
