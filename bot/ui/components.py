"""Buttons and menus whose id says all there is to know: what to do, in which game, on which version, and the rest.

Not for what they do: each part of the bot has its handlers, and the client is given them all. Nothing is remembered
between posting a component and its press, so they survive restarts.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

import discord
import msgspec

from bot.limits import BUTTON_LABEL, BUTTONS_IN_ROW, CUSTOM_ID, MENU_LABEL, PLACEHOLDER, ROWS
from bot.texts.speaker import shorten

WIDTH = BUTTONS_IN_ROW
"""Of a row, in buttons; a menu takes all of it."""
PATTERN = r"(?P<what>[a-z]+):(?P<game>\d+):(?P<version>\d+):(?P<rest>.*)"


class Touch(msgspec.Struct, frozen=True):
    """Somebody pressed a button or chose from a menu."""

    what: str
    game: int
    version: int
    rest: str
    values: tuple[str, ...] = ()


Handler = Callable[[discord.Interaction, Touch], Awaitable[None]]
Handlers = Mapping[str, Handler]
"""What happens when a component of a name is touched; each part of the bot has its own, the client all of them."""


def joined(*parts: Handlers) -> Handlers:
    """All handlers of a program; a name that two parts claim is a mistake."""
    found: dict[str, Handler] = {}
    for part in parts:
        if twice := found.keys() & part.keys():
            raise ValueError(f"there are two handlers for {', '.join(sorted(twice))}")
        found.update(part)
    return found


async def _handle(interaction: discord.Interaction, touch: Touch) -> None:
    handlers: Handlers = interaction.client.handlers  # type: ignore[attr-defined]
    await handlers[touch.what](interaction, touch)


def component_id(kind: str, what: str, game: int, version: int, rest: str) -> str:
    text = f"{kind}:{what}:{game}:{version}:{rest}"
    if len(text) > CUSTOM_ID:
        raise ValueError(f"a component’s id has {len(text)} characters, Discord takes {CUSTOM_ID}")
    return text


def fits(what: str, game: int, version: int, rest: str) -> bool:
    return len(f"b:{what}:{game}:{version}:{rest}") <= CUSTOM_ID


class Press(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template="b:" + PATTERN):
    """A button."""

    def __init__(self, item: discord.ui.Button[discord.ui.View], touch: Touch) -> None:
        super().__init__(item)
        self.touch = touch

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> "Press":
        assert isinstance(item, discord.ui.Button)
        return cls(item, _touch(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        await _handle(interaction, self.touch)


class Choose(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template="s:" + PATTERN):
    """A menu."""

    def __init__(self, item: discord.ui.Select[discord.ui.View], touch: Touch) -> None:
        super().__init__(item)
        self.touch = touch

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> "Choose":
        assert isinstance(item, discord.ui.Select)
        chosen = msgspec.convert(interaction.data, _Chosen)
        return cls(item, _touch(match, tuple(chosen.values)))

    async def callback(self, interaction: discord.Interaction) -> None:
        await _handle(interaction, self.touch)


class ChoosePeople(discord.ui.DynamicItem[discord.ui.UserSelect[discord.ui.View]], template="u:" + PATTERN):
    """A menu of the people who are there; Discord fills it. The values are their numbers."""

    def __init__(self, item: discord.ui.UserSelect[discord.ui.View], touch: Touch) -> None:
        super().__init__(item)
        self.touch = touch

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> "ChoosePeople":
        assert isinstance(item, discord.ui.UserSelect)
        chosen = msgspec.convert(interaction.data, _Chosen)
        return cls(item, _touch(match, tuple(chosen.values)))

    async def callback(self, interaction: discord.Interaction) -> None:
        await _handle(interaction, self.touch)


class _Chosen(msgspec.Struct):
    """What is read of the data of a menu's interaction."""

    values: list[str] = []


ITEMS = (Press, Choose, ChoosePeople)


def _touch(match: re.Match[str], values: tuple[str, ...] = ()) -> Touch:
    return Touch(match["what"], int(match["game"]), int(match["version"]), match["rest"], values)


# ---- making them


class MenuEntry(NamedTuple):
    """One line of a menu; `about` stands below its label."""

    value: str
    label: str
    about: str = ""
    emoji: discord.PartialEmoji | None = None


PLAIN = discord.ButtonStyle.secondary
MAIN = discord.ButtonStyle.primary
GOOD = discord.ButtonStyle.success
BAD = discord.ButtonStyle.danger


def button(
    what: str,
    label: str,
    game: int,
    version: int = 0,
    rest: str = "",
    *,
    style: discord.ButtonStyle = PLAIN,
    row: int | None = None,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Press:
    item: discord.ui.Button[discord.ui.View] = discord.ui.Button(
        label=shorten(label, BUTTON_LABEL),
        style=style,
        custom_id=component_id("b", what, game, version, rest),
        row=row,
        disabled=disabled,
        emoji=emoji,
    )
    return Press(item, Touch(what, game, version, rest))


def page_buttons(
    what: str,
    labels: Sequence[str],
    page: int,
    game: int,
    version: int = 0,
    *,
    rest: Callable[[int], str],
    row: int,
) -> list[Press]:
    """A button to each page, from this row on; the one that is shown cannot be pressed. A single page needs none."""
    if len(labels) < 2:
        return []
    return [
        button(what, label, game, version, rest(each), row=row + each // BUTTONS_IN_ROW, disabled=each == page)
        for each, label in enumerate(labels)
    ]


def menu(
    what: str,
    placeholder: str,
    choices: Sequence[MenuEntry],
    game: int,
    version: int = 0,
    rest: str = "",
    *,
    chosen: str | None = None,
    row: int | None = None,
) -> Choose:
    """A menu of at most 25 choices."""
    item: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        placeholder=placeholder[:PLACEHOLDER],
        options=[
            discord.SelectOption(
                label=choice.label[:MENU_LABEL] or "—",
                value=choice.value,
                description=shorten(choice.about) or None,
                emoji=choice.emoji,
                default=choice.value == chosen,
            )
            for choice in choices
        ],
        custom_id=component_id("s", what, game, version, rest),
        row=row,
    )
    return Choose(item, Touch(what, game, version, rest))


def people_menu(
    what: str,
    placeholder: str,
    game: int,
    version: int = 0,
    rest: str = "",
    *,
    chosen: Sequence[int] = (),
    least: int = 0,
    most: int,
    row: int | None = None,
) -> ChoosePeople:
    """A menu of which several people can be chosen."""
    people = [discord.SelectDefaultValue(id=user, type=discord.SelectDefaultValueType.user) for user in chosen]
    item: discord.ui.UserSelect[discord.ui.View] = discord.ui.UserSelect(
        placeholder=placeholder[:PLACEHOLDER],
        min_values=least,
        max_values=most,
        default_values=people,
        custom_id=component_id("u", what, game, version, rest),
        row=row,
    )
    return ChoosePeople(item, Touch(what, game, version, rest))


Item = Press | Choose | ChoosePeople
Rows = tuple[tuple[Item, ...], ...]
"""Buttons and menus, row by row; none is empty."""


def view(*items: Item) -> Rows:
    """In the rows that they name, or in the first that has room."""
    rows: list[list[Item]] = [[] for _ in range(ROWS)]
    for item in items:
        rows[_place(rows, item)].append(item)
    return tuple(tuple(row) for row in rows if row)


def _place(rows: list[list[Item]], item: Item) -> int:
    if item.row is not None:
        return item.row
    return next(number for number, row in enumerate(rows) if sum(each.width for each in row) + item.width <= WIDTH)


def take_emojis(rows: Rows | None) -> None:
    """Buttons and menus without the emojis on them, for when Discord does not know one of these any more."""
    for item in (each.item for row in rows or () for each in row):
        if isinstance(item, discord.ui.Button):
            item.emoji = None
        elif isinstance(item, discord.ui.Select):
            for option in item.options:
                option.emoji = None


def plain_view(rows: Rows) -> discord.ui.View:
    """Stopped from the start: discord.py would keep a view and a timer for every message otherwise, and needs neither,
    since the ids say all."""
    made = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            made.add_item(item)
    made.stop()
    return made
