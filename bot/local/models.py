"""What there is in the local Discord: people, channels, messages, attachments. Plain values that are saved as they are.

Not for how Discord writes them on the wire: `payloads.py`.
"""

from enum import IntEnum, IntFlag

import msgspec

Json = dict[str, object]
"""A JSON object whose content is the bot's business, kept as it came."""


class Permission(IntFlag):
    """The permissions that the server looks at; the others are granted to everybody."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    ATTACH_FILES = 1 << 15
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYTHING = (1 << 50) - 1
MODERATION = (
    Permission.ADMINISTRATOR | Permission.MANAGE_CHANNELS | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
)
OF_BOT = EVERYTHING & ~int(Permission.ADMINISTRATOR)
"""An administrator could be denied nothing."""
EVERYDAY = EVERYTHING & ~int(MODERATION)
"""What an ordinary member may do."""


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlag(IntFlag):
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Person(msgspec.Struct):
    """Somebody with an account, the bot included."""

    id: int
    name: str
    display: str
    bot: bool = False
    takes_dms: bool = True
    manages: bool = False
    """Whether the person may manage channels and messages on the server."""


class Channel(msgspec.Struct):
    """A text channel, a thread in one, or the direct messages between the bot and one person."""

    id: int
    type: int
    name: str = ""
    topic: str = ""
    position: int = 0
    parent: int | None = None
    owner: int | None = None
    recipient: int | None = None
    members: list[int] = []
    archived: bool = False
    locked: bool = False
    denied: int = 0
    """Permissions that the bot does not have here."""

    @property
    def is_thread(self) -> bool:
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_dm(self) -> bool:
        return self.type == ChannelType.DM


class Attachment(msgspec.Struct, frozen=True):
    """A file of a message, without its content."""

    id: int
    filename: str
    content_type: str
    size: int
    width: int | None = None
    height: int | None = None
    description: str | None = None


class Cause(msgspec.Struct, frozen=True):
    """The interaction that a message answers."""

    id: int
    type: int
    person: int
    name: str = ""
    message: int | None = None
    """The message whose component was used."""


class Message(msgspec.Struct):
    """One message. `viewer` is the only person who sees an ephemeral one."""

    id: int
    channel: int
    author: int
    type: int = 0
    content: str = ""
    embeds: list[Json] = []
    components: list[Json] = []
    attachments: list[Attachment] = []
    flags: int = 0
    edited: float | None = None
    pinned: bool = False
    viewer: int | None = None
    cause: Cause | None = None
    reply_to: int | None = None
    nonce: str | int | None = None
    thread: int | None = None
