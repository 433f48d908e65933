"""The Play panel: an ephemeral message that leads through the legal choices with menus and buttons, then asks once.

Not for legality: it offers what `legal` lists and nothing else; the table checks again.
"""

import re
from collections.abc import Mapping, Sequence

import discord
import msgspec

import render
from bot import components
from bot.answers import Attachment, Reply, answer, house_of, picture_file
from bot.components import BAD, GOOD, MAIN, MENU, Choice, Touch, button, menu, on, page_buttons
from bot.errors import StoreError
from bot.house import House
from bot.narrowing import Fork, Value, verbs_of, walk, words_in
from bot.store.sheet import Sheet
from bot.telling import Teller
from bot.texts import Texts
from engine.errors import EngineError, Illegal, Stale
from engine.title import AnyTitle
from engine.values import Action, Param, Undo

MARK = " · "
"""Between what the picture writes for a place and its name."""
TEXT = "="
"""What follows in a component's id is the decision itself, not the path to it."""


# ---- what it shows


async def panel(
    house: House, words: Texts, sheet: Sheet, user: int, path: Sequence[int] = (), page: int = 0, note: str = ""
) -> Reply:
    """The panel of a person at a fork of their choices."""
    seat = sheet.seat_of(user)
    game = sheet.running()
    teller = Teller(words, sheet.title, await house.names(sheet, words))
    actions = game.legal(seat)
    start = _start(sheet.title, actions)
    path = tuple(path) or start
    fork = walk(sheet.title, actions, path)
    if fork is None:  # there is no such path, or not any more
        path, fork = start, walk(sheet.title, actions, start)
    assert fork is not None
    lines = [note] if note else []
    lines.append(_heading(words, sheet, teller, seat))
    files: tuple[Attachment, ...] = ()
    items: list[components.Press | components.Choose]
    if fork.action is not None:
        lines += [
            f"➜ **{words.action(sheet.title, fork.action, teller.who)}**",
            *_consequences(sheet, teller, seat, fork),
        ]
        items = [_confirm(words, sheet, path, fork.action)]
    elif fork.values:
        lines += _taken(words, sheet, fork)
        items = _menu(words, sheet, fork, path, page)
        files = await _pointed_at(house, words, sheet, seat, fork)
    else:
        items = []
    if len(path) > len(start):
        items.append(button("path", words.say("Back"), sheet.number, sheet.version, _join(path[:-1], 0), row=4))
    elif any(isinstance(action, Undo) for action in actions):
        items.append(button("undo", words.say("Undo"), sheet.number, sheet.version, "panel", style=BAD, row=4))
    return Reply("\n".join(lines), components.view(*items), files, instead=True)


def _start(title: AnyTitle, actions: Sequence[Action]) -> tuple[int, ...]:
    """Where the choosing begins: behind the verb, if there is only one that moves the game on."""
    verbs = verbs_of(title, actions)
    return (0,) if len(verbs) == 1 and not verbs[0].aside else ()


async def own_panel(house: House, words: Texts, sheet: Sheet, user: int, path: Sequence[int] = ()) -> Reply:
    """The panel as a message of its own."""
    return msgspec.structs.replace(await panel(house, words, sheet, user, path), instead=False)


async def _pointed_at(house: House, words: Texts, sheet: Sheet, seat: int, fork: Fork) -> tuple[Attachment, ...]:
    """The board with the choices in it, where they are places."""
    if fork.param is None:
        return ()
    style = await house.style(sheet, words, sheet.seats[seat].user)
    places = words_in(fork.param, fork.values)
    picture = await house.studio.choices(sheet.running(), seat, fork.param.kind, places, style)
    return picture_file(picture, "choices.png")


def _heading(words: Texts, sheet: Sheet, teller: Teller, seat: int) -> str:
    view = sheet.title.view(sheet.state, seat)
    kinds = [words.decision(sheet.title, each.kind) for each in view.decisions if each.seat == seat]
    if kinds:
        return words.say(
            "**{title}**, game {number}. You: {decisions}",
            title=sheet.title.name,
            number=sheet.number,
            decisions=", ".join(kinds),
        )
    return words.say("Nothing is asked of you now.") + "\n" + teller.turn(view)


def marks_of(sheet: Sheet) -> dict[str, str]:
    """What the board picture writes for some words: route and space numbers."""
    return render.marks(sheet.title.key, sheet.title.view(sheet.state, None))


def label_of(words: Texts, title: AnyTitle, param: Param, value: Value, marks: Mapping[str, str]) -> str:
    """A parameter's value as people read it, after what the picture writes for it."""
    if not value:
        return words.say("(nothing)")
    parts = value.split(" ") if param.many else [value]
    named = [(marks.get(part), words.word(title, param.kind, part)) for part in parts]
    return ", ".join(f"{mark}{MARK}{name}" if mark else name for mark, name in named)


def _taken(words: Texts, sheet: Sheet, fork: Fork) -> list[str]:
    if fork.verb is None or fork.param is None:
        return []
    title, marks = sheet.title, marks_of(sheet)
    parts = [f"**{words.verb(title, fork.verb)}**"]
    parts += [label_of(words, title, step.param, step.value, marks) for step in fork.taken if step.param and step.value]
    question = words.about_param(title, fork.verb, fork.param)
    return [f"{' · '.join(parts)} · …", question]


def _menu(
    words: Texts, sheet: Sheet, fork: Fork, path: Sequence[int], page: int
) -> list[components.Press | components.Choose]:
    """One page of the choices, in the order of the picture where it names them, and buttons to the other pages."""
    number, version = sheet.number, sheet.version
    question, choices = _choices(words, sheet, fork)
    pages = [choices[first : first + MENU] for first in range(0, len(choices), MENU)]
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


def _choices(words: Texts, sheet: Sheet, fork: Fork) -> tuple[str, list[Choice]]:
    """What is asked, and the answers; each by its place among the fork's values."""
    title = sheet.title
    if fork.verb is None or fork.param is None:
        verbs = [title.verb_named[name] for name in fork.values]
        told = [Choice(str(i), words.verb(title, verb), words.about_verb(title, verb)) for i, verb in enumerate(verbs)]
        return words.say("What do you do?"), told
    marks, param = marks_of(sheet), fork.param
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


def _confirm(words: Texts, sheet: Sheet, path: Sequence[int], action: Action) -> components.Press:
    """The decision itself stands in the id where it fits: then an answer that still means the same is still taken."""
    text = TEXT + sheet.title.text(action)
    rest = text if components.fits("do", sheet.number, sheet.version, text) else _join(path, 0)
    return button("do", words.say("Confirm"), sheet.number, sheet.version, rest, style=GOOD)


def _consequences(sheet: Sheet, teller: Teller, seat: int, fork: Fork) -> list[str]:
    """What will follow, where trying it out shows nothing hidden: that is where it could be taken back."""
    title, state, action = sheet.title, sheet.state, fork.action
    if action is None or title.is_aside(action):
        return []
    after, events = title.play(state, seat, action)
    if not title.revocable(state, seat, action, after):
        return []
    told = (teller.words.event(title, event, teller.who) for event in events if event.audience in (None, seat))
    return [f"· {sentence}" for sentence in told if sentence]


def _join(path: Sequence[int], page: int) -> str:
    return f"{'.'.join(map(str, path))}/{page}"


def _split(rest: str) -> tuple[tuple[int, ...], int]:
    path, _, page = rest.partition("/")
    return tuple(int(part) for part in path.split(".") if part), int(page or 0)


# ---- what people do with it


@on("play")
async def open_panel(interaction: discord.Interaction, touch: Touch) -> None:
    """From a post: a panel of one's own."""
    house = house_of(interaction)

    async def work(words: Texts) -> Reply:
        sheet = await house.table.sheet(touch.game)
        return await own_panel(house, words, sheet, interaction.user.id)

    await answer(interaction, work, game=touch.game)


@on("path")
async def follow(interaction: discord.Interaction, touch: Touch) -> None:
    """A choice on the panel, or a step back. On an older position it starts again on the new one."""
    house = house_of(interaction)

    async def work(words: Texts) -> Reply:
        sheet = await house.table.sheet(touch.game)
        if sheet.version != touch.version:
            return await panel(house, words, sheet, interaction.user.id, note=moved_on(words))
        path, page = _split(touch.rest)
        if touch.values:
            path, page = (*path, int(touch.values[0])), 0
        return await panel(house, words, sheet, interaction.user.id, path, page)

    await answer(interaction, work, game=touch.game)


@on("do")
async def do(interaction: discord.Interaction, touch: Touch) -> None:
    """The decision; the panel then shows what comes next."""
    house = house_of(interaction)

    async def work(words: Texts) -> Reply:
        sheet = await house.table.sheet(touch.game)
        text = _decision(sheet, interaction.user.id, touch)
        if text is None:
            return await panel(house, words, sheet, interaction.user.id, note=moved_on(words))
        return await decide(house, words, interaction, touch.game, (text,), touch.version, instead=True)

    await answer(interaction, work, game=touch.game)


def _decision(sheet: Sheet, user: int, touch: Touch) -> str | None:
    """The decision a confirmation means; None when the path to it led over another position."""
    if touch.rest.startswith(TEXT):
        return touch.rest.removeprefix(TEXT)
    if sheet.version != touch.version:
        return None
    fork = walk(sheet.title, sheet.running().legal(sheet.seat_of(user)), _split(touch.rest)[0])
    return None if fork is None or fork.action is None else sheet.title.text(fork.action)


@on("undo")
async def undo(interaction: discord.Interaction, touch: Touch) -> None:
    """From a panel or from a post; a post may be older than the decision that is taken back."""
    house = house_of(interaction)

    async def work(words: Texts) -> Reply:
        on_panel = touch.rest == "panel"
        made_on = touch.version if on_panel else None
        return await decide(house, words, interaction, touch.game, (), made_on, instead=on_panel)

    await answer(interaction, work, game=touch.game)


def moved_on(words: Texts) -> str:
    return words.say("The board has moved on since you looked at it.")


async def decide(
    house: House,
    words: Texts,
    interaction: discord.Interaction,
    game: int,
    texts: Sequence[str],
    made_on: int | None,
    *,
    instead: bool,
) -> Reply:
    """Carries out decisions (none: undo) and shows the panel as it is then, with what came of it."""
    user = interaction.user.id
    try:
        if texts:
            applied = await house.table.act(game, user, *texts, made_on=made_on, interaction=str(interaction.id))
        else:
            applied = await house.table.undo(game, user, made_on=made_on, interaction=str(interaction.id))
    except (EngineError, StoreError) as error:
        return await _refused(house, words, game, user, error, instead)
    sheet = await house.table.sheet(game)
    teller = Teller(words, sheet.title, await house.names(sheet, words))
    done = [words.action(sheet.title, sheet.title.parse(text), teller.who) for text in texts] or [
        words.say("taken back")
    ]
    news = teller.private(applied.events)
    note = "\n".join(["✓ " + "; ".join(done), *([news] if news else [])])
    if sheet.status != "running":
        return Reply(note, instead=instead)
    return msgspec.structs.replace(await panel(house, words, sheet, user, note=note), instead=instead)


async def _refused(house: House, words: Texts, game: int, user: int, error: Exception, instead: bool) -> Reply:
    """The reason, above a panel on the position as it is now; a rule can be looked up."""
    house.metrics.refusals.labels(error.code if isinstance(error, EngineError) else "store").inc()
    sheet = await house.table.sheet(game)
    note = words.refusal(error, sheet.title)
    if sheet.status != "running" or all(seat.user != user for seat in sheet.seats):
        return Reply(note, instead=instead)
    shown = await panel(house, words, sheet, user, note=note)
    if isinstance(error, Illegal) and not isinstance(error, Stale) and shown.view is not None:
        shown.view.add_item(button("rule", words.say("Show the rule"), game, 0, error.clause, style=MAIN, row=4))
    return msgspec.structs.replace(shown, instead=instead)
