"""What an operator does, with a process as it is installed: secrets in files, health, a database that goes away.

Not for games: the other tests here.
"""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.local.server import Server
from bot.local.supervisor import environment
from bot.settings import Settings
from tests import reaper
from tests.bot.databases import postgresql_server
from tests.bot.local.faults import Fault, Faults
from tests.bot.local.people import Guest
from tests.bot.monitoring.test_health import free_port
from tests.e2e.kontor import Kontor
from tests.e2e.thumb import controls
from tests.patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
BUILT = ("bot", "data", "engine", "render", "pyproject.toml", "README.md", "LICENSE")
LAUNCHER = ("-m", "bot.local.launcher")
"""Stands between the command and the program only to name Discord's address."""


def wheel_in(folder: Path) -> Path:
    """A Python of its own with the wheel, built from these sources; what the wheel needs is taken from here."""
    source = folder / "source"
    source.mkdir(parents=True)
    for name in BUILT:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    build = "from setuptools import build_meta; print(build_meta.build_wheel('..'))"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    (wheel,) = folder.glob("kontor-*.whl")
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    shutil.rmtree(source)
    return folder / "venv" / "bin" / "python"


@contextlib.asynccontextmanager
async def process(
    server: Server, python: Path, folder: Path, settings: dict[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`kontor run` in a folder where there are no sources."""
    (folder / "token").write_text(f"{server.token}\n")
    own = {"KONTOR_DATA": str(folder / "data"), "KONTOR_TOKEN_FILE": str(folder / "token"), "KONTOR_LOCAL": "false"}
    everything = {name: value for name, value in environment(server, os.environ).items() if name != "KONTOR_TOKEN"}
    with (folder / "log").open("wb") as log:
        started = await asyncio.create_subprocess_exec(
            *(python, *LAUNCHER, "run"),
            env=everything | own | settings,
            cwd=folder,
            stdin=asyncio.subprocess.PIPE,
            stderr=log,
        )
    reaper.born(started.pid)
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()
        reaper.gone(started.pid)


async def status(port: int, path: str) -> int:
    async with aiohttp.ClientSession() as session:
        try:
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.status
        except aiohttp.ClientError:
            return 0


async def health(python: Path, folder: Path, port: int) -> tuple[int | None, str]:
    """`kontor health`, as a container asks."""
    asked = await asyncio.create_subprocess_exec(
        *(python, "-m", "bot", "health"),
        env=os.environ | {"KONTOR_METRICS_PORT": str(port), "KONTOR_DATA": str(folder / "data")},
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await asyncio.wait_for(asked.communicate(), PATIENCE)
    return asked.returncode, said.decode()


@pytest.mark.long
async def test_the_wheel_says_when_its_database_is_gone_and_when_it_is_back(
    server: Server, anna: Guest, tmp_path: Path
) -> None:
    python, port = await asyncio.to_thread(wheel_in, tmp_path / "wheel"), free_port()
    folder = tmp_path / "work"
    folder.mkdir()
    with postgresql_server() as postgresql:
        (folder / "database").write_text(postgresql.get_uri())
        settings = {
            "KONTOR_DATABASE_FILE": str(folder / "database"),
            "KONTOR_METRICS_PORT": str(port),
            "KONTOR_BUSY_SECONDS": str(Settings().busy_seconds),
            "KONTOR_LOG_LEVEL": "info",
        }
        async with process(server, python, folder, settings) as running:
            await until(lambda: running.returncode is not None or _is(port, "/readyz", 200))
            assert running.returncode is None, (folder / "log").read_text()
            assert await health(python, folder, port) == (0, "All is well.\n")
            postgresql.stop()
            await until(lambda: _is(port, "/readyz", 503))
            assert await status(port, "/healthz") == 200, "it lives: starting it anew would help nobody"
            code, said = await health(python, folder, port)
            assert code == 1
            assert "database" in said
            postgresql.start()
            await until(lambda: _is(port, "/readyz", 200))
            await anna.slash("game new", title="hansa")
            await anna.sees(lambda one: controls(one, "b:start:"), anna.channel)
            assert "kontor_gateway_connected" in await figures(port)
            running.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(running.wait(), PATIENCE) == 0
        log = (folder / "log").read_text()
        assert str(anna.id) not in log, "nothing personal in a log"
        assert server.token not in log
        assert "postgresql://" not in log


async def _is(port: int, path: str, wanted: int) -> bool:
    return await status(port, path) == wanted


async def figures(port: int) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        return await answer.text()


async def checked(server: Server, folder: Path, **settings: str) -> tuple[int | None, str]:
    """`kontor check`."""
    own = {"KONTOR_DATA": str(folder)} | settings
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, *LAUNCHER, "check"),
        env=environment(server, os.environ) | own,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await asyncio.wait_for(asked.communicate(), PATIENCE)
    return asked.returncode, said.decode()


async def test_check_says_what_is_right_and_prints_the_link(server: Server, folder: Path) -> None:
    code, said = await checked(server, folder)
    assert code == 0, said
    assert "FAIL" not in said
    for what in ("token", "intents", "permissions", "database", "fonts", "clock"):
        assert any(line.split()[:2] == ["ok", what] for line in said.splitlines()), (what, said)
    (link,) = (line.split()[-1] for line in said.splitlines() if "invite" in line)
    assert "scope=bot+applications.commands" in link
    assert f"client_id={server.world.card.bot}" in link
    assert "permissions=" in link
    assert server.token not in said


@pytest.mark.long
async def test_check_says_what_is_wrong(server: Server, folder: Path) -> None:
    code, said = await checked(server, folder / "new", KONTOR_TOKEN="wrong")
    assert code == 1
    assert "FAIL token" in said
    assert "is not there yet" in said
    assert not (folder / "new").exists(), "a check changes nothing"


@pytest.mark.long
async def test_answers_that_discord_refuses_are_a_line_each_and_counted(
    server: Server, faults: Faults, anna: Guest, tmp_path: Path
) -> None:
    port, refusals = free_port(), {10062: 404, 40060: 400, 50027: 401}
    settings = {"KONTOR_METRICS_PORT": str(port), "KONTOR_LOG_LEVEL": "info", "KONTOR_LOG_FORMAT": "json"}
    async with process(server, Path(sys.executable), tmp_path, settings):
        await until(lambda: _is(port, "/readyz", 200))
        for code, refusal in refusals.items():
            faults.add(Fault(r"POST .*/interactions/\d+/[^/]+/callback", 1, refusal, applied=True, code=code))
            await anna.slash("privacy")

            async def counted(code: int = code) -> bool:
                return f'kontor_refused_answers_total{{code="{code}"}} 1.0' in await figures(port)

            await until(counted)
    told = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines()]
    refused = [event for event in told if event.startswith("Discord refused an answer")]
    assert [code for code in refusals for event in refused if str(code) in event] == list(refusals)
    assert len(refused) == len(refusals)


@pytest.mark.long
async def test_a_line_that_is_lost_and_taken_up_again_is_counted(server: Server, folder: Path) -> None:
    port = free_port()
    async with Kontor(server, folder, KONTOR_METRICS_PORT=str(port)):
        await until(lambda: _is(port, "/readyz", 200))

        async def counted(what: str) -> bool:
            return f'kontor_gateway_events_total{{what="{what}"}} 1.0' in await figures(port)

        assert await counted("connected")
        server.services.gateway.cut()
        await until(lambda: counted("resumed"))
        assert await counted("lost")
        await until(lambda: _is(port, "/readyz", 200))
