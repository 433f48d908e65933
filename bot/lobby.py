"""Before and around a game: the lobby post with its buttons, the set-up panel, going back by consent, a rematch.

Not for who may do what: the table says so.
"""

from types import UnionType
from typing import Literal, Union, get_args, get_origin

import discord
import msgspec

from bot import components
from bot.answers import Reply, answer, house_of
from bot.components import BAD, GOOD, MAIN, Touch, button, menu, on, view
from bot.errors import Refused
from bot.house import House
from bot.store.sheet import Sheet
from bot.table import Applied
from bot.table.seating import Opening, seat_limit
from bot.texts import LANGUAGES, Texts
from engine.title import AnyTitle

COMPUTER = "simple"
OptionValue = str | int | bool


def option_values(title: AnyTitle) -> dict[str, tuple[OptionValue, ...]]:
    """What each option of a title can be, its default first; read from the types of its options."""
    found: dict[str, tuple[OptionValue, ...]] = {}
    for field in msgspec.structs.fields(title.options_type):
        values = _values(field.type)
        default = field.default
        found[field.name] = tuple(sorted(values, key=lambda value: value != default))
    return found


def _values(kind: object) -> tuple[OptionValue, ...]:
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return tuple(value for part in get_args(kind) for value in _values(part))
    return ()


def read_option(title: AnyTitle, name: str, text: str) -> OptionValue:
    """The value a text stands for; Refused with what there is if it stands for none."""
    options = option_values(title)
    if name not in options:
        raise Refused("{title} has no option “{name}”.", title=title.name, name=name)
    for value in options[name]:
        if str(value).lower() == text.lower():
            return value
    raise Refused("“{value}” is no value of the option “{name}”.", value=text, name=name)


# ---- what it shows


async def lobby_text(house: House, words: Texts, sheet: Sheet) -> str:
    title, number = sheet.title, sheet.number
    names = await house.names(sheet, words)
    low, high = title.seats[0], seat_limit(sheet)
    lines = [
        words.say(
            "**{title}**, game {number}: who plays? ({low} to {high} players)",
            title=title.name,
            number=number,
            low=low,
            high=high,
        )
    ]
    lines += [f"{place + 1}. {name}" for place, name in enumerate(names)]
    if sheet.header.options:
        parts = [
            f"{words.option(title, name)}: {words.option_value(title, name, value)}"
            for name, value in sheet.header.options.items()
        ]
        lines.append("⚙ " + ", ".join(parts))
    shuffle = sheet.header.lobby.shuffle
    lines.append(words.say("The seats are drawn at the start.") if shuffle else words.say("People sit in this order."))
    return "\n".join(lines)


def lobby_buttons(words: Texts, sheet: Sheet) -> discord.ui.View:
    number = sheet.number
    return view(
        button("join", words.say("Join"), number, style=GOOD, row=0),
        button("leave", words.say("Leave"), number, row=0),
        button("start", words.say("Start"), number, style=MAIN, row=0),
        button("computer", words.say("Add a computer"), number, row=1),
        button("nocomputer", words.say("Remove a computer"), number, row=1),
        button("setup", words.say("Set up"), number, row=1),
    )


def setup_panel(words: Texts, sheet: Sheet) -> Reply:
    """A menu for each option, as many as fit, and the order of seats; a change counts at once."""
    title, number = sheet.title, sheet.number
    items: list[components.Choose] = []
    for name, values in option_values(title).items():
        if len(values) < 2:
            continue
        current = sheet.header.options.get(name, values[0])
        choices = [
            (str(value), f"{words.option(title, name)}: {words.option_value(title, name, value)}") for value in values
        ]
        items.append(menu("option", words.option(title, name), choices, number, 0, name, chosen=str(current)))
    order = [("yes", words.say("The seats are drawn at the start.")), ("no", words.say("People sit in this order."))]
    chosen = "yes" if sheet.header.lobby.shuffle else "no"
    items = [*items[:4], menu("order", words.say("Seats"), order, number, chosen=chosen)]
    return Reply(words.say("Set up game {number}.", number=number), view(*items), instead=True)


# ---- what people do


@on("join")
async def press_join(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: join(interaction, words, touch.game), game=touch.game)


async def join(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    house = house_of(interaction)
    await house.table.join(game, interaction.user.id, str(interaction.id))
    sheet = await house.table.sheet(game)
    if sheet.header.lobby.full_starts and sheet.status == "open" and len(sheet.seats) == seat_limit(sheet):
        await house.table.start(game, sheet.header.owner)
        return Reply(words.say("You play. All seats are taken: the game begins."))
    return Reply(words.say("You play in game {number}.", number=game))


@on("leave")
async def press_leave(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: leave(interaction, words, touch.game), game=touch.game)


async def leave(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    await house_of(interaction).table.leave(game, interaction.user.id, str(interaction.id))
    return Reply(words.say("You have left game {number}.", number=game))


@on("start")
async def press_start(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: start(interaction, words, touch.game), game=touch.game)


async def start(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    await house_of(interaction).table.start(game, interaction.user.id, str(interaction.id))
    return Reply(words.say("Game {number} begins.", number=game))


@on("computer")
async def press_computer(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: computer(interaction, words, touch.game), game=touch.game)


async def computer(interaction: discord.Interaction, words: Texts, game: int, policy: str = COMPUTER) -> Reply:
    await house_of(interaction).table.seat_computer(game, interaction.user.id, policy, str(interaction.id))
    return Reply(words.say("A computer takes a seat in game {number}.", number=game))


@on("nocomputer")
async def press_no_computer(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        await house_of(interaction).table.unseat_computer(touch.game, interaction.user.id, str(interaction.id))
        return Reply(words.say("A computer leaves game {number}.", number=touch.game))

    await answer(interaction, work, game=touch.game)


@on("setup")
async def press_setup(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        shown = setup_panel(words, await house_of(interaction).table.sheet(touch.game))
        return Reply(shown.content, shown.view)

    await answer(interaction, work, game=touch.game)


@on("option")
async def choose_option(interaction: discord.Interaction, touch: Touch) -> None:
    table = house_of(interaction).table

    async def work(words: Texts) -> Reply:
        sheet = await table.sheet(touch.game)
        options = sheet.header.options | {touch.rest: read_option(sheet.title, touch.rest, touch.values[0])}
        await table.arrange(touch.game, interaction.user.id, options, interaction=str(interaction.id))
        return setup_panel(words, await table.sheet(touch.game))

    await answer(interaction, work, game=touch.game)


@on("order")
async def choose_order(interaction: discord.Interaction, touch: Touch) -> None:
    table = house_of(interaction).table

    async def work(words: Texts) -> Reply:
        sheet = await table.sheet(touch.game)
        lobby = msgspec.structs.replace(sheet.header.lobby, shuffle=touch.values[0] == "yes")
        await table.arrange(touch.game, interaction.user.id, lobby=lobby, interaction=str(interaction.id))
        return setup_panel(words, await table.sheet(touch.game))

    await answer(interaction, work, game=touch.game)


# ---- opening, again


async def open_game(house: House, opening: Opening, interaction: str) -> Applied:
    """A new game, if none is open or running in its channel."""
    async with house.opening[opening.channel]:
        here = await house.finding.in_channel(opening.channel)
        applied = await house.store.games.answer_to(interaction)
        if here is not None and applied is None:
            raise Refused("Game {number} is going on in this channel; end it first, or open a thread.", number=here)
        return applied or await house.table.open(opening, interaction)


def language_of(interaction: discord.Interaction, chosen: str | None) -> str | None:
    """Of a channel's posts: as chosen, else as the server speaks in Discord if we speak that."""
    if chosen is not None or interaction.guild_locale is None:
        return chosen
    base = interaction.guild_locale.value.partition("-")[0]
    return base if base in LANGUAGES else None


@on("rematch")
async def press_rematch(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: rematch(interaction, words, touch.game), game=touch.game)


async def rematch(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The same title and options in the same channel; whoever asks for it opens it, the others join as they like."""
    house = house_of(interaction)
    before = await house.table.sheet(game)
    if before.status in ("open", "running"):
        raise Refused("Game {number} is not over yet.", number=game)
    header = before.header
    opening = Opening(
        title=header.title,
        owner=interaction.user.id,
        channel=header.channel,
        guild=header.guild,
        options=header.options,
        pace=header.pace,
        lobby=header.lobby,
    )
    applied = await open_game(house, opening, str(interaction.id))
    return Reply(words.say("Game {number} is open.", number=applied.game))


# ---- going back by consent


@on("agree")
async def press_agree(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: consent(interaction, words, touch.game, True), game=touch.game)


@on("decline")
async def press_decline(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: consent(interaction, words, touch.game, False), game=touch.game)


async def consent(interaction: discord.Interaction, words: Texts, game: int, agrees: bool) -> Reply:
    await house_of(interaction).table.consent(game, interaction.user.id, agrees, str(interaction.id))
    return Reply(words.say("You have agreed.") if agrees else words.say("You have declined."))


def proposal_buttons(words: Texts, game: int) -> discord.ui.View:
    return view(
        button("agree", words.say("Agree"), game, style=GOOD),
        button("decline", words.say("Decline"), game, style=BAD),
    )
