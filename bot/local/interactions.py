"""Interactions: what people do with the bot, from the click to the answer, with Discord's deadlines.

Not for reading HTTP (`rest/webhooks.py`) and not for making a person's choices into data (`gestures.py`).
"""

import asyncio
import secrets
import time
from enum import IntEnum
from typing import Protocol, cast

import msgspec

from bot.local import component_rules, components
from bot.local.gateway import Gateway
from bot.local.models import Cause, Json, Message, MessageFlag
from bot.local.payloads import Payloads
from bot.local.rest.body import LARGEST_FILE, Body
from bot.local.rest.errors import (
    already_acknowledged,
    expired_token,
    invalid,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from bot.local.world import World
from bot.local.writing import Writer

ANSWER_SECONDS = 3.0
"""Discord's own patience with a bot."""
TOKEN_SECONDS = 15 * 60.0
MOST_CHOICES = 25


class InteractionKind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Interaction(msgspec.Struct, eq=False):
    """One thing a person did."""

    id: int
    token: str
    kind: InteractionKind
    person: int
    channel: int
    locale: str
    data: Json
    made: float
    message: Message | None = None
    """The message whose component was used, also for a modal that the component opened."""
    name: str = ""
    answered: Answer | None = None
    original: int | None = None
    choices: "asyncio.Future[list[Json]] | None" = None
    """What an autocomplete waits for."""
    modal: Json | None = None
    """The modal that the bot opened as an answer."""

    @property
    def cause(self) -> Cause:
        message = None if self.message is None else self.message.id
        return Cause(self.id, int(self.kind), self.person, self.name, message)


class Watcher(Protocol):
    """Who tells the person at the screen how an interaction went."""

    def answered(self, interaction: Interaction) -> None: ...

    def unanswered(self, interaction: Interaction) -> None: ...


class Interactions:
    """Every interaction whose token is still good."""

    def __init__(self, world: World, payloads: Payloads, writer: Writer, gateway: Gateway) -> None:
        self._world = world
        self._payloads = payloads
        self._writer = writer
        self._gateway = gateway
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.watchers: list[Watcher] = []
        self.answer_seconds = ANSWER_SECONDS

    # ---- a person does something

    def send(
        self,
        kind: InteractionKind,
        data: Json,
        *,
        person: int,
        channel: int,
        locale: str,
        message: Message | None = None,
        name: str = "",
    ) -> Interaction:
        """Tells the bot, and starts its three seconds."""
        interaction = Interaction(
            self._world.ids.next(),
            secrets.token_urlsafe(48),
            kind,
            person,
            channel,
            locale,
            data,
            time.monotonic(),
            message,
            name,
        )
        loop = asyncio.get_running_loop()
        if kind == InteractionKind.AUTOCOMPLETE:
            interaction.choices = loop.create_future()
        self._forget_old()
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        loop.call_later(self.answer_seconds, self._expire, interaction)
        self.deliver(interaction)
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        direct = self._world.channels[interaction.channel].is_dm
        self._gateway.dispatch("INTERACTION_CREATE", self._payload(interaction), direct=direct)

    def _expire(self, interaction: Interaction) -> None:
        if interaction.answered is None:
            self._resolve(interaction, [])
            for watcher in self.watchers:
                watcher.unanswered(interaction)

    def _forget_old(self) -> None:
        for interaction in list(self._by_id.values()):
            if time.monotonic() - interaction.made <= 2 * TOKEN_SECONDS:
                break  # they are in order of time
            del self._by_id[interaction.id], self._by_token[interaction.token]

    def _payload(self, interaction: Interaction) -> Json:
        world = self._world
        person = world.people[interaction.person]
        channel = world.channels[interaction.channel]
        permissions = str(world.permissions(person, channel))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.card.bot),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": self._payloads.channel(channel) | ({} if channel.is_dm else {"permissions": permissions}),
            "app_permissions": str(world.permissions(world.bot, channel)),
            "locale": interaction.locale,
            "entitlements": [],
            "attachment_size_limit": LARGEST_FILE,
        }
        if interaction.message is not None:
            payload["message"] = self._payloads.message(interaction.message)
        if channel.is_dm:
            owners: Json = {"authorizing_integration_owners": {"0": "0"}, "context": 1}
            return payload | owners | {"user": self._payloads.user(person)}
        return payload | {
            "guild_id": str(world.server),
            "guild": {"id": str(world.server), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": self._payloads.member(person) | {"permissions": permissions},
            "authorizing_integration_owners": {"0": str(world.server)},
            "context": 0,
        }

    # ---- the bot answers

    def numbered(self, number: int) -> Interaction | None:
        return self._by_id.get(number)

    def find(self, number: int, token: str) -> Interaction:
        interaction = self._by_id.get(number)
        if interaction is None or interaction.token != token:
            raise unknown_interaction()
        return interaction

    def answer(self, interaction: Interaction, body: Body) -> Json:
        """The first answer; what Discord sends back for it."""
        if interaction.answered is not None:
            raise already_acknowledged()
        if time.monotonic() - interaction.made > self.answer_seconds:
            raise unknown_interaction()
        kind = self._allowed(interaction, body.fields.get("type"))
        data = Body(cast(Json, body.fields.get("data") or {}), body.files)
        message = self._do(interaction, kind, data)
        interaction.answered = kind
        for watcher in self.watchers:
            watcher.answered(interaction)
        return self._receipt(interaction, message)

    def _allowed(self, interaction: Interaction, said: object) -> Answer:
        allowed = {Answer.MESSAGE, Answer.DEFERRED}
        match interaction.kind:
            case InteractionKind.AUTOCOMPLETE:
                allowed = {Answer.CHOICES}
            case InteractionKind.COMMAND:
                allowed |= {Answer.MODAL}
            case InteractionKind.COMPONENT:
                allowed |= {Answer.MODAL, Answer.UPDATE, Answer.DEFERRED_UPDATE}
            case InteractionKind.MODAL if interaction.message is not None:
                allowed |= {Answer.UPDATE, Answer.DEFERRED_UPDATE}
        if said not in [int(kind) for kind in allowed]:
            raise invalid("type", "INTERACTION_RESPONSE_TYPE", f"Type {said} does not answer this interaction.")
        return Answer(said)

    def _do(self, interaction: Interaction, kind: Answer, data: Body) -> Message | None:
        hidden = bool(int(cast(int, data.fields.get("flags") or 0)) & MessageFlag.EPHEMERAL)
        viewer = interaction.person if hidden else None
        message: Message | None = None
        match kind:
            case Answer.MESSAGE:
                message = self._writer.write(
                    interaction.channel, data, author=self._world.card.bot, viewer=viewer, cause=interaction.cause
                )
            case Answer.DEFERRED:
                message = self._writer.loading(interaction.channel, viewer=viewer, cause=interaction.cause)
            case Answer.UPDATE:
                message = self._writer.rewrite(self._source(interaction), data)
            case Answer.DEFERRED_UPDATE:
                message = self._source(interaction)
            case Answer.CHOICES:
                self._offer(interaction, cast(list[Json], data.fields.get("choices") or []))
            case Answer.MODAL:
                parts = cast(list[Json], data.fields.get("components") or [])
                component_rules.check_modal(parts)
                interaction.modal = data.fields | {"components": components.numbered(parts)}
        if message is not None:
            interaction.original = message.id
        return message

    def _source(self, interaction: Interaction) -> Message:
        source = interaction.message
        found = None if source is None else self._world.message(source.channel, source.id)
        if found is None:
            raise unknown_message()
        return found

    def _offer(self, interaction: Interaction, choices: list[Json]) -> None:
        if len(choices) > MOST_CHOICES:
            raise invalid("choices", "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {MOST_CHOICES} in length.")
        self._resolve(interaction, choices)

    @staticmethod
    def _resolve(interaction: Interaction, choices: list[Json]) -> None:
        if interaction.choices is not None and not interaction.choices.done():
            interaction.choices.set_result(choices)

    def _receipt(self, interaction: Interaction, message: Message | None) -> Json:
        about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
        receipt: Json = {"interaction": about}
        if message is not None:
            about |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & MessageFlag.LOADING),
                "response_message_ephemeral": message.viewer is not None,
                "channel_id": str(message.channel),
            }
            if not self._world.channels[message.channel].is_dm:
                about["guild_id"] = str(self._world.server)
            receipt["interaction"] = about
            if interaction.answered in (Answer.MESSAGE, Answer.UPDATE):
                receipt["resource"] = {"type": int(interaction.answered), "message": self._payloads.message(message)}
        return receipt

    # ---- the token afterwards

    def by_token(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown_webhook()
        if time.monotonic() - interaction.made > TOKEN_SECONDS:
            raise expired_token()
        return interaction

    def follow_up(self, interaction: Interaction, body: Body) -> Message:
        """One more message; the first one after a deferral takes its place."""
        waiting = self._world.message(interaction.channel, interaction.original or 0)
        if interaction.answered == Answer.DEFERRED and waiting and waiting.flags & MessageFlag.LOADING:
            return self._writer.rewrite(waiting, body)
        hidden = bool(int(cast(int, body.fields.get("flags") or 0)) & MessageFlag.EPHEMERAL)
        return self._writer.write(
            interaction.channel,
            body,
            author=self._world.card.bot,
            viewer=interaction.person if hidden else None,
            cause=interaction.cause,
        )

    def message_of(self, interaction: Interaction, which: str) -> Message:
        """A message that this token may change: the original, or one that answers the interaction."""
        number = interaction.original if which == "@original" else int(which)
        message = self._world.message(interaction.channel, number or 0)
        if message is None or (message.id != interaction.original and message.cause != interaction.cause):
            raise unknown_message()
        return message
