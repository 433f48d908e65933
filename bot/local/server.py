"""Puts the parts together and listens on loopback: the local Discord as one thing to start and stop.

Not for the bot's process: `supervisor.py` starts that.
"""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Sequence

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.errors import BadSetting
from bot.local.archive import Archive
from bot.local.gateway import Gateway
from bot.local.interactions import Interactions
from bot.local.page_api import PageApi
from bot.local.pages import Pages
from bot.local.payloads import Payloads
from bot.local.rest.application import Application
from bot.local.rest.body import LARGEST_REQUEST
from bot.local.rest.channels import Channels
from bot.local.rest.emojis import Emojis
from bot.local.rest.limits import GENEROUS, Limit, limiting
from bot.local.rest.replies import demanding, in_discords_words
from bot.local.rest.webhooks import Webhooks
from bot.local.services import Services
from bot.local.world import World
from bot.local.writing import Writer
from bot.store.database import Database

HOST = "127.0.0.1"


class Server:
    """The running server: its address, the bot's token, and its parts for whoever tests them."""

    def __init__(self, services: Services, pages: Pages, base: str, token: str, key: str) -> None:
        self.services = services
        self.pages = pages
        self.base = base
        self.token = token
        self.key = key

    @property
    def world(self) -> World:
        return self.services.world


@contextlib.asynccontextmanager
async def serve(
    database: Database, *, port: int = 0, limit: Limit = GENEROUS, between: Sequence[Middleware] = ()
) -> AsyncIterator[Server]:
    """Serves until the context ends. `between` stands between the bot and the REST side: judges and faults of tests."""
    listening = _listen(port)
    archive = Archive(database)
    server = _assemble(await archive.open(), archive, database, f"http://{HOST}:{listening.getsockname()[1]}")
    runner = web.AppRunner(_application(server, limit, between), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    writing = asyncio.create_task(archive.write_for_ever())
    try:
        await web.SockSite(runner, listening).start()
        yield server
    finally:
        await server.services.gateway.close()
        await runner.cleanup()
        await server.pages.standings.close()
        writing.cancel()
        await asyncio.wait({writing})
        await archive.close()


def _listen(port: int) -> socket.socket:
    """A socket on loopback, and nowhere else."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.close()
        raise BadSetting(
            f"Port {port} is taken: perhaps Kontor runs already at http://{HOST}:{port}/. "
            "Otherwise choose another one with KONTOR_LOCAL_PORT."
        ) from None
    return listening


def _assemble(world: World, archive: Archive, database: Database, base: str) -> Server:
    token, key = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    payloads = Payloads(world, base, secrets.token_bytes(32))
    writer = Writer(world, archive)
    gateway = Gateway(world, payloads, token, f"{base.replace('http', 'ws', 1)}/gateway/")
    interactions = Interactions(world, payloads, writer, gateway)
    pages = Pages(world, payloads, database)
    world.listeners += [gateway, pages]
    interactions.watchers.append(pages)
    gateway.on_change.append(lambda ready: pages.tell(None, "ready", ready=ready))
    return Server(Services(world, archive, payloads, writer, gateway, interactions), pages, base, token, key)


def _application(server: Server, limit: Limit, between: Sequence[Middleware]) -> web.Application:
    services = server.services
    rest = web.Application(middlewares=[*between, in_discords_words, limiting(limit), demanding(server.token)])
    emojis = Emojis(services)
    for room in (Application(services), Channels(services), Webhooks(services), emojis):
        rest.add_routes(room.routes())
    # How large a request may be is the outermost application's word; one further in is not asked.
    application = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[_only_here(server.base)])
    application.add_subapp("/api/v10", rest)
    application.add_routes([web.get("/gateway/", services.gateway.serve)])
    application.add_routes(emojis.pictures())
    application.add_routes(PageApi(services, server.pages, server.key).routes())
    return application


def _only_here(base: str) -> Middleware:
    """Refuses other origins, and other names for this address: a site elsewhere must not speak through a browser."""
    port = base.rpartition(":")[2]
    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            raise web.HTTPForbidden(text="Kontor's local mode answers to this computer only.")
        return await handler(request)

    return check
