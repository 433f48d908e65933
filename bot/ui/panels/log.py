"""The log for one person's eyes: pages of what was decided, the board and their hand at any entry, and the way back.

Not for who must agree to go back (`bot.table.consent`) and not for how entries are worded (`bot.texts.log`).
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import discord

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table.requests import outcome_of
from bot.texts import Texts
from bot.texts.log import PAGE, Page, Row, ToldLog, brief, label, numbered
from bot.ui.components import BAD, Choose, Handlers, MenuEntry, Press, Touch, button, menu, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.panels.personal import plainly
from bot.ui.replies import Reply, answer, context_of, picture_file
from bot.ui.typed_words import Candidate
from engine.history import Game
from engine.values import View, secrets_in

T = TypeVar("T")
TURNED = "efln"
"""Letters that keep apart the ids of buttons that may lead to the same place."""


async def _told(
    context: Context, words: Texts, hosted: HostedGame, whole: Game, viewer: int | None, ask: Callable[[ToldLog], T]
) -> T:
    """What is asked of the log, in a thread of its own: a long game takes a while."""
    game = whole.copied()  # before anything is waited for: the game may go on meanwhile
    summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
    return await asyncio.to_thread(lambda: ask(ToldLog(summary, game, viewer)))


# ---- pages


async def latest(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    return await _page(context_of(interaction), words, game, interaction.user.id, 0)


async def show_page(interaction: discord.Interaction, touch: Touch) -> None:
    """From a board, the latest page as a message of its own; from the log, another page in its place."""
    end = int(touch.rest.rstrip(TURNED) or 0)
    await answer(
        interaction,
        lambda words: _page(
            context_of(interaction), words, touch.game, interaction.user.id, end, instead=bool(touch.rest)
        ),
        game=touch.game,
    )


async def _page(context: Context, words: Texts, game: int, user: int, end: int, *, instead: bool = False) -> Reply:
    """The page that ends at a place of what this person may read; 0: the latest."""
    hosted, whole = await context.whole_games.started(game)

    def ask(log: ToldLog) -> tuple[Page, str]:
        page = log.page(end)
        return page, log.lines(page)

    page, lines = await _told(context, words, hosted, whole, hosted.people().get(user), ask)
    heading = words.say(
        "**{title}**, game {number}: the log, page {page} of {pages}",
        title=hosted.title.name,
        number=game,
        page=page.number,
        pages=page.pages,
    )
    choices = [MenuEntry(str(row.number), label(row)) for row in page.rows if row.number is not None]
    items: list[Press | Choose] = [menu("entry", words.say("Show the board at …"), choices, game)] if choices else []
    return Reply(f"{heading}\n{lines}", view(*items, *_page_buttons(words, game, page)), instead=instead, layout=True)


def _page_buttons(words: Texts, game: int, page: Page) -> list[Press]:
    """The letters keep ids apart that lead to the same page."""
    if page.pages == 1:
        return []
    first, last = page.start == 0, page.end == page.of
    return [
        button("log", words.say("First"), game, rest=f"{PAGE}f", row=1, disabled=first),
        button("log", words.say("‹ Earlier"), game, rest=f"{page.start}e", row=1, disabled=first),
        button("log", words.say("Later ›"), game, rest=f"{page.end + PAGE}l", row=1, disabled=last),
        button("log", words.say("Latest"), game, rest="0n", row=1, disabled=last),
    ]


# ---- one entry


class _Then(NamedTuple):
    """An entry, and the position after it."""

    row: Row
    position: Game
    now: bool
    """Whether it is the present one."""
    latest: int
    end: int
    """Of the page it is on."""


def _then(number: int) -> Callable[[ToldLog], _Then]:
    def ask(told: ToldLog) -> _Then:
        log, rows = told.log, told.rows()
        row = next((one for one in rows if one.number == number), None) or told.row(number)
        position = log.game.at(log.version_of(number))
        return _Then(row, position, log.is_now(number), log.latest, rows.index(row) + 1)

    return ask


async def show_entry(interaction: discord.Interaction, touch: Touch) -> None:
    """In the place of the log."""
    number = int(touch.values[0] if touch.values else touch.rest.rstrip(TURNED))
    await answer(interaction, lambda words: _entry(interaction, words, touch.game, number), game=touch.game)


async def _entry(interaction: discord.Interaction, words: Texts, game: int, number: int) -> Reply:
    """What was decided, and the board after it, as this person may see it."""
    context, user = context_of(interaction), interaction.user.id
    hosted, whole = await context.whole_games.started(game)
    seat = hosted.people().get(user)
    then = await _told(context, words, hosted, whole, seat, _then(number))
    picture = await context.pictures.board(then.position, await context.style(hosted, words, user))
    heading = words.say("**{title}**, game {number}, at this entry:", title=hosted.title.name, number=game)
    items = [
        button("entry", words.say("‹ Earlier"), game, rest=f"{max(0, number - 1)}e", row=0, disabled=number == 0),
        button("entry", words.say("Later ›"), game, rest=f"{number + 1}l", row=0, disabled=number == then.latest),
        button("log", words.say("Log"), game, rest=f"{then.end}n", row=0),
    ]
    if seat is not None and secrets_in(hosted.title.view(then.position.state, seat)) is not None:
        items.append(button("handthen", words.say("My hand then"), game, rest=str(number), row=1))
    if seat is not None and hosted.status == "running" and not then.now:
        items.append(button("askback", words.say("Ask to go back to here"), game, rest=str(number), style=BAD, row=1))
    return Reply(
        f"{heading}\n{numbered(then.row, then.row.text)}",
        view(*items),
        picture_file(picture, "board.png"),
        instead=True,
        layout=True,
    )


async def from_version(interaction: discord.Interaction, words: Texts, game: int, version: int) -> Reply:
    """The entry that the game was at then, from which one goes on step by step."""
    context = context_of(interaction)
    hosted, whole = await context.whole_games.started(game)
    seat = hosted.people().get(interaction.user.id)
    number = await _told(context, words, hosted, whole, seat, lambda told: told.log.number_at(version))
    return await _entry(interaction, words, game, number)


async def hand_then(interaction: discord.Interaction, touch: Touch) -> None:
    """The person's secrets at an entry."""

    async def work(words: Texts) -> Reply:
        context, number = context_of(interaction), int(touch.rest)
        hosted, whole = await context.whole_games.started(touch.game)
        seat = hosted.seat_of(interaction.user.id)
        then = await _told(context, words, hosted, whole, seat, _then(number))
        seen: View = hosted.title.view(then.position.state, seat)
        style = await context.style(hosted, words, interaction.user.id)
        picture = await context.pictures.hand(hosted.title.key, seen, style)
        lines = [words.say("Your hand in game {number} at this entry:", number=touch.game), brief(then.row)]
        if picture is None:
            lines.append(plainly(words, seen))
        return Reply("\n".join(lines), files=picture_file(picture, "hand.png"))

    await answer(interaction, work, game=touch.game)


# ---- going back


async def press_back(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: ask_back(interaction, words, touch.game, int(touch.rest)), game=touch.game)


async def ask_back(interaction: discord.Interaction, words: Texts, game: int, number: int) -> Reply:
    """Asks everybody to go back to an entry; whoever plays alone with computers is there at once."""
    context, user = context_of(interaction), interaction.user.id
    hosted, whole = await context.whole_games.started(game)

    def ask(told: ToldLog) -> tuple[Row, int, bool]:
        return told.row(number), told.log.version_of(number), told.log.is_now(number)

    row, version, now = await _told(context, words, hosted, whole, hosted.people().get(user), ask)
    # Orders that nobody knows of may have come since; a refusal that went by them would tell of them.
    if now and hosted.status == "running":
        raise Refused("The game is at entry {number} now.", number=number)
    saved = await context.table.propose(game, user, version, str(interaction.id))
    if outcome_of(saved.answer) == "done":
        return Reply(words.say("The game is back at this entry:\n{entry}", entry=brief(row)))
    return Reply(words.say("Everybody is asked to go back to this entry:\n{entry}", entry=brief(row)))


async def to_go_back_to(context: Context, words: Texts, game: int, user: int) -> list[Candidate]:
    """The entries that stand, the latest first, without the one the game is at."""
    hosted, whole = await context.whole_games.started(game)

    def ask(told: ToldLog) -> list[Candidate]:
        rows = [row for row in told.rows() if row.number is not None and not row.undone]
        return [Candidate(str(row.number), label(row)) for row in rows[::-1] if not told.log.is_now(row.number or 0)]

    return await _told(context, words, hosted, whole, hosted.people().get(user), ask)


async def entry_at(context: Context, words: Texts, hosted: HostedGame, whole: Game, version: int) -> str:
    """What the table reads of the latest entry at a version."""
    return await _told(context, words, hosted, whole, None, lambda told: brief(told.row(told.log.number_at(version))))


HANDLERS: Handlers = {"log": show_page, "entry": show_entry, "handthen": hand_then, "askback": press_back}
