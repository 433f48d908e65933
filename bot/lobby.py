"""Before and around a game: the lobby post with its buttons, going back by consent, a rematch.

Not for who may do what (the table says so) and not for the set-up panel: `bot.setup`.
"""

import discord
from discord.utils import escape_markdown

from bot.answers import Reply, answer, house_of
from bot.components import BAD, GOOD, MAIN, Touch, button, on, view
from bot.errors import Refused
from bot.house import House
from bot.setup import HOUR, pace_text, pair
from bot.store.sheet import Sheet
from bot.table import Applied
from bot.table.seating import Opening, seat_limit
from bot.texts import LANGUAGES, Texts

COMPUTER = "simple"


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
    lines += [f"{place + 1}. {escape_markdown(name)}" for place, name in enumerate(names)]
    if sheet.header.options:
        parts = [
            pair(words, words.option(title, name), words.option_value(title, name, value))
            for name, value in sheet.header.options.items()
        ]
        lines.append("⚙ " + ", ".join(parts))
    lobby, pace = sheet.header.lobby, sheet.header.pace
    manner = [
        words.say("The seats are drawn at the start.") if lobby.shuffle else words.say("People sit in this order.")
    ]
    if lobby.full_starts:
        manner.append(words.say("The game starts when all seats are taken."))
    if pace is not None:
        manner.append(words.say("Time to think: {pace}.", pace=pace_text(words, pace / HOUR)))
    return "\n".join([*lines, " ".join(manner)])


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


# ---- opening, again


async def open_game(house: House, opening: Opening, interaction: str) -> Applied:
    """A new game, if none is open or running in its channel."""
    async with house.channel_lock[opening.channel]:
        here = await house.finding.in_channel(opening.channel)
        applied = await house.store.games.answer_to(interaction)
        if here is not None and applied is None:
            raise Refused("Game {number} is going on in this channel; end it first, or open a thread.", number=here)
        return applied or await house.table.open(opening, interaction)


async def language_of(interaction: discord.Interaction, words: Texts, chosen: str | None) -> str | None:
    """Of a channel's posts: as chosen; None, to follow the server, where it has chosen; else as the opener reads.

    What Discord says of a server counts only if it is not English: that is what servers have who never thought of it.
    """
    server = await house_of(interaction).server(interaction.guild_id)
    if chosen is not None or server.language is not None:
        return chosen
    spoken = interaction.guild_locale.value.partition("-")[0] if interaction.guild_locale is not None else "en"
    return spoken if spoken != "en" and spoken in LANGUAGES else words.code


@on("rematch")
async def press_rematch(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: rematch(interaction, words, touch.game), game=touch.game)


async def rematch(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The same title, options and computers in the same channel; whoever asks opens it, the others may join."""
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
        computers=tuple(seat.policy for seat in before.seats if seat.policy is not None and seat.resigned is None),
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
