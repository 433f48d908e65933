"""Who may come in: this computer's page with this start's key, and the bot with its token. Also the wire's refusals.

Not for what a bot does inside.
"""

import asyncio
from typing import Any
from urllib.parse import quote

import aiohttp
import msgspec
import pytest

from bot.local.interactions import InteractionKind
from bot.local.models import Permission
from bot.local.rest.limits import Limit
from bot.local.server import Server, serve
from bot.store.database import Database
from tests.bot.local.people import Guest


async def status(session: aiohttp.ClientSession, address: str, **headers: str) -> int:
    async with session.get(address, headers=headers) as response:
        return response.status


async def test_other_origins_and_other_names_are_refused(server: Server, session: aiohttp.ClientSession) -> None:
    page = f"{server.base}/"
    assert await status(session, page) == 200
    assert await status(session, page, Origin=server.base) == 200
    assert await status(session, page, Origin="https://example.org") == 403
    assert await status(session, page, Origin="null") == 403
    assert await status(session, page, Host="kontor.example.org") == 403


async def test_the_page_needs_the_key_of_this_start(server: Server, session: aiohttp.ClientSession) -> None:
    people = f"{server.base}/local/people"
    assert await status(session, people) == 403
    assert await status(session, people, **{"X-Kontor-Key": "another"}) == 403
    assert await status(session, people, **{"X-Kontor-Key": server.key}) == 200
    async with session.get(f"{server.base}/") as response:
        assert server.key in await response.text()
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


async def test_only_the_bot_may_use_the_rest_side(server: Server, session: aiohttp.ClientSession) -> None:
    me = f"{server.base}/api/v10/users/@me"
    assert await status(session, me) == 401
    assert await status(session, me, Authorization=f"Bot {server.key}") == 401
    assert await status(session, me, Authorization=f"Bot {server.token}") == 200


async def test_a_picture_cannot_be_had_by_guessing(server: Server, session: aiohttp.ClientSession) -> None:
    number = server.world.ids.next()
    server.services.archive.keep_file(number, b"secret", passing=False)
    address = f"{server.base}/cdn/attachments/1/{number}/hand.png"
    assert await status(session, address) == 403
    assert await status(session, f"{address}?hm={server.services.payloads.signature(number)}") == 200


async def test_a_film_comes_in_the_parts_that_a_player_asks_for(server: Server, session: aiohttp.ClientSession) -> None:
    number, content = server.world.ids.next(), b"\0\0\0\x10ftypisom\0\0\2\0"
    server.services.archive.keep_file(number, content, passing=False)
    signature = server.services.payloads.signature(number)
    address = f"{server.base}/cdn/attachments/1/{number}/replay.mp4?hm={signature}"
    for asked, code, part, said in (
        ("", 200, content, None),
        ("bytes=nonsense", 200, content, None),
        ("bytes=4-7", 206, b"ftyp", "bytes 4-7/16"),
        ("bytes=12-", 206, content[12:], "bytes 12-15/16"),
        ("bytes=-4", 206, content[12:], "bytes 12-15/16"),
        ("bytes=16-", 416, None, "bytes */16"),
    ):
        async with session.get(address, headers={"Range": asked} if asked else {}) as response:
            assert (response.status, response.headers.get("Content-Range")) == (code, said), asked
            if part is not None:
                assert (response.content_type, await response.read()) == ("video/mp4", part)


async def test_files_outside_the_page_are_not_served(server: Server, session: aiohttp.ClientSession) -> None:
    for name in ("../server.py", "%2e%2e/server.py", "server.py", "nothing.js"):
        assert await status(session, f"{server.base}/page/{name}") in (403, 404)


NOT_NUMBERS = ("abc", "-1", "1.5", "٣", "é", "9" * 5000, "1e3", "\x00")


async def answer(session: aiohttp.ClientSession, method: str, address: str, **more: Any) -> tuple[int, str]:
    async with session.request(method, address, **more) as response:
        return response.status, await response.text()


async def test_a_key_or_a_signature_may_hold_any_character(server: Server, session: aiohttp.ClientSession) -> None:
    number = server.world.ids.next()
    server.services.archive.keep_file(number, b"secret", passing=False)
    people, file = f"{server.base}/local/people", f"{server.base}/cdn/attachments/1/{number}/hand.png"
    for said in ("ключ", "é" * 43, "\udcff", "\U0001f511"):
        quoted = quote(said, errors="replace")
        code, text = await answer(session, "GET", f"{server.base}/local/socket?key={quoted}&person=1")
        assert (code, text.endswith(".")) == (403, True)
        code, text = await answer(session, "GET", f"{file}?hm={quoted}")
        assert (code, text.endswith(".")) == (403, True)
    for bytes_of_key in (b"\xff\xfe", "é".encode()):
        assert await raw_status(server, f"GET {people} HTTP/1.1", b"X-Kontor-Key: " + bytes_of_key) == 403


async def raw_status(server: Server, line: str, *headers: bytes) -> int:
    """A request as no library would write it."""
    host = server.base.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    path = line.replace(server.base, "").encode()
    writer.write(b"\r\n".join([path, f"Host: {host}".encode(), *headers, b"Connection: close", b"", b""]))
    status = int((await reader.readline()).split()[1])
    writer.close()
    await writer.wait_closed()
    return status


async def test_what_is_no_number_names_nothing(server: Server, session: aiohttp.ClientSession, anna: Guest) -> None:
    key = {"X-Kontor-Key": server.key}
    good = {"person": str(anna.id), "channel": str(anna.channel)}
    for wrong in (*NOT_NUMBERS, "0", str(2**64)):
        for path in ("messages", "commands"):
            for name in ("person", "channel"):
                address = f"{server.base}/local/{path}"
                code, text = await answer(session, "GET", address, params=good | {name: wrong}, headers=key)
                assert (code, msgspec.json.decode(text)["refused"][-1]) == (404, "."), (path, name, wrong)
        code, _ = await answer(
            session, "GET", f"{server.base}/local/socket", params={"key": server.key, "person": wrong}
        )
        assert code == 404
        for wish, field in (("say", "person"), ("say", "channel"), ("dismiss", "message"), ("modal", "interaction")):
            assert (await anna.wish(wish, **{field: wrong}))["refused"].endswith("."), (wish, field, wrong)
    for wrong in NOT_NUMBERS:
        address = f"{server.base}/local/messages"
        assert (await answer(session, "GET", address, params=good | {"before": wrong}, headers=key))[0] == 404
    digits = "9" * 5000
    assert (await answer(session, "GET", f"{server.base}/cdn/attachments/1/{digits}/hand.png?hm=x"))[0] == 404


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff",
        b'{"person":"\xff"}',
        b"[]",
        b'{"person":1}',
        b'{"person":"1","values":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"person":"1","values":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
    ],
)
async def test_what_is_no_wish_is_refused(server: Server, session: aiohttp.ClientSession, body: bytes) -> None:
    headers = {"X-Kontor-Key": server.key}
    code, text = await answer(session, "POST", f"{server.base}/local/wish/say", data=body, headers=headers)
    assert code == 400
    assert msgspec.json.decode(text)["refused"].startswith("This is no wish")


async def test_values_deep_in_one_another_are_no_fault(caller: "Bot", server: Server, anna: Guest) -> None:
    option = {"type": 3, "name": "port", "description": "Where."}
    path = f"/applications/{server.world.card.bot}/commands"
    await caller.call("POST", path, name="sail", description="Sails.", options=[option])
    for depth in range(50, 1500, 50):
        nested = "[" * depth + "]" * depth
        body = f'{{"person":"{anna.id}","channel":"{anna.channel}","words":["sail"],"values":{{"port":{nested}}}}}'
        headers = {"X-Kontor-Key": server.key}
        address = f"{server.base}/local/wish/command"
        code, text = await answer(caller.session, "POST", address, data=body, headers=headers)
        assert code in (200, 400), depth
        assert msgspec.json.decode(text).keys() <= {"refused", "interaction"}


class Bot:
    """The REST side as a bot would call it, without discord.py."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session

    async def call(self, method: str, path: str, **fields: object) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.server.token}"}
        address = f"{self.server.base}/api/v10{path}"
        async with self.session.request(method, address, json=fields, headers=headers) as response:
            return response.status, await response.json() if response.content_type == "application/json" else None


@pytest.fixture
def caller(server: Server, session: aiohttp.ClientSession) -> Bot:
    return Bot(server, session)


async def test_an_interaction_is_answered_once(caller: Bot, server: Server, anna: Guest) -> None:
    sent = server.services.interactions.send(
        InteractionKind.COMMAND, {"name": "x", "id": "1", "type": 1}, person=anna.id, channel=anna.channel, locale="fr"
    )
    path = f"/interactions/{sent.id}/{sent.token}/callback"
    assert (await caller.call("POST", path.replace(sent.token, "wrong"), type=4))[1]["code"] == 10062
    assert (await caller.call("POST", path, type=7, data={"content": "x"}))[1]["code"] == 50035
    assert (await caller.call("POST", path, type=4, data={"content": ""}))[1]["code"] == 50006
    assert (await caller.call("POST", path, type=4, data={"content": "Yes."}))[0] == 200
    assert (await caller.call("POST", path, type=4, data={"content": "Again."}))[1]["code"] == 40060


async def test_messages_are_refused_as_discord_refuses_them(caller: Bot, server: Server, anna: Guest) -> None:
    path = f"/channels/{anna.channel}/messages"
    button = {"type": 2, "style": 1, "label": "A", "custom_id": "a"}
    row = {"type": 1, "components": [button]}
    wrong: list[dict[str, object]] = [
        {"content": "x" * 2001},
        {"content": "x", "components": [row] * 6},
        {"content": "x", "components": [row, row]},
        {"content": "x", "components": [button]},
        {"content": "x", "components": [{"type": 1, "components": [button | {"custom_id": "a" * 101}]}]},
        {"content": "x", "components": [{"type": 1, "components": [button | {"custom_id": str(n)} for n in range(6)]}]},
        {"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "x"}]},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}] * 41},
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
    ]
    for fields in wrong:
        code, answer = await caller.call("POST", path, **fields)
        assert (code, answer["code"]) == (400, 50035), fields
    assert not server.world.messages[anna.channel]
    assert (await caller.call("POST", "/channels/1/messages", content="x"))[1]["code"] == 10003
    assert (await caller.call("PATCH", path + "/1", content="x"))[1]["code"] == 10008


async def test_permissions_and_closed_doors(caller: Bot, server: Server, anna: Guest) -> None:
    channel = server.world.channels[anna.channel]
    path = f"/channels/{channel.id}/messages"
    channel.denied = int(Permission.SEND_MESSAGES)
    assert (await caller.call("POST", path, content="x"))[1]["code"] == 50013
    channel.denied = int(Permission.VIEW_CHANNEL)
    assert (await caller.call("POST", path, content="x"))[1]["code"] == 50001
    channel.denied = int(Permission.CREATE_PUBLIC_THREADS)
    assert (await caller.call("POST", f"/channels/{channel.id}/threads", name="x", type=11))[1]["code"] == 50013
    server.world.people[anna.id].takes_dms = False
    _, direct = await caller.call("POST", "/users/@me/channels", recipient_id=anna.id)
    assert (await caller.call("POST", f"/channels/{direct['id']}/messages", content="x"))[1]["code"] == 50007
    said = await anna.wish("say", content="Mine.")
    assert (await caller.call("PATCH", f"{path}/{said['message']}", content="x"))[1]["code"] == 50005


async def test_commands_that_discord_would_refuse(caller: Bot, server: Server) -> None:
    path = f"/applications/{server.world.card.bot}/commands"
    good: dict[str, object] = {"name": "sail", "description": "Sails."}
    required = {"type": 3, "name": "port", "description": "Where.", "required": True}
    wrong: list[dict[str, object]] = [
        {"name": "Sail"},
        {"name": "two words"},
        {"description": ""},
        {"description": "x" * 101},
        {"name_localizations": {"xx": "voguer"}},
        {"name_localizations": {"fr": "Voguer"}},
        {"options": [required | {"required": False}, required | {"name": "ship"}]},
        {"options": [required, required]},
        {"options": [required | {"name": f"o{n}"} for n in range(26)]},
        {"options": [required | {"autocomplete": True, "choices": [{"name": "a", "value": "a"}]}]},
    ]
    for fields in wrong:
        code, answer = await caller.call("POST", path, **(good | fields))
        assert (code, answer["code"]) == (400, 50035), fields
    assert (await caller.call("POST", path, **good))[0] == 201
    assert (await caller.call("POST", path, **good))[0] == 200
    assert [one["name"] for one in server.world.commands("")] == ["sail"]


async def test_whoever_does_not_heed_the_headers_is_limited(database: Database, session: aiohttp.ClientSession) -> None:
    async with serve(database, limit=Limit(2, 30.0)) as server:
        headers = {"Authorization": f"Bot {server.token}"}
        address = f"{server.base}/api/v10/users/@me"
        left = []
        for _ in range(3):
            async with session.get(address, headers=headers) as response:
                left.append((response.status, response.headers["X-RateLimit-Remaining"]))
                last = response
        assert left == [(200, "1"), (200, "0"), (429, "0")]
        assert "Via" in last.headers
        assert 0 < float(last.headers["Retry-After"]) <= 30
