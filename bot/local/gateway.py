"""The gateway: the bot's websocket with its sessions, heartbeats, resumption, and the events that are sent through it.

Not for what happens in the world: it listens and passes on.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import cast

import msgspec
from aiohttp import WSMsgType, web

from bot.local.models import Channel, Json, Message
from bot.local.payloads import Payloads
from bot.local.world import World

HEARTBEAT_MS = 41_250
ACKNOWLEDGE_SECONDS = 0.25
"""How long a heartbeat is on its way and back, as if there were a network between.

discord.py 2.7.1 notes in another thread, and after it, when a heartbeat was sent. An answer that is there before has it
count from the heartbeat before: "Can't keep up, shard ID 0 websocket is 41.3s behind" (its pull request 10448).
"""
REPLAYED = 1000
"""Events kept for a session that lost its socket; one that fell further behind starts anew."""

GUILDS = 1 << 0
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15

GOING_AWAY = 1001
AUTHENTICATION_FAILED, NOT_AUTHENTICATED, DECODE_ERROR = 4004, 4003, 4002


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Session:
    """One connection of the bot, as Discord counts them: it outlives its socket."""

    def __init__(self, intents: int, shard: list[int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=REPLAYED)
        self.queue: asyncio.Queue[bytes] | None = None
        """What the socket still has to send; none while there is no socket."""

    def dispatch(self, event: str, data: Json) -> None:
        self.sequence += 1
        frame = msgspec.json.encode({"op": Op.DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.queue is not None:
            self.queue.put_nowait(frame)

    def missed(self, sequence: int) -> list[bytes] | None:
        """The events after this number; none when they are not all kept any more."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        if sequence > self.sequence or sequence + 1 < oldest:
            return None
        return [frame for number, frame in self.sent if number > sequence]


class Gateway:
    """All sessions of the bot; a listener of the world."""

    def __init__(self, world: World, payloads: Payloads, token: str, address: str) -> None:
        self._world = world
        self._payloads = payloads
        self._token = token
        self.address = address
        self.sessions: dict[str, Session] = {}
        self._lines: dict[web.WebSocketResponse, asyncio.Transport | None] = {}
        self.ready = asyncio.Event()
        """Set while a bot is identified and connected."""
        self.on_change: list[Callable[[bool], None]] = []

    # ---- the socket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096 * 16)
        await socket.prepare(request)
        self._lines[socket] = request.transport
        outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        sender = asyncio.create_task(_send_all(socket, outgoing))
        outgoing.put_nowait(_frame(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS}))
        session: Session | None = None
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT:
                    await socket.close(code=DECODE_ERROR)
                    break
                session = await self._receive(socket, outgoing, session, msgspec.json.decode(message.data, type=dict))
        finally:
            del self._lines[socket]
            sender.cancel()
            if session is not None and session.queue is outgoing:
                session.queue = None
            self._note_readiness()
        return socket

    async def _receive(
        self, socket: web.WebSocketResponse, outgoing: "asyncio.Queue[bytes]", session: Session | None, payload: Json
    ) -> Session | None:
        data = cast(Json, payload.get("d") or {})
        match payload.get("op"):
            case Op.HEARTBEAT:
                acknowledgement = _frame(Op.HEARTBEAT_ACK, None)
                asyncio.get_running_loop().call_later(ACKNOWLEDGE_SECONDS, outgoing.put_nowait, acknowledgement)
            case Op.IDENTIFY:
                return await self._identify(socket, outgoing, data)
            case Op.RESUME:
                return await self._resume(socket, outgoing, data)
            case Op.REQUEST_MEMBERS if session is not None:
                session.dispatch("GUILD_MEMBERS_CHUNK", self._members(data))
            case _ if session is None:
                await socket.close(code=NOT_AUTHENTICATED)
        return session

    async def _identify(
        self, socket: web.WebSocketResponse, outgoing: "asyncio.Queue[bytes]", data: Json
    ) -> Session | None:
        if data.get("token") != self._token:
            await socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
            return None
        session = Session(int(cast(int, data["intents"])), cast(list[int], data.get("shard") or [0, 1]))
        # A bot that identifies anew has let go of what it had; sessions without a socket would pile up.
        self.sessions = {one.id: one for one in self.sessions.values() if one.queue or one.shard != session.shard}
        self.sessions[session.id] = session
        session.queue = outgoing
        bot = self._payloads.user(self._world.bot)
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": bot | {"verified": True, "mfa_enabled": False, "email": None, "bot": True},
                "guilds": [{"id": str(self._world.server), "unavailable": True}],
                "session_id": session.id,
                "resume_gateway_url": self.address,
                "shard": session.shard,
                "application": {"id": str(self._world.card.bot), "flags": 0},
                "private_channels": [],
            },
        )
        if session in self._at_home():
            session.dispatch("GUILD_CREATE", self._payloads.server_created())
        self._note_readiness()
        return session

    async def _resume(
        self, socket: web.WebSocketResponse, outgoing: "asyncio.Queue[bytes]", data: Json
    ) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        missed = session.missed(int(cast(int, data.get("seq") or 0))) if session else None
        if data.get("token") != self._token or session is None or missed is None:
            outgoing.put_nowait(_frame(Op.INVALID_SESSION, False))
            return None
        for frame in missed:
            outgoing.put_nowait(frame)
        session.queue = outgoing
        session.dispatch("RESUMED", {})
        self._note_readiness()
        return session

    def _note_readiness(self) -> None:
        ready = any(one.queue is not None for one in self.sessions.values())
        if ready == self.ready.is_set():
            return
        if ready:
            self.ready.set()
        else:
            self.ready.clear()
        for tell in self.on_change:
            tell(ready)

    def _members(self, data: Json) -> Json:
        people = [self._payloads.member(person) for person in self._world.people.values()]
        wanted = cast("list[str] | None", data.get("user_ids"))
        if wanted is not None:
            people = [one for one in people if cast(Json, one["user"])["id"] in [str(number) for number in wanted]]
        chunk: Json = {"guild_id": str(self._world.server), "members": people, "chunk_index": 0, "chunk_count": 1}
        return chunk | ({"nonce": data["nonce"]} if data.get("nonce") else {})

    # ---- events

    def dispatch(self, event: str, data: Json, intent: int = 0, *, direct: bool = False) -> None:
        """Sends an event to the sessions that asked for it; direct messages belong to the first shard."""
        for session in self._at_home(direct=direct):
            if not intent or session.intents & intent:
                session.dispatch(event, data)

    def _at_home(self, *, direct: bool = False) -> list[Session]:
        """The sessions of the shard that has the server, or the direct messages."""
        number = 0 if direct else self._world.server >> 22
        return [one for one in self.sessions.values() if one.shard[0] == number % one.shard[1]]

    def message_saved(self, message: Message, *, new: bool) -> None:
        if message.viewer is None:
            self._message_event("MESSAGE_CREATE" if new else "MESSAGE_UPDATE", message, self._payloads.message(message))

    def message_gone(self, message: Message) -> None:
        if message.viewer is None:
            self._message_event("MESSAGE_DELETE", message, {"id": str(message.id)})

    def _message_event(self, event: str, message: Message, shape: Json) -> None:
        channel = self._world.channels[message.channel]
        shape = shape | {"channel_id": str(channel.id)}
        if channel.is_dm:
            self.dispatch(event, shape, DIRECT_MESSAGES, direct=True)
            return
        shape |= {"guild_id": str(self._world.server)}
        author = self._world.people[message.author]
        if event != "MESSAGE_DELETE":
            shape |= {"member": {key: value for key, value in self._payloads.member(author).items() if key != "user"}}
        for session in self._at_home():
            if not session.intents & GUILD_MESSAGES:
                continue
            hidden = not author.bot and not session.intents & MESSAGE_CONTENT
            session.dispatch(event, shape | {"content": ""} if hidden and "content" in shape else shape)

    def channel_saved(self, channel: Channel, *, new: bool) -> None:
        if channel.is_dm:
            return
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        shape = self._payloads.channel(channel)
        if new and channel.is_thread:
            shape |= {"newly_created": True}
        self.dispatch(f"{kind}_{'CREATE' if new else 'UPDATE'}", shape, GUILDS)

    def channel_gone(self, channel: Channel) -> None:
        shape: Json = {"id": str(channel.id), "guild_id": str(self._world.server), "type": channel.type}
        if channel.is_thread:
            self.dispatch("THREAD_DELETE", shape | {"parent_id": str(channel.parent)}, GUILDS)
        else:
            named: Json = {"name": channel.name, "position": channel.position, "permission_overwrites": []}
            self.dispatch("CHANNEL_DELETE", shape | named, GUILDS)

    def server_gone(self) -> None:
        """The bot was removed from the server."""
        self.dispatch("GUILD_DELETE", {"id": str(self._world.server)}, GUILDS)

    def server_joined(self) -> None:
        """The bot was added to the server again."""
        self.dispatch("GUILD_CREATE", self._payloads.server_created(), GUILDS)

    def commands_saved(self) -> None:
        """The bot changed them itself."""

    def emojis_saved(self) -> None:
        """The bot changed them itself."""

    def seen(self, person: int, channel: int) -> None:
        """A bot is not told who reads what."""

    def cut(self) -> None:
        """Cuts every socket without a word, as a network does; the sessions stay and can be resumed."""
        for line in self._lines.values():
            if line is not None:
                line.abort()

    async def close(self) -> None:
        """Closes every socket politely."""
        for socket in list(self._lines):
            await socket.close(code=GOING_AWAY)


def _frame(op: int, data: object) -> bytes:
    return msgspec.json.encode({"op": op, "d": data, "s": None, "t": None})


async def _send_all(socket: web.WebSocketResponse, outgoing: "asyncio.Queue[bytes]") -> None:
    while True:
        frame = await outgoing.get()
        try:
            await socket.send_str(frame.decode())
        except ConnectionError:
            return
