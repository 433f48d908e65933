"""Messages as Discord keeps them: attachments that stay, go and come; links that the bot sends back; what is unread.

Not for the limits: `test_door.py` has those over the wire.
"""

import pytest

import render
from bot.limits import UPLOAD
from bot.local.models import Json, MessageFlag
from bot.local.rest.body import Body, Upload
from bot.local.rest.errors import ApiError
from bot.local.server import Server
from bot.local.writing import MOST_EPHEMERAL, Writer
from engine.history import decisions
from tests.bot.local.sample_bot import picture
from tests.bot.texts.test_summary import begun


@pytest.fixture
def writer(server: Server) -> Writer:
    return server.services.writer


def upload(name: str) -> Upload:
    return Upload(name, "image/png", picture())


def gallery(link: str) -> list[Json]:
    return [{"type": 12, "items": [{"media": {"url": link}}]}]


async def test_a_link_sent_back_is_the_attachment_again(server: Server, writer: Writer) -> None:
    channel = server.world.text_channels()[0].id
    fields: Json = {"flags": int(MessageFlag.COMPONENTS_V2), "components": gallery("attachment://a.png")}
    message = writer.write(channel, Body(fields, {0: upload("a.png")}), author=server.world.card.bot)
    shape = server.services.payloads.message(message)
    shown = shape["components"][0]["items"][0]["media"]["url"]  # type: ignore[index]
    assert shown.startswith(server.base)
    writer.rewrite(message, Body({"components": gallery(shown)}))
    assert message.components[0]["items"] == [{"media": {"url": "attachment://a.png"}}]
    writer.rewrite(message, Body({"components": gallery("https://example.org/b.png")}))
    assert message.components[0]["items"] == [{"media": {"url": "https://example.org/b.png"}}]


async def test_listed_attachments_stay_and_others_go(server: Server, writer: Writer) -> None:
    channel = server.world.text_channels()[0].id
    body = Body({"content": "Two."}, {0: upload("a.png"), 1: upload("b.png")})
    message = writer.write(channel, body, author=server.world.card.bot)
    first, second = message.attachments
    writer.rewrite(message, Body({"content": "Still two."}))
    assert message.attachments == [first, second]
    fields: Json = {"attachments": [{"id": str(second.id)}, {"id": 0, "filename": "c.png", "description": "New."}]}
    writer.rewrite(message, Body(fields, {0: upload("c.png")}))
    assert [one.filename for one in message.attachments] == ["b.png", "c.png"]
    assert message.attachments[1].description == "New."
    server.services.archive._forget_dropped(all_of_them=True)
    assert await server.services.archive.file(first.id) is None
    assert await server.services.archive.file(second.id) == picture()


async def test_a_film_has_a_type_and_a_size(server: Server, writer: Writer) -> None:
    film = render.replay("hansa", list(decisions(begun("hansa"))), "mp4", limit=UPLOAD, width=320).content
    for content, size in ((film, (320, 258)), (film[:40], (None, None))):
        body = Body({"content": "A film."}, {0: Upload("replay.mp4", "application/octet-stream", content)})
        message = writer.write(server.world.text_channels()[0].id, body, author=server.world.card.bot)
        (one,) = message.attachments
        assert (one.content_type, one.width, one.height) == ("video/mp4", *size)


async def test_a_refused_edit_leaves_no_trace(server: Server, writer: Writer) -> None:
    channel = server.world.text_channels()[0].id
    message = writer.write(channel, Body({"content": "One."}, {0: upload("a.png")}), author=server.world.card.bot)
    before = (message.content, list(message.attachments))
    with pytest.raises(ApiError):
        writer.rewrite(message, Body({"content": "x" * 2001, "attachments": []}))
    assert (message.content, message.attachments) == before
    assert await server.services.archive.file(message.attachments[0].id) == picture()


async def test_old_private_answers_make_room(server: Server, writer: Writer) -> None:
    anna, bruno = server.world.persons()[:2]
    channel = server.world.text_channels()[0]
    for person in (anna, bruno):
        for number in range(MOST_EPHEMERAL + 5):
            writer.write(channel.id, Body({"content": str(number)}), author=server.world.card.bot, viewer=person.id)
    held = [message for message in server.world.messages[channel.id].values() if message.viewer == anna.id]
    assert [message.content for message in held] == [str(number) for number in range(5, MOST_EPHEMERAL + 5)]
    assert server.world.unread(anna.id, channel) == MOST_EPHEMERAL
    server.world.mark_read(anna.id, channel)
    assert server.world.unread(anna.id, channel) == 0
    assert server.world.unread(bruno.id, channel) == MOST_EPHEMERAL
