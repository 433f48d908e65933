"""What is chosen for a server, as rows of `/settings server`.

Not for the panel (`settings.py`), and not for keeping people to it: `bot.table.house_rules`, `bot.ui.house_rules`.
"""

from collections.abc import Callable

import discord

from bot.errors import Refused
from bot.table.preferences import THREAD_NAMES, THREADS, ServerPreferences, Threads
from bot.texts import Texts
from bot.ui.access import is_member
from bot.ui.panels.preference_words import languages, palettes, pings, reminders, said, yes_or_no
from bot.ui.panels.settings import Change, Choice, Row, SettingsPanel, Source, one_of, toggled
from bot.ui.panels.setup import HOUR, PACES, pace_text
from bot.ui.replies import context_of
from bot.ui.thread_names import thread_name

MOST_GAMES = (1, 2, 3, 5, 10, 20, 50, 100)
MOST_OWN = (1, 2, 3, 5, 10, 20)
ROLE_CALLS = (1, 2, 3, 5, 10)
INVITATIONS = (0, 3, 5, 10, 20, 50)
INVITED = (1, 2, 3, 5, 10)
NO_LIMIT = "-"
"""The value of the choice that limits nothing; Discord takes no empty ones."""
EXAMPLE = ("Hansa", ("Anna", "Bruno"), 12)

ServerRow = Row[ServerPreferences]


async def _rows(interaction: discord.Interaction, words: Texts) -> list[ServerRow]:
    wish = await context_of(interaction).chosen.of_server(interaction.guild_id)
    return [
        *_who_and_where(words, wish, interaction),
        *_threads(words, wish),
        *_calls(words, wish, interaction),
        *_manner(words, wish),
    ]


def _row(
    wish: ServerPreferences,
    field: str,
    heading: str,
    about: str,
    choices: list[Choice],
    value: object = None,
    change: Change[ServerPreferences] | None = None,
) -> ServerRow:
    """A field with one of some values, which are what is stored unless `value` and `change` say otherwise."""
    held = getattr(wish, field)
    shown = str(held if value is None else value)
    source: Source = "default" if held == getattr(ServerPreferences(), field) else "server"
    return Row(
        field, heading, about, choices, frozenset({shown}), said(choices, shown), source, change or one_of(field)
    )


# ---- who may open games, and where


def _who_and_where(words: Texts, wish: ServerPreferences, interaction: discord.Interaction) -> list[ServerRow]:
    everybody = words.say("everybody")
    roles = [Choice(NO_LIMIT, everybody)] + [Choice(str(role.id), f"@{role.name}") for role in _roles(interaction)]
    opener = _row(
        wish, "opener", words.say("Who may open games"),
        words.say("Everybody, or those with a role and those who may manage the channel."),
        roles, wish.opener or NO_LIMIT, one_of("opener", lambda value: None if value == NO_LIMIT else int(value)),
    )  # fmt: skip
    if wish.opener is not None:  # Discord shows its name, also if it is not offered, or gone
        opener = opener._replace(value=f"<@&{wish.opener}>")
    source: Source = "server" if wish.channels else "default"
    places = [Choice(str(channel.id), f"#{channel.name}") for channel in _channels(interaction)]
    unknown = [each for each in wish.channels if all(place.value != str(each) for place in places)]
    places += [Choice(str(each), words.say("channel {number}", number=each)) for each in unknown]  # gone, or hidden
    channels: ServerRow = Row(
        "channels", words.say("Where games may be"),
        words.say("Choose as many channels as you like; threads belong to their channel. None chosen: everywhere."),
        places, frozenset(map(str, wish.channels)),
        ", ".join(f"<#{channel}>" for channel in wish.channels) or words.say("everywhere"),
        source, toggled("channels", int), several=True,
    )  # fmt: skip
    return [
        opener,
        channels,
        _hall(words, wish, interaction),
        _number(words, wish, "most_games", words.say("Games at once"),
                words.say("How many games may be open or running on the server at once."), MOST_GAMES),
        _number(words, wish, "most_own", words.say("Games per person"),
                words.say("In how many games on the server a person may have a seat at once."), MOST_OWN),
    ]  # fmt: skip


def _hall(words: Texts, wish: ServerPreferences, interaction: discord.Interaction) -> ServerRow:
    forums = [each for each in _channels(interaction) if isinstance(each, discord.ForumChannel)]
    choices = [Choice(NO_LIMIT, words.say("none")), *(Choice(str(each.id), f"#{each.name}") for each in forums)]
    row = _row(
        wish, "hall", words.say("Forum for games"),
        words.say("Every new game gets a post of its own there, with a tag: open, running, waiting or over. I make the "
                  "tags if I may manage that channel."),
        choices, wish.hall or NO_LIMIT, one_of("hall", lambda value: None if value == NO_LIMIT else int(value)),
    )  # fmt: skip
    return row if wish.hall is None else row._replace(value=f"<#{wish.hall}>")


def _number(
    words: Texts, wish: ServerPreferences, field: str, heading: str, about: str, offered: tuple[int, ...]
) -> ServerRow:
    held: int | None = getattr(wish, field)
    numbers = sorted({*offered, *([] if held is None else [held])})
    choices = [Choice(NO_LIMIT, words.say("no limit")), *(Choice(str(each), str(each)) for each in numbers)]
    read = one_of(field, lambda value: None if value == NO_LIMIT else int(value))
    return _row(wish, field, heading, about, choices, NO_LIMIT if held is None else held, read)


# ---- how people are called to new games


def _calls(words: Texts, wish: ServerPreferences, interaction: discord.Interaction) -> list[ServerRow]:
    roles = [Choice(NO_LIMIT, words.say("none"))]
    roles += [Choice(str(role.id), f"@{role.name}") for role in _roles(interaction)]
    role = _row(
        wish, "role", words.say("Role for new games"),
        words.say("It is called once when a game with free seats is opened. Discord lets me call it if everybody may "
                  "mention it, or if I may mention all roles."),
        roles, wish.role or NO_LIMIT, one_of("role", lambda value: None if value == NO_LIMIT else int(value)),
    )  # fmt: skip
    if wish.role is not None:
        role = role._replace(value=f"<@&{wish.role}>")
    return [
        role,
        _number(words, wish, "role_calls", words.say("Calls of that role"),
                words.say("How many new games may call it in a day."), ROLE_CALLS),
        _number(words, wish, "invitations", words.say("Invitations by one person"),
                words.say("How many people one person may invite by name in a day."), INVITATIONS),
        _number(words, wish, "invited", words.say("Invitations to one person"),
                words.say("How often one person may be invited by name in a day."), INVITED),
    ]  # fmt: skip


def _roles(interaction: discord.Interaction) -> list[discord.Role]:
    """What people can be given, the highest first."""
    found = [] if interaction.guild is None else interaction.guild.roles
    return [role for role in reversed(found) if not role.is_default() and not role.managed]


def _channels(
    interaction: discord.Interaction,
) -> list[discord.TextChannel | discord.VoiceChannel | discord.ForumChannel]:
    """Where games could be, as far as whoever asks sees it, in the order of the server."""
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return []
    known = (discord.TextChannel, discord.VoiceChannel, discord.ForumChannel)
    listed = [channel for _, channels in guild.by_category() for channel in channels]
    return [each for each in listed if isinstance(each, known) and each.permissions_for(member).view_channel]


# ---- threads


def _threads(words: Texts, wish: ServerPreferences) -> list[ServerRow]:
    named: dict[Threads, str] = {
        "wish": words.say("as whoever opens the game says"),
        "always": words.say("always"),
        "never": words.say("never"),
    }
    names = [Choice(pattern, thread_name(pattern, *EXAMPLE)) for pattern in THREAD_NAMES]
    return [
        _row(wish, "threads", words.say("Threads"), words.say("Whether a game gets a thread of its own."),
             [Choice(each, named[each]) for each in THREADS]),
        _row(wish, "thread_name", words.say("Names of threads"),
             words.say("How the thread of a game is called once it has begun."), names),
    ]  # fmt: skip


# ---- how games look, and how people are asked


def _manner(words: Texts, wish: ServerPreferences) -> list[ServerRow]:
    language = _row(
        wish, "language", words.say("Language"), words.say("The language of what everybody sees"), languages()
    )
    if wish.language is None:
        language = language._replace(chosen=frozenset(), value=words.say("as the server has it in Discord"))
    hours = NO_LIMIT if wish.pace is None else f"{wish.pace / HOUR:g}"
    paces = [
        Choice(each, pace_text(words, None if each == NO_LIMIT else float(each)))
        for each in dict.fromkeys([NO_LIMIT, *map(str, PACES), hours])
    ]
    return [
        language,
        _row(wish, "palette", words.say("Palette"), words.say("The colours of pictures that everybody sees"),
             palettes(words)),
        _row(wish, "pace", words.say("Time to think"),
             words.say("How long a person may think where whoever opens a game does not say."), paces, hours,
             one_of("pace", lambda value: None if value == NO_LIMIT else float(value) * HOUR)),
        _row(wish, "hints", words.say("Hints"),
             words.say("Whether the panel says what a strong computer would do: against computers, and where it was "
                       "agreed before the start"),
             yes_or_no(words), change=one_of("hints", lambda value: value == "True")),
        _row(wish, "private", words.say("Private messages"),
             words.say("Whether cards come by private message, too, unless people choose otherwise"),
             yes_or_no(words), change=one_of("private", lambda value: value == "True")),
        _row(wish, "ping", words.say("Calls"), words.say("How people are called, unless they choose otherwise"),
             pings(words)),
        _row(wish, "remind", words.say("Reminders"),
             words.say("How often people are reminded of what is up to them, unless they choose otherwise"),
             reminders(words)),
    ]  # fmt: skip


# ---- the panel


def _may_change(interaction: discord.Interaction) -> bool:
    return interaction.guild_id is not None and is_member(interaction) and interaction.permissions.manage_guild


async def save_server(
    interaction: discord.Interaction, change: Callable[[ServerPreferences], ServerPreferences]
) -> None:
    if interaction.guild_id is None or not _may_change(interaction):
        raise Refused("Only those who may manage this server can choose for it.")
    await context_of(interaction).chosen.change_server(interaction.guild_id, change)


def _sources(words: Texts, source: Source) -> str:
    return words.say("chosen here") if source == "server" else ""


SERVER_SETTINGS: SettingsPanel[ServerPreferences] = SettingsPanel(
    "server",
    heading=lambda words: words.say("What is chosen for this server"),
    rows=_rows,
    save=save_server,
    sources=_sources,
    may_change=_may_change,
    reset=lambda _: ServerPreferences(),
)
