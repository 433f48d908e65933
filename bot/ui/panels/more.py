"""What stands behind a panel: orders, trials, resigning, the rules of what is being decided, why something cannot be.

Not for the moves themselves: `play.py`.
"""

import discord

from bot.limits import BUTTON_LABEL, BUTTONS_IN_ROW, MENU_CHOICES
from bot.store.hosted_game import HostedGame
from bot.table import why_not
from bot.texts import Texts
from bot.texts.speaker import shorten
from bot.texts.summary import Summary
from bot.ui.components import BAD, Handlers, MenuEntry, Press, Touch, button, menu, view
from bot.ui.labels import label_of, marks_of, summary_of
from bot.ui.panels.play import TEXT
from bot.ui.panels.trial import can_try
from bot.ui.replies import Reply, answer, context_of
from engine.title import AnyTitle
from engine.values import Param, Verb
from render.words.title_words import capital

MOST_ORDERS = 2 * BUTTONS_IN_ROW
LONGEST_LIST = 12
"""Values that are named for one reason; more of them are counted."""


# ---- more


async def more(interaction: discord.Interaction, touch: Touch) -> None:
    """In the place of the panel; from a board, a message of its own, for those who only watch, too."""
    on_panel = interaction.message is not None and interaction.message.flags.ephemeral

    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        hosted = await context.table.hosted(touch.game)
        number, title = hosted.number, hosted.title
        items = [
            button("log", words.say("Log"), number, row=2),
            button("board", words.say("Board"), number, row=2),
            button("words", words.say("Board in words"), number, row=2),
        ]
        if user in hosted.people():
            if title.has_hand(hosted.setup().options):
                items.append(button("hand", words.say("My hand"), number, row=2))
            if can_try(hosted, hosted.seat_of(user)):
                items.append(button("try", words.say("Try out …"), number, hosted.version, row=3))
            items += _orders(summary_of(words, hosted, await context.names.of_seats(hosted, words)), hosted, user)
            if hosted.status == "running":
                items.append(button("asktable", words.say("Ask the table …"), number, row=3))
            items.append(button("calls", words.say("Calls …"), number, row=3))
            items.append(button("resign", words.say("Resign …"), number, style=BAD, row=3))
        elif hosted.status == "running":
            items.append(button("follow", words.say("Follow …"), number, row=3))
        items.append(button("help", words.say("Help"), number, row=2))
        if on_panel:
            items.append(_back(words, hosted))
        heading = words.say("**{title}**, game {number}: what is not a move.", title=title.name, number=number)
        return Reply(heading, view(*items), instead=on_panel, layout=True)

    await answer(interaction, work, game=touch.game)


def _orders(summary: Summary, hosted: HostedGame, user: int) -> list[Press]:
    """What somebody can have done for them, and is no move."""
    title, words = hosted.title, summary.words
    asides = [action for action in title.legal(hosted.running().state, hosted.seat_of(user)) if title.is_aside(action)]
    return [
        button(
            "do",
            shorten(capital(words.action(title, action, summary.who)), BUTTON_LABEL),
            hosted.number,
            hosted.version,
            TEXT + title.text(action),
            row=place // BUTTONS_IN_ROW,
        )
        for place, action in enumerate(asides[:MOST_ORDERS])
    ]


def _back(words: Texts, hosted: HostedGame, row: int = 4) -> Press:
    return button("path", words.say("Back"), hosted.number, hosted.version, "/0", row=row)


# ---- rules


async def section(interaction: discord.Interaction, touch: Touch) -> None:
    """The part of the rules page that is about what the person has to decide, else about a turn."""

    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        hosted = await context.table.hosted(touch.game)
        title, seat = hosted.title, hosted.people().get(interaction.user.id)
        decisions = title.to_act(hosted.running().state)
        kinds = [each.kind for each in decisions if each.seat == seat] or [each.kind for each in decisions]
        clauses = [title.clause_of[kind] for kind in kinds if kind in title.clause_of]
        text = words.rule(title, clauses[0]) if clauses else words.rules_lead(title)
        return Reply(shorten(text, LONGEST_SECTION))

    await answer(interaction, work, game=touch.game)


LONGEST_SECTION = 1900


# ---- why not


async def whynot(interaction: discord.Interaction, touch: Touch) -> None:
    """What somebody misses among the choices, and the rule that forbids it."""

    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        hosted = await context.table.hosted(touch.game)
        seat, title = hosted.seat_of(interaction.user.id), hosted.title
        state = hosted.running().state
        verbs = why_not.missing(title, state, seat)
        lines = [words.say("What would you like to do, and cannot?")]
        if touch.values and touch.values[0] in title.verb_named:
            verb = title.verb_named[touch.values[0]]
            summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
            found = why_not.reasons(title, state, seat, verb)
            lines = [f"**{words.group(title, verb.name)}**"]
            lines += [_reason(summary.words, title, verb, reason, marks_of(hosted)) for reason in found]
            if not found:
                lines.append(words.say("Everything of this kind is among your choices."))
        entries = [MenuEntry(verb.name, words.group(title, verb.name), words.about_verb(title, verb)) for verb in verbs]
        chosen = touch.values[0] if touch.values else None
        question, number, version = words.say("Why not …?"), hosted.number, hosted.version
        asked = menu("whynot", question, entries[:MENU_CHOICES], number, version, chosen=chosen)
        return Reply("\n".join(lines), view(asked, _back(words, hosted)), instead=True, layout=True)

    await answer(interaction, work, game=touch.game)


def _reason(words: Texts, title: AnyTitle, verb: Verb, reason: why_not.Reason, marks: dict[str, str]) -> str:
    refusal = words.refusal(reason.refusal, title)
    if not reason.values:
        return f"· {refusal}"
    first: Param = next(param for param in verb.params if not param.optional)
    named = [label_of(words, title, first, value, marks) for value in reason.values[:LONGEST_LIST]]
    rest = len(reason.values) - len(named)
    listed = ", ".join(named) + (words.say(" and {count} more", count=rest) if rest else "")
    return f"· {listed}: {refusal}"


HANDLERS: Handlers = {"more": more, "section": section, "whynot": whynot}
