"""Before and around a game: the lobby post with its buttons, a rematch.

Not for who may do what (the table says so) and not for the set-up panel: `bot.ui.panels.setup`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import discord
import msgspec

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table import house_rules
from bot.table.seats import Opening, seat_limit, turned
from bot.texts import LANGUAGES, Texts
from bot.texts.markdown import plain
from bot.ui.access import check_place
from bot.ui.components import GOOD, MAIN, Handlers, MenuEntry, Rows, Touch, button, menu, view
from bot.ui.context import Context
from bot.ui.halls import forum_of
from bot.ui.house_rules import check_opening, check_own, check_room, one_at_a_time, place_for
from bot.ui.invitations import DAY, sift, told
from bot.ui.levels import LEVELS
from bot.ui.panels.setup import HOUR, pace_text, pair
from bot.ui.replies import Reply, answer, context_of, on_game
from bot.ui.rights import hosting
from engine.registry import title as find_title

COMPUTER = "simple"


# ---- what it shows


async def lobby_text(context: Context, words: Texts, hosted: HostedGame) -> str:
    title, number = hosted.title, hosted.number
    names = await context.names.of_seats(hosted, words)
    low, high = title.seats[0], seat_limit(hosted)
    lines = [
        words.say(
            "**{title}**, game {number}: who plays? ({low} to {high} players)",
            title=title.name,
            number=number,
            low=low,
            high=high,
        )
    ]
    lines += [f"{place + 1}. {plain(name)}" for place, name in enumerate(names)]
    lobby, pace = hosted.header.lobby, hosted.header.pace
    if lobby.invited:
        lines.append(words.say("Invited: {names}.", names=await _named(context, hosted, lobby.invited)))
    if lobby.declined:
        lines.append(words.say("No, thanks: {names}.", names=await _named(context, hosted, lobby.declined)))
    if hosted.header.options:
        parts = [
            pair(words, words.option(title, name), words.option_value(title, name, value))
            for name, value in hosted.header.options.items()
        ]
        lines.append(words.say("Options: {options}", options=", ".join(parts)))
    manner = [
        words.say("The seats are drawn at the start.") if lobby.shuffle else words.say("People sit in this order.")
    ]
    if lobby.full_starts:
        manner.append(words.say("The game starts when all seats are taken."))
    if pace is not None:
        manner.append(words.say("Time to think: {pace}.", pace=pace_text(words, pace / HOUR)))
    lines.append(" ".join(manner))
    if lobby.role is not None:
        lines.append(words.say("Called: {role}", role=f"<@&{lobby.role}>"))
    return "\n".join(lines)


async def _named(context: Context, hosted: HostedGame, people: Sequence[int]) -> str:
    """By name: they are called by posts of their own."""
    return ", ".join([f"**{plain(await context.names.of_person(hosted.header.guild, user))}**" for user in people])


def lobby_buttons(words: Texts, hosted: HostedGame) -> Rows:
    """Three rows that fit a phone in every language."""
    number = hosted.number
    return view(
        button("join", words.say("Join"), number, style=GOOD, row=0),
        button("leave", words.say("Leave"), number, row=0),
        button("start", words.say("Start"), number, style=MAIN, row=0),
        button("computer", words.say("Add a computer"), number, row=1),
        button("invite", words.say("Invite"), number, row=1),
        button("nocomputer", words.say("Remove a computer"), number, row=2),
        button("setup", words.say("Set up"), number, row=2),
    )


# ---- what people do


async def join(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    context, user = context_of(interaction), interaction.user.id
    guild = (await context.table.hosted(game)).header.guild
    async with one_at_a_time(context, guild):
        await check_own(context, guild, user, game)
        hosted = (await context.table.join(game, user, str(interaction.id))).hosted
    if hosted.header.lobby.full_starts and hosted.status == "open" and len(hosted.seats) == seat_limit(hosted):
        await context.table.start(game, hosted.header.owner)
        return Reply(words.say("You play. All seats are taken: the game begins."))
    return Reply(words.say("You play in game {number}.", number=game))


async def leave(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    await context_of(interaction).table.leave(game, interaction.user.id, str(interaction.id))
    return Reply(words.say("You have left game {number}.", number=game))


async def start(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    table, host = await hosting(interaction, game)
    await table.start(game, interaction.user.id, str(interaction.id), host=host)
    return Reply(words.say("Game {number} begins.", number=game))


async def computer(interaction: discord.Interaction, words: Texts, game: int, policy: str = COMPUTER) -> Reply:
    table, host = await hosting(interaction, game)
    await table.seat_computer(game, interaction.user.id, policy, str(interaction.id), host=host)
    said = words.say("A computer takes a seat in game {number}.", number=game)
    return _levels(words, game, policy, said)


async def change_level(interaction: discord.Interaction, words: Texts, game: int, policy: str) -> Reply:
    """Of the computer that came last."""
    table, host = await hosting(interaction, game)
    await table.change_level(game, interaction.user.id, policy, str(interaction.id), host=host)
    said = words.say("The computer that came last plays at another level now, in game {number}.", number=game)
    return msgspec.structs.replace(_levels(words, game, policy, said), instead=True)


def _levels(words: Texts, game: int, policy: str, said: str) -> Reply:
    """How well it plays, and what else there is."""
    entries = [
        MenuEntry(name, words.say(level.name.message), words.say(level.about.message)) for name, level in LEVELS.items()
    ]
    chosen = menu("level", words.say("How it plays"), entries, game, chosen=policy)
    return Reply(said, view(chosen))


async def no_computer(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    table, host = await hosting(interaction, game)
    await table.unseat_computer(game, interaction.user.id, str(interaction.id), host=host)
    return Reply(words.say("A computer leaves game {number}.", number=game))


# ---- opening, again


class Opened(NamedTuple):
    """A new game, and why some people are not invited to it."""

    game: int
    left_out: Sequence[Refused] = ()


async def open_game(context: Context, opening: Opening, interaction: str) -> Opened:
    """A new game, if none is open or running in its channel, and its server has room for it."""
    async with one_at_a_time(context, opening.guild), context.channel_lock(opening.channel):
        if (applied := await context.store.games.answer_to(interaction)) is not None:
            return Opened(applied.game)
        await check_free(context, opening.channel)
        await check_room(context, opening.guild, opening.owner)
        sifted = await sift(context, opening.guild, opening.owner, opening.people)
        opening = msgspec.structs.replace(opening, people=sifted.people)
        role = await _role_to_call(context, opening)
        opening = msgspec.structs.replace(opening, lobby=msgspec.structs.replace(opening.lobby, role=role))
        return Opened((await context.table.open(opening, interaction)).game, sifted.left_out)


async def _role_to_call(context: Context, opening: Opening) -> int | None:
    """Nobody where all seats are taken, or kept for those who are invited."""
    rules = await context.chosen.of_server(opening.guild)
    if opening.guild is None or rules.role is None:
        return None
    seats = opening.lobby.limit or find_title(opening.title).seats[1]
    called = await context.server_games.role_calls(opening.guild, context.clock.now() - DAY)
    return house_rules.role_to_call(rules, seats - 1 - len(opening.computers) - len(opening.people), called)


async def check_free(context: Context, channel: int, game: int | None = None) -> None:
    """A channel has one game at a time: none but this one."""
    if (here := await context.queries.in_channel(channel)) not in (None, game):
        raise Refused("Game {number} is going on in this channel; end it first, or open a thread.", number=here)


async def language_of(interaction: discord.Interaction, words: Texts, chosen: str | None) -> str | None:
    """Of a channel's posts: as chosen; None, to follow the server, where it has chosen; else as the opener reads.

    What Discord says of a server counts only if it is not English: that is what servers have who never thought of it.
    """
    server = await context_of(interaction).chosen.of_server(interaction.guild_id)
    if chosen is not None or server.language is not None:
        return chosen
    spoken = interaction.guild_locale.value.partition("-")[0] if interaction.guild_locale is not None else "en"
    return spoken if spoken != "en" and spoken in LANGUAGES else words.code


async def rematch(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The same title, options and computers in the same channel, with the seats turned on by one.

    Whoever asks opens it; the others are invited, and there is room for more.
    """
    context = context_of(interaction)
    before = await context.table.hosted(game)
    if before.status in ("open", "running"):
        raise Refused("Game {number} is not over yet.", number=game)
    header = before.header
    if interaction.channel_id == header.channel:
        check_place(interaction)
    await check_opening(interaction, header.guild, header.channel)
    channel, seats = header.channel, turned(before)
    if interaction.guild_id == header.guild and forum_of(interaction, await context.chosen.of_server(header.guild)):
        channel = await place_for(interaction, words, before.title.name, None)
    opening = Opening(
        title=header.title,
        owner=interaction.user.id,
        channel=channel,
        guild=header.guild,
        options=header.options,
        pace=header.pace,
        lobby=msgspec.structs.replace(
            header.lobby, limit=None, shuffle=False, order=tuple(seat.user for seat in seats)
        ),
        computers=tuple(seat.policy for seat in seats if seat.policy is not None),
        people=tuple(user for user in before.people() if user != interaction.user.id and header.guild is not None),
    )
    opened = await open_game(context, opening, str(interaction.id))
    said = words.say("Game {number} is open.", number=opened.game)
    if channel != header.channel:
        said = words.say("Game {number} is open in {place}.", number=opened.game, place=f"<#{channel}>")
    return Reply("\n".join([said, *told(words, opened.left_out)]))


async def _level(interaction: discord.Interaction, touch: Touch) -> None:
    (policy,) = touch.values
    await answer(interaction, lambda words: change_level(interaction, words, touch.game, policy), game=touch.game)


HANDLERS: Handlers = {
    "join": on_game(join),
    "leave": on_game(leave),
    "start": on_game(start),
    "computer": on_game(computer),
    "nocomputer": on_game(no_computer),
    "level": _level,
    "rematch": on_game(rematch),
}
