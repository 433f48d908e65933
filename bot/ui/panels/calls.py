"""The buttons under a reminder, and how somebody is called in one game: what stands behind *Calls …* under *More*.

Not for what counts in all games (`own_settings.py`) and not for the notices themselves: `bot.ui.posts.calls`.
"""

import discord
import msgspec

from bot.calls.hours import Hours
from bot.calls.wishes import hours_of
from bot.errors import Refused
from bot.store.attendance import Follow, GameWish
from bot.store.hosted_game import HostedGame
from bot.table.game_wishes import wish_of
from bot.table.preferences import PINGS, Ping
from bot.texts import Texts
from bot.ui.components import Handlers, MenuEntry, Press, Touch, button, menu, view
from bot.ui.panels.own_settings import OWN_SETTINGS
from bot.ui.panels.personal import play_buttons
from bot.ui.panels.preference_words import PING_NAMES
from bot.ui.panels.settings import setting
from bot.ui.replies import Reply, answer, context_of, on_game

HOUR = 3600.0
AS_ELSEWHERE = "-"
FOLLOWS: tuple[Follow, ...] = ("round", "end")
SNOOZES = ("hour", "tonight", "tomorrow")


def reminder_buttons(words: Texts, hosted: HostedGame, seat: int) -> list[Press]:
    """What stands under a reminder."""
    labels = (words.say("Snooze 1 h"), words.say("Until tonight"), words.say("Until tomorrow"))
    return [
        *play_buttons(words, hosted),
        *(
            button("snooze", label, hosted.number, rest=f"{seat}/{what}", row=1)
            for what, label in zip(SNOOZES, labels, strict=True)
        ),
        button("hush", words.say("Not for this game"), hosted.number, rest=f"{seat}/1", row=1),
    ]


# ---- under a reminder


async def snooze(interaction: discord.Interaction, touch: Touch) -> None:
    """No reminder before a moment; where that needs the time zone, it is asked for first."""

    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        seat, _, what = touch.rest.partition("/")
        await _check_own(interaction, touch.game, int(seat))
        until = _until(what, hours_of(await context.chosen.of_person(user)), context.clock.now())
        if until is None:
            return await zone_setting(interaction, words)
        await context.table.snooze(touch.game, user, until, str(interaction.id))
        return Reply(words.say("Until {when} you are not reminded of this game.", when=f"<t:{int(until)}:F>"))

    await answer(interaction, work, game=touch.game)


def _until(what: str, hours: Hours, now: float) -> float | None:
    match what:
        case "tonight":
            return hours.tonight(now)
        case "tomorrow":
            return hours.tomorrow(now)
    return now + HOUR


async def hush(interaction: discord.Interaction, touch: Touch) -> None:
    """No reminders in this game any more, or again."""

    async def work(words: Texts) -> Reply:
        seat, _, quiet = touch.rest.partition("/")
        await _check_own(interaction, touch.game, int(seat))
        await context_of(interaction).table.hush(
            touch.game, interaction.user.id, quiet == "1", interaction=str(interaction.id)
        )
        if quiet != "1":
            return Reply(words.say("You are reminded of this game again."))
        return Reply(
            words.say("No more reminders of this game. You are still called when it is up to you."),
            view(button("hush", words.say("Remind me again"), touch.game, rest=f"{seat}/0")),
        )

    await answer(interaction, work, game=touch.game)


async def _check_own(interaction: discord.Interaction, game: int, seat: int) -> None:
    hosted = await context_of(interaction).table.hosted(game)
    if hosted.seat_of(interaction.user.id) != seat:
        raise Refused("This reminder is for somebody else.")


async def zone(interaction: discord.Interaction, words: Texts, _: int) -> Reply:
    """Where the person says what time it is at their place."""
    return await zone_setting(interaction, words)


async def zone_setting(interaction: discord.Interaction, words: Texts) -> Reply:
    reply = await setting(OWN_SETTINGS, interaction, words, "zone")
    return msgspec.structs.replace(reply, instead=False)


# ---- in one game


async def calls(interaction: discord.Interaction, touch: Touch) -> None:
    """How the person is called in this game, and changes to it."""

    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        table, game, press = context.table, touch.game, str(interaction.id)
        if touch.values:
            await table.call_by(game, user, _ping(touch.values[0]), press)
        elif touch.rest.startswith("quiet/"):
            await table.hush(game, user, touch.rest == "quiet/1", interaction=press)
        elif touch.rest.startswith("early/"):
            await table.call_early(game, user, touch.rest == "early/1", press)
        hosted = await table.hosted(game)
        hosted.seat_of(user)
        return _own_calls(words, hosted, wish_of(hosted, user), touch.version)

    await answer(interaction, work, game=touch.game)


def _ping(value: str) -> Ping | None:
    return next((ping for ping in PINGS if ping == value), None)


def _own_calls(words: Texts, hosted: HostedGame, wish: GameWish, version: int) -> Reply:
    """`version` differs from one view to the next, as in `settings.py`."""
    number = hosted.number
    elsewhere = words.say("as everywhere")
    named = {ping: words.say(PING_NAMES[ping].message) for ping in PINGS}
    entries = [MenuEntry(AS_ELSEWHERE, elsewhere), *(MenuEntry(ping, named[ping]) for ping in PINGS)]
    how = elsewhere if wish.calls is None else named[wish.calls]
    lines = [
        words.say("**{title}**, game {number}: how you are called in it.", title=hosted.title.name, number=number),
        "- " + words.say("{name}: {value}", name=words.say("Calls"), value=f"**{how}**"),
        "- "
        + words.say(
            "{name}: {value}",
            name=words.say("Reminders"),
            value=f"**{words.say('no') if wish.quiet else elsewhere}**",
        ),
        "- "
        + words.say(
            "{name}: {value}",
            name=words.say("When the seat before mine starts"),
            value=f"**{words.say('yes') if wish.early else words.say('no')}**",
        ),
    ]
    quiet = words.say("Remind me again") if wish.quiet else words.say("No reminders here")
    early = words.say("Not before my turn") if wish.early else words.say("Tell me when the seat before me starts")
    chosen = wish.calls or AS_ELSEWHERE
    items = (
        menu("calls", words.say("Calls"), entries, number, version + 1, "ping", chosen=chosen, row=0),
        button("calls", quiet, number, version + 1, f"quiet/{int(not wish.quiet)}", row=1),
        button("calls", early, number, version + 1, f"early/{int(not wish.early)}", row=2),
        button("more", words.say("Back"), number, hosted.version, row=3),
    )
    return Reply("\n".join(lines), view(*items), instead=True, layout=True)


# ---- of those who watch


async def follow(interaction: discord.Interaction, touch: Touch) -> None:
    """What somebody who watches wants to hear of the game."""

    async def work(words: Texts) -> Reply:
        context, user = context_of(interaction), interaction.user.id
        if touch.rest in FOLLOWS or touch.rest == AS_ELSEWHERE:
            what = next((each for each in FOLLOWS if each == touch.rest), None)
            await context.table.follow(touch.game, user, what, str(interaction.id))
        hosted = await context.table.hosted(touch.game)
        if user in hosted.people():
            raise Refused("You play in game {number}: you are called when it is up to you.", number=hosted.number)
        return _followed(
            words, hosted, wish_of(hosted, user).follow, touch, (await context.chosen.of_person(user)).closed
        )

    await answer(interaction, work, game=touch.game)


def _followed(words: Texts, hosted: HostedGame, what: Follow | None, touch: Touch, closed: bool) -> Reply:
    fields = {"title": hosted.title.name, "number": hosted.number}
    match what:
        case "round":
            text = words.say("You follow **{title}**, game {number}: a quiet message for each round.", **fields)
        case "end":
            text = words.say("You follow **{title}**, game {number}: a quiet message when it is over.", **fields)
        case _:
            text = words.say(
                "You do not follow **{title}**, game {number}. A quiet message can tell you how it goes on.", **fields
            )
    if closed and what is not None:
        text += " " + words.say("I cannot write to you in private, though; /settings me has it tried again.")
    labels = {"round": words.say("Every round"), "end": words.say("At its end"), AS_ELSEWHERE: words.say("Not at all")}
    buttons = [
        button("follow", label, hosted.number, touch.version + 1, value, disabled=(what or AS_ELSEWHERE) == value)
        for value, label in labels.items()
    ]
    return Reply(text, view(*buttons), instead=bool(touch.rest), layout=True)


HANDLERS: Handlers = {"snooze": snooze, "hush": hush, "zone": on_game(zone), "calls": calls, "follow": follow}
