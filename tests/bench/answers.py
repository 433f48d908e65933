"""How soon the bot acknowledges: many interactions a second across many games, beside a command that only replies.

Not for the network: interactions enter where the gateway's would, and an acknowledgement counts when it would leave.
Letters are delivered meanwhile, words and pictures included; only sending them is stood in for.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import discord
from discord import app_commands
from discord.webhook.async_ import async_context

from bot.app import assemble
from bot.clock import WallClock
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.store import open_store
from bot.table import Table
from bot.table.seats import Opening
from bot.texts import texts
from bot.workers.upkeep import Workers
from engine.chance import Stream
from engine.choices import value_of
from engine.policies import simple_policy
from tests.bench.figure import Figure

GAMES = 200
RATE = 50
SECONDS = 10
LIMIT = 0.100
ENGLISH = texts("en")
AUTHOR: dict[str, object] = {"id": "1", "username": "kontor", "discriminator": "0", "avatar": None}

_ids = count(10**18)


class Ends:
    """Where acknowledgements leave. Each interaction's time runs from `feed` to its first answer."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._began: dict[str, float] = {}
        self.seconds: list[float] = []
        client.http.request = self._request  # type: ignore[method-assign]

    async def create_interaction_response(self, interaction: int, *_: object, **__: object) -> dict[str, object]:
        began = self._began.pop(str(interaction), None)
        if began is not None:
            self.seconds.append(time.perf_counter() - began)
        return {"interaction": {"id": str(interaction), "type": 2}}

    async def edit_original_interaction_response(self, *_: object, **__: object) -> dict[str, object]:
        return _message(1)

    async def _request(self, route: discord.http.Route, **_: object) -> dict[str, object]:
        if route.path.startswith("/users"):
            return AUTHOR | {"id": "2", "username": "somebody"}
        return _message(int(route.channel_id or 1))

    def feed(self, kind: int, channel: int, user: int, data: dict[str, object]) -> None:
        number = str(next(_ids))
        self._began[number] = time.perf_counter()
        payload = {
            "id": number,
            "application_id": "1",
            "type": kind,
            "token": "token",
            "version": 1,
            "channel_id": str(channel),
            "channel": {"id": str(channel), "type": 1},
            "user": {"id": str(user), "username": f"user{user}", "discriminator": "0", "avatar": None},
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 10_485_760,
            "data": data,
        }
        self._client._connection.parsers["INTERACTION_CREATE"](payload)

    @property
    def missing(self) -> int:
        return len(self._began)


def _message(channel: int) -> dict[str, object]:
    return {
        "id": str(next(_ids)), "channel_id": str(channel), "author": AUTHOR, "content": "", "type": 0,
        "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False, "mention_everyone": False,
        "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False,
    }  # fmt: skip


def _command(group: str, verb: str, options: dict[str, str], focused: str | None = None) -> dict[str, object]:
    given = [
        {"name": name, "type": 3, "value": value} | ({"focused": True} if name == focused else {})
        for name, value in options.items()
    ]
    return {"id": "1", "name": group, "type": 1, "options": [{"name": verb, "type": 1, "options": given}]}


class Load:
    """People at many tables who decide, complete and look, at a steady rate."""

    def __init__(self, table: Table, ends: Ends, games: list[int]) -> None:
        self._table = table
        self._ends = ends
        self._games = games
        self._dice = random.Random(1)
        self._stream = Stream("bench", "answers")

    async def run(self) -> None:
        started = time.perf_counter()
        for number in range(RATE * SECONDS):
            game = self._games[number % len(self._games)]
            kind, user, data = await self._interaction(game)
            await asyncio.sleep(max(0.0, started + number / RATE - time.perf_counter()))
            self._ends.feed(kind, game, user, data)
        for _ in range(200):
            if not self._ends.missing:
                break
            await asyncio.sleep(0.05)

    async def _interaction(self, game: int) -> tuple[int, int, dict[str, object]]:
        hosted = await self._table.hosted(game)
        seat = min(hosted.owed())
        action = simple_policy(hosted.title, hosted.state, seat, self._stream)
        verb, user = hosted.title.verb_of[type(action)], hosted.seats[seat].user or 0
        name = ENGLISH.verb(hosted.title, verb)
        options = {ENGLISH.param(hosted.title, verb, each): value_of(action, each) for each in verb.params}
        match self._dice.choices(("decide", "complete", "look"), (6, 3, 1))[0]:
            case "complete" if options:
                first = next(iter(options))
                return 4, user, _command(hosted.title.key, name, {first: options[first][:2]}, first)
            case "look":
                return 2, user, _command("game", "play", {})
        return 2, user, _command(hosted.title.key, name, options)


async def _tables(table: Table) -> list[int]:
    """Games of two people each; a game's number is its channel, too."""
    games = []
    for number in range(1, GAMES + 1):
        opening = Opening(title="hansa", owner=2 * number, channel=number)
        game = (await table.open(opening)).game
        await table.join(game, 2 * number + 1)
        await table.start(game, 2 * number)
        games.append(game)
    return games


async def _ready(client: discord.AutoShardedClient) -> Ends:
    await client._async_setup_hook()
    client._connection.application_id = 1
    ends = Ends(client)
    async_context.set(ends)  # type: ignore[arg-type]
    return ends


async def _loaded(folder: Path) -> list[float]:
    settings = Settings(data=folder, shard_count=1)
    async with open_store(settings) as store:
        client, workers = assemble(store, settings, WallClock(), Metrics())
        ends = await _ready(client)
        games = await _tables(client.context.table)
        await _quiet(workers)
        workers.start()
        await Load(client.context.table, ends, games).run()
        await workers.stop()
        client.context.close()
    return ends.seconds


async def _quiet(workers: Workers) -> None:
    """The letters of two hundred beginnings are no part of the load."""
    await workers.outbox_worker.settle()


async def _bare() -> list[float]:
    """The yardstick: discord.py and a command that only replies, at the same rate."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
    tree = app_commands.CommandTree(client)

    @tree.command(name="reply", description="replies")
    async def reply(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("yes", ephemeral=True)

    ends = await _ready(client)
    started = time.perf_counter()
    for number in range(RATE * SECONDS):
        await asyncio.sleep(max(0.0, started + number / RATE - time.perf_counter()))
        ends.feed(2, 1, 2, {"id": "1", "name": "reply", "type": 1})
    await asyncio.sleep(0.2)
    return ends.seconds


def _percentile(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98]


def figures() -> Iterator[Figure]:
    bare = asyncio.run(_bare())
    with tempfile.TemporaryDirectory() as folder:
        ours = asyncio.run(_loaded(Path(folder)))
    whole = len(ours) == RATE * SECONDS
    slow, middle = _percentile(ours), statistics.median(ours)
    name = f"answers: p99 to acknowledge, {RATE}/s, {GAMES} games"
    yield Figure(name, f"{slow * 1000:.1f} ms", f"≤ {LIMIT * 1000:.0f} ms", whole and slow <= LIMIT)
    ratio = f"{middle * 1000:.1f} ms = {middle / statistics.median(bare):.0f} ×"
    yield Figure("answers: median, beside a bare discord.py command", ratio, "(no mark)", whole)
