"""What one person gets: their cards, a call to a decision, a hint that private messages do not reach them.

Not for what all see: `board.py`.
"""

import msgspec

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.table.preferences import Ping
from bot.texts import Texts
from bot.ui.components import MAIN, button, view
from bot.ui.context import Context
from bot.ui.panels.personal import hand_reply, play_buttons
from bot.ui.posts.board import BoardPosts
from bot.ui.posts.delivery import Delivery
from bot.ui.replies import Reply
from engine.history import Game, turn_of
from engine.values import View


class Handed(msgspec.Struct, frozen=True, array_like=True):
    """The private message with somebody's cards, up to which version. It is the letter's receipt."""

    channel: int
    message: int
    user: int
    version: int


class PeoplePosts:
    """Private messages, and the calls that people get in the channel instead."""

    def __init__(self, context: Context, delivery: Delivery, boards: BoardPosts) -> None:
        self._context = context
        self._delivery = delivery
        self._boards = boards

    async def hand(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """A person's cards: one private message per game, kept up to date."""
        seat, user = self._receiver(letter, hosted)
        if user is None:
            return None
        receipt = await self._context.queries.last_receipt(hosted.number, "hand", letter.target)
        held = None if receipt is None else msgspec.json.decode(receipt, type=Handed)
        if held is not None and held.user != user:
            held = receipt = None  # somebody else had the seat
        if not (await self._context.chosen.at_table(user, hosted)).private or (
            held is not None and held.version >= hosted.version
        ):
            return receipt
        reply = await hand_reply(self._context, await self._context.languages.of_person(user, hosted), hosted, seat)
        if held is not None and await self._delivery.edit(held.channel, held.message, reply):
            new = msgspec.structs.replace(held, version=hosted.version)
        else:
            message = await self._delivery.write_to(letter, user, reply)
            new = Handed(message.channel.id, message.id, user, hosted.version)
        return msgspec.json.encode(new).decode()

    async def turn(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """Calls somebody in the channel, unless they have decided meanwhile, or this turn's board has called them."""
        # Calls that were queued when they still went to the seat must not hold up its other letters.
        seat = letter.number_of("seat") if letter.target == "channel" else self._receiver(letter, hosted)[0]
        kinds, user = await self._asked(hosted, seat, words, "mention")
        if user is None or await self._has_been_called(hosted, seat):
            return None
        reply = Reply(f"<@{user}> ▶ {kinds}", view(*play_buttons(words, hosted)))
        return str(await self._delivery.say(letter, hosted, reply, user))

    async def call(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """The same for those who wish to be called by private message."""
        seat, user = self._receiver(letter, hosted)
        if user is None:
            return None
        words = await self._context.languages.of_person(user, hosted)
        kinds, user = await self._asked(hosted, seat, words, "dm")
        if user is None:
            return None
        text = words.say(
            "**{title}**, game {number} in {place}: it is up to you: {decisions}.",
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
            decisions=kinds,
        )
        await self._delivery.write_to(letter, user, Reply(text, view(*play_buttons(words, hosted))))
        return None

    async def _asked(self, hosted: HostedGame, seat: int, words: Texts, ping: Ping) -> tuple[str, int | None]:
        """What a seat owes, and who has it; nobody if it owes nothing or that person is called in another way."""
        user = hosted.seats[seat].user if seat in hosted.owed() else None
        if user is None or (await self._context.chosen.at_table(user, hosted)).ping != ping:
            return "", None
        seen: View = hosted.title.view(hosted.state, None)
        kinds = [words.decision(hosted.title, decision.kind) for decision in seen.decisions if decision.seat == seat]
        return ", ".join(kinds), user

    async def _has_been_called(self, hosted: HostedGame, seat: int) -> bool:
        shown = await self._boards.shown_of(hosted.number)
        return shown is not None and shown.has_called(turn_of(hosted.title.view(hosted.state, None)), seat)

    async def closed(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """The discreet hint, once: after it no private message is tried until the person asks for them again."""
        seat = int(str(letter.payload["to"]).removeprefix("seat:"))
        user = hosted.seats[seat].user
        if user is None:
            return None
        wish = await self._context.chosen.of_person(user)
        if wish.closed:
            return None
        await self._context.chosen.set_person(user, msgspec.structs.replace(wish, closed=True))
        text = words.say(
            "{who}: I cannot write to you in private. **My hand** shows your cards at any time.", who=f"<@{user}>"
        )
        hand = view(button("hand", words.say("My hand"), hosted.number, style=MAIN))
        return str(await self._delivery.say(letter, hosted, Reply(text, hand)))

    def _receiver(self, letter: Letter, hosted: HostedGame) -> tuple[int, int | None]:
        seat = int(letter.target.removeprefix("seat:"))
        return seat, hosted.seats[seat].user if seat < len(hosted.seats) else None
