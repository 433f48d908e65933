"""Writes and rewrites messages as Discord does: its limits, its attachments, its rules for Components V2.

Not for who may write where (`rest/channels.py`) and not for tokens (`rest/webhooks.py`).
"""

import time
from typing import cast

from bot.local import component_rules, components
from bot.local.archive import Archive
from bot.local.models import Attachment, Cause, Json, Message, MessageFlag
from bot.local.pictures import size_of, type_of
from bot.local.rest.body import Body
from bot.local.rest.errors import empty_message, invalid
from bot.local.world import World

LONGEST_CONTENT = 2000
MOST_EMBEDS = 10
LONGEST_EMBEDS = 6000
MOST_ATTACHMENTS = 10
SETTABLE = MessageFlag.EPHEMERAL | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2 | 1 << 2
MOST_EPHEMERAL = 40
"""Ephemeral messages kept for one person; older ones go, as they do in Discord."""


class Writer:
    """Makes messages in a world; files go to its archive."""

    def __init__(self, world: World, archive: Archive) -> None:
        self._world = world
        self._archive = archive

    def write(
        self, channel: int, body: Body, *, author: int, viewer: int | None = None, cause: Cause | None = None
    ) -> Message:
        """A new message, checked and told to everybody."""
        fields = body.fields
        reference = cast(Json, fields.get("message_reference") or {})
        message = Message(
            self._world.ids.next(),
            channel,
            author,
            flags=int(cast(int, fields.get("flags") or 0)) & int(SETTABLE),
            viewer=viewer,
            cause=cause,
            nonce=cast("str | int | None", fields.get("nonce")),
            reply_to=int(str(reference["message_id"])) if "message_id" in reference else None,
        )
        if reference:
            message.type = 19
        if viewer is not None:
            message.flags |= MessageFlag.EPHEMERAL
        self._fill(message, body)
        self._world.save_message(message)
        if viewer is not None:
            self._forget_old(viewer)
        return message

    def loading(self, channel: int, *, viewer: int | None, cause: Cause) -> Message:
        """The message that says the bot is thinking; the answer takes its place."""
        flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if viewer is not None else 0)
        message = Message(
            self._world.ids.next(), channel, self._world.card.bot, type=20, flags=int(flags), viewer=viewer, cause=cause
        )
        self._world.save_message(message)
        return message

    def rewrite(self, message: Message, body: Body) -> Message:
        """Changes what the body names and leaves the rest."""
        waiting = bool(message.flags & MessageFlag.LOADING)
        wanted = int(cast(int, body.fields.get("flags") or 0))
        message.flags |= wanted & MessageFlag.COMPONENTS_V2  # irrevocable: never taken away again
        message.flags &= ~MessageFlag.LOADING
        self._fill(message, body)
        if not waiting:
            message.edited = time.time()
        self._world.save_message(message)
        return message

    def _fill(self, message: Message, body: Body) -> None:
        fields = body.fields
        new = Message(
            message.id,
            message.channel,
            message.author,
            content=str(fields.get("content") or "") if "content" in fields else message.content,
            embeds=cast(list[Json], fields.get("embeds") or []) if "embeds" in fields else message.embeds,
            components=cast(list[Json], fields.get("components") or [])
            if "components" in fields
            else message.components,
            flags=message.flags,
        )
        kept, fresh = self._attachments(message, body)
        new.attachments = kept + [attachment for attachment, _ in fresh]
        _check(new)
        if "components" in fields:
            component_rules.check_emojis(new.components, self._world.card.emojis)
        # From here on nothing is refused: a message that is refused must leave no trace.
        names = {f"{message.channel}/{one.id}/": one.filename for one in message.attachments}
        message.content, message.embeds = new.content, new.embeds
        message.components = components.numbered(components.by_name(new.components, _links(new.components, names)))
        for gone in message.attachments:
            if gone not in kept:
                self._archive.drop_file(gone.id)
        message.attachments = new.attachments
        for attachment, content in fresh:
            self._archive.keep_file(attachment.id, content, passing=message.viewer is not None)

    def _attachments(self, message: Message, body: Body) -> tuple[list[Attachment], list[tuple[Attachment, bytes]]]:
        """The files that stay, and the new ones with their content."""
        listed = body.fields.get("attachments")
        entries = cast(list[Json], listed or [])
        described = {str(entry.get("id")): entry for entry in entries}
        kept = [one for one in message.attachments if listed is None or str(one.id) in described]
        known = {str(one.id) for one in message.attachments} | {str(number) for number in body.files}
        for named in described:
            if named not in known:
                raise invalid("attachments", "ATTACHMENT_NOT_FOUND", f"There is no file for attachment {named}.")
        fresh: list[tuple[Attachment, bytes]] = []
        for number, upload in sorted(body.files.items()):
            entry = described.get(str(number), {})
            width, height = size_of(upload.content) or (None, None)
            attachment = Attachment(
                self._world.ids.next(),
                str(entry.get("filename") or upload.filename),
                type_of(upload.content, upload.content_type),
                len(upload.content),
                width,
                height,
                cast("str | None", entry.get("description")),
            )
            fresh.append((attachment, upload.content))
        return kept, fresh

    def _forget_old(self, viewer: int) -> None:
        own = [one for held in self._world.messages.values() for one in held.values() if one.viewer == viewer]
        for message in sorted(own, key=lambda one: one.id)[:-MOST_EPHEMERAL]:
            self._world.drop_message(message)


def _links(parts: list[Json], names: dict[str, str]) -> dict[str, str]:
    """Which of the addresses in the components are attachments of this message, and their names."""
    found: dict[str, str] = {}
    for part in components.walk(parts):
        items = cast(list[Json], part.get("items") or [part])
        for item in items:
            media = item.get("media") or item.get("file")
            link = str(cast(Json, media).get("url", "")).partition("?")[0] if media else ""
            for place, name in names.items():
                if place in link:
                    found[link] = name
    return found


def _check(message: Message) -> None:
    v2 = bool(message.flags & MessageFlag.COMPONENTS_V2)
    if v2 and (message.content or message.embeds):
        raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Only components may be used.")
    if len(message.content) > LONGEST_CONTENT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {LONGEST_CONTENT} or fewer in length.")
    if len(message.attachments) > MOST_ATTACHMENTS:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_ATTACHMENTS} or fewer in length.")
    _check_embeds(message.embeds)
    component_rules.check_message(message.components, v2=v2)
    if not (message.content or message.embeds or message.attachments or message.components):
        raise empty_message()


def _check_embeds(embeds: list[Json]) -> None:
    if len(embeds) > MOST_EMBEDS:
        raise invalid("embeds", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_EMBEDS} or fewer in length.")
    if sum(_embed_length(embed) for embed in embeds) > LONGEST_EMBEDS:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {LONGEST_EMBEDS}.")


def _embed_length(embed: Json) -> int:
    fields = cast(list[Json], embed.get("fields") or [])
    texts = [embed.get("title"), embed.get("description")]
    texts += [field.get(key) for field in fields for key in ("name", "value")]
    texts.append(cast(Json, embed.get("footer") or {}).get("text"))
    texts.append(cast(Json, embed.get("author") or {}).get("name"))
    return sum(len(str(text)) for text in texts if text)
