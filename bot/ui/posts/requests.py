"""The post of a request to the table: who asks for what, with buttons while it stands, and then what became of it.

Not for what comes of a yes: the board, or a line of `news.py`.
"""

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.store.requests import CallOff, GoBack, NewOwner
from bot.table.agreement import missing
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.context import Context
from bot.ui.game_lines import moment
from bot.ui.panels.log import entry_at
from bot.ui.panels.requests import OLDEST, request_buttons
from bot.ui.posts.delivery import Delivery
from bot.ui.posts.later import called_by
from bot.ui.replies import Reply
from bot.workers.outbox import Sent
from engine.history import Game


class RequestPosts:
    """One post for each request, edited once."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    async def request(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> Sent | None:
        """Unless it has been settled before anybody could see it."""
        number = _number(letter)
        if all(request.number != number for request in hosted.requests):
            return None
        text = await self._sentence(letter, hosted, game, words)
        called = await self._called(hosted, number)
        pinged, later = await called_by(self._context, hosted, "request", called, request=number)
        if called:
            names = [f"<@{user}>" if user in pinged else f"**{await self._name(hosted, user)}**" for user in called]
            text += " " + words.say("Do you agree, {names}?", names=", ".join(names))
        if isinstance(until := letter.payload.get("until"), float):
            text += "\n-# " + words.say("Ends {when}; then those count who are there.", when=moment(until))
        reply = Reply(text, request_buttons(words, hosted.number, number))
        return Sent(str(await self._delivery.say(letter, hosted, reply, *pinged)), later)

    async def settled(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        """What became of it, below what was asked; without buttons."""
        message = await self._context.queries.receipt_of_request(hosted.number, _number(letter))
        if message is not None:
            asked = await self._sentence(letter, hosted, game, words)
            text = f"{asked}\n{await self._outcome(letter, hosted, words)}"
            await self._delivery.edit(hosted.header.channel, int(message), Reply(text), layout=False)
        return None

    async def _called(self, hosted: HostedGame, number: int) -> list[int]:
        """Whose yes a seat waits for. Going back calls nobody: all who play will look."""
        request = next(request for request in hosted.requests if request.number == number)
        if isinstance(request.what, GoBack):
            return []
        if isinstance(request.what, NewOwner | CallOff):  # who is absent may come back for it
            return sorted(set(hosted.people()) - set(request.agreed))
        return sorted(missing(hosted, request, self._context.clock.now()))

    async def _sentence(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str:
        by, number = await self._name(hosted, letter.number_of("by")), hosted.number
        if "to" in letter.payload and game is not None:
            return words.say(
                "**{who}** asks to go back to this entry of game {number}. Everybody must agree.\n{entry}",
                who=by,
                number=number,
                entry=await entry_at(self._context, words, hosted, game, letter.number_of("to")),
            )
        if "to" in letter.payload:
            return words.say(
                "**{who}** asks to go back to position {to} of game {number}. Everybody must agree.",
                who=by,
                to=letter.payload["to"],
                number=number,
            )
        match letter.payload.get("about"):
            case "time":
                return words.say(
                    "**{who}** asks for more time in game {number}: everybody who is waited for would have their whole "
                    "time anew.",
                    who=by,
                    number=number,
                )
            case "owner" if letter.payload["user"] == letter.payload["by"]:
                return words.say(
                    "**{who}** asks to stand in for the person who opened game {number}.", who=by, number=number
                )
            case "owner":
                taker = await self._name(hosted, letter.number_of("user"))
                return words.say(
                    "**{who}** asks that **{taker}** stand in for the person who opened game {number}.",
                    who=by,
                    taker=taker,
                    number=number,
                )
            case "off":
                return words.say("**{who}** asks to call game {number} off, without a result.", who=by, number=number)
        fields = {"who": by, "holder": await holder_of(self._context, letter, hosted, words), "number": number}
        if letter.payload.get("about") == "substitute":
            return words.say(
                "**{who}** asks to look for somebody who takes the seat of **{holder}** in game {number}.", **fields
            )
        user = letter.payload["user"]
        if user is None:
            return words.say("**{who}** asks that a computer take the seat of **{holder}** in game {number}.", **fields)
        if user == letter.payload["by"]:
            return words.say("**{who}** asks for the seat of **{holder}** in game {number}.", **fields)
        taker = await self._name(hosted, letter.number_of("user"))
        return words.say(
            "**{who}** asks that **{taker}** take the seat of **{holder}** in game {number}.", taker=taker, **fields
        )

    async def _outcome(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        match letter.payload["outcome"]:
            case "agreed":
                return words.say("✓ Agreed.")
            case "declined":
                return words.say("✗ **{who}** does not agree.", who=await self._name(hosted, letter.number_of("who")))
            case "lapsed":
                return words.say("Nobody has answered in time.")
        return words.say("Overtaken: the table went on without it.")

    async def _name(self, hosted: HostedGame, user: int) -> str:
        return plain(await self._context.names.of_person(hosted.header.guild, user))


async def holder_of(context: Context, letter: Letter, hosted: HostedGame, words: Texts) -> str:
    """Who has, or had, the seat that a letter is about; an older letter does not say so: whoever has it now."""
    seat, holder = letter.number_of("seat"), letter.payload.get("holder")
    if isinstance(holder, int):
        return plain(await context.names.of_person(hosted.header.guild, holder))
    if "holder" in letter.payload:
        return context.names.of_computer(seat, words)
    return plain((await context.names.of_seats(hosted, words))[seat])


def _number(letter: Letter) -> int:
    return letter.number_of("request") if "request" in letter.payload else OLDEST
