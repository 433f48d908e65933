"""The sample bot's flows once more in simcord, an independent simulator: what we allow, somebody else allows too.

Not for sockets: simcord has none. Kontor's own flows in simcord are in tests/bot.
"""

from collections.abc import AsyncIterator

import pytest
import simcord

from tests.bot.local.sample_bot import SampleBot
from tests.patience import PATIENCE


class Table:
    """The running bot, a channel and somebody in it."""

    def __init__(self, env: simcord.Env) -> None:
        guild = env.create_guild()
        self.channel = guild.create_text_channel("kontor")
        self.anna = guild.add_member(env.create_user("anna"))


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    env = simcord.Env(SampleBot(), settle_timeout=PATIENCE)
    await env.start()
    try:
        yield Table(env)
    finally:
        await env.shutdown()
    env.raise_errors()


def content(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    return result.response.content


async def test_commands_and_autocomplete(table: Table) -> None:
    assert "sails to Riga." in content(await table.anna.slash(table.channel, "sample sail", port="Riga"))
    assert content(await table.anna.slash(table.channel, "nested inner add", first=3, second=4, loud=True)) == "7!"
    choices = await table.anna.autocomplete(table.channel, "sample sail", "port", "vis")
    assert [choice["value"] for choice in choices] == ["Visby"]


async def test_private_answers_and_direct_messages(table: Table) -> None:
    result = await table.anna.slash(table.channel, "sample whisper")
    assert result.ephemeral
    result = await table.anna.slash(table.channel, "sample letter")
    assert "Sent." in [one.content for one in (*result.followups, *filter(None, [result.response]))]


async def test_buttons_menus_and_modals(table: Table) -> None:
    board = (await table.anna.slash(table.channel, "sample board")).response
    assert board is not None
    assert [one.filename for one in board.attachments] == ["board.png"]
    await table.anna.select(board.message, ["riga"], custom_id="panel:port")
    assert board.content == "Chosen: riga"
    opened = await table.anna.click(board.message, custom_id="panel:sign")
    assert opened.modal is not None
    field = opened.modal["components"][0]["components"][0]["custom_id"]
    signed = await table.anna.submit_modal(opened, {field: "Hildebrand"})
    assert content(signed) == "Signed: Hildebrand"
    await table.anna.click(board.message, custom_id="count:0")
    assert [one.filename for one in board.attachments] == ["count1.png"]


async def test_layouts_threads_and_posts(table: Table) -> None:
    layout = (await table.anna.slash(table.channel, "sample layout")).response
    assert layout is not None
    assert content(await table.anna.click(layout.message, custom_id="layout:press")) == "Pressed."
    await table.anna.slash(table.channel, "sample thread")
    assert content(await table.anna.slash(table.channel, "sample post")) == "Posted."
