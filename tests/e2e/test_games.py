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
from engine.registry import title as find_title
from tests.bot.local.people import Guest
from tests.e2e.kontor import Kontor
from tests.e2e.thumb import controls
from tests.facts import whole_games

HEX = re.compile(r"`([0-9a-f]{64})`")


@pytest.mark.parametrize("title", whole_games())
async def test_a_complete_game(title: str, kontor: Kontor, server: Server, anna: Guest, bruno: Guest) -> None:
    thumb = await kontor.open(anna, title)
    (begun,) = [post for post in thumb.posts() if controls(post, "b:proof:")]
    (commitment,) = HEX.findall((await thumb.press(begun, controls(begun, "b:proof:")[0]))["said"])
    await thumb.play()
    assert thumb.decisions > 3
    posts = thumb.posts()
    pictures = [one for post in posts for one in post["attachments"] if one["content_type"] == "image/png"]
    assert pictures
    for one in pictures[-3:]:
        with Image.open(io.BytesIO(await anna.picture(one["url"]))) as picture:
            picture.load()
            assert picture.size == (one["width"], one["height"])
        assert one["description"]
    (end,) = [post for post in posts if controls(post, "b:rematch:")]  # an answer to a late press may stand behind it
    proof = await thumb.press(end, controls(end, "b:proof:")[0])
    again, seed = HEX.findall(proof["said"])
    assert hashlib.sha256(seed.encode()).hexdigest() == commitment == again
    await thumb.press(end, controls(end, "b:replay:")[0])
    film = await anna.sees(lambda one: [file for file in one["attachments"] if file["content_type"] == "video/mp4"])
    (video,) = film["attachments"]
    with av.open(io.BytesIO(await bruno.picture(video["url"])), "r") as container:
        shown = list(container.decode(video=0))
    assert len(shown) > 3
    assert {(frame.width, frame.height) for frame in shown} == {(video["width"], video["height"])}
    hands = [one for one in anna.messages(anna.direct) if one["attachments"]]
    found = find_title(title)
    has_hand = found.has_hand(found.read_options(found.seats[0], {}))
    assert bool(hands) == has_hand, "a hand comes by private message where there is one"
    assert all(int(one["channel_id"]) != anna.direct for one in bruno.messages())
    assert not bruno.messages(bruno.direct)
