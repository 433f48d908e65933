"""The local Discord and a real discord.py over real sockets: everything a bot needs, once.

Not for Kontor's own commands.
"""

import asyncio

import pytest

from bot.local.interactions import ANSWER_SECONDS
from bot.local.server import Server
from tests.bot.local.people import Guest
from tests.bot.local.sample_bot import picture
from tests.patience import until

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_is_answered_in_the_channel(anna: Guest, bruno: Guest) -> None:
    await anna.slash("sample sail", port="Riga", mate=str(bruno.id))
    message = await bruno.reads("Anna sails to Riga with Bruno.")
    assert message["interaction_metadata"]["user"]["id"] == str(anna.id)


async def test_a_group_in_a_group_takes_typed_options(anna: Guest) -> None:
    await anna.slash("nested inner add", first=3, second="4", loud=True)
    await anna.reads("7!")


async def test_autocomplete_comes_from_the_bot_in_the_persons_language(anna: Guest) -> None:
    anna.locale = "fr"
    choices = await anna.complete("sample sail", "port", port="i")
    assert [choice["name"] for choice in choices] == ["Danzig (fr)", "Riga (fr)", "Visby (fr)"]


async def test_an_ephemeral_answer_is_for_one_person(anna: Guest, bruno: Guest) -> None:
    await anna.slash("sample whisper")
    message = await anna.reads("A secret.")
    assert message["flags"] & 64
    assert all("secret" not in one["content"] for one in bruno.messages())
    assert await anna.picture(message["attachments"][0]["url"]) == picture()


async def test_a_deferred_answer_is_edited_with_a_picture_and_buttons(anna: Guest) -> None:
    await anna.slash("sample board")
    board = await anna.reads("The board.")
    assert not board["flags"] & 128
    (attachment,) = board["attachments"]
    assert (attachment["width"], attachment["height"], attachment["description"]) == (32, 32, "A grey square.")
    await anna.press(board, "count:0")
    counted = await anna.sees(lambda one: one["id"] == board["id"] and "count:1" in str(one["components"]))
    assert [one["filename"] for one in counted["attachments"]] == ["count1.png"]


async def test_a_select_and_a_deferred_update_change_the_message(anna: Guest) -> None:
    await anna.slash("sample board")
    board = await anna.reads("The board.")
    await anna.press(board, "panel:port", "visby")
    await anna.reads("Chosen: visby")
    await anna.press(board, "panel:later")
    await anna.reads("Later came.")
    whisper = await anna.reads("And a word for you.")
    assert whisper["flags"] & 64


async def test_a_modal_comes_back_filled_in(anna: Guest, server: Server) -> None:
    await anna.slash("sample board")
    board = await anna.reads("The board.")
    opened = await anna.press(board, "panel:sign")
    interaction = server.services.interactions.numbered(int(opened["interaction"]))
    assert interaction is not None
    await until(lambda: interaction.modal is not None)
    assert interaction.modal is not None
    field = interaction.modal["components"][0]["components"][0]["custom_id"]  # type: ignore[index]
    refused = await anna.submit(opened["interaction"], **{field: ""})
    assert "required" in refused["refused"]
    await anna.submit(opened["interaction"], **{field: "Hildebrand"})
    await anna.reads("Signed: Hildebrand")


async def test_components_v2_show_their_picture(anna: Guest) -> None:
    await anna.slash("sample layout")
    message = await anna.reads("A fine **port**.")
    gallery = message["components"][0]["components"][1]
    assert await anna.picture(gallery["items"][0]["media"]["url"]) == picture()
    await anna.press(message, "layout:press")
    await anna.reads("Pressed.")


async def test_direct_messages_reach_their_owner_only(anna: Guest, bruno: Guest, server: Server) -> None:
    await anna.slash("sample letter")
    letter = await anna.reads("Your hand.")
    assert int(letter["channel_id"]) == anna.direct
    assert all("Your hand." not in one["content"] for one in bruno.messages())
    server.world.people[bruno.id].takes_dms = False
    await bruno.slash("sample letter")
    await bruno.reads("Not sent: 50007")


async def test_a_thread_grows_from_a_message(anna: Guest, server: Server) -> None:
    await anna.slash("sample thread")
    message = await anna.reads("Here we play.")
    thread = server.world.channels[int(message["channel_id"])]
    assert (thread.name, thread.parent) == ("Game 1", anna.channel)


async def test_a_post_is_edited(anna: Guest) -> None:
    await anna.slash("sample post")
    await anna.reads("Posted.")
    post = await anna.reads("Second")
    assert post["edited_timestamp"]
    assert post["attachments"][0]["filename"] == "second.png"


async def test_silence_is_told_after_three_seconds(anna: Guest, server: Server) -> None:
    await anna.slash("sample board")
    board = await anna.reads("The board.")
    silent: list[int] = []

    class Watch:
        def answered(self, interaction: object) -> None: ...

        def unanswered(self, interaction: object) -> None:
            silent.append(1)

    assert ANSWER_SECONDS == 3.0
    server.services.interactions.watchers.append(Watch())
    server.services.interactions.answer_seconds = 0.1
    pressed = await anna.press(board, "panel:silent")
    interaction = server.services.interactions.numbered(int(pressed["interaction"]))
    assert interaction is not None
    await until(lambda: silent)
    assert interaction.answered is None


async def test_a_dropped_socket_is_resumed_and_nothing_is_lost(anna: Guest, server: Server) -> None:
    session = next(iter(server.services.gateway.sessions.values()))
    before = session.queue
    server.services.gateway.cut()
    await until(lambda: session.queue is not before)  # gone, or already another one
    await anna.slash("sample sail", port="Bergen")
    await anna.reads("Anna sails to Bergen.")
    assert list(server.services.gateway.sessions.values()) == [session]


async def test_two_people_at_once(anna: Guest, bruno: Guest) -> None:
    await asyncio.gather(*(guest.slash("sample sail", port=port) for guest in (anna, bruno) for port in ("A", "B")))
    for name in ("Anna", "Bruno"):
        for port in ("A", "B"):
            await anna.reads(f"{name} sails to {port}.")
