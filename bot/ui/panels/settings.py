"""A panel of settings: what is in force and where it comes from, a menu of what can be changed; changes count at once.

Not for which settings there are: whoever has some declares a `SettingsPanel` (`own_settings.py`, `server_settings.py`).

A setting is a `Row`: its name (part of components' ids, so it stays), what it is called, its choices in words, what is
in force, and where that comes from. A row is made anew for every answer, in the reader's language. Choosing hands
`save` a function from the stored struct to the one to store; `None` means: back to what counts without a choice. To add
a setting, add a field with a default to the struct in `bot.table.preferences`, and a row to `rows` of its panel; use
`one_of` for a field with some values, `toggled` where several can be chosen. Menus with more than a page of choices get
buttons to their pages. Only the person who asked sees the panel; every press is checked again.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import discord
import msgspec

from bot.limits import BUTTONS_IN_ROW, MENU_CHOICES
from bot.texts import Texts
from bot.ui.components import PLAIN, Choose, Handlers, MenuEntry, Press, Touch, button, menu, page_buttons, view
from bot.ui.replies import Reply, answer

P = TypeVar("P", bound=msgspec.Struct)
Source = Literal["own", "server", "default"]
"""Who has chosen what is in force: the person, the server, nobody."""
OPEN, CHANGE = "settings", "prefer"
"""The names of the components: another view of the panel, and a change."""
UNCHOSEN = "-"
"""In the id of a change: back to what counts without a choice."""
Change = Callable[[P, str | None], P]


class Choice(NamedTuple):
    """Something a setting can be."""

    value: str
    label: str
    about: str = ""


class Row(NamedTuple, Generic[P]):
    """One setting, in the reader's language."""

    name: str
    heading: str
    about: str
    """A sentence about what it does."""
    choices: Sequence[Choice]
    chosen: frozenset[str]
    """The values that are in force."""
    value: str
    """The same in words."""
    source: Source
    change: Change[P]
    """The struct with a value chosen or, where several can be, chosen or given up; None: without a choice."""
    several: bool = False


class Extra(NamedTuple):
    """A button on the panel that is no setting; its component has handlers of its own."""

    what: str
    label: str
    rest: str = ""
    style: discord.ButtonStyle = PLAIN


class SettingsPanel(NamedTuple, Generic[P]):
    """Whose settings they are, and how they are read and kept."""

    name: str
    """Part of components' ids."""
    heading: Callable[[Texts], str]
    rows: Callable[[discord.Interaction, Texts], Awaitable[list[Row[P]]]]
    save: Callable[[discord.Interaction, Callable[[P], P]], Awaitable[None]]
    """Stores a change, or refuses it."""
    sources: Callable[[Texts, Source], str]
    """Where a value comes from, in words."""
    may_change: Callable[[discord.Interaction], bool]
    reset: Callable[[P], P]
    """Without any choice."""
    extras: Callable[[Texts], Sequence[Extra]] = lambda _: ()


AnyPanel = SettingsPanel[Any]


def one_of(field: str, read: Callable[[str], object] = str) -> Callable[[P, str | None], P]:
    """The change of a field that holds one of the choices."""

    def change(wish: P, value: str | None) -> P:
        return unset(wish, field) if value is None else msgspec.structs.replace(wish, **{field: read(value)})

    return change


def toggled(field: str, read: Callable[[str], object] = str) -> Callable[[P, str | None], P]:
    """The change of a field that holds a tuple of choices."""

    def change(wish: P, value: str | None) -> P:
        if value is None:
            return unset(wish, field)
        before, one = getattr(wish, field), read(value)
        after = tuple(each for each in before if each != one) if one in before else (*before, one)
        return msgspec.structs.replace(wish, **{field: after})

    return change


def unset(wish: P, *fields: str) -> P:
    """With the defaults of these fields."""
    first = type(wish)()
    return msgspec.structs.replace(wish, **{field: getattr(first, field) for field in fields})


# ---- what is shown


async def overview(
    panel: SettingsPanel[P], interaction: discord.Interaction, words: Texts, version: int = 0, note: str = ""
) -> Reply:
    """Every setting with what is in force and, for whoever may change it, a menu of them.

    `version` differs from one view to the next: a client that remembers what was chosen from a menu offers it again.
    """
    rows = await panel.rows(interaction, words)
    lines = [f"**{panel.heading(words)}**"]
    lines += [_line(panel, words, row) for row in rows]
    if note:
        lines.append(note)
    items: list[Press | Choose] = []
    if panel.may_change(interaction):
        entries = [MenuEntry(row.name, row.heading, row.value) for row in rows]
        items.append(menu(OPEN, words.say("What would you like to change?"), entries, 0, version + 1, panel.name))
        if any(_is_chosen(row, panel) for row in rows):
            items.append(button(CHANGE, words.say("Take all choices back"), 0, version + 1, panel.name))
        items += [button(each.what, each.label, 0, 0, each.rest, style=each.style) for each in panel.extras(words)]
    return Reply("\n".join(lines), view(*items) if items else None, instead=True, layout=True)


def _line(panel: SettingsPanel[P], words: Texts, row: Row[P]) -> str:
    said = words.say("{name}: {value}", name=row.heading, value=f"**{row.value}**")
    source = panel.sources(words, row.source)
    return f"- {said} · {source}" if source else f"- {said}"


def _is_chosen(row: Row[P], panel: SettingsPanel[P]) -> bool:
    """Whether it was chosen on this very panel."""
    return row.source == ("own" if panel.name == "me" else "server")


def one_setting(panel: SettingsPanel[P], words: Texts, row: Row[P], page: int = 0, version: int = 0) -> Reply:
    """A setting with its choices, some on each page."""
    pages = range(0, max(len(row.choices), 1), MENU_CHOICES)
    page = min(page, len(pages) - 1)
    place = f"{panel.name}/{row.name}"
    entries = [
        MenuEntry(each.value, f"✓ {each.label}" if row.several and each.value in row.chosen else each.label, each.about)
        for each in row.choices[pages[page] : pages[page] + MENU_CHOICES]
    ]
    chosen = next(iter(row.chosen), None) if not row.several else None
    items: list[Press | Choose] = []
    if entries:
        asked = words.say("Choose, or give up what is chosen") if row.several else row.heading
        items.append(menu(CHANGE, asked, entries, 0, version + 1, f"{place}/{page}", chosen=chosen, row=0))
    labels = [str(each + 1) for each in range(len(pages))][: 3 * BUTTONS_IN_ROW]
    items += page_buttons(OPEN, labels, page, 0, version + 1, rest=lambda each: f"{place}/{each}", row=1)
    if _is_chosen(row, panel):
        back = words.say("Take this choice back")
        items.append(button(CHANGE, back, 0, version + 1, f"{place}/{page}/{UNCHOSEN}", row=4))
    items.append(button(OPEN, words.say("Back"), 0, version + 1, panel.name, row=4))
    return Reply(
        "\n".join([_line(panel, words, row).removeprefix("- "), row.about]), view(*items), instead=True, layout=True
    )


# ---- what is pressed


def handlers(*panels: AnyPanel) -> Handlers:
    """Of the components of all panels."""
    named = {panel.name: panel for panel in panels}

    async def open_view(interaction: discord.Interaction, touch: Touch) -> None:
        async def work(words: Texts) -> Reply:
            name, row, page = _place(touch.rest)
            row = touch.values[0] if touch.values else row
            return await _view(named[name], interaction, words, row, page, touch.version)

        await answer(interaction, work)

    async def change(interaction: discord.Interaction, touch: Touch) -> None:
        async def work(words: Texts) -> Reply:
            name, wanted, page = _place(touch.rest)
            panel = named[name]
            if not wanted:
                await panel.save(interaction, panel.reset)
                return await overview(panel, interaction, words, touch.version)
            row = await _row(panel, interaction, words, wanted)
            value = touch.values[0] if touch.values else None
            if row is not None:
                made = row.change
                await panel.save(interaction, lambda wish: made(wish, value))
            return await _view(panel, interaction, words, wanted, page, touch.version)

        await answer(interaction, work)

    return {OPEN: open_view, CHANGE: change}


def _place(rest: str) -> tuple[str, str, int]:
    """The panel, the setting and the page that an id names."""
    name, row, page, *_ = [*rest.split("/"), "", ""]
    return name, row, int(page or 0)


async def _view(
    panel: SettingsPanel[P], interaction: discord.Interaction, words: Texts, wanted: str, page: int, version: int
) -> Reply:
    row = await _row(panel, interaction, words, wanted) if wanted and panel.may_change(interaction) else None
    if row is None:
        return await overview(panel, interaction, words, version)
    return one_setting(panel, words, row, page, version)


async def setting(panel: SettingsPanel[P], interaction: discord.Interaction, words: Texts, wanted: str) -> Reply:
    """The view of one setting, for whoever leads there from elsewhere."""
    return await _view(panel, interaction, words, wanted, 0, 0)


async def _row(panel: SettingsPanel[P], interaction: discord.Interaction, words: Texts, wanted: str) -> Row[P] | None:
    """None for a setting of another version of the program."""
    return next((row for row in await panel.rows(interaction, words) if row.name == wanted), None)
