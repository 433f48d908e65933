"""The life of a process: settings that contradict each other, a clean end, secrets in logs, the figures' port.

Not for Discord itself: connecting is stood in for here, the end-to-end tests do it over the wire.
"""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
import structlog

from bot import app
from bot.__main__ import main
from bot.app import assemble, live, run
from bot.errors import BadSetting, CannotGoOn
from bot.monitoring import logs
from bot.monitoring.metrics import Metrics
from bot.settings import Secret, Settings, read_settings
from bot.store.store import open_store
from bot.ui import discord_log
from bot.ui.client import Kontor
from bot.workers.upkeep import Workers
from tests.bot.clocks import HandClock
from tests.patience import PATIENCE, until

TOKEN = "a-token.that-is.secret"


class Wire:
    """Stands in for the connection: ready at once, open until closed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.closed = asyncio.Event()
        self.started = False
        monkeypatch.setattr(Kontor, "start", self.start)
        monkeypatch.setattr(Kontor, "close", self.close)
        monkeypatch.setattr(Kontor, "wait_until_ready", self.ready)

    async def start(self, token: str) -> None:
        assert token == TOKEN
        self.started = True
        await self.closed.wait()

    async def close(self) -> None:
        self.closed.set()

    async def ready(self) -> None:
        await asyncio.sleep(0)


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_a_process_leaves_cleanly_when_it_is_asked_to(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    wire, stop, seen = Wire(monkeypatch), asyncio.Event(), []
    settings = Settings(token=Secret(TOKEN), data=folder, shard_count=1)
    life = asyncio.create_task(live(settings, stop, lambda: seen.append("ready")))
    await until(lambda: seen)
    assert wire.started
    stop.set()
    await asyncio.wait_for(life, PATIENCE)
    assert wire.closed.is_set()


async def test_a_refused_login_ends_the_process_with_a_sentence(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    async def refused(self: Kontor, token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    async def for_ever(self: Kontor) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Kontor, "start", refused)
    monkeypatch.setattr(Kontor, "wait_until_ready", for_ever)
    with pytest.raises(discord.LoginFailure):
        await asyncio.wait_for(live(Settings(token=Secret(TOKEN), data=folder), asyncio.Event()), PATIENCE)


async def test_an_unreachable_discord_is_tried_again(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    wire, stop, seen, tries = Wire(monkeypatch), asyncio.Event(), [], []

    async def start(self: Kontor, token: str) -> None:
        tries.append(token)
        if len(tries) < 3:
            raise ConnectionRefusedError
        wire.closed.clear()
        await wire.start(token)

    async def ready(self: Kontor) -> None:
        await until(lambda: wire.started)

    monkeypatch.setattr(app, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(Kontor, "start", start)
    monkeypatch.setattr(Kontor, "wait_until_ready", ready)
    settings = Settings(token=Secret(TOKEN), data=folder, shard_count=1)
    with structlog.testing.capture_logs() as logged:
        life = asyncio.create_task(live(settings, stop, lambda: seen.append("ready")))
        await until(lambda: seen)
    told = [entry for entry in logged if entry["event"] == "Discord cannot be reached"]
    assert [entry["error"] for entry in told] == ["ConnectionRefusedError"] * 2
    assert all("exc_info" not in entry for entry in told)
    stop.set()
    await asyncio.wait_for(life, PATIENCE)


async def test_who_waits_for_discord_can_be_stopped(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    async def start(self: Kontor, token: str) -> None:
        stop.set()
        raise ConnectionRefusedError

    stop = asyncio.Event()
    monkeypatch.setattr(Kontor, "start", start)
    await asyncio.wait_for(live(Settings(token=Secret(TOKEN), data=folder), stop), PATIENCE)


@pytest.mark.usefixtures("logging_as_before")
def test_a_lost_line_to_discord_is_one_line_in_the_log() -> None:
    stream = io.StringIO()
    logs.set_up(Settings(log_format="json"), stream)
    with discord_log.in_short(Metrics()):
        try:
            raise ConnectionResetError("gone")
        except ConnectionResetError:
            logging.getLogger("discord.shard").exception("Failed to connect for shard_id: %s. Retrying...", 0)
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["event"] == "Failed to connect for shard_id: 0. Retrying... (ConnectionResetError)"
    assert "Traceback" not in line


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize("code", [10062, 40060, 50027])
def test_a_refused_answer_is_one_line_in_the_log_and_counted(code: int) -> None:
    stream, metrics = io.StringIO(), Metrics()
    logs.set_up(Settings(log_format="json"), stream)
    refusal = discord.NotFound(SimpleNamespace(status=404, reason="Not Found"), {"code": code, "message": "a hand"})
    with discord_log.in_short(metrics):
        try:
            try:
                raise refusal
            except discord.NotFound as error:
                raise ValueError("in a command") from error
        except ValueError as error:
            logging.getLogger("discord.app_commands.tree").error(
                "Ignoring exception in command %r", "x", exc_info=error
            )
            logging.getLogger("discord.ui.view").error("Ignoring exception", exc_info=refusal)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == 2
    assert all(str(code) in line["event"] and "where" not in line for line in lines)
    assert "a hand" not in stream.getvalue()
    assert metrics.registry.get_sample_value("kontor_refused_answers_total", {"code": str(code)}) == 2


@pytest.mark.usefixtures("logging_as_before")
def test_without_a_token_there_is_no_life_on_discord(folder: Path) -> None:
    with pytest.raises(BadSetting, match="KONTOR_TOKEN"):
        run(Settings(data=folder))


@pytest.mark.parametrize(("count", "ids"), [(None, (0,)), (2, (0, 2))])
async def test_shards_that_do_not_fit_are_refused(folder: Path, count: int | None, ids: tuple[int, ...]) -> None:
    settings = Settings(data=folder, shard_count=count, shard_ids=ids)
    async with open_store(settings) as store:
        with pytest.raises(BadSetting, match="KONTOR_SHARD_IDS"):
            assemble(store, settings, HandClock(), Metrics())


def test_shards_can_be_set_in_the_environment() -> None:
    settings = read_settings({"KONTOR_SHARD_COUNT": "4", "KONTOR_SHARD_IDS": "0, 3"})
    assert (settings.shard_count, settings.shard_ids) == (4, (0, 3))
    with pytest.raises(BadSetting, match="KONTOR_SHARD_IDS"):
        read_settings({"KONTOR_SHARD_IDS": "first"})


def test_titles_can_be_set_in_the_environment() -> None:
    assert read_settings({"KONTOR_TITLES": "one.title, two"}).titles == ("one.title", "two")


@pytest.mark.usefixtures("logging_as_before")
def test_no_secret_gets_into_the_log() -> None:
    settings = Settings(
        token=Secret(TOKEN), database=Secret("postgresql://kontor:pass%20word@host/db"), log_format="json"
    )
    stream = io.StringIO()
    logs.set_up(settings, stream)
    with structlog.contextvars.bound_contextvars(game=7, stage="post"):
        structlog.get_logger("bot").info("Logging in", header={"auth": [f"Bot {TOKEN}"]})
        logging.getLogger("sqlalchemy").warning("cannot reach %s", "postgresql://kontor:pass word@host/db")
    try:
        raise ValueError(TOKEN)
    except ValueError:
        logging.getLogger("elsewhere").exception("failed with %s", TOKEN)
    written = stream.getvalue()
    assert TOKEN not in written
    assert "pass word" not in written
    first = json.loads(written.splitlines()[0])
    assert (first["game"], first["stage"], first["event"]) == (7, "post", "Logging in")


@pytest.mark.usefixtures("logging_as_before")
async def test_no_text_of_an_error_gets_into_the_log() -> None:
    """Whoever logs it: its text may quote a hand, and so may the errors that led to it, and asyncio's own words."""
    stream, hand = io.StringIO(), "brown, brown, red"
    logs.set_up(Settings(log_format="json"), stream)
    try:
        try:
            raise ValueError(hand)
        except ValueError as error:
            raise RuntimeError(f"because of {hand}") from error
    except RuntimeError:
        logging.getLogger("discord.client").exception("Ignoring exception in on_interaction")
        structlog.get_logger("bot").error("failed", exc_info=True)

    async def fail() -> None:
        raise ValueError(hand)

    task = asyncio.create_task(fail())
    await asyncio.wait({task})
    app._unnoticed(asyncio.get_running_loop(), {"message": repr(task), "exception": task.exception(), "task": task})
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["error"] for line in lines] == ["RuntimeError", "RuntimeError", "ValueError"]
    assert all("test_app.py:" in str(line["where"]) for line in lines)
    assert hand not in stream.getvalue()


async def test_work_that_cannot_go_on_ends_the_process_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def at_its_end(self: Workers) -> None:
        self.supervisor.reason = "The work on letters fails again and again."
        self.supervisor.at_its_end.set()

    wire = Wire(monkeypatch)
    monkeypatch.setattr(Workers, "start", at_its_end)
    with pytest.raises(CannotGoOn, match="The work on letters"):
        await asyncio.wait_for(live(Settings(token=Secret(TOKEN), data=folder), asyncio.Event()), PATIENCE)
    assert wire.closed.is_set()


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize(("error", "status"), [(CannotGoOn("It fails."), 2), (ValueError("a hand"), 1)])
def test_what_ends_a_process_shows_in_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, status: int
) -> None:
    async def ends(*_: object) -> None:
        raise error

    monkeypatch.setattr(app, "live", ends)
    monkeypatch.setenv("KONTOR_TOKEN", TOKEN)
    assert main(["run"]) == status
    said = capsys.readouterr().err
    assert ("kontor: It fails." in said) == (status == 2)
    assert "a hand" not in said
