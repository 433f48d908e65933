"""How Discord writes people, channels and messages on the wire; its OpenAPI document is the judge in the tests.

Not for changing anything: each function turns values of the world into a JSON object.
"""

import hashlib
import hmac
from typing import cast
from urllib.parse import quote

from bot.local.components import walk, with_media
from bot.local.models import (
    EVERYDAY,
    MODERATION,
    OF_BOT,
    Attachment,
    Cause,
    Channel,
    ChannelType,
    Json,
    Message,
    MessageFlag,
    Person,
)
from bot.local.snowflakes import made_at, written
from bot.local.world import SERVER_NAME, World

EMBED_MEDIA = ("image", "thumbnail")


class Payloads:
    """The world as the wire sees it; `base` is the address of this server, `key` signs the links to files."""

    def __init__(self, world: World, base: str, key: bytes) -> None:
        self._world = world
        self._base = base
        self._key = key

    # ---- people

    def user(self, person: Person) -> Json:
        shape: Json = {
            "id": str(person.id),
            "username": person.name,
            "discriminator": "0",
            "global_name": person.display,
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        return shape | {"bot": True} if person.bot else shape

    def member(self, person: Person) -> Json:
        return {
            "user": self.user(person),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role) for role in self._roles(person)],
            "joined_at": made_at(person.id),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    def _roles(self, person: Person) -> list[int]:
        if person.bot:
            return [self._world.server + 1]
        return [self._world.server + 2] if person.manages else []

    def roles(self) -> list[Json]:
        """The everyone role has the server's own id, as Discord has it; the two others follow it."""
        server = self._world.server
        return [
            self._role(server, "@everyone", EVERYDAY, 0),
            self._role(server + 1, "Kontor", OF_BOT, 2, managed=True),
            self._role(server + 2, "Hosts", EVERYDAY | int(MODERATION), 1),
        ]

    def _role(self, number: int, name: str, permissions: int, position: int, *, managed: bool = False) -> Json:
        return {
            "id": str(number),
            "name": name,
            "description": None,
            "permissions": str(permissions),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": managed,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }

    # ---- channels

    def channel(self, channel: Channel) -> Json:
        latest = max(self._world.messages[channel.id], default=None)
        shape: Json = {
            "id": str(channel.id),
            "type": channel.type,
            "flags": 0,
            "last_message_id": None if latest is None else str(latest),
        }
        if channel.is_dm:
            return shape | {"recipients": [self.user(self._world.people[cast(int, channel.recipient)])]}
        shape |= {"guild_id": str(self._world.server), "name": channel.name, "rate_limit_per_user": 0}
        return shape | (self._thread(channel) if channel.is_thread else self._text_channel(channel))

    def _text_channel(self, channel: Channel) -> Json:
        denied = {"id": str(self._world.server + 1), "type": 0, "allow": "0", "deny": str(channel.denied)}
        return {
            "position": channel.position,
            "topic": channel.topic or None,
            "parent_id": None,
            "nsfw": False,
            "permission_overwrites": [denied] if channel.denied else [],
        }

    def _thread(self, channel: Channel) -> Json:
        count = len(self._world.messages[channel.id])
        return {
            "parent_id": str(channel.parent),
            "owner_id": str(channel.owner),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(channel.members),
            "thread_metadata": {
                "archived": channel.archived,
                "archive_timestamp": made_at(channel.id),
                "auto_archive_duration": 10080,
                "locked": channel.locked,
                "create_timestamp": made_at(channel.id),
            }
            | ({"invitable": True} if channel.type == ChannelType.PRIVATE_THREAD else {}),
        }

    def thread_member(self, channel: Channel, person: int) -> Json:
        return {"id": str(channel.id), "user_id": str(person), "join_timestamp": made_at(channel.id), "flags": 0}

    def server(self) -> Json:
        """The server as GET /guilds/{id} gives it."""
        return {
            "id": str(self._world.server),
            "name": SERVER_NAME,
            "icon": None,
            "description": None,
            "home_header": None,
            "splash": None,
            "discovery_splash": None,
            "features": [],
            "banner": None,
            "owner_id": str(self._world.owner.id),
            "application_id": None,
            "region": "local",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "roles": self.roles(),
            "default_message_notifications": 1,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": None,
            "max_members": 1000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-US",
            "rules_channel_id": None,
            "safety_alerts_channel_id": None,
            "public_updates_channel_id": None,
            "premium_progress_bar_enabled": False,
            "premium_progress_bar_enabled_user_updated_at": None,
            "nsfw": False,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": None,
            "inventory_settings": None,
            "embed_enabled": False,
            "embed_channel_id": None,
            "hub_type": None,
        }

    def server_created(self) -> Json:
        """The server as the gateway announces it, with everything in it."""
        world = self._world
        return self.server() | {
            "joined_at": made_at(world.card.bot),
            "large": False,
            "unavailable": False,
            "member_count": len(world.people),
            "members": [self.member(person) for person in world.people.values()],
            "channels": [self.channel(channel) for channel in world.text_channels()],
            "threads": [self.channel(thread) for thread in world.threads() if not thread.archived],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    # ---- messages

    def message(self, message: Message) -> Json:
        world = self._world
        media = {attachment.filename: self.attachment(message, attachment) for attachment in message.attachments}
        embeds, embedded = self._embeds(message, media)
        mentioned = [person for person in world.people.values() if f"<@{person.id}>" in _text_of(message)]
        shape: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel),
            "type": message.type,
            "author": self.user(world.people[message.author]),
            "content": message.content,
            "timestamp": made_at(message.id),
            "edited_timestamp": None if message.edited is None else written(message.edited),
            "tts": False,
            "pinned": message.pinned,
            "flags": message.flags,
            "mention_everyone": False,
            "mentions": [self.user(person) for person in mentioned],
            "mention_roles": [],
            "attachments": [one for name, one in media.items() if name not in embedded],
            "embeds": embeds,
            "components": with_media(message.components, media, message.id),
        }
        return shape | self._references(message)

    def _references(self, message: Message) -> Json:
        shape: Json = {}
        if message.nonce is not None:
            shape["nonce"] = message.nonce
        if message.cause is not None:
            shape |= {
                "application_id": str(self._world.card.bot),
                "webhook_id": str(self._world.card.bot),
                "interaction_metadata": self._cause(message.cause, message),
            }
        if message.thread is not None and message.thread in self._world.channels:
            shape["thread"] = self.channel(self._world.channels[message.thread])
        if message.reply_to is not None:
            original = self._world.message(message.channel, message.reply_to)
            reference = {"type": 0, "message_id": str(message.reply_to), "channel_id": str(message.channel)}
            shape["message_reference"] = reference
            shape["referenced_message"] = None if original is None else self.message(original)
        return shape

    def _cause(self, cause: Cause, message: Message) -> Json:
        shape: Json = {
            "id": str(cause.id),
            "type": cause.type,
            "user": self.user(self._world.people[cause.person]),
            "authorizing_integration_owners": {"0": str(self._world.server)},
        }
        if cause.type == 3:
            shape["interacted_message_id"] = str(cause.message)
        if cause.type == 5:
            shape["triggering_interaction_metadata"] = shape | {"type": 2}
        return shape

    def attachment(self, message: Message, attachment: Attachment) -> Json:
        path = f"{message.channel}/{attachment.id}/{quote(attachment.filename)}"
        url = f"{self._base}/cdn/attachments/{path}?hm={self.signature(attachment.id)}"
        shape: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "content_type": attachment.content_type,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
        }
        if attachment.width is not None:
            shape |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            shape["description"] = attachment.description
        return shape | ({"ephemeral": True} if message.viewer is not None else {})

    def signature(self, attachment: int) -> str:
        """Links are signed: whoever has not been shown a picture cannot guess its address."""
        return hmac.new(self._key, str(attachment).encode(), hashlib.sha256).hexdigest()

    def _embeds(self, message: Message, media: dict[str, Json]) -> tuple[list[Json], set[str]]:
        """The embeds with their pictures, and the names of the files that are shown in them."""
        shown: set[str] = set()
        embeds: list[Json] = []
        for embed in message.embeds:
            shape: Json = {"type": "rich"} | embed
            for place in EMBED_MEDIA:
                picture = cast(Json, embed.get(place) or {})
                name = str(picture.get("url", "")).removeprefix("attachment://")
                if name in media:
                    shown.add(name)
                    shape[place] = {key: media[name].get(key) for key in ("url", "proxy_url", "width", "height")}
            embeds.append(shape)
        return embeds, shown


def _text_of(message: Message) -> str:
    """Where a mention can stand: the content, or with Components V2 the text displays."""
    if not message.flags & MessageFlag.COMPONENTS_V2:
        return message.content
    return "\n".join(str(one.get("content", "")) for one in walk(message.components))
