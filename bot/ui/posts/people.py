"""What one person gets: their cards, a hint that private messages do not reach them, what becomes of their game.

Not for what all see (`board.py`) and not for calls to decisions (`calls.py`).
"""

import msgspec

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.ui.components import MAIN, button, view
from bot.ui.context import Context
from bot.ui.panels.personal import hand_reply
from bot.ui.posts.delivery import Delivery
from bot.ui.replies import Reply
from engine.history import Game


class Handed(msgspec.Struct, frozen=True, array_like=True):
    """The private message with somebody's cards, up to which version. It is the letter's receipt."""

    channel: int
    message: int
    user: int
    version: int
    layout: bool = False


class PeoplePosts:
    """Private messages, and what stands in the channel instead."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

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
        if held is not None and await self._delivery.edit(held.channel, held.message, reply, layout=held.layout):
            new = msgspec.structs.replace(held, version=hosted.version)
        else:
            message = await self._delivery.write_to(letter, user, reply)
            new = Handed(message.channel.id, message.id, user, hosted.version, reply.layout)
        return msgspec.json.encode(new).decode()

    async def closed(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """The discreet hint, once: after it no private message is tried until the person asks for them again."""
        user = hosted.seats[int(str(letter.payload["to"]).partition(":")[2])].user
        if user is None:
            return None
        wish = await self._context.chosen.of_person(user)
        if wish.closed:
            return None
        await self._context.chosen.change_person(user, closed=True)
        text = words.say(
            "{who}: I cannot write to you in private. **My hand** shows your cards at any time.", who=f"<@{user}>"
        )
        hand = view(button("hand", words.say("My hand"), hosted.number, style=MAIN))
        return str(await self._delivery.say(letter, hosted, Reply(text, hand)))

    async def parked(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """What to do with a game whose channel is gone."""
        user = self._receiver(letter, hosted)[1]
        if user is None or not hosted.is_parked or not await self._is_reachable(user, hosted):
            return None
        words = await self._context.languages.of_person(user, hosted)
        text = words.say(
            "**{title}**, game {number}: its channel is gone. The game is kept, and no clock runs. Go on with "
            "/game move in another channel; or leave it with /game resign, or end it with /game abort, anywhere.",
            title=hosted.title.name,
            number=hosted.number,
        )
        await self._delivery.write_to(letter, user, Reply(text))
        return None

    async def resting(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """What is to become of a game that nobody has touched for long."""
        user = self._receiver(letter, hosted)[1]
        if user is None or hosted.header.parked_for is None or not await self._is_reachable(user, hosted):
            return None
        words = await self._context.languages.of_person(user, hosted)
        text = words.say(
            "**{title}**, game {number} in {place}: nobody has played for a long time, so it is set aside, and no "
            "clock runs. Take it up again with /game move, leave it with /game resign, or end it with /game abort.",
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
        )
        await self._delivery.write_to(letter, user, Reply(text))
        return None

    async def withdrawn(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """That a game was not opened, since its channel did not take the first post."""
        user = self._receiver(letter, hosted)[1]
        if user is None or not await self._is_reachable(user, hosted):
            return None
        words = await self._context.languages.of_person(user, hosted)
        text = words.say(
            "Game {number} is called off: I cannot post in {place}.",
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
        )
        await self._delivery.write_to(letter, user, Reply(text))
        return None

    async def _is_reachable(self, user: int, hosted: HostedGame) -> bool:
        return (await self._context.chosen.at_table(user, hosted)).reachable

    def _receiver(self, letter: Letter, hosted: HostedGame) -> tuple[int, int | None]:
        seat = int(letter.target.removeprefix("seat:"))
        return seat, hosted.seats[seat].user if seat < len(hosted.seats) else None
