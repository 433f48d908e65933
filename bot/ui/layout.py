"""A message as Discord lays it out: words, pictures below one another, rows of buttons, in a frame of a seat's colour.

Not for what is said, and not for what a button does: `components.py`.
"""

from typing import NamedTuple, cast

import discord

from bot.limits import ALT_TEXT, MESSAGE
from bot.texts.speaker import fitting
from bot.ui.components import Rows


class Pictured(NamedTuple):
    """An attached picture by its name, with its position in words."""

    name: str
    alt: str = ""


class Words(NamedTuple):
    """What a message shows besides its buttons; it can be sent again without them."""

    above: str
    pictures: tuple[Pictured, ...] = ()
    below: str = ""
    accent: int | None = None
    """The colour of the frame."""


def laid_out(words: Words, rows: Rows | None = None) -> discord.ui.LayoutView:
    """Stopped from the start, as `components.plain_view` is."""
    parts: list[discord.ui.Item[discord.ui.LayoutView]] = []
    if words.above:
        parts.append(discord.ui.TextDisplay(shortened(words.above)))
    # One gallery for each picture: two in one would stand side by side, too small to read on a phone.
    parts += [
        discord.ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt[:ALT_TEXT] or None)
        )
        for picture in words.pictures
    ]
    if words.below:
        parts.append(discord.ui.TextDisplay(shortened(words.below)))
    if rows is not None:
        parts += [discord.ui.ActionRow(*cast("list[discord.ui.Item[discord.ui.LayoutView]]", row)) for row in rows]
    made = discord.ui.LayoutView(timeout=None)
    made.add_item(discord.ui.Container(*parts, accent_colour=words.accent))
    made.stop()
    return made


def shown_by(message: discord.Message) -> Words:
    """What a message that was laid out here shows, read from itself."""
    texts: list[str] = []
    pictures: list[Pictured] = []
    above, accent = "", None
    for top in message.components:
        if isinstance(top, discord.Container):
            accent = None if top.accent_colour is None else top.accent_colour.value
        for part in top.children if isinstance(top, discord.Container) else [top]:
            if isinstance(part, discord.TextDisplay):
                texts.append(part.content)
            elif isinstance(part, discord.MediaGalleryComponent):
                if not pictures:
                    above, texts = "\n".join(texts), []
                pictures += [Pictured(_name(item.media), item.description or "") for item in part.items]
    said = "\n".join(texts)
    return Words(above, tuple(pictures), said, accent) if pictures else Words(said, (), "", accent)


def _name(media: discord.UnfurledMediaItem) -> str:
    return media.url.partition("?")[0].rpartition("/")[2]


def shortened(content: str) -> str:
    return fitting(content, MESSAGE)
