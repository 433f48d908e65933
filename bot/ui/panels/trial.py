"""A decision tried out before it is made: what it would do in words, and the board as it would be then.

Not for making it: the button for that goes the way of every other choice (`play.py`). Nothing here is recorded.
"""

from collections.abc import Mapping, Sequence

import discord
import msgspec

from bot.errors import Refused
from bot.limits import MENU_CHOICES
from bot.store.hosted_game import HostedGame
from bot.table.second_thoughts import is_final
from bot.table.typed_values import fitting, values_for
from bot.texts import Texts
from bot.ui.components import GOOD, Handlers, Item, MenuEntry, Touch, button, menu, page_buttons, view
from bot.ui.context import Context
from bot.ui.labels import label_of, marks_of, summary_of
from bot.ui.panels.personal import accent_of
from bot.ui.panels.play import TEXT, moved_on, panel
from bot.ui.replies import Reply, answer, context_of, picture_file
from engine.choices import Value, single, value_of
from engine.title import AnyTitle
from engine.values import Action, Param, Verb

OPEN = "*"
"""In a component's id, a value that is not chosen yet."""
BETWEEN = ","
CHOSEN = "="
"""In front of a value in a menu, where nothing may be empty."""
Chosen = Mapping[str, Value]


def can_try(hosted: HostedGame, seat: int) -> bool:
    """Whether the seat owes a decision that can be tried out."""
    title = hosted.title
    if not title.tried or hosted.status != "running":
        return False
    kind = title.verb_named[title.tried].action
    return any(isinstance(action, kind) for action in title.legal(hosted.state, seat))


def further(hosted: HostedGame, seat: int, verb: Verb, chosen: Chosen) -> list[Action]:
    """What the seat may do that has these values, with what its title does not list by itself."""
    title, state = hosted.title, hosted.running().state
    listed = fitting(title.legal(state, seat), verb, chosen)
    return list(dict.fromkeys([*listed, *fitting(title.further(state, seat, verb.name, chosen), verb, chosen)]))


def in_order(title: AnyTitle, verb: Verb, sample: Action, chosen: Chosen) -> dict[str, Value]:
    """The chosen values as records write them, which takes an action to write them into."""
    given = [param for param in verb.params if param.name in chosen]
    fields = {each.name: tuple(chosen[each.name].split(" ")) if each.many else chosen[each.name] for each in given}
    written = title.canonical(msgspec.structs.replace(sample, **fields))
    return {each.name: value_of(written, each) for each in given}


# ---- what it shows


async def trial(
    context: Context, words: Texts, hosted: HostedGame, user: int, chosen: Chosen, page: int = 0, *, instead: bool
) -> Reply:
    """What a decision with these values would do or, where there are several, a menu for what sets them apart."""
    seat, title = hosted.seat_of(user), hosted.title
    if not can_try(hosted, seat):
        raise Refused("There is nothing that you could try out now.")
    verb = title.verb_named[title.tried]
    sample = next(each for each in title.legal(hosted.state, seat) if isinstance(each, verb.action))
    chosen = in_order(title, verb, sample, chosen)
    found = further(hosted, seat, verb, chosen)
    if len(found) > 1:
        reply = await _menu(context, words, hosted, seat, verb, chosen, found, page)
    else:
        action = found[0] if found else _spelled(title, verb, chosen)
        reply = await _tried(context, words, hosted, seat, action)
    return msgspec.structs.replace(reply, instead=instead)


def _spelled(title: AnyTitle, verb: Verb, chosen: Chosen) -> Action:
    """A decision that is not listed: the engine says why not, or knows it."""
    if any(not param.optional and param.name not in chosen for param in verb.params):
        raise Refused("Nothing of that kind can be done now.")
    values = {param.name: chosen[param.name].split(" ") if param.many else chosen[param.name]
              for param in verb.params if chosen.get(param.name)}  # fmt: skip
    action: Action = title.read({"verb": verb.name, **values}, strict=False)
    return action


async def _tried(context: Context, words: Texts, hosted: HostedGame, seat: int, action: Action) -> Reply:
    title, state = hosted.title, hosted.running().state
    action = title.resolve(state, seat, action)
    tried = title.trial(state, seat, action)
    style = await context.style(hosted, words, hosted.seats[seat].user)
    summary = summary_of(words, hosted, style["names"])
    told = words.say("Tried out, not done: **{decision}**", decision=words.action(title, action, summary.who))
    lines = [told, *(f"-# {line}" for line in summary.words.notes(title, tried.notes, summary.who))]
    if is_final(hosted.running(), seat, single(title.verb_of[type(action)], action)):
        lines.append(words.say("This cannot be taken back."))
    number, version = hosted.number, hosted.version
    items: list[Item] = [
        button("do", words.say("Do it"), number, version, TEXT + title.text(action), style=GOOD),
        button("try", words.say("Try out something else"), number, version),
        button("path", words.say("Back"), number, version, "/0"),
    ]
    picture = await context.pictures.trial(hosted.running(), seat, action, tried.view, style)
    accent = accent_of(hosted, title.view(state, seat))
    return Reply("\n".join(lines), view(*items), picture_file(picture, "tried.png"), layout=True, accent=accent)


async def _menu(
    context: Context,
    words: Texts,
    hosted: HostedGame,
    seat: int,
    verb: Verb,
    chosen: Chosen,
    found: Sequence[Action],
    page: int,
) -> Reply:
    """The values of the first parameter that is still open, in pages, and where they lie."""
    title, number, version = hosted.title, hosted.number, hosted.version
    style = await context.style(hosted, words, hosted.seats[seat].user)
    summary, marks = summary_of(words, hosted, style["names"]), marks_of(hosted)
    chosen = {param.name: values[0] for param, values in _values(verb, found) if len(values) == 1} | dict(chosen)
    asked, values = next((param, each) for param, each in _values(verb, found) if len(each) > 1)
    entries = [
        MenuEntry(CHOSEN + value, label_of(summary.words, title, asked, value, marks, summary.who)) for value in values
    ]
    pages = [entries[first : first + MENU_CHOICES] for first in range(0, len(entries), MENU_CHOICES)]
    page = min(page, len(pages) - 1)
    lines = [words.say("Try out what you like: nothing is decided by it.")]
    settled = [
        label_of(summary.words, title, param, chosen[param.name], marks, summary.who)
        for param in verb.params
        if chosen.get(param.name)
    ]
    if settled:
        lines.append(f"**{words.group(title, verb.name)}**: {', '.join(settled)}")
    question = words.about_param(title, verb, asked)
    lines.append(question)
    files = await context.pictures.choices(hosted.running(), seat, {asked.kind: list(values)}, style)
    named = [str(each + 1) for each in range(len(pages))]
    turning = page_buttons("try", named, page, number, version, rest=lambda each: _rest(verb, chosen, each), row=1)
    back = button("path", words.say("Back"), number, version, "/0", row=4)
    shown = menu("try", question, pages[page], number, version, _rest(verb, chosen, page), row=0)
    pictures = [picture_file(each, f"choices{place or ''}.png") for place, each in enumerate(files)]
    return Reply(
        "\n".join(lines), view(shown, *turning, back), tuple(file for each in pictures for file in each), layout=True
    )


def _values(verb: Verb, found: Sequence[Action]) -> list[tuple[Param, tuple[Value, ...]]]:
    return [(param, values_for(found, verb, param, {})) for param in verb.params]


# ---- ids


def _rest(verb: Verb, chosen: Chosen, page: int) -> str:
    return f"{BETWEEN.join(chosen.get(param.name, OPEN) for param in verb.params)}/{page}"


def _read(verb: Verb, rest: str) -> tuple[dict[str, Value], int]:
    """What was chosen, and the page; an id without any means that nothing was."""
    values, _, page = rest.partition("/")
    pairs = zip(verb.params, values.split(BETWEEN), strict=False) if values else ()
    return {param.name: value for param, value in pairs if value != OPEN}, int(page or 0)


# ---- what people do with it


async def follow(interaction: discord.Interaction, touch: Touch) -> None:
    """The first question, another page, or a value that was chosen; on an older position it starts again."""
    context, user = context_of(interaction), interaction.user.id

    async def work(words: Texts) -> Reply:
        hosted = await context.table.hosted(touch.game)
        if hosted.version != touch.version:
            note = await moved_on(context, words, hosted, touch.version)
            return await panel(context, words, hosted, user, note=note)
        verb = hosted.title.verb_named[hosted.title.tried]
        chosen, page = _read(verb, touch.rest)
        if touch.values:
            found = further(hosted, hosted.seat_of(user), verb, chosen)
            asked = next(param for param, values in _values(verb, found) if len(values) > 1)
            chosen[asked.name] = touch.values[0].removeprefix(CHOSEN)
        return await trial(context, words, hosted, user, chosen, page, instead=True)

    await answer(interaction, work, game=touch.game)


HANDLERS: Handlers = {"try": follow}
