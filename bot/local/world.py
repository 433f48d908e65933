"""The local Discord's memory: one server with its people, channels and messages, and who hears of a change.

Not for rules about requests (`rest/`), for the wire (`payloads.py`) or for the database (`archive.py`).
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from bot.local.models import EVERYDAY, MODERATION, OF_BOT, Channel, ChannelType, Json, Message, Person
from bot.local.snowflakes import Snowflakes

PEOPLE = ("Anna", "Bruno", "Clara", "David", "Emma")
"""Who sits around the screen. Anna may manage the server; the others are ordinary members."""
CHANNELS = ("kontor", "harbour", "guildhall")
SERVER_NAME = "Kontor"


class Listener(Protocol):
    """Who hears of changes: the bot's gateway, the pages in the browser, the archive."""

    def message_saved(self, message: Message, *, new: bool) -> None: ...

    def message_gone(self, message: Message) -> None: ...

    def channel_saved(self, channel: Channel, *, new: bool) -> None: ...

    def channel_gone(self, channel: Channel) -> None: ...

    def commands_saved(self) -> None: ...

    def emojis_saved(self) -> None: ...

    def seen(self, person: int, channel: int) -> None: ...


class Card(msgspec.Struct):
    """What exists once: ids, the bot's commands, and what each person has read (channel → latest message)."""

    server: int
    bot: int
    commands: dict[str, list[Json]] = {}
    """By server id as text; the empty text holds the global ones."""
    emojis: dict[str, str] = {}
    """Those of the bot, by id as text: their names."""
    read: dict[str, dict[str, int]] = {}


class World:
    """One server, its people and everything said in it."""

    def __init__(self, card: Card, people: list[Person], channels: list[Channel], messages: list[Message]) -> None:
        self.card = card
        self.people = {person.id: person for person in people}
        self.channels = {channel.id: channel for channel in channels}
        self.messages: dict[int, dict[int, Message]] = {channel.id: {} for channel in channels}
        self.ids = Snowflakes(max([card.server, card.bot, *self.people, *self.channels]))
        for message in sorted(messages, key=lambda one: one.id):
            self.messages[message.channel][message.id] = message
            self.ids.after(message.id)
        self.listeners: list[Listener] = []

    # ---- looking

    @property
    def bot(self) -> Person:
        return self.people[self.card.bot]

    @property
    def server(self) -> int:
        return self.card.server

    @property
    def owner(self) -> Person:
        return next(person for person in self.people.values() if person.manages)

    def persons(self) -> list[Person]:
        """The people who can be switched to, in order of arrival."""
        return [person for person in self.people.values() if not person.bot]

    def threads(self) -> Iterator[Channel]:
        return (channel for channel in self.channels.values() if channel.is_thread)

    def text_channels(self) -> list[Channel]:
        found = (channel for channel in self.channels.values() if channel.type == ChannelType.TEXT)
        return sorted(found, key=lambda channel: channel.position)

    def enters(self, person: int, channel: Channel) -> bool:
        """Whether the person may look into the channel."""
        if channel.is_dm:
            return channel.recipient == person
        return channel.type != ChannelType.PRIVATE_THREAD or person in channel.members

    def sees(self, person: int, message: Message) -> bool:
        return self.enters(person, self.channels[message.channel]) and message.viewer in (None, person)

    def permissions(self, person: Person, channel: Channel) -> int:
        if person.bot:
            return OF_BOT & ~self.permitting(channel).denied
        return EVERYDAY | int(MODERATION) if person.manages else EVERYDAY

    def permitting(self, channel: Channel) -> Channel:
        """The channel whose permissions count: a thread takes those of its channel."""
        return self.channels.get(channel.parent or 0, channel)

    def message(self, channel: int, number: int) -> Message | None:
        return self.messages.get(channel, {}).get(number)

    def with_nonce(self, channel: int, nonce: str | int) -> Message | None:
        """The bot's recent message with this nonce: a request sent twice makes one message."""
        recent = reversed(self.messages[channel].values())
        return next((message for _, message in zip(range(50), recent, strict=False) if message.nonce == nonce), None)

    # ---- changing

    def save_message(self, message: Message) -> None:
        held = self.messages[message.channel]
        new = message.id not in held
        held[message.id] = message
        for listener in self.listeners:
            listener.message_saved(message, new=new)

    def drop_message(self, message: Message) -> None:
        del self.messages[message.channel][message.id]
        for listener in self.listeners:
            listener.message_gone(message)

    def save_channel(self, channel: Channel) -> None:
        new = channel.id not in self.channels
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        for listener in self.listeners:
            listener.channel_saved(channel, new=new)

    def drop_channel(self, channel: Channel) -> None:
        for message in list(self.messages[channel.id].values()):
            self.drop_message(message)
        del self.channels[channel.id], self.messages[channel.id]
        for listener in self.listeners:
            listener.channel_gone(channel)

    def direct(self, person: Person) -> Channel:
        """The direct messages between the bot and this person."""
        for channel in self.channels.values():
            if channel.recipient == person.id:
                return channel
        channel = Channel(self.ids.next(), ChannelType.DM, recipient=person.id)
        self.save_channel(channel)
        return channel

    def commands(self, server: str) -> list[Json]:
        return self.card.commands.get(server, [])

    def save_commands(self, server: str, commands: list[Json]) -> None:
        self.card.commands[server] = commands
        for listener in self.listeners:
            listener.commands_saved()

    def save_emoji(self, number: int, name: str) -> None:
        self.card.emojis[str(number)] = name
        for listener in self.listeners:
            listener.emojis_saved()

    def drop_emoji(self, number: int) -> None:
        del self.card.emojis[str(number)]
        for listener in self.listeners:
            listener.emojis_saved()

    # ---- what a person has read

    def unread(self, person: int, channel: Channel) -> int:
        since = self.card.read.get(str(person), {}).get(str(channel.id), 0)
        news = (message for number, message in self.messages[channel.id].items() if number > since)
        return sum(1 for message in news if message.author != person and self.sees(person, message))

    def mark_read(self, person: int, channel: Channel) -> None:
        latest = max(self.messages[channel.id], default=0)
        self.card.read.setdefault(str(person), {})[str(channel.id)] = latest
        for listener in self.listeners:
            listener.seen(person, channel.id)


def new_world() -> World:
    """A fresh server: its people, three channels, nothing said yet."""
    ids = Snowflakes()
    card = Card(server=ids.next(), bot=ids.next())
    people = [Person(card.bot, "kontor", "Kontor", bot=True)]
    people += [Person(ids.next(), name.lower(), name, manages=number == 0) for number, name in enumerate(PEOPLE)]
    channels = [
        Channel(ids.next(), ChannelType.TEXT, name, position=position) for position, name in enumerate(CHANNELS)
    ]
    return World(card, people, channels, [])
