"""Channels, threads, direct messages and the messages in them.

Not for answers to interactions: `webhooks.py`.
"""

from typing import cast

from aiohttp import web

from bot.local.models import Channel, ChannelType, Json, Message, Permission
from bot.local.rest.body import read_body, read_fields
from bot.local.rest.errors import (
    archived_thread,
    closed_dms,
    has_a_thread,
    invalid,
    missing_access,
    missing_permissions,
    not_the_author,
    unknown_channel,
    unknown_message,
    unknown_user,
)
from bot.local.rest.replies import nothing, reply
from bot.local.services import Services
from bot.local.world import World

LONGEST_NAME = 100


class Channels:
    """The handlers; the table of routes is at the end."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._world: World = services.world

    # ---- finding what the path names

    def _channel(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(int(request.match_info["channel"]))
        if channel is None:
            raise unknown_channel()
        if self._world.permitting(channel).denied & Permission.VIEW_CHANNEL:
            raise missing_access()
        return channel

    def _message(self, request: web.Request) -> Message:
        message = self._world.message(self._channel(request).id, int(request.match_info["message"]))
        if message is None or message.viewer is not None:
            raise unknown_message()
        return message

    def _demand(self, channel: Channel, permission: Permission) -> None:
        if self._world.permitting(channel).denied & permission:
            raise missing_permissions()

    # ---- messages

    async def create_message(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        body = await read_body(request)
        self._may_write(channel, files=bool(body.files))
        nonce = cast("str | int | None", body.fields.get("nonce"))
        if body.fields.get("enforce_nonce") and nonce is not None:
            earlier = self._world.with_nonce(channel.id, nonce)
            if earlier is not None:
                return reply(self._services.payloads.message(earlier))
        message = self._services.writer.write(channel.id, body, author=self._world.card.bot)
        if channel.archived:
            channel.archived = False
            self._world.save_channel(channel)
        return reply(self._services.payloads.message(message))

    def _may_write(self, channel: Channel, *, files: bool) -> None:
        if channel.is_dm:
            if not self._world.people[channel.recipient or 0].takes_dms:
                raise closed_dms()
            return
        if channel.archived and channel.locked:
            raise archived_thread()
        right = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        self._demand(channel, right)
        if files:
            self._demand(channel, Permission.ATTACH_FILES)

    async def list_messages(self, request: web.Request) -> web.Response:
        held = [one for one in self._world.messages[self._channel(request).id].values() if one.viewer is None]
        before, after = request.query.get("before"), request.query.get("after")
        limit = int(request.query.get("limit", "50"))
        if before:
            held = [one for one in held if one.id < int(before)]
        if after:
            held = [one for one in held if one.id > int(after)][:limit]
        return reply([self._services.payloads.message(one) for one in reversed(held[-limit:])])

    async def get_message(self, request: web.Request) -> web.Response:
        return reply(self._services.payloads.message(self._message(request)))

    async def edit_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.author != self._world.card.bot:
            raise not_the_author()
        if self._channel(request).archived:
            raise archived_thread()
        body = await read_body(request)
        return reply(self._services.payloads.message(self._services.writer.rewrite(message, body)))

    async def delete_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.author != self._world.card.bot:
            self._demand(self._channel(request), Permission.MANAGE_MESSAGES)
        self._world.drop_message(message)
        return nothing()

    async def pin(self, request: web.Request) -> web.Response:
        message = self._message(request)
        self._demand(self._channel(request), Permission.MANAGE_MESSAGES)
        message.pinned = request.method == "PUT"
        self._world.save_message(message)
        return nothing()

    async def typing(self, request: web.Request) -> web.Response:
        self._channel(request)
        return nothing()

    # ---- channels

    async def get_channel(self, request: web.Request) -> web.Response:
        return reply(self._services.payloads.channel(self._channel(request)))

    async def edit_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        fields = await read_fields(request)
        self._demand(channel, _needed_to_edit(channel, fields))
        if "name" in fields:
            channel.name = _name(fields["name"])
        if "topic" in fields:
            channel.topic = str(fields["topic"] or "")
        channel.archived = bool(fields.get("archived", channel.archived))
        channel.locked = bool(fields.get("locked", channel.locked))
        self._world.save_channel(channel)
        return reply(self._services.payloads.channel(channel))

    async def delete_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._demand(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
        shape = self._services.payloads.channel(channel)
        self._world.drop_channel(channel)
        return reply(shape)

    async def open_direct(self, request: web.Request) -> web.Response:
        fields = await read_fields(request)
        person = self._world.people.get(int(str(fields.get("recipient_id") or 0)))
        if person is None or person.bot:
            raise unknown_user()
        return reply(self._services.payloads.channel(self._world.direct(person)))

    # ---- threads

    async def thread_from_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.thread is not None:
            raise has_a_thread()
        thread = await self._open_thread(request, ChannelType.PUBLIC_THREAD, number=message.id)
        message.thread = thread.id
        self._world.save_message(message)
        return reply(self._services.payloads.channel(thread), 201)

    async def thread_alone(self, request: web.Request) -> web.Response:
        fields = await read_fields(request)
        wanted = ChannelType(int(cast(int, fields.get("type", ChannelType.PRIVATE_THREAD))))
        thread = await self._open_thread(request, wanted, number=self._world.ids.next())
        return reply(self._services.payloads.channel(thread), 201)

    async def _open_thread(self, request: web.Request, kind: ChannelType, *, number: int) -> Channel:
        parent = self._channel(request)
        fields = await read_fields(request)
        if parent.type != ChannelType.TEXT:
            raise invalid("_", "CHANNEL_TYPE", "Threads can be opened in text channels only.")
        private = kind == ChannelType.PRIVATE_THREAD
        self._demand(parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
        bot = self._world.card.bot
        thread = Channel(number, kind, _name(fields.get("name")), parent=parent.id, owner=bot, members=[bot])
        self._world.save_channel(thread)
        return thread

    async def thread_member(self, request: web.Request) -> web.Response:
        thread = self._channel(request)
        who = request.match_info["person"]
        person = self._world.card.bot if who == "@me" else int(who)
        if person not in self._world.people:
            raise unknown_user()
        if request.method == "PUT" and person not in thread.members:
            thread.members = [*thread.members, person]
        if request.method == "DELETE":
            thread.members = [one for one in thread.members if one != person]
        self._world.save_channel(thread)
        return nothing()

    async def thread_members(self, request: web.Request) -> web.Response:
        thread = self._channel(request)
        return reply([self._services.payloads.thread_member(thread, person) for person in thread.members])

    def routes(self) -> list[web.RouteDef]:
        one = r"/channels/{channel:\d+}"
        message = one + r"/messages/{message:\d+}"
        return [
            web.get(one, self.get_channel),
            web.patch(one, self.edit_channel),
            web.delete(one, self.delete_channel),
            web.post(one + "/messages", self.create_message),
            web.get(one + "/messages", self.list_messages),
            web.get(message, self.get_message),
            web.patch(message, self.edit_message),
            web.delete(message, self.delete_message),
            *(web.route(method, one + r"/pins/{message:\d+}", self.pin) for method in ("PUT", "DELETE")),
            *(web.route(method, one + r"/messages/pins/{message:\d+}", self.pin) for method in ("PUT", "DELETE")),
            web.post(one + "/typing", self.typing),
            web.post(message + "/threads", self.thread_from_message),
            web.post(one + "/threads", self.thread_alone),
            web.get(one + "/thread-members", self.thread_members),
            *(web.route(verb, one + "/thread-members/{person}", self.thread_member) for verb in ("PUT", "DELETE")),
            web.post("/users/@me/channels", self.open_direct),
        ]


def _needed_to_edit(channel: Channel, fields: Json) -> Permission:
    """Whoever may write in a thread may take it out of the archive, unless it is locked."""
    if not channel.is_thread:
        return Permission.MANAGE_CHANNELS
    only_opens = fields.keys() == {"archived"} and not fields["archived"] and not channel.locked
    return Permission.SEND_MESSAGES_IN_THREADS if only_opens else Permission.MANAGE_THREADS


def _name(said: object) -> str:
    name = str(said or "")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {LONGEST_NAME} in length.")
    return name
