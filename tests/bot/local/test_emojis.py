"""The application's emojis on the local Discord: kept, shown to everybody, and refused as Discord would refuse them.

Not for what Kontor does with them: tests/bot/ui/test_emojis.py.
"""

import base64
from typing import Any

import aiohttp
import pytest

from bot.local.rest import emojis
from bot.local.server import Server, serve
from bot.store.database import Database
from tests.bot.local.sample_bot import picture


def uri(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"


class Bot:
    """Requests as discord.py makes them."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self._root = f"{server.base}/api/v10/applications/{server.world.card.bot}/emojis"
        self._headers = {"Authorization": f"Bot {server.token}"}
        self._session = session

    async def ask(self, method: str, place: str = "", **fields: object) -> tuple[int, Any]:
        how: dict[str, Any] = {"json": fields} if fields else {}
        async with self._session.request(method, self._root + place, headers=self._headers, **how) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def add(self, name: str = "kontor_bohn_blaue_012345") -> dict[str, Any]:
        status, made = await self.ask("POST", name=name, image=uri(picture()))
        assert status == 201, made
        found: dict[str, Any] = made
        return found


@pytest.fixture
def bot(server: Server, session: aiohttp.ClientSession) -> Bot:
    return Bot(server, session)


async def test_one_is_added_listed_renamed_and_removed(bot: Bot) -> None:
    made = await bot.add()
    assert await bot.ask("GET") == (200, {"items": [made]})
    assert await bot.ask("GET", f"/{made['id']}") == (200, made)
    assert await bot.ask("PATCH", f"/{made['id']}", name="another") == (200, made | {"name": "another"})
    assert await bot.ask("DELETE", f"/{made['id']}") == (204, None)
    assert await bot.ask("GET") == (200, {"items": []})
    status, refused = await bot.ask("GET", f"/{made['id']}")
    assert (status, refused["code"]) == (404, 10014)


async def test_its_picture_is_there_for_everybody(bot: Bot, server: Server, session: aiohttp.ClientSession) -> None:
    made = await bot.add()
    async with session.get(f"{server.base}/cdn/emojis/{made['id']}.png") as response:
        assert (response.status, response.content_type) == (200, "image/png")
        assert await response.read() == picture()
    async with session.get(f"{server.base}/cdn/emojis/1.png") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "a", "image": uri(b"x")},
        {"name": "not allowed", "image": uri(b"x")},
        {"name": "x" * 33, "image": uri(b"x")},
        {"name": "fine", "image": "picture.png"},
        {"name": "fine", "image": "data:image/png;base64,%%%"},
        {"name": "fine", "image": uri(b"x" * (256 * 1024 + 1))},
    ],
    ids=["short", "space", "long", "no uri", "no base64", "large"],
)
async def test_what_discord_would_not_take(bot: Bot, fields: dict[str, str]) -> None:
    status, refused = await bot.ask("POST", **fields)
    assert (status, refused["code"]) == (400, 50035)
    assert await bot.ask("GET") == (200, {"items": []})


async def test_a_name_is_taken_once_and_there_are_so_many(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bot.add("one")
    status, refused = await bot.ask("POST", name="one", image=uri(picture()))
    assert (status, refused["code"]) == (400, 50035)
    monkeypatch.setattr(emojis, "MOST", 1)
    status, refused = await bot.ask("POST", name="two", image=uri(picture()))
    assert (status, refused["code"]) == (400, 30008)


async def test_a_button_must_not_have_one_that_is_gone(
    bot: Bot, server: Server, session: aiohttp.ClientSession
) -> None:
    made = await bot.add()
    channel = server.world.text_channels()[0].id
    headers = {"Authorization": f"Bot {server.token}"}

    async def post() -> int:
        emoji = {"id": made["id"], "name": made["name"]}
        button = {"type": 2, "style": 2, "label": "Play", "custom_id": "b:play", "emoji": emoji}
        body = {"content": "Board", "components": [{"type": 1, "components": [button]}]}
        address = f"{server.base}/api/v10/channels/{channel}/messages"
        async with session.post(address, json=body, headers=headers) as response:
            return response.status

    assert await post() == 200
    await bot.ask("DELETE", f"/{made['id']}")
    assert await post() == 400


async def test_they_are_still_there_after_a_restart(database: Database, session: aiohttp.ClientSession) -> None:
    async with serve(database) as before:
        made = await Bot(before, session).add()
    async with serve(database) as after:
        assert await Bot(after, session).ask("GET") == (200, {"items": [made]})
        async with session.get(f"{after.base}/cdn/emojis/{made['id']}.png") as response:
            assert await response.read() == picture()
