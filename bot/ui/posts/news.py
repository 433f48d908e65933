"""One line about the table itself: somebody leaves, takes a seat, does not agree, was answered for.

Not for what happens on the board, and not for requests (`requests.py`).
"""

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.context import Context
from bot.ui.posts.delivery import Delivery
from bot.ui.posts.requests import holder_of
from bot.ui.replies import Reply
from engine.history import Game


class NewsPosts:
    """Short posts in the channel of a game."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    async def line(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        return str(await self._delivery.say(letter, hosted, Reply(await self._news(letter, hosted, words))))

    async def not_yet(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """To whoever is called in the channel; others find it where they were called."""
        user = hosted.seats[letter.number_of("seat")].user
        if user is not None and (await self._context.chosen.at_table(user, hosted)).ping != "mention":
            return None
        return await self.line(letter, hosted, None, words)

    async def _news(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        """One line about the table itself."""
        number = hosted.number
        match letter.kind:
            case "declined":
                who = await self._who(letter, hosted, "by")
                return words.say("**{who}** does not agree; game {number} goes on.", who=who, number=number)
            case "nothanks":
                return words.say("**{who}** says no, thanks.", who=await self._who(letter, hosted, "user"))
            case "resigned":
                who = await self._who(letter, hosted, "user")
                left = words.say("**{who}** leaves game {number}; a computer takes over.", who=who, number=number)
                return await self._with_names(letter, hosted, words, left)
            case "forgotten":
                seat = letter.number_of("seat") + 1
                return words.say(
                    "The player of seat {seat} has left game {number} for good; a computer takes over.",
                    seat=seat,
                    number=number,
                )
            case "replaced":
                who, holder = (
                    await self._who(letter, hosted, "user"),
                    await holder_of(self._context, letter, hosted, words),
                )
                taken = words.say(
                    "**{who}** takes the seat of **{holder}** in game {number}.", who=who, holder=holder, number=number
                )
                return await self._with_names(letter, hosted, words, taken)
            case "absent":
                who = plain((await self._context.names.of_seats(hosted, words))[letter.number_of("seat")])
                return words.say("The time of **{who}** has run out; the program has answered for them.", who=who)
            case "notyet":
                who = plain((await self._context.names.of_seats(hosted, words))[letter.number_of("seat")])
                return words.say("**{who}**, it is not up to you after all: the last decision was taken back.", who=who)
            case "moderated":
                return _moderated(words, str(letter.payload["act"]), await self._who(letter, hosted, "by"), number)
            case "paused" | "resumed":
                return await self._pause(letter, hosted, words)
            case "aborted" if letter.payload.get("host"):
                who = await self._who(letter, hosted, "by")
                return words.say("**{who}** has called game {number} off as a moderator.", who=who, number=number)
            case "aborted" if "agreed" in letter.payload:
                who = await self._who(letter, hosted, "by")
                said = words.say(
                    "The table has called game {number} off. **{who}** asked for it.", who=who, number=number
                )
                return said + await self._agreed(letter, hosted, words)
            case "moretime":
                who = await self._who(letter, hosted, "by")
                said = words.say(
                    "Everybody who is waited for in game {number} has their whole time anew. **{who}** asked for it.",
                    who=who,
                    number=number,
                )
                return said + await self._agreed(letter, hosted, words)
            case "newowner":
                who = await self._who(letter, hosted, "user")
                said = words.say(
                    "**{who}** stands in for the person who opened game {number} from now on.", who=who, number=number
                )
                return await self._with_names(letter, hosted, words, said)
            case "aborted" if "by" in letter.payload:
                who = await self._who(letter, hosted, "by")
                return words.say("**{who}** has called game {number} off.", who=who, number=number)
            case "unjoined":
                return words.say(
                    "Nobody has joined game {number}, so it is closed. /game new opens another.", number=number
                )
            case "set_aside":
                return words.say(
                    "Nobody has played in game {number} for a long time, so it is set aside, and no clock runs. /game "
                    "move takes it up again, /game resign leaves it, /game abort ends it.",
                    number=number,
                )
            case "moved":
                moved = words.say("**{title}**, game {number}, goes on here.", title=hosted.title.name, number=number)
                if "by" in letter.payload:
                    who = await self._who(letter, hosted, "by")
                    moved += " " + words.say("**{who}** has moved it as a moderator.", who=who)
                return moved
            case "rules":
                version = letter.payload["version"]
                return words.say(
                    "Game {number} goes on under version {version} of the rules.", number=number, version=version
                )
        return words.say("Game {number} has been called off.", number=number)

    async def _with_names(self, letter: Letter, hosted: HostedGame, words: Texts, line: str) -> str:
        """Who asked for a change of seats, if not the person it is about, and who agreed to it."""
        by = letter.payload.get("by")
        if letter.payload.get("host"):
            line += " " + words.say("**{who}** asked for it as a moderator.", who=await self._who(letter, hosted, "by"))
        elif by is not None and by != letter.payload["user"]:
            line += " " + words.say("**{who}** asked for it.", who=await self._who(letter, hosted, "by"))
        return line + await self._agreed(letter, hosted, words)

    async def _agreed(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        """Who else has agreed, as a sentence to add."""
        agreed = letter.payload.get("agreed")
        if not isinstance(agreed, list) or not agreed:
            return ""
        names = [f"**{await self._name(hosted, user)}**" for user in agreed]
        return " " + words.say("Agreed: {names}.", names=", ".join(names))

    async def _pause(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        fields = {"who": await self._who(letter, hosted, "by"), "number": hosted.number}
        match letter.kind, bool(letter.payload.get("host")):
            case "paused", True:
                line = words.say(
                    "**{who}** has paused game {number} as a moderator: no clock runs. Those who may manage the "
                    "channel take it up again with /game resume.",
                    **fields,
                )
            case "paused", False:
                line = words.say(
                    "**{who}** has paused game {number}: no clock runs. /game resume takes it up again.", **fields
                )
            case _, True:
                line = words.say(
                    "**{who}** has taken game {number} up again as a moderator. Everybody has their whole time anew.",
                    **fields,
                )
            case _:
                line = words.say(
                    "**{who}** has taken game {number} up again. Everybody has their whole time anew.", **fields
                )
        return line + await self._agreed(letter, hosted, words)

    async def _who(self, letter: Letter, hosted: HostedGame, field: str) -> str:
        return await self._name(hosted, letter.number_of(field))

    async def _name(self, hosted: HostedGame, user: int) -> str:
        return plain(await self._context.names.of_person(hosted.header.guild, user))


def _moderated(words: Texts, act: str, who: str, number: int) -> str:
    """What somebody has done who may manage the channel."""
    match act:
        case "start":
            return words.say("**{who}** has started game {number} as a moderator.", who=who, number=number)
        case "computer":
            return words.say("**{who}** has seated a computer in game {number} as a moderator.", who=who, number=number)
    return words.say("**{who}** has taken a computer out of game {number} as a moderator.", who=who, number=number)
