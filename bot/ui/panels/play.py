"""The Play panel: an ephemeral message that leads through the legal choices with menus and buttons, then asks once.

Not for legality: it offers what `legal` lists and nothing else; the table checks again.
"""

import re
from collections.abc import Sequence

import discord
import msgspec

from bot.limits import MENU_CHOICES
from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import Fork, verbs_of, walk, words_in
from bot.texts import Texts
from bot.texts.summary import Summary
from bot.ui import components
from bot.ui.components import BAD, GOOD, MAIN, Choice, Handlers, Touch, button, menu, page_buttons
from bot.ui.context import Context
from bot.ui.decide import Decided, decide
from bot.ui.labels import MARK, label_of, marks_of, summary_of
from bot.ui.replies import Attachment, Reply, answer, context_of, picture_file
from engine.title import AnyTitle
from engine.values import Action, Undo

TEXT = "="
"""What follows in a component's id is the decision itself, not the path to it."""


# ---- what it shows


async def panel(
    context: Context,
    words: Texts,
    hosted: HostedGame,
    user: int,
    path: Sequence[int] = (),
    page: int = 0,
    note: str = "",
) -> Reply:
    """The panel of a person at a fork of their choices."""
    seat = hosted.seat_of(user)
    game = hosted.running()
    summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
    actions = game.legal(seat)
    start = _start(hosted.title, actions)
    path = tuple(path) or start
    fork = walk(hosted.title, actions, path)
    if fork is None:  # there is no such path, or not any more
        path, fork = start, walk(hosted.title, actions, start)
    assert fork is not None
    lines = [note] if note else []
    lines.append(_heading(words, hosted, summary, seat))
    files: tuple[Attachment, ...] = ()
    items: list[components.Press | components.Choose]
    if fork.action is not None:
        lines += [
            f"➜ **{summary.words.action(hosted.title, fork.action, summary.who)}**",
            *_consequences(hosted, summary, seat, fork),
        ]
        items = [_confirm(words, hosted, path, fork.action)]
    elif fork.values:
        lines += _taken(words, hosted, fork)
        items = _menu(words, hosted, fork, path, page)
        files = await _pointed_at(context, words, hosted, seat, fork)
    else:
        items = []
    if len(path) > len(start):
        items.append(button("path", words.say("Back"), hosted.number, hosted.version, _join(path[:-1], 0), row=4))
    elif any(isinstance(action, Undo) for action in actions):
        items.append(button("undo", words.say("Undo"), hosted.number, hosted.version, "panel", style=BAD, row=4))
    return Reply("\n".join(lines), components.view(*items), files, instead=True)


def _start(title: AnyTitle, actions: Sequence[Action]) -> tuple[int, ...]:
    """Where the choosing begins: behind the verb, if there is only one that moves the game on."""
    verbs = verbs_of(title, actions)
    return (0,) if len(verbs) == 1 and not verbs[0].aside else ()


async def own_panel(context: Context, words: Texts, hosted: HostedGame, user: int, path: Sequence[int] = ()) -> Reply:
    """The panel as a message of its own."""
    return msgspec.structs.replace(await panel(context, words, hosted, user, path), instead=False)


async def _pointed_at(
    context: Context, words: Texts, hosted: HostedGame, seat: int, fork: Fork
) -> tuple[Attachment, ...]:
    """The board with the choices in it, where they are places."""
    if fork.param is None:
        return ()
    style = await context.style(hosted, words, hosted.seats[seat].user)
    places = words_in(fork.param, fork.values)
    picture = await context.pictures.choices(hosted.running(), seat, fork.param.kind, places, style)
    return picture_file(picture, "choices.png")


def _heading(words: Texts, hosted: HostedGame, summary: Summary, seat: int) -> str:
    view = hosted.title.view(hosted.state, seat)
    kinds = [words.decision(hosted.title, each.kind) for each in view.decisions if each.seat == seat]
    if kinds:
        return words.say(
            "**{title}**, game {number}. You: {decisions}",
            title=hosted.title.name,
            number=hosted.number,
            decisions=", ".join(kinds),
        )
    return words.say("Nothing is asked of you now.") + "\n" + summary.turn(view)


def _taken(words: Texts, hosted: HostedGame, fork: Fork) -> list[str]:
    if fork.verb is None or fork.param is None:
        return []
    title, marks = hosted.title, marks_of(hosted)
    parts = [f"**{words.verb(title, fork.verb)}**"]
    parts += [label_of(words, title, step.param, step.value, marks) for step in fork.taken if step.param and step.value]
    question = words.about_param(title, fork.verb, fork.param)
    return [f"{' · '.join(parts)} · …", question]


def _menu(
    words: Texts, hosted: HostedGame, fork: Fork, path: Sequence[int], page: int
) -> list[components.Press | components.Choose]:
    """One page of the choices, in the order of the picture where it names them, and buttons to the other pages."""
    number, version = hosted.number, hosted.version
    question, choices = _choices(words, hosted, fork)
    pages = [choices[first : first + MENU_CHOICES] for first in range(0, len(choices), MENU_CHOICES)]
    page = min(page, len(pages) - 1)
    return [
        menu("path", question, pages[page], number, version, _join(path, page), row=0),
        *page_buttons(
            "path",
            [_page_label(each, at) for at, each in enumerate(pages)],
            page,
            number,
            version,
            rest=lambda each: _join(path, each),
            row=1,
        ),
    ]


def _choices(words: Texts, hosted: HostedGame, fork: Fork) -> tuple[str, list[Choice]]:
    """What is asked, and the answers; each by its place among the fork's values."""
    title = hosted.title
    if fork.verb is None or fork.param is None:
        verbs = [title.verb_named[name] for name in fork.values]
        told = [Choice(str(i), words.verb(title, verb), words.about_verb(title, verb)) for i, verb in enumerate(verbs)]
        return words.say("What do you do?"), told
    marks, param = marks_of(hosted), fork.param
    places = sorted(range(len(fork.values)), key=lambda i: _natural(marks.get(fork.values[i], "")))
    told = [Choice(str(i), label_of(words, title, param, fork.values[i], marks)) for i in places]
    return words.about_param(title, fork.verb, param), told


def _natural(mark: str) -> list[tuple[int, str]]:
    """By number, then by letter: 2b before 10a. What has no mark keeps its order."""
    return [(int(number or 0), letters) for number, letters in re.findall(r"(\d*)(\D*)", mark) if number or letters]


def _page_label(choices: Sequence[Choice], page: int) -> str:
    """`1a – 8c` where the picture names what is on it, else its number."""
    first, last = (choices[end].label.partition(MARK) for end in (0, -1))
    return f"{first[0]} – {last[0]}" if first[1] and last[1] else str(page + 1)


def _confirm(words: Texts, hosted: HostedGame, path: Sequence[int], action: Action) -> components.Press:
    """The decision itself stands in the id where it fits: then an answer that still means the same is still taken."""
    text = TEXT + hosted.title.text(action)
    rest = text if components.fits("do", hosted.number, hosted.version, text) else _join(path, 0)
    return button("do", words.say("Confirm"), hosted.number, hosted.version, rest, style=GOOD)


def _consequences(hosted: HostedGame, summary: Summary, seat: int, fork: Fork) -> list[str]:
    """What will follow, where trying it out shows nothing hidden: that is where it could be taken back."""
    title, state, action = hosted.title, hosted.state, fork.action
    if action is None or title.is_aside(action):
        return []
    after, events = title.play(state, seat, action)
    if not title.revocable(state, seat, action, after):
        return []
    told = (summary.words.event(title, event, summary.who) for event in events if event.is_known_to(seat))
    return [f"· {sentence}" for sentence in told if sentence]


def _join(path: Sequence[int], page: int) -> str:
    return f"{'.'.join(map(str, path))}/{page}"


def _split(rest: str) -> tuple[tuple[int, ...], int]:
    path, _, page = rest.partition("/")
    return tuple(int(part) for part in path.split(".") if part), int(page or 0)


# ---- what people do with it


async def open_panel(interaction: discord.Interaction, touch: Touch) -> None:
    """From a post: a panel of one's own."""
    context = context_of(interaction)

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        return await own_panel(context, words, hosted, interaction.user.id)

    await answer(interaction, work, game=touch.game)


async def follow(interaction: discord.Interaction, touch: Touch) -> None:
    """A choice on the panel, or a step back. On an older position it starts again on the new one."""
    context = context_of(interaction)

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        if hosted.version != touch.version:
            return await panel(context, words, hosted, interaction.user.id, note=moved_on(words))
        path, page = _split(touch.rest)
        if touch.values:
            path, page = (*path, int(touch.values[0])), 0
        return await panel(context, words, hosted, interaction.user.id, path, page)

    await answer(interaction, work, game=touch.game)


async def do(interaction: discord.Interaction, touch: Touch) -> None:
    """The decision; the panel then shows what comes next."""
    context = context_of(interaction)

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game, str(interaction.id))
        text = _decision(hosted, interaction.user.id, touch)
        if text is None:
            return await panel(context, words, hosted, interaction.user.id, note=moved_on(words))
        decided = await decide(context, words, interaction, hosted, (text,), touch.version)
        return await after(context, words, decided, interaction.user.id, instead=True)

    await answer(interaction, work, game=touch.game)


def _decision(hosted: HostedGame, user: int, touch: Touch) -> str | None:
    """The decision a confirmation means; None when the path to it led over another position."""
    if touch.rest.startswith(TEXT):
        return touch.rest.removeprefix(TEXT)
    if hosted.version != touch.version:
        return None
    fork = walk(hosted.title, hosted.running().legal(hosted.seat_of(user)), _split(touch.rest)[0])
    return None if fork is None or fork.action is None else hosted.title.text(fork.action)


async def undo(interaction: discord.Interaction, touch: Touch) -> None:
    """From a panel or from a post; a post may be older than the decision that is taken back."""
    on_panel = touch.rest == "panel"
    made_on = touch.version if on_panel else None
    await answer(
        interaction,
        lambda words: take_back(interaction, words, touch.game, made_on, instead=on_panel),
        game=touch.game,
    )


async def take_back(
    interaction: discord.Interaction, words: Texts, game: int, made_on: int | None = None, *, instead: bool = False
) -> Reply:
    context = context_of(interaction)
    hosted = await context.table.hosted(game, str(interaction.id))
    decided = await decide(context, words, interaction, hosted, (), made_on)
    return await after(context, words, decided, interaction.user.id, instead=instead)


async def after(context: Context, words: Texts, decided: Decided, user: int, *, instead: bool = False) -> Reply:
    """The panel as it is after a decision, with what came of it; a rule that refused it can be looked up."""
    hosted = decided.hosted
    if hosted.status != "running" or all(seat.user != user for seat in hosted.seats):
        return Reply(decided.note, instead=instead)
    shown = await panel(context, words, hosted, user, note=decided.note)
    if decided.clause is not None and shown.view is not None:
        show_rule = button("rule", words.say("Show the rule"), hosted.number, 0, decided.clause, style=MAIN, row=4)
        shown.view.add_item(show_rule)
    return msgspec.structs.replace(shown, instead=instead)


def moved_on(words: Texts) -> str:
    return words.say("The board has moved on since you looked at it.")


HANDLERS: Handlers = {"play": open_panel, "path": follow, "do": do, "undo": undo}
