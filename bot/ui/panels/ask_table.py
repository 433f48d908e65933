"""What somebody who plays may ask of the table when others are not there, on one menu: who takes over, time, the end.

Not for who must agree (the table says so), nor for the post that asks them: `bot.ui.posts.requests`.
"""

import discord

from bot.limits import MENU_CHOICES
from bot.store.hosted_game import HostedGame
from bot.table import Saved
from bot.table.presence import is_present, seen_at
from bot.table.requests import outcome_of
from bot.table.votes import Wish
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.components import Handlers, MenuEntry, Touch, menu, view
from bot.ui.context import Context
from bot.ui.game_lines import moment
from bot.ui.replies import Reply, answer, context_of

ASK = "asktable"
WISHES: tuple[Wish, ...] = ("time", "owner", "off")
COMPUTER, SUBSTITUTE = "computer", "substitute"


async def panel(context: Context, words: Texts, hosted: HostedGame, user: int) -> Reply:
    """Who is there, and what can be asked."""
    hosted.placed()
    hosted.seat_of(user)
    names, now = await context.names.of_seats(hosted, words), context.clock.now()
    lines = [
        words.say(
            "**{title}**, game {number}: what do you ask the table?", title=hosted.title.name, number=hosted.number
        )
    ]
    for other, seat in hosted.people().items():
        if other != user:
            seen = moment(seen_at(hosted, other))
            said = (
                words.say("there, last seen {when}", when=seen)
                if is_present(hosted, other, now)
                else words.say("absent, last seen {when}", when=seen)
            )
            lines.append(f"- **{plain(names[seat])}** · {said}")
    lines.append("-# " + words.say("Those who are there must agree; who does not answer within a day does not count."))
    entries = _entries(words, hosted, user, names, now)
    asked = menu(ASK, words.say("What do you ask?"), entries[:MENU_CHOICES], hosted.number)
    return Reply("\n".join(lines), view(asked), layout=True)


def _entries(words: Texts, hosted: HostedGame, user: int, names: tuple[str, ...], now: float) -> list[MenuEntry]:
    """The most helpful first."""
    people, owner = hosted.people(), hosted.header.owner
    away = [seat for other, seat in people.items() if other != user and not is_present(hosted, other, now)]
    computers = [seat for seat, each in enumerate(hosted.seats) if each.user is None]
    found = []
    if hosted.header.pace is not None and hosted.pause is None:
        about = words.say("Everybody who is waited for has their whole time anew")
        found.append(MenuEntry("time", words.say("More time"), about))
    for seat in [people[user], *away, *computers]:
        label = words.say("A substitute for {who}", who=names[seat])
        found.append(
            MenuEntry(f"{SUBSTITUTE}:{seat}", label, words.say("A post calls for somebody who takes the seat"))
        )
    for seat in away:
        label = words.say("A computer for {who}", who=names[seat])
        found.append(MenuEntry(f"{COMPUTER}:{seat}", label, words.say("They can take the seat back")))
    if user == owner or not is_present(hosted, owner, now):
        about = words.say("Who may call the game off, and give seats of those who are absent")
        for other, seat in people.items():
            if other != owner and is_present(hosted, other, now):
                label = words.say("{who} instead of who opened the game", who=names[seat])
                found.append(MenuEntry(f"owner:{other}", label, about))
    if user != owner:
        about = words.say("The game ends for everybody, without a result")
        found.append(MenuEntry("off", words.say("Call the game off"), about))
    return found


async def show(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    context = context_of(interaction)
    return await panel(context, words, await context.table.hosted(game), interaction.user.id)


async def press(interaction: discord.Interaction, touch: Touch) -> None:
    """From the menu, what was chosen; from a button, the menu."""

    async def work(words: Texts) -> Reply:
        if not touch.values:
            return await show(interaction, words, touch.game)
        outcome = outcome_of((await _ask(interaction, touch)).answer)
        said = (
            words.say("Those who must agree are asked, in the channel of game {number}.", number=touch.game)
            if outcome == "asked"
            else words.say("✓ Done; the table is told.")
        )
        return Reply(said, view(), instead=True, layout=True)

    await answer(interaction, work, game=touch.game)


async def _ask(interaction: discord.Interaction, touch: Touch) -> Saved:
    table, user, number = context_of(interaction).table, interaction.user.id, str(interaction.id)
    what, _, about = touch.values[0].partition(":")
    if what == SUBSTITUTE:
        return await table.substitute(touch.game, user, int(about), number)
    if what == COMPUTER:
        return await table.dismiss(touch.game, user, int(about), number)
    wish = next(each for each in WISHES if each == what)
    return await table.ask(touch.game, user, wish, int(about) if about else None, number)


HANDLERS: Handlers = {ASK: press}
