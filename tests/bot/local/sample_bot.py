"""A small bot of its own that uses every feature of Discord that Kontor needs, for testing the local server alone.

Not for anything Kontor does: it is started like the real bot, as a process that is pointed at the server.
"""

import io
import os
import re
import struct
import zlib
from collections.abc import Iterator, Sequence

import discord
from discord import app_commands

from bot.local.launcher import ADDRESS, point_at
from tests.bot.local.sample_layout import COG, PICTURES, Grow, everything, panel

Interaction = discord.Interaction[discord.Client]
PORTS = ["Lübeck", "Danzig", "Riga", "Visby", "Bergen"]


def picture(shade: int = 120, side: int = 32) -> bytes:
    """A grey square as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([shade]) * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def file(name: str = "board.png") -> discord.File:
    return discord.File(io.BytesIO(picture()), name, description="A grey square.")


async def cog(client: discord.Client) -> discord.Emoji:
    """The application's emoji, made when it is first asked for."""
    known = [one for one in await client.fetch_application_emojis() if one.name == COG]
    return known[0] if known else await client.create_application_emoji(name=COG, image=picture())


class Count(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"count:(?P<number>\d+)"):
    """A button whose id holds its state, so that it survives a restart."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str]
    ) -> "Count":
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Count(self.number + 1))
        await interaction.response.edit_message(view=view, attachments=[file(f"count{self.number + 1}.png")])


class Sign(discord.ui.Modal, title="Sign the ledger"):
    name: discord.ui.TextInput["Sign"] = discord.ui.TextInput(label="Name", max_length=40)

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.send_message(f"Signed: {self.name.value}", ephemeral=True)


class Panel(discord.ui.View):
    """Persistent: it answers on messages from before a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="panel:port",
        placeholder="A port",
        options=[discord.SelectOption(label=port, value=port.lower()) for port in PORTS],
    )
    async def port(self, interaction: Interaction, select: "discord.ui.Select[Panel]") -> None:
        await interaction.response.edit_message(content=f"Chosen: {select.values[0]}")

    @discord.ui.button(label="Sign", custom_id="panel:sign", style=discord.ButtonStyle.primary)
    async def sign(self, interaction: Interaction, button: "discord.ui.Button[Panel]") -> None:
        await interaction.response.send_modal(Sign())

    @discord.ui.button(label="Later", custom_id="panel:later")
    async def later(self, interaction: Interaction, button: "discord.ui.Button[Panel]") -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Later came.")
        await interaction.followup.send("And a word for you.", ephemeral=True)

    @discord.ui.button(label="Silent", custom_id="panel:silent")
    async def silent(self, interaction: Interaction, button: "discord.ui.Button[Panel]") -> None:
        """Does not answer, as a bot that hangs."""


class Layout(discord.ui.LayoutView):
    """Components V2 with text, a picture and a row of buttons in a container."""

    row: discord.ui.ActionRow["Layout"] = discord.ui.ActionRow()

    def __init__(self) -> None:
        super().__init__(timeout=None)
        text: discord.ui.TextDisplay[Layout] = discord.ui.TextDisplay("## Lübeck\nA fine **port**.")
        gallery: discord.ui.MediaGallery[Layout] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://layout.png", description="A grey square.")
        )
        self.remove_item(self.row)
        self.add_item(discord.ui.Container(text, gallery, self.row, accent_colour=0x336699))

    @row.button(label="Press", custom_id="layout:press")
    async def press(self, interaction: Interaction, button: "discord.ui.Button[Layout]") -> None:
        await interaction.response.send_message("Pressed.", ephemeral=True)


class SampleBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        self.add_view(Layout())
        self.add_dynamic_items(Count, Grow)
        self.tree.add_command(sample)
        self.tree.add_command(GROUP)
        self.tree.add_command(weigh)
        await self.tree.sync()


@app_commands.context_menu(name="Weigh")
async def weigh(interaction: Interaction, message: discord.Message) -> None:
    pictures = sum(isinstance(part, discord.MediaGalleryComponent) for part in walk_components(message.components))
    await interaction.response.send_message(f"{message.author.name}: {pictures} pictures.", ephemeral=True)


def walk_components(parts: Sequence[object]) -> Iterator[object]:
    for part in parts:
        yield part
        yield from walk_components(getattr(part, "children", ()))


sample = app_commands.Group(name="sample", description="Everything once.")
GROUP = app_commands.Group(name="nested", description="A group in a group.")
inner = app_commands.Group(name="inner", description="The inner group.", parent=GROUP)


@inner.command(name="add", description="Adds two numbers.")
async def add(interaction: Interaction, first: int, second: int = 1, loud: bool = False) -> None:
    await interaction.response.send_message(f"{first + second}{'!' if loud else ''}")


@sample.command(name="sail", description="Sails to a port.")
@app_commands.describe(port="Where to")
async def sail(interaction: Interaction, port: str, mate: discord.Member | None = None) -> None:
    company = f" with {mate.display_name}" if mate else ""
    await interaction.response.send_message(f"{interaction.user.display_name} sails to {port}{company}.")


@sail.autocomplete("port")
async def ports(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    found = (port for port in PORTS if typed.lower() in port.lower())
    return [app_commands.Choice(name=f"{port} ({interaction.locale})", value=port) for port in found]


@sample.command(name="whisper", description="Tells only you.")
async def whisper(interaction: Interaction) -> None:
    await interaction.response.send_message("A secret.", ephemeral=True, file=file("hand.png"))


@sample.command(name="board", description="Draws later.")
async def board(interaction: Interaction) -> None:
    await interaction.response.defer()
    view = Panel()
    view.add_item(Count(0))
    await interaction.edit_original_response(content="The board.", attachments=[file()], view=view)


@sample.command(name="layout", description="Components V2.")
async def layout(interaction: Interaction) -> None:
    await interaction.response.send_message(view=Layout(), file=file("layout.png"))


@sample.command(name="everything", description="Every component.")
async def all_of_it(interaction: Interaction) -> None:
    pictures = [discord.File(io.BytesIO(picture(90 + 40 * n, 300)), f"{name}.png") for n, name in enumerate(PICTURES)]
    await interaction.response.send_message(view=everything(await cog(interaction.client)), files=pictures)


@sample.command(name="panel", description="A panel that grows.")
async def growing(interaction: Interaction) -> None:
    await interaction.response.send_message(view=panel(1), ephemeral=True)


@sample.command(name="letter", description="Writes to you alone.")
async def letter(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send("Your hand.", file=file("hand.png"))
        await interaction.followup.send("Sent.")
    except discord.Forbidden as error:
        await interaction.followup.send(f"Not sent: {error.code}")


@sample.command(name="thread", description="Opens a thread.")
async def thread(interaction: Interaction) -> None:
    await interaction.response.send_message("A game starts.")
    message = await interaction.original_response()
    opened = await (await message.fetch()).create_thread(name="Game 1")
    await opened.send("Here we play.")


@sample.command(name="post", description="Posts in the channel and edits it.")
async def post(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.abc.Messageable)
    message = await interaction.channel.send("First", embed=discord.Embed(title="An embed", description="With text."))
    await message.edit(content="Second", attachments=[file("second.png")])
    await interaction.edit_original_response(content="Posted.")


def main() -> None:
    point_at(os.environ[ADDRESS])
    SampleBot().run(os.environ["KONTOR_TOKEN"], log_level=30)


if __name__ == "__main__":
    main()
