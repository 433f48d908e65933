"""/game new and /game invite: how a game is opened, at once or on a panel, and how people are called to it.

Not for the panel (`bot.ui.panels.opening`), and not for what else is done with a game: `game.py`.
"""

import discord
from discord import app_commands

from bot.errors import Refused
from bot.limits import COMPLETION
from bot.store.hosted_game import Lobby
from bot.table.sketch import Sketch
from bot.texts import LANGUAGES, Texts
from bot.ui.command_names import about, named
from bot.ui.in_time import completing
from bot.ui.panels import invitations, lobby
from bot.ui.panels.opening import begin, open_sketch
from bot.ui.panels.setup import HOUR, option_values, pair, read_option
from bot.ui.replies import Reply, answer, context_of
from bot.ui.typed_words import Candidate, best
from engine.registry import title as find_title
from engine.registry import titles
from engine.title import AnyTitle
from render.words import own_name

Choices = list[app_commands.Choice[str]]


def title_choices() -> Choices:
    return [app_commands.Choice(name=title.name, value=title.key) for title in titles()]


def language_choices() -> Choices:
    return [app_commands.Choice(name=own_name(code), value=code) for code in LANGUAGES]


def read_options(title: AnyTitle, line: str) -> dict[str, object]:
    """“board=east missions=true” as options of the title."""
    found: dict[str, object] = {}
    for part in line.replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals:
            raise Refused("Options are written name=value, not “{part}”.", part=part)
        found[name] = read_option(title, name, value)
    return found


@completing
async def complete_options(interaction: discord.Interaction, current: str) -> Choices:
    """The next option of the chosen title, after those that are there already."""
    key = getattr(interaction.namespace, "title", None)
    known = {title.key for title in titles()}
    if key not in known:
        return []
    title = find_title(key)
    words = await context_of(interaction).reader(interaction)
    *before, last = current.split(" ")
    lead = "".join(f"{part} " for part in before if part)
    used = {part.partition("=")[0] for part in before}
    offered = [
        Candidate(f"{name}={value}", pair(words, words.option(title, name), words.option_value(title, name, value)))
        for name, values in option_values(title).items()
        if name not in used
        for value in values
    ]
    return [
        app_commands.Choice(name=f"{lead}{found.name}"[:COMPLETION], value=lead + found.value)
        for found in best(last, offered)
        if len(lead + found.value) <= COMPLETION
    ]


@app_commands.command(
    name=named("/game new"), description=about("Open a game in this channel; without a title, on a panel")
)
@app_commands.rename(
    title=named("/game title"),
    options=named("/game options"),
    seats=named("/game seats"),
    language=named("/game language"),
    shuffle=named("/game shuffle"),
    thread=named("/game thread"),
    hours=named("/game hours"),
    start_full=named("/game start_full"),
    computers=named("/game computers"),
)
@app_commands.describe(
    title=about("Which game; without it a panel asks you"),
    options=about("Its options, name=value, with spaces between them"),
    seats=about("How many may play at most"),
    language=about("The language of the posts in this channel"),
    shuffle=about("Whether the seats are drawn at the start; yes unless you say no"),
    thread=about("Whether the game gets a thread of its own"),
    hours=about("How long a person may think before the program answers for them; 0: no limit"),
    start_full=about("Whether the game starts by itself when all seats are taken"),
    computers=about("How many seats computers take at once"),
)
@app_commands.choices(title=title_choices(), language=language_choices())
@app_commands.autocomplete(options=complete_options)
async def new(
    interaction: discord.Interaction,
    title: str | None = None,
    options: str | None = None,
    seats: app_commands.Range[int, 2, 8] | None = None,
    language: str | None = None,
    shuffle: bool = True,
    thread: bool | None = None,
    hours: app_commands.Range[float, 0.0, 720.0] | None = None,
    start_full: bool = False,
    computers: app_commands.Range[int, 0, 7] = 0,
) -> None:
    async def work(words: Texts) -> Reply:
        if title is None and options:
            raise Refused("Options belong to a title: choose that, too.")
        found = titles()[0] if title is None else find_title(title)
        pace = (await context_of(interaction).chosen.of_server(interaction.guild_id)).pace
        sketch = Sketch(
            title=found.key,
            options=read_options(found, options or ""),
            lobby=Lobby(seats, language, shuffle, start_full),
            pace=pace if hours is None else hours * HOUR or None,
            thread=thread,
            computers=(lobby.COMPUTER,) * computers,
        )
        return await (open_sketch if title is not None else begin)(interaction, words, sketch)

    await answer(interaction, work)


@app_commands.command(name=named("/game invite"), description=about("Call people to the game that is open here"))
@app_commands.rename(person=named("/game person"))
@app_commands.describe(person=about("Whom you invite; without it you choose several from a menu"))
async def invite(interaction: discord.Interaction, person: discord.User | None = None) -> None:
    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        game = await context.game_here(interaction)
        if person is None:
            return await invitations.ask_whom(interaction, words, game)
        if person.bot:
            raise Refused("Another bot cannot take a seat.")
        if person == interaction.user:
            raise Refused("You need not invite yourself: *Join* takes you in.")
        context.names.saw(interaction.guild_id, person.id, person.display_name)
        return await invitations.invite(interaction, words, game, (person.id,))

    await answer(interaction, work)
