"""/game: opening, gathering, looking, undoing, leaving. One command for each use case of the table.

Not for play (`play.py`) and not for who may do what (the table).
"""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.errors import Refused
from bot.limits import COMPLETION
from bot.table.requests import outcome_of
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.access import check_place
from bot.ui.command_names import about, named
from bot.ui.commands import opening
from bot.ui.commands.installs import OF_SERVERS, PLACES
from bot.ui.context import Context
from bot.ui.house_rules import check_move, check_own, one_at_a_time
from bot.ui.in_time import completing
from bot.ui.levels import LEVELS
from bot.ui.panels import ask_table, game_list, leaving, lobby, log, personal, substitutes
from bot.ui.panels.lobby import check_free
from bot.ui.panels.play import own_panel, take_back
from bot.ui.replies import Reply, answer, context_of
from bot.ui.rights import hosting
from bot.ui.typed_words import Candidate, best
from bot.ui.which_game import choose_game, chosen_game, one_of
from engine.errors import EngineError

HOUR = 3600.0
Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
OTHER_GAME = about("The number of the game, if it is not the one here")
OnGame = Callable[[discord.Interaction, Texts, int], Awaitable[Reply]]


@completing
async def complete_seat(interaction: discord.Interaction, current: str | int) -> Numbers:
    """The seats of the game here, with who has them."""
    context = context_of(interaction)
    try:
        hosted = await context.table.hosted(await context.game_here(interaction))
    except EngineError:
        return []
    names = await context.names.of_seats(hosted, await context.reader(interaction))
    offered = [Candidate(str(number + 1), f"{number + 1}. {name}") for number, name in enumerate(names)]
    return [
        app_commands.Choice(name=found.name[:COMPLETION], value=int(found.value))
        for found in best(str(current), offered)
    ]


@completing
async def complete_entry(interaction: discord.Interaction, current: str | int) -> Numbers:
    """What one can go back to in the game here, the latest first."""
    context = context_of(interaction)
    try:
        game = await context.game_here(interaction)
        offered = await log.to_go_back_to(context, await context.reader(interaction), game, interaction.user.id)
    except EngineError:
        return []
    return [app_commands.Choice(name=found.name, value=int(found.value)) for found in best(str(current), offered)]


@completing
async def complete_game(interaction: discord.Interaction, current: str | int) -> Numbers:
    """The games of the person and, for who manages channels, those of the server."""
    offered = await game_list.to_choose_from(interaction, await context_of(interaction).reader(interaction))
    return [
        app_commands.Choice(name=found.name[:COMPLETION], value=int(found.value))
        for found in best(str(current), offered)
    ]


class GameGroup(app_commands.Group):
    """/game."""

    def __init__(self) -> None:
        super().__init__(
            name=named("/game"),
            description=about("Open a game, join it, look at it, leave it"),
            allowed_contexts=PLACES,
            allowed_installs=OF_SERVERS,
        )
        self.add_command(opening.new)
        self.add_command(opening.invite)

    @app_commands.command(name=named("/game join"), description=about("Take a seat in the game of this channel"))
    async def join(self, interaction: discord.Interaction) -> None:
        await _here(interaction, lobby.join)

    @app_commands.command(name=named("/game leave"), description=about("Give up your seat before the start"))
    async def leave(self, interaction: discord.Interaction) -> None:
        await _here(interaction, lobby.leave)

    @app_commands.command(name=named("/game computer"), description=about("Give a seat to a computer"))
    @app_commands.rename(policy=named("/game policy"))
    @app_commands.describe(policy=about("How it plays"))
    @app_commands.choices(policy=[app_commands.Choice(name=level.choice, value=name) for name, level in LEVELS.items()])
    async def computer(self, interaction: discord.Interaction, policy: str = lobby.COMPUTER) -> None:
        await _here(interaction, lambda _, words, game: lobby.computer(interaction, words, game, policy))

    @app_commands.command(name=named("/game start"), description=about("Start the game you have opened"))
    async def start(self, interaction: discord.Interaction) -> None:
        await _here(interaction, lobby.start)

    @app_commands.command(name=named("/game play"), description=about("Choose what to do, step by step"))
    async def play(self, interaction: discord.Interaction) -> None:
        async def work(_: discord.Interaction, words: Texts, game: int) -> Reply:
            context = context_of(interaction)
            return await own_panel(context, words, await context.table.hosted(game), interaction.user.id)

        await _here(interaction, work)

    @app_commands.command(name=named("/game board"), description=about("See the board as it is now"))
    async def board(self, interaction: discord.Interaction) -> None:
        await _here(interaction, personal.board, live=False)

    @app_commands.command(name=named("/game hand"), description=about("See your own cards; nobody else does"))
    async def hand(self, interaction: discord.Interaction) -> None:
        await _here(interaction, personal.hand, live=False)

    @app_commands.command(name=named("/game log"), description=about("Read what has been decided so far"))
    async def log(self, interaction: discord.Interaction) -> None:
        await _here(interaction, log.latest, live=False)

    @app_commands.command(name=named("/game undo"), description=about("Take back your latest decision"))
    async def undo(self, interaction: discord.Interaction) -> None:
        await _here(interaction, take_back)

    @app_commands.command(name=named("/game back"), description=about("Ask everybody to go back further"))
    @app_commands.rename(position=named("/game position"))
    @app_commands.describe(position=about("The number of the entry in the log to go back to; 0 is the start"))
    @app_commands.autocomplete(position=complete_entry)
    async def back(self, interaction: discord.Interaction, position: app_commands.Range[int, 0, 100_000]) -> None:
        await _here(interaction, lambda _, words, game: log.ask_back(interaction, words, game, position))

    @app_commands.command(name=named("/game resign"), description=about("Leave a running game to a computer"))
    async def resign(self, interaction: discord.Interaction) -> None:
        async def work(_: discord.Interaction, words: Texts, game: int) -> Reply:
            hosted = await context_of(interaction).table.hosted(game)
            hosted.seat_of(interaction.user.id)
            return leaving.ask_resign(words, hosted)

        await _here(interaction, work)

    @app_commands.command(name=named("/game replace"), description=about("Give a seat to another person or a computer"))
    @app_commands.rename(seat=named("/game seat"), person=named("/game person"), computer=named("/game computer"))
    @app_commands.describe(
        seat=about("The number of the seat, from 1"),
        person=about("Who takes it; you, if nobody"),
        computer=about("Whether a computer takes it"),
    )
    @app_commands.autocomplete(seat=complete_seat)
    async def replace(
        self,
        interaction: discord.Interaction,
        seat: app_commands.Range[int, 1, 8],
        person: discord.User | None = None,
        computer: bool = False,
    ) -> None:
        async def work(_: discord.Interaction, words: Texts, game: int) -> Reply:
            by, number = interaction.user, str(interaction.id)
            table, host = await hosting(interaction, game)
            if computer or (person is not None and person == interaction.client.user):
                saved = await table.dismiss(game, by.id, seat - 1, number, host=host)
                done = words.say("A computer has seat {seat} now.", seat=seat)
            else:
                taker = person or by
                if taker.bot:
                    raise Refused("Another bot cannot take a seat.")
                context, guild = context_of(interaction), (await table.hosted(game)).header.guild
                async with one_at_a_time(context, guild):
                    await check_own(context, guild, taker.id, game, own=taker == by)
                    saved = await table.replace(game, by.id, seat - 1, taker.id, number, host=host)
                done = words.say("**{who}** has seat {seat} now.", who=plain(taker.display_name), seat=seat)
            if outcome_of(saved.answer) == "asked":
                return Reply(words.say("Those who must agree are asked, in the channel of game {number}.", number=game))
            return Reply(done)

        await _here(interaction, work)

    @app_commands.command(name=named("/game substitute"), description=about("Look for somebody who takes a seat over"))
    @app_commands.rename(seat=named("/game seat"))
    @app_commands.describe(seat=about("The number of the seat, from 1; yours, if none"))
    @app_commands.autocomplete(seat=complete_seat)
    async def substitute(
        self, interaction: discord.Interaction, seat: app_commands.Range[int, 1, 8] | None = None
    ) -> None:
        number = None if seat is None else seat - 1
        await _here(interaction, lambda _, words, game: substitutes.ask(interaction, words, game, number))

    @app_commands.command(name=named("/game ask"), description=about("Ask the table when others do not play on"))
    async def ask(self, interaction: discord.Interaction) -> None:
        await _here(interaction, ask_table.show)

    @app_commands.command(name=named("/game move"), description=about("Take a game to this channel"))
    @app_commands.rename(game=named("/game game"))
    @app_commands.describe(game=OTHER_GAME)
    @app_commands.autocomplete(game=complete_game)
    async def move(self, interaction: discord.Interaction, game: int | None = None) -> None:
        choose_game(interaction, game)

        async def work(words: Texts) -> Reply:
            context, channel = context_of(interaction), interaction.channel_id or 0
            check_place(interaction)
            moved = await _to_move(context, interaction)
            table, host = await hosting(interaction, moved)
            async with one_at_a_time(context, interaction.guild_id), context.channel_lock(channel):
                await check_move(interaction, moved)
                await check_free(context, channel, moved)
                by, number = interaction.user.id, str(interaction.id)
                await table.move(moved, by, interaction.guild_id, channel, number, host=host)
            return Reply(words.say("Game {number} goes on here.", number=moved))

        await answer(interaction, work)

    @app_commands.command(name=named("/game pause"), description=about("Stop all clocks of a game for a while"))
    @app_commands.rename(game=named("/game game"))
    @app_commands.describe(game=OTHER_GAME)
    @app_commands.autocomplete(game=complete_game)
    async def pause(self, interaction: discord.Interaction, game: int | None = None) -> None:
        async def work(_: discord.Interaction, words: Texts, number: int) -> Reply:
            table, host = await hosting(interaction, number, anybody=True)
            await table.pause(number, interaction.user.id, str(interaction.id), host=host)
            return Reply(words.say("Game {number} is paused; /game resume takes it up again.", number=number))

        choose_game(interaction, game)
        await _here(interaction, work)

    @app_commands.command(name=named("/game resume"), description=about("Take up a game that is paused"))
    @app_commands.rename(game=named("/game game"))
    @app_commands.describe(game=OTHER_GAME)
    @app_commands.autocomplete(game=complete_game)
    async def resume(self, interaction: discord.Interaction, game: int | None = None) -> None:
        async def work(_: discord.Interaction, words: Texts, number: int) -> Reply:
            table, host = await hosting(interaction, number, anybody=True)
            await table.resume(number, interaction.user.id, str(interaction.id), host=host)
            return Reply(words.say("Game {number} goes on.", number=number))

        choose_game(interaction, game)
        await _here(interaction, work)

    @app_commands.command(name=named("/game abort"), description=about("Call the game off, without a result"))
    @app_commands.rename(game=named("/game game"))
    @app_commands.describe(game=OTHER_GAME)
    @app_commands.autocomplete(game=complete_game)
    async def abort(self, interaction: discord.Interaction, game: int | None = None) -> None:
        async def work(_: discord.Interaction, words: Texts, number: int) -> Reply:
            hosted = await context_of(interaction).table.hosted(number)
            if hosted.status == "running":
                return await leaving.ask_abort(interaction, words, hosted)
            return await leaving.abort(interaction, words, hosted)

        choose_game(interaction, game)
        await _here(interaction, work)

    @app_commands.command(name=named("/game list"), description=about("All games of this server that you can see"))
    @app_commands.guild_only()
    async def every_game(self, interaction: discord.Interaction) -> None:
        await answer(interaction, lambda words: game_list.overview(interaction, words))

    @app_commands.command(name=named("/game export"), description=about("Get the record of the game that is over"))
    async def export(self, interaction: discord.Interaction) -> None:
        await _here(interaction, personal.export, live=False)

    @app_commands.command(name=named("/game replay"), description=about("Watch the game that is over once more"))
    async def replay(self, interaction: discord.Interaction) -> None:
        await _here(interaction, personal.replay, live=False)

    @app_commands.command(name=named("/game rematch"), description=about("Open the same game once more"))
    async def rematch(self, interaction: discord.Interaction) -> None:
        await _here(interaction, lobby.rematch, live=False)

    @app_commands.command(name=named("/game help"), description=about("How to play here"))
    async def help(self, interaction: discord.Interaction) -> None:
        async def work(words: Texts) -> Reply:
            here = await context_of(interaction).queries.in_channel(interaction.channel_id or 0)
            return personal.guide(words, game=here or 0)

        await answer(interaction, work)


async def _here(interaction: discord.Interaction, work: OnGame, *, live: bool = True) -> None:
    """Does something with the game of this channel."""

    async def found(words: Texts) -> Reply:
        return await work(interaction, words, await context_of(interaction).game_here(interaction, live=live))

    await answer(interaction, found)


async def _to_move(context: Context, interaction: discord.Interaction) -> int:
    """The game that is to come here: one without a channel first."""
    if (meant := chosen_game(interaction)) is not None:
        return meant
    theirs = await context.queries.of_person(interaction.user.id)
    elsewhere = [game for game in theirs if game.parked] or [
        game for game in theirs if game.channel != interaction.channel_id
    ]
    if not elsewhere:
        raise Refused("You play no game that could be moved here.")
    return one_of(elsewhere)
