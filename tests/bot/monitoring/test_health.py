"""The health of a process: what makes it unfit, what the web page says of it, and what `kontor health` makes of that.

Not for a whole process: tests/e2e/test_operators.py.
"""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import msgspec
import pytest

from bot.__main__ import main
from bot.errors import BadSetting, StoreGone
from bot.monitoring import health as health_module
from bot.monitoring.health import Health, lateness
from bot.monitoring.metrics import Metrics
from bot.monitoring.page import ask, serving
from bot.settings import Settings
from bot.table.seats import Opening
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, CHANNEL, OfflineBot


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def well() -> str | None:
    return None


async def get(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_the_page_says_alive_ready_and_the_figures() -> None:
    settings, health, metrics = Settings(metrics_port=free_port()), Health(), Metrics()
    assert settings.metrics_port is not None
    with metrics.stage("draw"):
        pass
    metrics.games.set(3)
    async with serving(settings, health, metrics.registry):
        assert (await get(settings.metrics_port, "/healthz"))[0] == 200
        assert (await get(settings.metrics_port, "/readyz"))[0] == 503, "it has only begun to start"
        health.checks = {"database": well}
        assert (await get(settings.metrics_port, "/readyz"))[0] == 200
        _, text = await get(settings.metrics_port, "/metrics")
    assert "kontor_active_games 3.0" in text
    assert 'kontor_stage_seconds_count{stage="draw"} 1.0' in text


async def test_one_part_that_is_not_well_is_named_and_the_others_are_not() -> None:
    async def gone() -> str | None:
        raise StoreGone("The database does not answer.")

    async def broken() -> str | None:
        raise ValueError("brown, brown, red")

    health = Health()
    health.checks = {"discord": well, "database": gone, "letters": broken}
    assert await health.troubles() == {"database": "The database does not answer.", "letters": "ValueError"}


async def test_a_part_that_says_nothing_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent() -> str | None:
        await asyncio.Event().wait()
        return None

    monkeypatch.setattr(health_module, "ANSWER_SECONDS", 0.01)
    health = Health()
    health.checks = {"database": silent, "discord": well}
    assert (await health.troubles()).keys() == {"database"}


async def test_letters_that_nobody_sends_are_late_and_postponed_ones_are_not(
    offline: OfflineBot, clock: HandClock
) -> None:
    await offline.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))
    check = lateness(offline.store.outbox, clock, 120.0)
    assert await check() is None
    clock.advance(121.0)
    assert await check() == "the oldest has been due for 121 seconds"
    (letter,) = await offline.store.outbox.claim("somebody", clock.now(), 60.0, 8)
    assert await check() is None, "it is being worked on"
    await offline.store.outbox.postpone(letter, "Discord answers 403", clock.now() + 900.0)
    assert await check() is None, "a channel that takes no posts is no fault of the process"


async def test_timers_that_nobody_fires_are_late(offline: OfflineBot, clock: HandClock) -> None:
    await offline.seated(ANNA, BERT, pace=60.0)
    check = lateness(offline.store.timers, clock, 120.0)
    clock.advance(179.0)
    assert await check() is None
    clock.advance(2.0)
    assert await check() is not None


async def test_a_taken_port_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = Settings(metrics_port=taken.getsockname()[1])
        with pytest.raises(BadSetting, match=r"KONTOR_METRICS_PORT: port .* cannot be opened"):
            async with serving(settings, Health(), Metrics().registry):
                pass


async def test_who_asks_hears_what_is_wrong_from_all_addresses_too() -> None:
    async def lost() -> str | None:
        return "no line for shard 1"

    health = Health()
    settings = Settings(metrics_port=free_port(), metrics_address="0.0.0.0")
    assert (await asyncio.to_thread(ask, settings, "/readyz"))[0] is False
    async with serving(settings, health, Metrics().registry):
        health.checks = {"discord": well}
        assert await asyncio.to_thread(ask, settings, "/readyz") == (True, "All is well.")
        health.checks = {"discord": lost}
        assert await asyncio.to_thread(ask, settings, "/readyz") == (False, "discord: no line for shard 1")
        assert (await asyncio.to_thread(ask, settings, "/healthz"))[0]
        assert not (await asyncio.to_thread(ask, msgspec.structs.replace(settings, metrics_port=None), "/readyz"))[0]


@contextmanager
def something_else() -> Iterator[int]:
    """A port behind which nothing speaks our language."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        yield deaf.getsockname()[1]


def test_nobody_there_is_status_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with something_else() as port:
        monkeypatch.setenv("KONTOR_METRICS_PORT", str(port))
        assert main(["health"]) == 1
    assert "No process answers" in capsys.readouterr().out
    monkeypatch.delenv("KONTOR_METRICS_PORT")
    assert main(["health", "--alive"]) == 1
    assert "KONTOR_METRICS_PORT is not set" in capsys.readouterr().out
