"""How the bot answers whoever gave a command or pressed something: once, in time, and in their language.

Not for what it says: callers make a Reply, and refusals come from the engine and the table.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import discord
import msgspec
import structlog

from bot.errors import StoreError
from bot.limits import ALT_TEXT
from bot.monitoring.logs import told
from bot.store.database import UNSURE, noting_writes
from bot.texts import Texts
from bot.ui import components
from bot.ui.components import Handler, Rows, Touch, plain_view
from bot.ui.context import Context
from bot.ui.layout import Pictured, Words, laid_out, shortened
from bot.ui.live_panels import Handle, LaterAnswer, LivePanel, OriginalAnswer
from bot.ui.which_game import SeveralGames, which_one
from engine.errors import EngineError, Illegal
from engine.title import AnyTitle
from render.look import Picture

log = structlog.get_logger(__name__)

DONE = "It was done, but something went wrong afterwards; please look what came of it before you try again."
PATIENCE = 0.03
"""Seconds until the press is acknowledged without its answer, which then follows. Usually the answer is there before:
one message instead of two. Discord itself waits for three seconds."""
UNKNOWN = -1
"""The revision of a panel of which nobody can say what it shows: no game has it."""


class Attachment(msgspec.Struct, frozen=True):
    """A file to send; its name says nothing about what is in it."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt[:ALT_TEXT] or None)


def picture_file(picture: Picture | None, name: str) -> tuple[Attachment, ...]:
    return () if picture is None else (Attachment(name, picture.png, picture.alt),)


class Kept(msgspec.Struct, frozen=True):
    """That a reply is somebody's panel of a game, made from this revision of it, and how it is made anew."""

    user: int
    game: int
    revision: int
    again: "Callable[[], Awaitable[Reply]]"


class Form(NamedTuple):
    """The words and the components of a message, as discord.py takes them."""

    content: str | None
    view: Any
    """A view, a layout, or what means that there is none."""


class Reply(msgspec.Struct, frozen=True):
    """What the person gets. With `instead` it takes the place of the message that was pressed (a panel)."""

    content: str
    view: Rows | None = None
    files: tuple[Attachment, ...] = ()
    instead: bool = False
    kept: Kept | None = None
    """Where it is to be kept up to date as long as Discord lets us."""
    layout: bool = False
    """Whether it is a board, a lobby or a panel: pictures between its words and its buttons, in a frame."""
    below: str = ""
    """What stands between the pictures and the buttons."""
    accent: int | None = None
    """The colour of the frame."""

    @property
    def words(self) -> Words:
        return Words(self.content, tuple(Pictured(file.name, file.alt) for file in self.files), self.below, self.accent)

    def form(self, *, layout: bool, new: bool = False) -> Form:
        """As a message that is laid out, or as one of words with pictures below them."""
        if layout:
            return Form(None, laid_out(self.words, self.view))
        content = shortened("\n".join(part for part in (self.content, self.below) if part))
        return Form(content, (discord.utils.MISSING if new else None) if self.view is None else plain_view(self.view))


Work = Callable[[Texts], Awaitable[Reply]]


def context_of(interaction: discord.Interaction) -> Context:
    context: Context = interaction.client.context  # type: ignore[attr-defined]
    return context


async def answer(interaction: discord.Interaction, work: Work, title: AnyTitle | None = None, game: int = 0) -> None:
    """Does the work and sends what came of it, a refusal too. Only the person who asked sees it."""
    context = context_of(interaction)
    with (
        structlog.contextvars.bound_contextvars(stage="command", game=game),
        context.answering(),
        context.metrics.stage("acknowledge"),
    ):
        task = asyncio.create_task(_reply(interaction, context, work, title, game))
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await interaction.response.defer(ephemeral=True, thinking=interaction.message is None)
        await _send(interaction, await task)


def on_game(work: Callable[[discord.Interaction, Texts, int], Awaitable[Reply]]) -> Handler:
    """A handler for what is done with the game that a component names and needs nothing else of it."""

    async def handle(interaction: discord.Interaction, touch: Touch) -> None:
        await answer(interaction, lambda words: work(interaction, words, touch.game), game=touch.game)

    return handle


async def _reply(
    interaction: discord.Interaction, context: Context, work: Work, title: AnyTitle | None, game: int
) -> Reply:
    words = await context.reader(interaction)
    with noting_writes() as written:
        try:
            return await work(words)
        except SeveralGames as asked:
            return Reply(*which_one(interaction, words, asked.games))
        except EngineError as error:
            return refusal(context, words, error, title, game)
        except StoreError as error:
            reply = refusal(context, words, error, title, game)
        except Exception as error:
            fault(context, error)
            reply = Reply(words.say("Something went wrong on our side. Nothing was changed; please try again."))
    if not written:
        return reply
    return Reply(words.say(DONE) if all(written) else words.say(UNSURE))


def refusal(context: Context, words: Texts, error: Exception, title: AnyTitle | None, game: int) -> Reply:
    """Why not, with a button that shows the rule if a rule says so."""
    context.metrics.refusals.labels(error.code if isinstance(error, EngineError) else "store").inc()
    text = words.refusal(error, title)
    if isinstance(error, Illegal) and title is not None:
        return Reply(
            text, components.view(components.button("rule", words.say("Show the rule"), game, 0, error.clause))
        )
    return Reply(text)


def fault(context: Context, error: Exception) -> None:
    """Notes a fault of our own. The text of an unknown error may quote a hand, so it is not logged."""
    context.metrics.failures.labels("command").inc()
    log.error("A command failed", **told(error))


async def _send(interaction: discord.Interaction, reply: Reply) -> None:
    context = context_of(interaction)
    before = None if reply.kept is None else context.panels.of((reply.kept.user, reply.kept.game))
    try:
        sent = await _sent(interaction, reply)
    except discord.HTTPException as error:
        if not context.emojis.refused(error):
            raise
        components.take_emojis(reply.view)
        sent = await _sent(interaction, reply)
    if reply.kept is not None:
        await _keep(context, reply.kept, sent, before)
    elif reply.instead and interaction.message is not None:
        context.panels.lost(interaction.user.id, interaction.message.id)
    elif not reply.files and interaction.channel_id is not None:  # one line after the other would pile up
        await context.panels.replace_line((interaction.user.id, interaction.channel_id), sent)


async def _sent(interaction: discord.Interaction, reply: Reply) -> Handle:
    linked = context_of(interaction).mentions.in_text
    reply = msgspec.structs.replace(reply, content=linked(reply.content), below=linked(reply.below))
    files = [attachment.file() for attachment in reply.files]
    response, pressed = interaction.response, interaction.message
    if reply.instead and pressed is not None:
        layout = reply.layout or pressed.flags.components_v2  # what was laid out once stays so
        content, view = reply.form(layout=layout)
        if response.is_done():
            await interaction.edit_original_response(content=content, attachments=files, view=view)
        else:
            await response.edit_message(content=content, attachments=files, view=view)
        return OriginalAnswer(interaction, pressed.id, layout)
    if response.is_done() and pressed is None:
        content, view = reply.form(layout=reply.layout)
        message = await interaction.edit_original_response(content=content, attachments=files, view=view)
        return OriginalAnswer(interaction, message.id, reply.layout)
    if reply.kept is not None:
        await context_of(interaction).pressed.acknowledge(interaction)
    content, view = reply.form(layout=reply.layout, new=True)
    if not response.is_done():
        done = await response.send_message(content, files=files, view=view, ephemeral=True)
        return OriginalAnswer(interaction, done.message_id or 0, reply.layout)
    # The press was acknowledged silently; the answer is a message of its own.
    said: Any = discord.utils.MISSING if content is None else content
    later = await interaction.followup.send(said, files=files, view=view, ephemeral=True, wait=True)
    return LaterAnswer(later, reply.layout)


async def _keep(context: Context, kept: Kept, handle: Handle, before: LivePanel | None) -> None:
    """The message is the person's panel of the game now, until it can be edited no more or another one is opened.

    `before` is the panel when this answer was sent. When the same message was changed meanwhile, nobody knows which of
    the two came last, so it is made once more.
    """
    key, until = (kept.user, kept.game), context.panels.until()
    meanwhile = context.panels.of(key)

    async def show(newest: Kept) -> None:
        panel = LivePanel(handle, newest.revision, until, lambda: again(newest))
        await context.panels.show(key, panel)

    async def again(behind: Kept) -> None:
        before = context.panels.of(key)
        reply = await behind.again()
        if context.panels.of(key) is not before:  # it was pressed meanwhile: what it shows now is newer
            return
        content, view = reply.form(layout=handle.layout or reply.layout)
        await handle.edit(content, [attachment.file() for attachment in reply.files], view)
        handle.layout = handle.layout or reply.layout
        now = context.panels.of(key)
        if now is before and reply.kept is not None:
            await show(reply.kept)
        elif now is before:
            context.panels.forget(key)
        elif now is not None and now.handle.message == handle.message:  # a press was answered meanwhile: that is newer
            await now.again()

    if meanwhile is not before and meanwhile is not None and meanwhile.handle.message == handle.message:
        kept = msgspec.structs.replace(kept, revision=UNKNOWN)
        context.panels.bell.set()
    await show(kept)
