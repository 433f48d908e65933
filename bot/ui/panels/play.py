"""The Play panel: an ephemeral message with a button for everything one may do, menus only where that is too much.

Not for legality: it offers a title's choices and nothing else; the table checks again.
"""

import re
from collections.abc import Callable, Sequence

import discord
import msgspec

from bot.limits import BUTTONS_IN_ROW, MENU_CHOICES, ROWS
from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import Fork, branches, opened, root, walk
from bot.table.hints import has_hints
from bot.table.second_thoughts import is_final, tried_out, would_undo
from bot.texts import Texts
from bot.texts.markdown import unmarked
from bot.texts.speaker import shorten
from bot.texts.story import Story
from bot.texts.summary import Summary
from bot.ui import components
from bot.ui.components import BAD, GOOD, MAIN, Handlers, Item, MenuEntry, Touch, button, menu, page_buttons, view
from bot.ui.context import Context
from bot.ui.decide import Decided, decide
from bot.ui.labels import FURTHER, MARK, SEVERAL, label_at, marks_of, summary_of, values_at
from bot.ui.panels.own_games import HERE, waiting_elsewhere
from bot.ui.panels.personal import accent_of
from bot.ui.replies import Attachment, Kept, Reply, answer, context_of, picture_file
from engine.choices import words_of
from engine.values import Choice

TEXT = "="
"""What follows in a component's id are the decisions themselves, not the path to them."""
SEPARATOR = ";"
NUMBER = "#"
"""What follows is the place of a choice among all of them."""
LAST = ROWS - 1
"""The row of what is always there."""
LONGEST_UNDO = 60
Items = list[Item]
EmojiOf = Callable[[Fork], discord.PartialEmoji | None]
"""The emoji of what a way is about."""


# ---- what it shows


async def panel(
    context: Context,
    words: Texts,
    hosted: HostedGame,
    user: int,
    path: Sequence[int] = (),
    page: int = 0,
    note: str = "",
    asked: Choice | None = None,
) -> Reply:
    """The panel of a person at a fork of their choices; `asked` is one that waits for a second thought."""
    seat = hosted.seat_of(user)
    summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
    choices = hosted.title.choices(hosted.running().state, seat)
    fork = (walk(choices, path) or root(choices)) if choices else None
    lines = [note] if note else []
    lines.append(_heading(words, hosted, summary, seat))
    files: tuple[Attachment, ...] = ()
    items: Items = []
    if asked is not None:
        lines += [f"➜ **{words.choice(hosted.title, asked, summary.who)}**", words.say("This cannot be taken back.")]
        items.append(_confirm(words, hosted, asked))
        if (trial := tried_out(hosted.running(), seat, asked)) is not None:
            lines += [f"-# {line}" for line in summary.words.notes(hosted.title, trial.notes, summary.who)]
            style = await context.style(hosted, words, hosted.seats[seat].user)
            tried = await context.pictures.trial(hosted.running(), seat, asked.actions[0], trial.view, style)
            files = picture_file(tried, "tried.png")
    elif fork is not None:
        if seat not in hosted.owed():
            lines.append(words.say("What you may do all the same:"))
        lines += _taken(summary, hosted, fork)
        items += _ways(summary, hosted, fork, page, lambda way: context.emojis.of_way(hosted, seat, fork, way))
        files = await _pictures(context, words, hosted, seat, fork)
    items += _always(summary, hosted, seat, fork, is_asked=asked is not None)
    if seat not in hosted.owed():
        elsewhere, ways = await waiting_elsewhere(context, words, user, hosted.number)
        lines += [elsewhere] if elsewhere else []
        items += ways
    kept = Kept(user, hosted.number, hosted.revision, lambda: _again(context, words, hosted, user, note))
    accent = accent_of(hosted, hosted.title.view(hosted.state, seat))
    return Reply("\n".join(lines), view(*items), files, instead=True, kept=kept, layout=True, accent=accent)


async def _again(context: Context, words: Texts, before: HostedGame, user: int, note: str) -> Reply:
    """The panel as it is now; what was said of the own decision stays until there is another to make."""
    hosted = await context.table.hosted(before.number)
    if hosted.status != "running":
        return over(words, hosted)
    if user not in hosted.people():
        seatless = words.say("You have no seat in game {number}.", number=hosted.number)
        return Reply(seatless, view(), instead=True, layout=True)
    same = hosted.version == before.version
    return await panel(context, words, hosted, user, note=note if same or note.startswith("✓") else "")


def over(words: Texts, hosted: HostedGame) -> Reply:
    """What is left of a panel when its game is."""
    return Reply(words.say("Game {number} is over.", number=hosted.number), view(), instead=True, layout=True)


async def own_panel(context: Context, words: Texts, hosted: HostedGame, user: int, path: Sequence[int] = ()) -> Reply:
    """The panel as a message of its own; none of a paused game."""
    if hosted.pause is not None:
        hosted.playing()
    return msgspec.structs.replace(await panel(context, words, hosted, user, path), instead=False)


def _heading(words: Texts, hosted: HostedGame, summary: Summary, seat: int) -> str:
    view = hosted.title.view(hosted.state, seat)
    kinds = [words.decision(hosted.title, each.kind) for each in view.decisions if each.seat == seat]
    if kinds:
        asked = words.say(
            "**{title}**, game {number}. You: {decisions}",
            title=hosted.title.name,
            number=hosted.number,
            decisions=", ".join(kinds),
        )
        return "\n".join([asked, *(f"-# {line}" for line in words.prompts(hosted.title, view, summary.who))])
    return words.say("Nothing is asked of you now.") + "\n" + summary.turn(view)


def _taken(summary: Summary, hosted: HostedGame, fork: Fork) -> list[str]:
    """What was chosen on the way here, and what is asked now."""
    words, title, param = summary.words, hosted.title, fork.asks(hosted.title)
    if param is None:
        return []
    marks = marks_of(hosted)
    whole = Fork(fork.path, fork.choices, fork.name)
    is_told = any(pick.value for pick in fork.picks(title))
    said = values_at(summary, marks, whole, fork).removesuffix(FURTHER) if is_told else ""
    group = words.group(title, fork.name).removesuffix(SEVERAL).rstrip()
    chosen = f"**{group}**{MARK}{said}" if said else f"**{group}**{FURTHER}"
    return [chosen, words.about_asked_param(title, fork.name, param)]


def _ways(summary: Summary, hosted: HostedGame, fork: Fork, page: int, emoji: EmojiOf) -> Items:
    """A button each or, where there are too many, a menu in pages."""
    marks, number, version = marks_of(hosted), hosted.number, hosted.version
    ways = opened(fork)
    if fork.name:  # in the picture's order, where it names them
        ways = sorted(ways, key=lambda way: _natural(values_at(summary, marks, fork, way)))
    if len(ways) <= LAST * BUTTONS_IN_ROW:
        return [
            button(
                "take" if way.choice else "path",
                label_at(summary, marks, fork, way),
                number,
                version,
                _rest(hosted, way),
                style=MAIN if way.choice else components.PLAIN,
                row=place // BUTTONS_IN_ROW,
                emoji=emoji(way),
            )
            for place, way in enumerate(ways)
        ]
    ways = sorted(branches(fork), key=lambda way: _natural(values_at(summary, marks, fork, way)))
    lines = [MenuEntry(_join(way.path, 0), label_at(summary, marks, fork, way), emoji=emoji(way)) for way in ways]
    pages = [lines[first : first + MENU_CHOICES] for first in range(0, len(lines), MENU_CHOICES)]
    page = min(page, len(pages) - 1)
    param = fork.asks(hosted.title)
    words = summary.words
    question = (
        words.about_asked_param(hosted.title, fork.name, param) if param is not None else words.say("What do you do?")
    )
    turning = page_buttons(
        "path",
        [_page_label(each, at) for at, each in enumerate(pages)],
        page,
        number,
        version,
        rest=lambda each: _join(fork.path, each),
        row=1,
    )
    return [menu("take", question, pages[page], number, version, _join(fork.path, page), row=0), *turning]


def _always(summary: Summary, hosted: HostedGame, seat: int, fork: Fork | None, *, is_asked: bool) -> Items:
    """The last row: back, undo, and what is not among the moves."""
    words, number, version = summary.words, hosted.number, hosted.version
    items: Items = []
    if fork is not None and (is_asked or fork.path):
        back = () if is_asked else fork.path[:-1]
        items.append(button("path", words.say("Back"), number, version, _join(back, 0), row=LAST))
    elif (last := would_undo(hosted.running(), seat)) is not None:
        told = shorten(unmarked(words.action(hosted.title, last, summary.who)), LONGEST_UNDO)
        label = words.say("Undo: {decision}", decision=told)
        items.append(button("undo", label, number, version, "panel", style=BAD, row=LAST))
    if fork is not None and not is_asked and has_hints(hosted):
        items.append(button("hint", words.say("Hint"), number, version, row=LAST))
    return [
        *items,
        button("section", words.say("Rules"), number, version, row=LAST),
        button("whynot", words.say("Why not …?"), number, version, row=LAST),
        button("more", words.say("More"), number, version, row=LAST),
    ]


async def _pictures(
    context: Context, words: Texts, hosted: HostedGame, seat: int, fork: Fork
) -> tuple[Attachment, ...]:
    """The own cards, where there are any, and the board with the choices pointed at."""
    title = hosted.title
    style = await context.style(hosted, words, hosted.seats[seat].user)
    files: tuple[Attachment, ...] = ()
    if title.has_hand(hosted.setup().options):
        files = picture_file(await context.pictures.hand(title.key, title.view(hosted.state, seat), style), "hand.png")
    places: dict[str, dict[str, None]] = {}
    for way in opened(fork):
        for pick in way.picks(title)[fork.settled :]:  # what is behind a further question is pointed at there
            if pick.value:
                places.setdefault(pick.param.kind, {}).update(dict.fromkeys(words_of(pick.value, pick.param)))
    pointed = await context.pictures.choices(
        hosted.running(), seat, {kind: list(each) for kind, each in places.items()}, style
    )
    shown = [picture_file(each, f"choices{number or ''}.png") for number, each in enumerate(pointed)]
    return (*(file for each in shown for file in each), *files)


def _confirm(words: Texts, hosted: HostedGame, choice: Choice) -> components.Press:
    return button("do", words.say("Confirm"), hosted.number, hosted.version, _written(hosted, choice), style=GOOD)


# ---- ids


def _rest(hosted: HostedGame, way: Fork) -> str:
    """The decisions themselves where they fit: then a press that still means the same is still taken."""
    if way.choice is None:
        return _join(way.path, 0)
    text = TEXT + SEPARATOR.join(map(hosted.title.text, way.choice.actions))
    return text if components.fits("take", hosted.number, hosted.version, text) else _join(way.path, 0)


def _written(hosted: HostedGame, choice: Choice) -> str:
    """The same for a choice whose place in the tree is not at hand."""
    text = TEXT + SEPARATOR.join(map(hosted.title.text, choice.actions))
    if components.fits("take", hosted.number, hosted.version, text):
        return text
    choices = hosted.title.choices(hosted.state, _seat_choosing(hosted, choice))
    return f"{NUMBER}{list(choices).index(choice)}"


def _seat_choosing(hosted: HostedGame, choice: Choice) -> int:
    return next(seat for seat in range(len(hosted.seats)) if choice in hosted.title.choices(hosted.state, seat))


def _join(path: Sequence[int], page: int) -> str:
    return f"{'.'.join(map(str, path))}/{page}"


def _split(rest: str) -> tuple[tuple[int, ...], int]:
    path, _, page = rest.partition("/")
    return tuple(int(part) for part in path.split(".") if part), int(page or 0)


def _natural(label: str) -> list[tuple[int, str]]:
    """By number, then by letter: 2b before 10a. What has no mark keeps its order."""
    mark, sign, _ = label.partition(MARK)
    if not sign:
        return []
    return [(int(number or 0), letters) for number, letters in re.findall(r"(\d*)(\D*)", mark) if number or letters]


def _page_label(entries: Sequence[MenuEntry], page: int) -> str:
    """`1a – 8c` where the picture names what is on it, else its number."""
    first, last = (entries[end].label.partition(MARK) for end in (0, -1))
    return f"{first[0]} – {last[0]}" if first[1] and last[1] and first[0] != last[0] else str(page + 1)


# ---- what people do with it


async def open_panel(interaction: discord.Interaction, touch: Touch) -> None:
    """From a post: a panel of one's own; from the way to the next game, in its place."""
    context = context_of(interaction)

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        shown = await own_panel(context, words, hosted, interaction.user.id)
        return msgspec.structs.replace(shown, instead=touch.rest == HERE)

    await answer(interaction, work, game=touch.game)


async def follow(interaction: discord.Interaction, touch: Touch) -> None:
    """A group of choices, another page, or a step back. On an older position it starts again on the new one."""
    context = context_of(interaction)

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        if hosted.version != touch.version:
            note = await moved_on(context, words, hosted, touch.version)
            return await panel(context, words, hosted, interaction.user.id, note=note)
        if touch.values:  # a menu of release 0.1.0, whose tree was another one
            return await panel(context, words, hosted, interaction.user.id)
        return await panel(context, words, hosted, interaction.user.id, *_split(touch.rest))

    await answer(interaction, work, game=touch.game)


async def take(interaction: discord.Interaction, touch: Touch) -> None:
    """A choice. What can be taken back is done at once, and for the rest there is a second thought."""
    await _do(interaction, touch, is_sure=False)


async def do(interaction: discord.Interaction, touch: Touch) -> None:
    """A choice that was thought over."""
    await _do(interaction, touch, is_sure=True)


async def _do(interaction: discord.Interaction, touch: Touch, *, is_sure: bool) -> None:
    context, user = context_of(interaction), interaction.user.id
    rest = touch.values[0] if touch.values else touch.rest

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game, str(interaction.id))
        is_now = hosted.version == touch.version
        if not rest.startswith(TEXT):
            if not is_now or (is_sure and not rest.startswith(NUMBER)):  # release 0.1.0 wrote another path there
                note = await moved_on(context, words, hosted, touch.version)
                return await panel(context, words, hosted, user, note=note)
            found = _found(hosted, user, rest)
            if not isinstance(found, Choice):
                return await panel(context, words, hosted, user, *(_split(rest) if found else ()))
            texts = tuple(map(hosted.title.text, found.actions))
        else:
            texts = tuple(rest.removeprefix(TEXT).split(SEPARATOR))
            found = _offered(hosted, user, texts) if is_now else None
        if found is not None and not is_sure and is_final(hosted.running(), hosted.seat_of(user), found):
            return await panel(context, words, hosted, user, asked=found)
        decided = await decide(context, words, interaction, hosted, texts, touch.version)
        if decided.stale:
            note = await moved_on(context, words, decided.hosted, touch.version)
            decided = msgspec.structs.replace(decided, note=note)
        return await after(context, words, decided, user, instead=True)

    await answer(interaction, work, game=touch.game)


def _found(hosted: HostedGame, user: int, rest: str) -> Choice | Fork | None:
    """What a path leads to, or what a number means."""
    choices = hosted.title.choices(hosted.running().state, hosted.seat_of(user))
    if rest.startswith(NUMBER):
        number = int(rest[1:])
        return choices[number] if number < len(choices) else None
    fork = walk(choices, _split(rest)[0])
    return fork if fork is None or fork.choice is None else fork.choice


def _offered(hosted: HostedGame, user: int, texts: Sequence[str]) -> Choice | None:
    """The choice that these decisions are."""
    title = hosted.title
    actions = tuple(title.parse(text) for text in texts)
    choices = title.choices(hosted.running().state, hosted.seat_of(user))
    return next((choice for choice in choices if choice.actions == actions), None)


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
        elsewhere, ways = await waiting_elsewhere(context, words, user, hosted.number)
        rows = view(*ways) if ways or instead else None
        return Reply("\n".join(filter(None, [decided.note, elsewhere])), rows, instead=instead)
    shown = await panel(context, words, hosted, user, note=decided.note)
    if decided.clause is not None and shown.view is not None:
        show_rule = button("rule", words.say("Show the rule"), hosted.number, 0, decided.clause, style=MAIN, row=LAST)
        others = (item for row in shown.view for item in row if not _is_hint(item))  # there is no room for both
        rows = view(*others, show_rule)
        shown = msgspec.structs.replace(shown, view=rows)
    return msgspec.structs.replace(shown, instead=instead)


def _is_hint(item: Item) -> bool:
    return isinstance(item, components.Press) and item.touch.what == "hint"


async def moved_on(context: Context, words: Texts, hosted: HostedGame, seen: int) -> str:
    """That the position is another one than somebody looked at, and what has changed since."""
    said = words.say("The board has moved on since you looked at it.")
    _, whole = await context.whole_games.started(hosted.number)
    summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
    return "\n".join(filter(None, [said, Story(summary, whole, ()).since(seen)]))


HANDLERS: Handlers = {"play": open_panel, "path": follow, "take": take, "do": do, "undo": undo}
