"""The one path of a decision, by command or by thumb: to the table, and back with what came of it in words.

Not for how a decision was composed (commands and panels do that) and not for what is shown afterwards.
"""

from collections.abc import Sequence

import discord
import msgspec

from bot.errors import StoreError
from bot.store.hosted_game import HostedGame
from bot.table import Table
from bot.texts import Texts
from bot.texts.speaker import is_told_by
from bot.ui.access import trouble
from bot.ui.context import Context
from bot.ui.labels import summary_of
from engine.errors import EngineError, Illegal, Stale


class Decided(msgspec.Struct, frozen=True):
    """What came of it: the game as it is now, a sentence, and the clause that refused it, if one did."""

    hosted: HostedGame
    note: str
    clause: str | None = None
    stale: bool = False
    """Whether it was made on an older position, where it meant something else."""


async def decide(
    context: Context,
    words: Texts,
    interaction: discord.Interaction,
    hosted: HostedGame,
    texts: Sequence[str],
    made_on: int | None = None,
) -> Decided:
    """Carries out decisions (none: undo) on a game that was loaded for this interaction."""
    user, number = interaction.user.id, str(interaction.id)
    try:
        if texts:
            saved = await context.table.act(hosted, user, *texts, made_on=made_on, interaction=number)
        else:
            saved = await context.table.undo(hosted, user, made_on=made_on, interaction=number)
    except (EngineError, StoreError) as error:
        return await _refused(context, words, hosted, error)
    title = saved.hosted.title
    summary = summary_of(words, saved.hosted, await context.names.of_seats(saved.hosted, words))
    happened = {str(event.get("event")) for event in saved.answer.events}
    actions = [title.parse(text) for text in texts]
    done = [summary.words.action(title, each, summary.who) for each in actions if not is_told_by(title, each, happened)]
    if not texts:
        done = [words.say("taken back")]
    told = (words.listed(done), summary.private(saved.answer.events))
    note = "✓ " + "\n".join(filter(None, told))
    return Decided(saved.hosted, "\n".join(filter(None, [note, trouble(interaction, words, saved.hosted.header)])))


async def _refused(context: Context, words: Texts, hosted: HostedGame, error: EngineError | StoreError) -> Decided:
    """The reason. What was refused has changed nothing, so that the game at hand is still the one to show."""
    context.metrics.refusals.labels(error.code if isinstance(error, EngineError) else "store").inc()
    note = words.refusal(error, hosted.title)
    if isinstance(error, Stale):
        return Decided(await _newer(context.table, hosted), note, stale=True)
    return Decided(hosted, note, error.clause if isinstance(error, Illegal) else None)


async def _newer(table: Table, hosted: HostedGame) -> HostedGame:
    """The game as others have left it meanwhile."""
    return await table.hosted(hosted.number)
