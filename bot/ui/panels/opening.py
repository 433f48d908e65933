"""Opening a game by tapping: a private panel on which somebody chooses the title and who plays how, then *Open*.

Not for keeping what was chosen (`bot.store.sketches`), not for what it means (`bot.table.sketch`), and not for a lobby
that is open: `setup.py`, whose menus it shows.
"""

import discord
import msgspec

from bot.errors import Refused
from bot.table.sketch import Sketch, changed, with_computer, with_plan, with_title, without_computer
from bot.texts import Texts
from bot.ui.components import (
    GOOD,
    MAIN,
    PLAIN,
    Handlers,
    Item,
    MenuEntry,
    Touch,
    button,
    menu,
    page_buttons,
    people_menu,
    view,
)
from bot.ui.house_rules import check_opening, place_for
from bot.ui.invitations import picked, told
from bot.ui.levels import LEVELS
from bot.ui.panels.lobby import language_of, open_game
from bot.ui.panels.setup import HOUR, MENUS, Arranged, Setting, pace_text, pages_of, pair, setting_menu, settings_of
from bot.ui.replies import Reply, answer, context_of
from bot.ui.title_facts import cover_of, effort, facts
from engine.registry import titles

VIEW, CHANGE, OPEN = "sketch", "sketching", "sketched"
"""The names of the components: another part of the panel, a choice, and the end of it."""
MOST_INVITED = 10
PACE = "pace"
"""The one setting that the first page shows; the others are on pages of their own."""


# ---- what it shows


async def panel(interaction: discord.Interaction, words: Texts, sketch: Sketch, page: int | None = None) -> Reply:
    """The title and who plays or, on a page, the options."""
    return await _first(interaction, words, sketch) if page is None else _options(words, sketch, page)


async def _first(interaction: discord.Interaction, words: Texts, sketch: Sketch) -> Reply:
    context, title = context_of(interaction), sketch.of
    own = (await context.chosen.of_person(interaction.user.id)).palette
    palette = own or (await context.chosen.of_server(interaction.guild_id)).palette
    (pace,) = (each for each in _settings(words, sketch) if each.name == PACE)
    rows = view(
        _titles(words, sketch),
        *_people(interaction, words, sketch),
        _computers(words, sketch),
        setting_menu(CHANGE, words, pace, 0, sketch.changes, rest=PACE, row=3),
        *await _buttons(interaction, words, sketch),
    )
    above = f"**{title.name}** · {effort(words, title)}\n{words.about(title)}"
    files = await cover_of(context, words, title, palette)
    return Reply(above, rows, files, instead=True, layout=True, below="\n".join(_summary(words, sketch)))


def _settings(words: Texts, sketch: Sketch) -> list[Setting]:
    return settings_of(words, Arranged(sketch.of, sketch.options, sketch.lobby, sketch.pace))


def _titles(words: Texts, sketch: Sketch) -> Item:
    entries = [MenuEntry(each.key, each.name, facts(words, each)) for each in titles()]
    return menu(CHANGE, words.say("Which game"), entries, 0, sketch.changes, "title", chosen=sketch.title, row=0)


def _people(interaction: discord.Interaction, words: Texts, sketch: Sketch) -> list[Item]:
    """On a server; in private there is nobody to choose."""
    if interaction.guild_id is None:
        return []
    asked = words.say("Whom do you invite? Nobody has to be.")
    return [people_menu(CHANGE, asked, 0, sketch.changes, "people", chosen=sketch.people, most=MOST_INVITED, row=1)]


def _computers(words: Texts, sketch: Sketch) -> Item:
    entries = [
        MenuEntry(name, words.say(level.name.message), words.say(level.about.message)) for name, level in LEVELS.items()
    ]
    return menu(CHANGE, words.say("Add a computer"), entries, 0, sketch.changes, "computer", row=2)


async def _buttons(interaction: discord.Interaction, words: Texts, sketch: Sketch) -> list[Item]:
    number = sketch.changes
    found: list[Item] = [
        button(OPEN, words.say("Open the game"), 0, number, style=GOOD, row=4),
        button(VIEW, words.say("Options"), 0, number, "0", row=4),
    ]
    if sketch.computers:
        found.append(button(CHANGE, words.say("Remove a computer"), 0, number, "nocomputer", row=4))
    rules = await context_of(interaction).chosen.of_server(interaction.guild_id)
    if rules.threads == "wish" and rules.hall is None and isinstance(interaction.channel, discord.TextChannel):
        label, style = words.say("In a thread"), MAIN if sketch.thread else PLAIN
        found.append(button(CHANGE, f"✓ {label}" if sketch.thread else label, 0, number, "thread", style=style, row=4))
    return found


def _summary(words: Texts, sketch: Sketch) -> list[str]:
    """Who plays, and how, in words; an option that is as usual is not told."""
    computers = [
        words.say("computer ({level})", level=words.say(LEVELS[each].name.message)) for each in sketch.computers
    ]
    players = [words.say("you"), *(f"<@{user}>" for user in sketch.people), *computers]
    free = max(sketch.free - len(sketch.people), 0)
    lines = [words.say("Who plays: {names}; {free:# seat is|# seats are} free.", names=", ".join(players), free=free)]
    title, pace = sketch.of, None if sketch.pace is None else sketch.pace / HOUR
    lines.append(words.say("Time to think: {pace}.", pace=pace_text(words, pace)))
    usual = msgspec.to_builtins(title.options_type())
    if chosen := {name: value for name, value in sketch.options.items() if value != usual.get(name)}:
        said = [
            pair(words, words.option(title, each), words.option_value(title, each, chosen[each])) for each in chosen
        ]
        lines.append(words.say("Options: {options}", options=", ".join(said)))
    return lines


def _options(words: Texts, sketch: Sketch, page: int) -> Reply:
    """Some settings, four on a page, and the way back."""
    settings = [each for each in _settings(words, sketch) if each.name != PACE]
    page, labels = pages_of(settings, page)
    menus = [
        setting_menu(CHANGE, words, each, 0, sketch.changes, rest=f"{page}/{each.name}", row=row)
        for row, each in enumerate(settings[page * MENUS : (page + 1) * MENUS])
    ]
    ways = page_buttons(VIEW, labels, page, 0, sketch.changes, rest=str, row=MENUS)
    back = button(VIEW, words.say("Back"), 0, sketch.changes, row=MENUS)
    text = words.say("**{title}**: options", title=sketch.of.name)
    return Reply(text, view(*menus, *ways, back), instead=True, layout=True)


# ---- what is pressed


async def begin(interaction: discord.Interaction, words: Texts, sketch: Sketch) -> Reply:
    """The panel, to begin with; whoever may not open a game here hears so at once."""
    await check_opening(interaction, interaction.guild_id, interaction.channel_id or 0)
    await _keep(interaction, sketch)
    return msgspec.structs.replace(await panel(interaction, words, sketch), instead=False)


async def _keep(interaction: discord.Interaction, sketch: Sketch) -> None:
    context = context_of(interaction)
    await context.store.sketches.put(interaction.user.id, sketch, context.clock.now())


async def _sketch(interaction: discord.Interaction) -> Sketch:
    found = await context_of(interaction).store.sketches.of(interaction.user.id, Sketch)
    if found is None:
        raise Refused("This game is open already, or was put away after a day. /game new begins another.")
    return found


async def _turn(interaction: discord.Interaction, touch: Touch) -> None:
    """To the options, or back."""

    async def work(words: Texts) -> Reply:
        page = int(touch.rest) if touch.rest else None
        return await panel(interaction, words, await _sketch(interaction), page)

    await answer(interaction, work)


async def _change(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        before = await _sketch(interaction)
        page, slash, name = touch.rest.rpartition("/")
        sketch = _changed(interaction, words, touch, before, name)
        await _keep(interaction, sketch)
        return await panel(interaction, words, sketch, int(page) if slash else None)

    await answer(interaction, work)


def _changed(interaction: discord.Interaction, words: Texts, touch: Touch, sketch: Sketch, name: str) -> Sketch:
    match name:
        case "title":
            return with_title(sketch, touch.values[0])
        case "people":
            return changed(sketch, people=picked(interaction))
        case "computer":
            return with_computer(sketch, touch.values[0])
        case "nocomputer":
            return without_computer(sketch)
        case "thread":
            return changed(sketch, thread=not sketch.thread)
    for setting in _settings(words, sketch):
        if setting.name == name:
            return with_plan(sketch, setting.plan(touch.values[0]))
    return changed(sketch)  # an option of a title that was chosen before


async def _open(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        async with context.channel_lock(user):  # two presses, one game
            reply = await open_sketch(interaction, words, await _sketch(interaction))
            await context.store.sketches.drop(user)
        return msgspec.structs.replace(reply, instead=True, layout=True)

    await answer(interaction, work)


async def open_sketch(interaction: discord.Interaction, words: Texts, sketch: Sketch) -> Reply:
    """The one way to a new game, typed or tapped."""
    context, guild = context_of(interaction), interaction.guild_id
    await check_opening(interaction, guild, interaction.channel_id or 0)
    place = await place_for(interaction, words, sketch.of.name, sketch.thread)
    language = await language_of(interaction, words, sketch.lobby.language)
    lobby = msgspec.structs.replace(sketch.lobby, language=language)
    opening = msgspec.structs.replace(sketch, lobby=lobby).opening(interaction.user.id, guild, place)
    opened = await open_game(context, opening, str(interaction.id))
    said = words.say("Game {number} is open in {place}.", number=opened.game, place=f"<#{place}>")
    if (kept := await context.queries.kept_in_channel(place)) is not None:
        said += " " + words.say(
            "Game {number} of this channel is kept aside: this program does not play its version of the rules.",
            number=kept,
        )
    return Reply("\n".join([said, *told(words, opened.left_out)]))


HANDLERS: Handlers = {VIEW: _turn, CHANGE: _change, OPEN: _open}
