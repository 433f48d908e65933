"""/games: somebody's games on all servers, those that wait for them first; the way from one to the next; open tables.

Not for the games of a server: `game_list.py`. What is told comes from the rows of a list: no game is loaded for it.
"""

from collections.abc import Sequence

import discord

from bot.limits import BUTTONS_IN_ROW, MESSAGE
from bot.store.games import LARGEST
from bot.store.listed_games import Listed
from bot.store.own_games import Own, in_order
from bot.texts import Texts
from bot.ui.access import is_member
from bot.ui.components import GOOD, MAIN, Handlers, Press, Touch, button, view
from bot.ui.context import Context
from bot.ui.game_lines import line, link_to, moment, names_of, settled, state_of
from bot.ui.panels.game_list import visible
from bot.ui.replies import Reply, answer, context_of
from engine.registry import title as find_title

LIST, NEXT = "own", "next"
HERE = "here"
"""What follows in the id of a button that opens a panel in the place of the message it stands under."""
SECTION = "-# "
"""Before the heading of a part of the list: small, and no part of the line above."""
ON_PAGE = 8
MOST_TABLES = BUTTONS_IN_ROW
"""Open tables that are offered; each has a button."""
LOOKED_AT = 25


async def own_games(context: Context, user: int) -> list[Own]:
    """From the most to the least urgent."""
    return in_order([await settled(context, own) for own in await context.own_games.of(user)])


async def waiting(context: Context, user: int) -> list[Own]:
    return [own for own in await own_games(context, user) if own.waits]


# ---- the page


async def page(interaction: discord.Interaction, words: Texts, start: int = 0, *, instead: bool = True) -> Reply:
    """Some of the games, as many as a message holds; on the first page, open tables of this server, too."""
    context, user = context_of(interaction), interaction.user.id
    found = await own_games(context, user)
    tables, joins = await _tables(interaction, words, user) if start == 0 else ([], [])
    lines, end = await _lines(context, words, found, start, MESSAGE - sum(len(each) + 1 for each in tables))
    items: list[Press] = []
    if any(own.waits for own in found):
        items.append(button(NEXT, words.say("Next ›"), 0, style=GOOD, row=0))
    if start:
        items.append(button(LIST, words.say("First"), 0, rest="0", row=0))
    if end < len(found):
        items.append(button(LIST, words.say("Further games"), 0, rest=str(end), row=0))
    return Reply("\n".join([*lines, *tables]), view(*items, *joins), instead=instead, layout=True)


async def _lines(context: Context, words: Texts, found: Sequence[Own], start: int, room: int) -> tuple[list[str], int]:
    """What stands on a page that begins with one of the games, and which game would come next."""
    waiting = sum(own.waits for own in found)
    lines = [f"**{words.say('Your games')}**"]
    if not found:
        return [*lines, words.say("You play in no game.")], 0
    shown = found[start : start + ON_PAGE]
    seats = await context.listed_games.seats_of([own.number for own in shown])
    for place, own in enumerate(shown, start):
        new = []
        if own.waits and place == start:
            new.append(SECTION + words.say("Waiting for you: {count}", count=waiting))
        elif not own.waits and place in (start, waiting):
            new.append(SECTION + words.say("Not waiting for you: {count}", count=len(found) - waiting))
        new.append(await _line(context, words, own, await names_of(context, words, own, seats[own.number])))
        if place > start and sum(len(each) + 1 for each in (*lines, *new)) > room:
            return lines, place
        lines += new
    return lines, start + len(shown)


async def _line(context: Context, words: Texts, own: Own, names: Sequence[str]) -> str:
    if own.waits:
        return await line(context, words, own, names, *times(words, own))
    return await line(context, words, own, names, state_of(words, own, names))


def times(words: Texts, own: Own) -> list[str]:
    """Since when a game waits, and until when it does if a clock runs."""
    said = [words.say("asked {when}", when=moment(own.waits_since))]
    return said if own.due is None else [*said, words.say("your time runs out {when}", when=moment(own.due))]


async def _tables(interaction: discord.Interaction, words: Texts, user: int) -> tuple[list[str], list[Press]]:
    """Where on this server somebody can sit down, in channels they can see, each with a button."""
    if interaction.guild_id is None or not is_member(interaction):
        return [], []
    context, lines, joins, looked = context_of(interaction), list[str](), list[Press](), 0
    async for _, one in visible(interaction, "open", LARGEST):
        looked += 1
        if one is None or looked > LOOKED_AT or len(joins) == MOST_TABLES:
            break
        seats = (await context.listed_games.seats_of([one.number]))[one.number]
        free = _most(one) - len(seats)
        if free <= 0 or any(seat.user == user for seat in seats):
            continue
        names = await names_of(context, words, one, seats)
        lines.append(await line(context, words, one, names, words.say("{free:# free seat|# free seats}", free=free)))
        joins.append(button("join", words.say("Join game {number}", number=one.number), one.number, style=MAIN, row=1))
    return ([SECTION + words.say("Open tables here"), *lines] if lines else []), joins


def _most(one: Listed) -> int:
    return one.limit or find_title(one.title).seats[1]


# ---- from one game to the next


async def waiting_elsewhere(context: Context, words: Texts, user: int, game: int) -> tuple[str, list[Press]]:
    """What is said to somebody of whom one game wants nothing any more, about the others that do; nothing if none."""
    others = [own for own in await waiting(context, user) if own.number != game]
    if not others:
        return "", []
    more = words.say("{count:# more game waits|# more games wait} for you.", count=len(others))
    first = await link_to(context, words, others[0])
    return f"{more} → {first}", [button(NEXT, words.say("Next ›"), game, style=GOOD)]


async def step(interaction: discord.Interaction, touch: Touch) -> None:
    """The game that waits next, behind the one of the button; it takes the place of what only this person sees."""

    async def work(words: Texts) -> Reply:
        context = context_of(interaction)
        found = await waiting(context, interaction.user.id)
        instead = interaction.message is not None and interaction.message.flags.ephemeral
        if not found:
            return Reply(words.say("No game waits for you."), view(), instead=instead, layout=True)
        places = [own.number for own in found]
        own = found[(places.index(touch.game) + 1) % len(found) if touch.game in places else 0]
        seats = await context.listed_games.seats_of([own.number])
        told = await _line(context, words, own, await names_of(context, words, own, seats[own.number]))
        items = [button("play", words.say("Play"), own.number, own.version, HERE, style=GOOD)]
        if len(found) > 1:
            items.append(button(NEXT, words.say("Next ›"), own.number))
        items.append(button(LIST, words.say("Your games"), 0, rest="0"))
        return Reply(told.removeprefix("- "), view(*items), instead=instead, layout=True)

    await answer(interaction, work)


async def turn_page(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: page(interaction, words, int(touch.rest)))


HANDLERS: Handlers = {LIST: turn_page, NEXT: step}
