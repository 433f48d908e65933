"""Looks before the first run whether all is as it must be: token, permissions, database, fonts, clock; the invite link.

Not for a process that runs: `bot.monitoring.health`. It asks nothing but Discord's REST side, and changes nothing.
"""

import email.utils
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Literal, get_args

import aiohttp
import discord
import msgspec

from bot.errors import BadSetting, StoreError
from bot.settings import Settings
from bot.store import migrate
from bot.store.database import Database
from bot.ui.discord_log import UNREACHABLE
from render import fonts, video

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot asks for when it is invited."""
SCOPES = ("bot", "applications.commands")
MOST_SERVERS = 200
"""As many as Discord tells at once."""
CLOCK_SECONDS = 5.0
"""By which the clock may differ from Discord's: several processes on one database must agree about what is due."""

Mark = Literal["ok", "note", "FAIL"]


class Found(msgspec.Struct, frozen=True):
    """One line of the report. A note is for the operator to judge; only a failure counts."""

    mark: Mark
    what: str
    said: str

    def __str__(self) -> str:
        return f"{self.mark:<4} {self.what:<12} {self.said}"


async def look(settings: Settings, now: Callable[[], float] = time.time) -> list[Found]:
    """Everything, whatever is wrong with one part of it."""
    return [*_fonts(), await _database(settings), *await _discord(settings, now)]


# ---- on this machine


def _fonts() -> Iterator[Found]:
    try:
        for face in get_args(fonts.Face):
            fonts.width("Lübeck", face, 20)
    except Exception as error:  # whatever reading a font raises
        yield Found("FAIL", "fonts", f"one cannot be read ({type(error).__name__}); install Kontor anew")
    else:
        yield Found("ok", "fonts", f"{len(get_args(fonts.Face))} faces")
    films = "MP4" if video.is_available() else "GIF, which leaves out turns; with PyAV they are MP4"
    yield Found("ok" if video.is_available() else "note", "films", films)


async def _database(settings: Settings) -> Found:
    try:
        url = settings.url()
        if url.drivername.startswith("sqlite") and not Path(url.database or "").exists():
            return Found("note", "database", f"{url.database} is not there yet; the first start makes it")
        database = Database(settings)
    except BadSetting as error:
        return Found("FAIL", "database", str(error))
    try:
        schema = await database.read(migrate.revision)
        await database.write(lambda connection: None)
    except (StoreError, BadSetting) as error:
        return Found("FAIL", "database", str(error))
    finally:
        await database.close()
    if schema not in (None, *migrate.revisions()):
        return Found("FAIL", "database", f"its schema {schema} is newer than this program; update Kontor first")
    if schema != migrate.newest():
        what = "it is empty" if schema is None else f"its schema is {schema}"
        return Found("note", "database", f"{what}; the next start brings it to {migrate.newest()}")
    return Found("ok", "database", f"{database.name}, schema {schema}")


# ---- at Discord


async def _discord(settings: Settings, now: Callable[[], float]) -> list[Found]:
    if settings.token is None:
        return [Found("FAIL", "token", "KONTOR_TOKEN is not set, nor KONTOR_TOKEN_FILE")]
    dates: list[float] = []
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=_noting_dates(dates, now))
    found: list[Found] = []
    try:
        await client.login(settings.token.reveal())
        found += _application(client)
        found += await _servers(client)
    except discord.LoginFailure:
        found.append(Found("FAIL", "token", "Discord does not accept it"))
    except discord.HTTPException as error:
        found.append(Found("FAIL", "Discord", f"it answers {error.status}, code {error.code}"))
    except UNREACHABLE as error:
        found.append(Found("FAIL", "Discord", f"it cannot be reached ({type(error).__name__})"))
    finally:
        await client.close()
    return [*found, *_clock(dates)]


def _application(client: discord.Client) -> Iterator[Found]:
    user, application = client.user, client.application
    assert user is not None
    assert application is not None
    yield Found("ok", "token", f"it is the token of {user}, application {application.id}")
    yield Found("ok", "intents", "only servers and their channels; no privileged intent is needed")
    if application.interactions_endpoint_url is not None:
        yield Found("FAIL", "interactions", "they go to an endpoint address; remove it in the developer portal")
    link = discord.utils.oauth_url(application.id, permissions=PERMISSIONS, scopes=SCOPES)
    yield Found("ok", "invite", link)


async def _servers(client: discord.Client) -> list[Found]:
    """Where the bot is a member, and what it may not do there; a channel can still forbid more."""
    servers = await client.http.get_guilds(MOST_SERVERS)
    found = []
    for server in servers:
        granted = discord.Permissions(int(server["permissions"]))
        lacking = [name for name, asked in PERMISSIONS if asked and not getattr(granted, name)]
        if lacking and not granted.administrator:
            names = ", ".join(name.replace("_", " ").title() for name in lacking)
            said = f"server {server['name']} ({server['id']}) does not grant {names}"
            found.append(Found("note", "permissions", said))
    return found or [Found("ok", "permissions", f"all are granted, in {len(servers)} servers")]


def _noting_dates(dates: list[float], now: Callable[[], float]) -> aiohttp.TraceConfig:
    """By how much our clock differs from that of each answer."""

    async def ended(_: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        if (date := end.response.headers.get("Date")) is not None:
            dates.append(now() - email.utils.parsedate_to_datetime(date).timestamp())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def _clock(dates: list[float]) -> Iterator[Found]:
    """Discord says whole seconds, and an answer takes its time: the smallest difference counts."""
    if not dates:
        return
    apart = min(dates, key=abs)
    if abs(apart) > CLOCK_SECONDS:
        way = "ahead" if apart > 0 else "behind"
        yield Found("FAIL", "clock", f"it is {abs(apart):.0f} seconds {way}; set it by NTP")
    else:
        yield Found("ok", "clock", "it agrees with Discord's")
