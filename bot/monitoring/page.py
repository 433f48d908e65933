"""The small web server for those who watch over a process: `/healthz`, `/readyz` and the figures at `/metrics`.

Not for players, and not for local mode's page. It runs in the process's own loop: a loop that hangs answers nobody.
"""

import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from bot.errors import BadSetting
from bot.monitoring.health import Health
from bot.settings import Settings

ALIVE, READY, FIGURES = "/healthz", "/readyz", "/metrics"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The addresses that stand for all of a machine, and where it finds itself then."""
ASK_SECONDS = 5.0
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""A proxy that the environment names knows nothing of this machine."""


@asynccontextmanager
async def serving(settings: Settings, health: Health, registry: CollectorRegistry) -> AsyncIterator[None]:
    """Answers as long as it is entered; nothing is opened without a port."""
    if settings.metrics_port is None:
        yield
        return
    runner = web.AppRunner(_application(health, registry), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.metrics_address, settings.metrics_port).start()
        except OSError as error:
            raise BadSetting(
                f"KONTOR_METRICS_PORT: port {settings.metrics_port} on {settings.metrics_address} cannot be opened: "
                f"{error.strerror or type(error).__name__}."
            ) from None
        yield
    finally:
        await runner.cleanup()


def _application(health: Health, registry: CollectorRegistry) -> web.Application:
    async def alive(_: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def ready(_: web.Request) -> web.Response:
        troubles = await health.troubles()
        return web.json_response({"ready": not troubles, "troubles": troubles}, status=503 if troubles else 200)

    async def figures(_: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    application = web.Application()
    application.add_routes([web.get(ALIVE, alive), web.get(READY, ready), web.get(FIGURES, figures)])
    return application


def ask(settings: Settings, path: str) -> tuple[bool, str]:
    """Whether the running process of these settings says yes, and what it says, in a sentence."""
    if settings.metrics_port is None:
        return False, "KONTOR_METRICS_PORT is not set, so nobody can ask."
    host = EVERYWHERE.get(settings.metrics_address, settings.metrics_address)
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.metrics_port}{path}"
    try:
        with _DIRECT.open(address, timeout=ASK_SECONDS) as answer:
            return True, _sentence(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return False, _sentence(error.read())
    except (OSError, ValueError) as error:
        return False, f"No process answers at {address} ({type(error).__name__})."


def _sentence(answer: bytes) -> str:
    try:
        troubles = dict(json.loads(answer).get("troubles", {}))
    except (ValueError, AttributeError, TypeError):
        return "Something that is no Kontor answers."
    return "; ".join(f"{part}: {trouble}" for part, trouble in troubles.items()) or "All is well."
