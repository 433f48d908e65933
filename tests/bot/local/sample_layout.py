"""A layout of everything that Components V2 has, for looking at the page: frame, words, pictures, sections, menus.

Not for answers: its buttons are the sample bot's own kind, and only some of them do something.
"""

import re
from typing import Any

import discord

PICTURES = ("board", "hand", "card")
COG = "cog"
"""An emoji of the application's, which the sample bot brings along."""
LONG = "A label as long as labels of buttons in French sometimes are, until it takes two"
Row = discord.ui.ActionRow[Any]


class Grow(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"grow:(?P<size>\d+)"):
    """Changes its own message, which then has another menu and is higher than before."""

    def __init__(self, size: int) -> None:
        super().__init__(discord.ui.Button(label=f"Grow {size}", custom_id=f"grow:{size}"))
        self.size = size

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "Grow":
        return cls(int(match["size"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=panel(self.size + 1))


def panel(size: int) -> discord.ui.LayoutView:
    """Some lines more at each size, with its controls below them."""
    view = discord.ui.LayoutView(timeout=None)
    lines = "\n".join(f"Line {number} of the panel." for number in range(size * 4))
    view.add_item(discord.ui.Container[Any](discord.ui.TextDisplay(f"## Size {size}\n{lines}"), Row(Grow(size))))
    return view


def menu(name: str, emoji: discord.Emoji) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label="Lübeck", value="lübeck", description="Queen of the Hanse", emoji=emoji),
        discord.SelectOption(label="Riga", value="riga", description="Across the sea", emoji="⚓"),
        discord.SelectOption(label="Visby", value="visby"),
    ]
    return discord.ui.Select(custom_id=f"{name}:port", placeholder="Where to?", options=options)


def everything(emoji: discord.Emoji) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0xB03A26)
    container.add_item(
        discord.ui.TextDisplay(f"## Turn 3\n{emoji} **Anna** sails to Lübeck.\nThen she sells two {emoji}.")
    )
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    for name in PICTURES:
        gallery.add_item(media=f"attachment://{name}.png", description=f"The {name}.")
    container.add_item(gallery)
    container.add_item(discord.ui.Separator(spacing=discord.SeparatorSpacing.large))
    button: discord.ui.Button[Any] = discord.ui.Button(label="My hand", custom_id="all:hand", emoji=emoji)
    container.add_item(discord.ui.Section("**Anna**\n12 points", accessory=button))
    picture: discord.ui.Thumbnail[Any] = discord.ui.Thumbnail("attachment://card.png", description="A card.")
    container.add_item(discord.ui.Section("**Bruno**\n9 points", accessory=picture))
    container.add_item(discord.ui.Separator(visible=False))
    container.add_item(Row(*(_button(number) for number in range(5))))
    container.add_item(Row(menu("all", emoji)))
    view.add_item(container)
    view.add_item(Row(discord.ui.Button(label=LONG, custom_id="all:long", style=discord.ButtonStyle.success)))
    several: discord.ui.Select[Any] = menu("many", emoji)
    several.min_values, several.max_values = 1, 2
    view.add_item(Row(several))
    return view


def _button(number: int) -> discord.ui.Button[Any]:
    styles = (discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.danger)
    return discord.ui.Button(label=f"Sail to port {number}", custom_id=f"all:{number}", style=styles[number % 3])
