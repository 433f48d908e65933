"""The open pages: each one looks through the eyes of one person and is told only what that person may see.

Not for what a page asks: `page_api.py`.
"""

import asyncio
from collections.abc import Callable

import msgspec
from aiohttp import web

from bot.local.interactions import Interaction, InteractionKind
from bot.local.models import Channel, Json, Message
from bot.local.payloads import Payloads
from bot.local.standings import Standings
from bot.local.world import World
from bot.store.database import Database


class Page:
    """One open page: the person it belongs to now, and what it has still to be sent."""

    def __init__(self, person: int) -> None:
        self.person = person
        self.outgoing: asyncio.Queue[Json] = asyncio.Queue()


class Pages:
    """All of them; a listener of the world and a watcher of interactions."""

    def __init__(self, world: World, payloads: Payloads, database: Database) -> None:
        self._world = world
        self._payloads = payloads
        self._open: set[Page] = set()
        self.standings = Standings(database, self._standing_changed)

    async def serve(self, request: web.Request, person: int, first: Callable[[], Json]) -> web.WebSocketResponse:
        """Until the page is left; `first` is what it is told at once, as it is when it begins to listen."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        await self.standings.look(self._world.channels)
        page = Page(person)
        page.outgoing.put_nowait(first())  # before it listens: what it is told may be news itself
        self._open.add(page)
        sender = asyncio.create_task(_send_all(socket, page))
        try:
            async for _ in socket:
                continue  # a page listens here; what it wants it asks over HTTP
        finally:
            self._open.discard(page)
            sender.cancel()
        return socket

    def tell(self, person: int | None, event: str, **fields: object) -> None:
        """Tells the pages of one person, or all pages."""
        for page in self._open:
            if person is None or page.person == person:
                page.outgoing.put_nowait({"event": event} | fields)

    # ---- what is unread

    def unread(self) -> Json:
        """How much each person has not read yet in their direct messages: numbers only."""
        return {
            str(person.id): sum(
                self._world.unread(person.id, channel)
                for channel in self._world.channels.values()
                if channel.recipient == person.id
            )
            for person in self._world.persons()
        }

    def turns(self) -> Json:
        """In how many games it is each person's turn."""
        return {str(person.id): self.standings.turns_of(person.id) for person in self._world.persons()}

    def _unread(self, person: int, channel: Channel) -> int:
        """What the person has not read; what is said in games of others is news to nobody else."""
        standing = self.standings.of(channel.id)
        if standing is not None and channel.is_thread and person not in standing.people:
            return 0
        return self._world.unread(person, channel)

    def _standing_changed(self, channel: int) -> None:
        if (found := self._world.channels.get(channel)) is not None:
            self.channel_saved(found, new=False)
            self.tell(None, "turns", turns=self.turns())

    # ---- the listener

    def message_saved(self, message: Message, *, new: bool) -> None:
        shape = self.message(message)
        channel = self._world.channels[message.channel]
        for person in {page.person for page in self._open}:
            if self._world.sees(person, message):
                self.tell(person, "message", message=shape, unread=self._unread(person, channel))
        if new and channel.is_dm:
            self.tell(None, "unread", unread=self.unread())
        if self._open and not channel.is_dm and message.author == self._world.card.bot:
            self.standings.note(channel.id)

    def message_gone(self, message: Message) -> None:
        self.tell(None, "gone", channel=str(message.channel), message=str(message.id))

    def channel_saved(self, channel: Channel, *, new: bool) -> None:
        for person in {page.person for page in self._open}:
            if self._world.enters(person, channel):
                self.tell(person, "channel", channel=self.channel(person, channel))

    def channel_gone(self, channel: Channel) -> None:
        self.tell(None, "channel_gone", channel=str(channel.id))

    def commands_saved(self) -> None:
        self.tell(None, "commands")

    def emojis_saved(self) -> None:
        """A page asks for the picture of one when a message has it."""

    def seen(self, person: int, channel: int) -> None:
        self.tell(None, "unread", unread=self.unread())

    def message(self, message: Message) -> Json:
        """A message as a page shows it: with the command it answers, which Discord's own clients know as well."""
        command = message.cause.name if message.cause is not None else ""
        return self._payloads.message(message) | {"command": command}

    def channel(self, person: int, channel: Channel) -> Json:
        """A channel as a page lists it, with its latest game."""
        standing = self.standings.of(channel.id)
        return {
            "id": str(channel.id),
            "type": channel.type,
            "name": channel.name,
            "parent": None if channel.parent is None else str(channel.parent),
            "archived": channel.archived,
            "unread": self._unread(person, channel),
            "game": None if standing is None else standing.seen_by(person),
        }

    # ---- the watcher

    def answered(self, interaction: Interaction) -> None:
        if interaction.kind == InteractionKind.AUTOCOMPLETE:
            return  # whoever types has its choices already
        message = "" if interaction.original is None else str(interaction.original)
        fields: Json = {"interaction": str(interaction.id), "message": message}
        if interaction.modal is not None:
            fields["modal"] = interaction.modal
        self.tell(interaction.person, "answered", **fields)

    def unanswered(self, interaction: Interaction) -> None:
        self.tell(interaction.person, "unanswered", interaction=str(interaction.id))


async def _send_all(socket: web.WebSocketResponse, page: Page) -> None:
    while True:
        event = await page.outgoing.get()
        try:
            await socket.send_str(msgspec.json.encode(event).decode())
        except ConnectionError:
            return
