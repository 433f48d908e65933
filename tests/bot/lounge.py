"""The real bot in simcord's Discord: a server, a channel, three people, and short ways to play there.

Not for assertions. The workers do not run by themselves here: `settle` delivers letters and fires timers.
"""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import msgspec
import simcord
from simcord.results import InteractionResult, ResponseMessage

from bot.client import Kontor, Workers, furnish
from bot.metrics import Metrics
from bot.settings import Settings
from bot.store.sheet import Sheet
from bot.store.store import Store, open_store
from engine.chance import Stream
from engine.policies import simple_policy
from engine.title import Action
from tests.bot.clocks import HandClock

Shown = discord.Message | ResponseMessage


class Lounge:
    """One running bot and the people around it."""

    def __init__(self, env: simcord.Env, store: Store, settings: Settings, client: Kontor, workers: Workers) -> None:
        self.env = env
        self.store = store
        self.settings = settings
        self.client = client
        self.workers = workers
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("table")
        self.anna, self.bert, self.carl = (
            self.guild.add_member(env.create_user(name)) for name in ("anna", "bert", "carl")
        )
        self._stream = Stream("lounge", "players")

    async def settle(self) -> None:
        """Until no letter is to be delivered and no timer is due."""
        await self.env.settle()
        while True:
            await self.workers.courier.settle()
            if not await self.workers.timekeeper.fire_due():
                return

    async def restart(self) -> None:
        """A new process on the same store."""
        self.client, self.workers = furnish(self.store, self.settings, HandClock(), Metrics())
        await self.env.restart_bot(self.client)

    # ---- games

    async def opened(self, title: str = "hansa", *others: simcord.MemberActor, **options: object) -> int:
        """A game of Anna's, seats in the order of joining unless said otherwise; not started yet."""
        await self.anna.slash(self.channel, "game new", **({"title": title, "shuffle": False} | options))
        await self.settle()
        for other in others:
            await other.slash(self.channel, "game join")
        return await self.game()

    async def started(self, title: str = "hansa", *others: simcord.MemberActor, **options: object) -> int:
        game = await self.opened(title, *(others or (self.bert,)), **options)
        await self.anna.slash(self.channel, "game start")
        await self.settle()
        return game

    async def game(self) -> int:
        found = await self.client.house.finding.in_channel(self.channel.id, live=False)
        assert found is not None
        return found

    async def sheet(self) -> Sheet:
        return await self.client.house.table.sheet(await self.game())

    def actor(self, user: int | None) -> simcord.MemberActor:
        return next(person for person in (self.anna, self.bert, self.carl) if person.id == user)

    async def advised(self) -> tuple[simcord.MemberActor, Action] | None:
        """Who of the people should decide what now; None when it is nobody's turn."""
        sheet = await self.sheet()
        for seat in sorted(sheet.owed()):
            if sheet.seats[seat].user is not None:
                return self.actor(sheet.seats[seat].user), simple_policy(sheet.title, sheet.state, seat, self._stream)
        return None

    # ---- reading

    def posts(self) -> list[discord.Message]:
        return list(self.channel.history())

    def board(self) -> discord.Message:
        """The latest board post."""
        return next(post for post in reversed(self.posts()) if "Play" in labels(post) and "Help" in labels(post))

    def private(self, actor: simcord.MemberActor) -> list[discord.Message]:
        """What a person got by private message."""
        with contextlib.suppress(Exception):
            return list(actor.user.dm_channel.history())
        return []


def parts(message: Shown) -> list[dict[str, object]]:
    """The buttons and menus of a message as plain values."""
    found = message.message if isinstance(message, ResponseMessage) else message
    rows = msgspec.convert([row.to_dict() for row in found.components], list[dict[str, object]])
    return [part for row in rows for part in msgspec.convert(row["components"], list[dict[str, object]])]


def labels(message: Shown) -> list[str]:
    return [str(part["label"]) for part in parts(message) if "label" in part]


def menu_of(message: Shown) -> dict[str, str]:
    """The choices of the one menu of a message: label to value."""
    (found,) = [part for part in parts(message) if "options" in part]
    options = found["options"]
    assert isinstance(options, list)
    return {option["label"]: option["value"] for option in options}


def shown(result: InteractionResult) -> ResponseMessage:
    """The answer, which must be for one person's eyes only."""
    answer = result.response or (result.followups[0] if result.followups else None)
    assert answer is not None, result
    assert answer.ephemeral
    return answer


@asynccontextmanager
async def open_lounge(settings: Settings) -> AsyncIterator[Lounge]:
    settings = msgspec.structs.replace(settings, shard_count=1)
    async with open_store(settings) as store:
        client, workers = furnish(store, settings, HandClock(), Metrics())
        async with simcord.run(client) as env:
            yield Lounge(env, store, settings, client, workers)
        client.house.close()
