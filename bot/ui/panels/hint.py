"""A hint: what strong computers would do in one's place, why it is worth it, and where that is on the board.

Not for how they think (`bot.table.hints`). Doing it goes the way of every other choice (`play.py`).
"""

from collections.abc import Sequence

import discord

from bot.limits import BUTTON_LABEL
from bot.store.hosted_game import HostedGame
from bot.table.hints import Hint, check_hints
from bot.table.second_thoughts import tried_out
from bot.texts import Texts
from bot.texts.markdown import unmarked
from bot.texts.speaker import shorten
from bot.texts.summary import Summary
from bot.ui.components import GOOD, Handlers, Item, Touch, button, fits, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.levels import LEVELS
from bot.ui.panels.personal import accent_of
from bot.ui.panels.play import SEPARATOR, TEXT, moved_on, panel
from bot.ui.replies import Attachment, Reply, answer, context_of, picture_file
from engine.choices import single, value_of, words_of
from engine.title import AnyTitle
from engine.values import Action


async def ask(interaction: discord.Interaction, touch: Touch) -> None:
    """In the place of the panel. A plan for a position that is gone meanwhile is of no use to anybody."""
    context, user = context_of(interaction), interaction.user.id

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        check_hints(hosted, await context.chosen.of_server(hosted.header.guild))
        seat = hosted.seat_of(user)
        if seat not in hosted.owed():
            return await panel(context, words, hosted, user)
        hints = await context.table.hints(hosted, seat)
        now = await context.table.hosted(touch.game)
        if now.version != hosted.version:
            note = await moved_on(context, words, now, hosted.version)
            return await panel(context, words, now, user, note=note)
        return await shown(context, words, hosted, seat, hints)

    await answer(interaction, work, game=touch.game)


async def shown(context: Context, words: Texts, hosted: HostedGame, seat: int, hints: Sequence[Hint]) -> Reply:
    title, number, version = hosted.title, hosted.number, hosted.version
    style = await context.style(hosted, words, hosted.seats[seat].user)
    summary = summary_of(words, hosted, style["names"])
    lines = [words.say("**{title}**, game {number}: a hint, for you alone.", title=title.name, number=number)]
    items: list[Item] = []
    for place, hint in enumerate(hints, 1):
        lines += _told(summary, hosted, seat, place, hint)
        first = _begins(hosted, seat, hint)
        text = TEXT + SEPARATOR.join(map(title.text, first))
        if fits("take", number, version, text):
            label = "; ".join(unmarked(summary.words.action(title, action, summary.who)) for action in first)
            items.append(button("take", shorten(f"{place} · {label}", BUTTON_LABEL), number, version, text, style=GOOD))
    items.append(button("path", words.say("Back"), number, version, "/0"))
    pointed = await context.pictures.choices(hosted.running(), seat, _places(title, hints[0].actions[:1]), style)
    files: tuple[Attachment, ...] = tuple(
        file for place, each in enumerate(pointed) for file in picture_file(each, f"hint{place or ''}.png")
    )
    accent = accent_of(hosted, title.view(hosted.state, seat))
    return Reply("\n".join(lines), view(*items), files, instead=True, layout=True, accent=accent)


def _told(summary: Summary, hosted: HostedGame, seat: int, place: int, hint: Hint) -> list[str]:
    """The plan, and below it what would come of it."""
    words, title, who = summary.words, hosted.title, summary.who
    plan = unmarked("; ".join(words.action(title, action, who) for action in hint.actions))
    adviser = words.say(str(LEVELS[hint.adviser].name))
    lines = [f"**{place}.** {words.say('{adviser}: **{plan}**.', adviser=adviser, plan=plan)}"]
    trial = tried_out(hosted.running(), seat, single(title.verb_of[type(hint.actions[0])], hint.actions[0]))
    reasons = [] if trial is None else words.notes(title, trial.notes, who)
    happens = [
        line
        for deed in hint.deeds
        for event in deed.events
        if (line := words.event(title, event, who))
    ]  # fmt: skip
    reasons += list(dict.fromkeys(happens))
    if hint.gained > 0:
        reasons.append(words.say("Points gained by it: {points}.", points=hint.gained))
    if hint.ends_open:
        reasons.append(words.say("What comes then is not known before."))
    return [*lines, *(f"-# {line}" for line in reasons)]


def _begins(hosted: HostedGame, seat: int, hint: Hint) -> tuple[Action, ...]:
    """The longest choice that the plan begins with, as the panel offers it; else its first decision."""
    title = hosted.title
    choices = title.choices(hosted.running().state, seat)
    starts = (choice.actions for choice in choices if choice.actions == hint.actions[: len(choice.actions)])
    return max(starts, key=len, default=hint.actions[:1])


def _places(title: AnyTitle, actions: Sequence[Action]) -> dict[str, list[str]]:
    """What the picture points at: by kind the words that the decisions name."""
    places: dict[str, dict[str, None]] = {}
    for action in actions:
        for param in title.verb_of[type(action)].params:
            if value := value_of(action, param):
                places.setdefault(param.kind, {}).update(dict.fromkeys(words_of(value, param)))
    return {kind: list(each) for kind, each in places.items()}


HANDLERS: Handlers = {"hint": ask}
