"""How a game stands in a list: its name, a link to its newest post, who plays, what it waits for.

Not for which games a list has: `bot.ui.panels.game_list` and `own_games`.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from bot.store.hosted_game import Seat
from bot.store.listed_games import Listed
from bot.store.server_games import Group
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.texts.speaker import shorten
from bot.ui.context import Context
from engine.registry import title as find_title

L = TypeVar("L", bound=Listed)

LONGEST_NAMES = 80
POSTS: dict[Group, tuple[str, ...]] = {
    "open": ("lobby",),
    "running": ("board",),
    "waiting": ("board", "lobby"),
    "over": ("over", "board", "lobby"),
}
"""The kinds of letters that leave the post to look at, the best first."""


def group_of(one: Listed) -> Group:
    if one.status not in ("open", "running"):
        return "over"
    if one.rests is not None:
        return "waiting"
    return "open" if one.status == "open" else "running"


def name_of(words: Texts, one: Listed) -> str:
    return words.say("{title}, game {number}", title=find_title(one.title).name, number=one.number)


async def seats_of(context: Context, one: Listed) -> list[Seat]:
    return (await context.listed_games.seats_of([one.number]))[one.number]


async def names_of(context: Context, words: Texts, one: Listed, seats: Sequence[Seat]) -> list[str]:
    return [plain(name) for name in await context.names.of_seated(one.guild, seats, words)]


async def link_to(context: Context, words: Texts, one: Listed) -> str:
    """Its name as a link to its newest post, if there is one."""
    name = name_of(words, one)
    for kind in POSTS[group_of(one)]:
        if (receipt := await context.queries.last_receipt(one.number, kind)) is not None:
            message = receipt.strip("[]").partition(",")[0]
            return f"[{name}](https://discord.com/channels/{one.guild or '@me'}/{one.channel}/{message})"
    return name


async def line(context: Context, words: Texts, one: Listed, names: Sequence[str], *states: str) -> str:
    """“Hansa, game 12 · #table · Anna, Bruno”, and what is said of its state, if anything."""
    parts = (await link_to(context, words, one), f"<#{one.channel}>", shorten(", ".join(names), LONGEST_NAMES), *states)
    return "- " + " · ".join(part for part in parts if part)


def state_of(words: Texts, one: Listed, names: Sequence[str]) -> str:
    """What it waits for, or why it does not."""
    match group_of(one):
        case "running" if not one.is_known:
            return words.say("this program does not play its version of the rules")
        case "running":
            up = ", ".join(f"**{names[seat]}**" for seat in sorted(one.owed or ()))
            return words.say("it is up to {names}", names=up) if up else ""
        case "waiting" if one.rests == "paused":
            return words.say("paused")
        case "waiting":
            return words.say("set aside") if one.rests == "aside" else words.say("its channel is gone")
        case "over":
            return words.say("called off") if one.status == "aborted" else ""
    return ""


def moment(at: float) -> str:
    """As Discord shows it to each reader: “3 hours ago”."""
    return f"<t:{int(at)}:R>"


async def settled(context: Context, one: L) -> L:
    """With who owes a decision: what an older program has written does not say it, so that game is loaded."""
    if one.owed is not None or group_of(one) != "running" or not one.is_known:
        return one
    hosted = await context.table.hosted(one.number)
    return msgspec.structs.replace(one, owed=dict.fromkeys(hosted.owed(), one.since))
