"""Setting up a game before it starts: the options of its title and how people gather, as text and on a panel of menus.

Not for what may be combined (the title says so) and not for who may change it (the table does).
"""

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Literal, NamedTuple, Union, get_args, get_origin

import discord
import msgspec

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Lobby
from bot.table.seats import Plan
from bot.texts import LANGUAGES, Texts
from bot.ui.components import Choose, Handlers, MenuEntry, Touch, menu, page_buttons, view
from bot.ui.replies import Reply, answer, context_of
from engine.title import AnyTitle
from render.words import own_name

OptionValue = str | int | bool
HOUR = 3600
PACES = (1, 4, 12, 24, 48, 72, 168)
"""Hours that are offered for a decision; the command takes any."""
MENUS = 4
"""On a page: the fifth row has the buttons to the other pages."""
NONE = "-"


# ---- the options of a title


def option_values(title: AnyTitle) -> dict[str, tuple[OptionValue, ...]]:
    """What each option of a title can be, its default first; of a free number, a few that make sense."""
    found: dict[str, tuple[OptionValue, ...]] = {}
    for field in msgspec.structs.fields(title.options_type):
        default = field.default
        values = (default, 0, default // 2, default * 2) if _is_number(field.type) else _values(field.type)
        found[field.name] = tuple(dict.fromkeys(sorted(values, key=lambda value: value != default)))
    return found


def _is_number(kind: object) -> bool:
    return kind is int or (get_origin(kind) is Annotated and get_args(kind)[0] is int)


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
    (kind,) = (field.type for field in msgspec.structs.fields(title.options_type) if field.name == name)
    if _is_number(kind) and text.isdecimal():
        return int(text)
    values = ", ".join(str(value) for value in options[name])
    raise Refused("“{value}” is no value of the option “{name}”: {values}.", value=text, name=name, values=values)


def pair(words: Texts, name: str, value: str) -> str:
    """`board: East`."""
    return words.say("{name}: {value}", name=name, value=value)


# ---- what can be set, one menu each


class Setting(NamedTuple):
    """One menu of the panel: its choices as (value, label), the one in force, and what choosing means."""

    name: str
    heading: str
    choices: Sequence[tuple[str, str]]
    current: str
    plan: Callable[[str], Plan]
    about: str = ""


class Arranged(NamedTuple):
    """What is set of a game that has not started, whether it is open or about to be."""

    title: AnyTitle
    options: Mapping[str, object]
    lobby: Lobby
    pace: float | None


def settings_of(words: Texts, arranged: Arranged) -> list[Setting]:
    """Everything that can be set: the title's options first, then how people gather."""
    return [*_option_settings(words, arranged), *_lobby_settings(words, arranged)]


def _option_settings(words: Texts, arranged: Arranged) -> list[Setting]:
    title, chosen = arranged.title, arranged.options
    found = []
    for name, values in option_values(title).items():
        current = chosen.get(name, values[0])
        shown = values if current in values else (current, *values)
        labels = [(str(value), words.option_value(title, name, value)) for value in shown]

        def plan(text: str, name: str = name) -> Plan:
            return Plan(options={**chosen, name: read_option(title, name, text)})

        heading, about = words.option(title, name), words.about_option(title, name)
        found.append(Setting(f"option.{name}", heading, labels, str(current), plan, about))
    return found


def _lobby_settings(words: Texts, arranged: Arranged) -> list[Setting]:
    lobby, (low, high) = arranged.lobby, arranged.title.seats
    order = [
        ("True", words.say("The seats are drawn at the start.")),
        ("False", words.say("People sit in this order.")),
    ]
    full = [
        ("False", words.say("whoever opened it starts the game")),
        ("True", words.say("it starts when all seats are taken")),
    ]
    hints = [
        ("False", words.say("only for who plays against computers alone")),
        ("True", words.say("for everybody")),
    ]
    seats = [(NONE, words.say("as many as the game allows"))] + [(str(n), str(n)) for n in range(low, high + 1)]
    spoken = [(NONE, words.say("as the server has chosen"))] + [(code, own_name(code)) for code in LANGUAGES]
    hours = [NONE if arranged.pace is None else f"{arranged.pace / HOUR:g}", NONE, *map(str, PACES)]
    paces = [(each, pace_text(words, None if each == NONE else float(each))) for each in dict.fromkeys(hours)]

    def changed(**fields: object) -> Plan:
        return Plan(lobby=msgspec.convert(msgspec.structs.asdict(lobby) | fields, Lobby))

    return [
        Setting("order", words.say("order"), order, str(lobby.shuffle), lambda text: changed(shuffle=text == "True")),
        Setting("seats", words.say("seats"), seats, str(lobby.limit or NONE),
                lambda text: changed(limit=None if text == NONE else int(text))),
        Setting("language", words.say("language of the posts"), spoken, lobby.language or NONE,
                lambda text: changed(language=None if text == NONE else text)),
        Setting("full", words.say("start"), full, str(lobby.full_starts),
                lambda text: changed(full_starts=text == "True")),
        Setting("hints", words.say("hints"), hints, str(lobby.hints), lambda text: changed(hints=text == "True")),
        Setting("pace", words.say("time to think"), paces, hours[0],
                lambda text: Plan(pace=None if text == NONE else float(text) * HOUR)),
    ]  # fmt: skip


def pace_text(words: Texts, hours: float | None) -> str:
    if hours is None:
        return words.say("no limit")
    return words.say("{hours} h for a decision", hours=f"{hours:g}")


# ---- the panel


def panel(words: Texts, hosted: HostedGame, page: int = 0) -> Reply:
    """A page of menus; a change counts at once."""
    settings, number = settings_of(words, arranged_of(hosted)), hosted.number
    page, labels = pages_of(settings, page)
    menus = [
        setting_menu("set", words, setting, number, rest=f"{page}/{setting.name}", row=row)
        for row, setting in enumerate(settings[page * MENUS : (page + 1) * MENUS])
    ]
    items = view(*menus, *page_buttons("setup", labels, page, number, rest=str, row=MENUS))
    return Reply(words.say("Set up game {number}.", number=number), items, instead=True, layout=True)


def arranged_of(hosted: HostedGame) -> Arranged:
    header = hosted.header
    return Arranged(hosted.title, header.options, header.lobby, header.pace)


def pages_of(settings: Sequence[Setting], page: int) -> tuple[int, list[str]]:
    """The page that is shown, if there is such a one, and what the buttons to all of them say."""
    pages = range(0, len(settings), MENUS)
    return min(page, len(pages) - 1), [str(each + 1) for each in range(len(pages))]


def setting_menu(
    what: str, words: Texts, setting: Setting, game: int, version: int = 0, *, rest: str, row: int
) -> Choose:
    """The choices of a setting, each with its name."""
    entries = [MenuEntry(value, pair(words, setting.heading, label), setting.about) for value, label in setting.choices]
    return menu(what, setting.heading, entries, game, version, rest, chosen=setting.current, row=row)


async def press_setup(interaction: discord.Interaction, touch: Touch) -> None:
    """From the lobby post a panel of one's own; on that, another page."""

    async def work(words: Texts) -> Reply:
        shown = panel(words, await context_of(interaction).table.hosted(touch.game), int(touch.rest or 0))
        return msgspec.structs.replace(shown, instead=bool(touch.rest))

    await answer(interaction, work, game=touch.game)


async def choose_setting(interaction: discord.Interaction, touch: Touch) -> None:
    table = context_of(interaction).table

    async def work(words: Texts) -> Reply:
        page, _, name = touch.rest.partition("/")
        hosted = await table.hosted(touch.game)
        (setting,) = (each for each in settings_of(words, arranged_of(hosted)) if each.name == name)
        plan = setting.plan(touch.values[0])
        saved = await table.arrange(touch.game, interaction.user.id, plan, str(interaction.id))
        return panel(words, saved.hosted, int(page))

    await answer(interaction, work, game=touch.game)


HANDLERS: Handlers = {"setup": press_setup, "set": choose_setting}
