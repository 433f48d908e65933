"""`kontor run` without a token, as a newcomer starts it: the page comes, Ctrl-C ends it, the next start goes on.

Not for playing: the other tests here.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.local.server import Server
from tests import reaper
from tests.bot.local.people import Guest, text_of
from tests.bot.local.process import connected
from tests.e2e.kontor import Kontor
from tests.e2e.thumb import controls
from tests.patience import PATIENCE, until


@contextlib.asynccontextmanager
async def kontor_run(folder: Path, port: int = 0) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The process, and the address it prints."""
    outer = {name: value for name, value in os.environ.items() if name != "KONTOR_TOKEN"}
    own = {"KONTOR_DATA": str(folder), "KONTOR_LOCAL_PORT": str(port), "KONTOR_LOG_LEVEL": "error"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"), env=outer | own, stdout=asyncio.subprocess.PIPE
    )
    reaper.born(process.pid)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        found = re.search(r"http://127\.0\.0\.1:\d+", line.decode())
        assert found is not None, line
        yield process, found[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
            await asyncio.wait_for(process.wait(), PATIENCE)
        reaper.gone(process.pid)


async def state(address: str) -> dict[str, Any]:
    """What a page is shown first, once the bot is there."""
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        async with session.get(f"{address}/") as page:
            key = re.search(r'name="kontor-key" content="([^"]+)"', await page.text())
        assert key is not None
        async with session.get(f"{address}/local/people", headers={"X-Kontor-Key": key[1]}) as answer:
            person = (await answer.json())[0]["id"]
        while True:
            async with session.ws_connect(f"{address}/local/socket?key={key[1]}&person={person}") as socket:
                found: dict[str, Any] = await socket.receive_json()
            if found["ready"]:
                return found
            await asyncio.sleep(0.1)


async def test_it_starts_stops_and_goes_on(tmp_path: Path) -> None:
    async with kontor_run(tmp_path) as (process, address):
        first = await state(address)
    assert process.returncode == 0
    assert [start["key"] for start in first["starts"]]
    async with kontor_run(tmp_path) as (_, address):
        second = await state(address)
    assert second["people"] == first["people"]
    assert [one["id"] for one in second["channels"]] == [one["id"] for one in first["channels"]]


@pytest.mark.long
async def test_a_dead_bot_is_started_again(tmp_path: Path) -> None:
    async with kontor_run(tmp_path) as (process, address):
        await state(address)
        child = child_of(process.pid)
        os.kill(child, signal.SIGKILL)
        await until(lambda: another_child(process.pid, child))
        await state(address)


@pytest.mark.long
async def test_a_killed_server_leaves_no_bot_behind(tmp_path: Path) -> None:
    async with kontor_run(tmp_path) as (process, address):
        await state(address)
        child = Path(f"/proc/{child_of(process.pid)}")
        process.kill()
        await process.wait()
        await until(lambda: not child.exists())


def child_of(process: int) -> int:
    """The bot under this process; 0 while there is none."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(listed[0]) if listed else 0


def another_child(process: int, earlier: int) -> bool:
    return child_of(process) not in (0, earlier)


@pytest.mark.long
async def test_two_processes_with_a_shard_each_share_the_work(server: Server, folder: Path, anna: Guest) -> None:
    """Interactions come to the one that has the server; letters and computers' turns are done by either, once."""
    shards = {"KONTOR_SHARD_COUNT": "2"}
    async with (
        Kontor(server, folder, KONTOR_SHARD_IDS="0", **shards) as first,
        Kontor(server, folder, KONTOR_SHARD_IDS="1", **shards) as second,
    ):
        assert connected(server) == 2
        thumb = await first.open(anna, "hansa")
        await thumb.play(6)
        owner = (server.world.server >> 22) % 2
        await (first, second)[1 - owner].kill()  # the one without the server: nothing waits for it
        await thumb.play(12)
        assert thumb.decisions == 12
        boards = [post for post in thumb.posts() if controls(post, "b:since:")]
        assert len({text_of(post) for post in boards}) == len(boards)
        assert sum("Seats, in order:" in text_of(post) for post in thumb.posts()) == 1


@pytest.mark.long
async def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    async with kontor_run(tmp_path / "one") as (_, address):
        port = address.rpartition(":")[2]
        own = {"KONTOR_DATA": str(tmp_path / "two"), "KONTOR_LOCAL_PORT": port}
        second = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"), env=os.environ | own, stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(second.communicate(), PATIENCE)
    assert second.returncode == 2
    assert "KONTOR_LOCAL_PORT" in said.decode()
