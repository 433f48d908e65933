"""Complete games of every title with the real bot in a process of its own: played by thumb against a computer.

Not for the rules: whoever wins, the game must come to its end and its secrets must have stayed secret.
"""

import hashlib
import io
import re

import av
import pytest
from PIL import Image

from bot.local.server import Server
from tests.bot.local.people import Guest
from tests.e2e.kontor import Kontor
from tests.e2e.thumb import controls
from tests.facts import whole_games

HEX = re.compile(r"`([0-9a-f]{64})`")


@pytest.mark.parametrize("title", whole_games())
async def test_a_complete_game(title: str, kontor: Kontor, server: Server, anna: Guest, bruno: Guest) -> None:
    thumb = await kontor.open(anna, title)
    await thumb.play()
    assert thumb.decisions > 3
    posts = thumb.posts()
    commitment, seed = HEX.findall(thumb.text())[:1][0], HEX.findall(thumb.text())[-1]
    assert hashlib.sha256(seed.encode()).hexdigest() == commitment
    pictures = [one for post in posts for one in post["attachments"] if one["content_type"] == "image/png"]
    assert pictures
    for one in pictures[-3:]:
        with Image.open(io.BytesIO(await anna.picture(one["url"]))) as picture:
            picture.load()
            assert picture.size == (one["width"], one["height"])
        assert one["description"]
    await thumb.press(posts[-1], controls(posts[-1], "b:replay:")[0])
    film = await anna.sees(lambda one: [file for file in one["attachments"] if file["content_type"] == "video/mp4"])
    (video,) = film["attachments"]
    with av.open(io.BytesIO(await bruno.picture(video["url"])), "r") as container:
        shown = list(container.decode(video=0))
    assert len(shown) > 3
    assert {(frame.width, frame.height) for frame in shown} == {(video["width"], video["height"])}
    letters = anna.messages(anna.direct)
    assert letters, "no private message has come"
    assert all(int(one["channel_id"]) != anna.direct for one in bruno.messages())
    assert not bruno.messages(bruno.direct)
