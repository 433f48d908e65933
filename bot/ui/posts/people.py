"""What one person gets: their cards, a call to a decision, a hint that private messages do not reach them.

Not for what all see: `board.py`.
"""

import msgspec

from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.texts import Texts
from bot.ui.components import MAIN, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
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
    layout: bool = False


class Called(msgspec.Struct, frozen=True, array_like=True):
    """Who was called to which turn by private message. It is the letter's receipt."""

    round: int
    active: int | None
    user: int


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
        if held is not None and await self._delivery.edit(held.channel, held.message, reply, layout=held.layout):
            new = msgspec.structs.replace(held, version=hosted.version)
        else:
            message = await self._delivery.write_to(letter, user, reply)
            new = Handed(message.channel.id, message.id, user, hosted.version, reply.layout)
        return msgspec.json.encode(new).decode()

    async def turn(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """Calls somebody in the channel, unless they have decided meanwhile, or this turn's board has called them."""
        # Calls that were queued when they still went to the seat must not hold up its other letters.
        seat = letter.number_of("seat") if letter.target == "channel" else self._receiver(letter, hosted)[0]
        kinds, user = self._asked(hosted, seat, words)
        if user is None or (await self._context.chosen.at_table(user, hosted)).ping != "mention":
            return None
        if await self._has_been_called(hosted, seat):
            return None
        text = f"<@{user}> → {kinds}{await self._about(hosted, seat, words)}"
        reply = Reply(text, view(*play_buttons(words, hosted)))
        return str(await self._delivery.say(letter, hosted, reply, user))

    async def call(self, letter: Letter, hosted: HostedGame, _: Game | None, __: Texts) -> str | None:
        """The same for those who wish to be called by private message, and for all while the channel takes no posts."""
        seat, user = self._receiver(letter, hosted)
        if user is None or hosted.is_parked or hosted.pause is not None or seat not in hosted.owed():
            return None
        wish = await self._context.chosen.at_table(user, hosted)
        held_up = wish.ping == "mention" and wish.reachable and await self._context.queries.is_held_up(hosted.number)
        called = self._called(hosted, user)
        if wish.ping != "dm" and not held_up:
            return None
        if called == await self._last_call(hosted, letter.target) and not letter.payload.get("anew"):
            return None
        words = await self._context.languages.of_person(user, hosted)
        kinds = self._asked(hosted, seat, words)[0]
        text = words.say(
            "**{title}**, game {number} in {place}: it is up to you: {decisions}.",
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
            decisions=kinds,
        )
        text += await self._about(hosted, seat, words)
        buttons = play_buttons(words, hosted)
        if held_up:
            text = f"{text}\n{words.say('I cannot post there at the moment.')}"
            buttons.append(button("board", words.say("Board"), hosted.number))
        await self._delivery.write_to(letter, user, Reply(text, view(*buttons)))
        return msgspec.json.encode(called).decode()

    def _called(self, hosted: HostedGame, user: int) -> Called:
        return Called(*turn_of(hosted.title.view(hosted.state, None)), user)

    async def _last_call(self, hosted: HostedGame, target: str) -> Called | None:
        receipt = await self._context.queries.last_receipt(hosted.number, "call", target)
        return None if receipt is None else msgspec.json.decode(receipt, type=Called)

    def _asked(self, hosted: HostedGame, seat: int, words: Texts) -> tuple[str, int | None]:
        """What a seat owes, and who has it; nobody if it owes nothing."""
        user = hosted.seats[seat].user if seat in hosted.owed() else None
        if user is None or hosted.pause is not None:
            return "", None
        seen: View = hosted.title.view(hosted.state, None)
        kinds = [words.decision(hosted.title, decision.kind) for decision in seen.decisions if decision.seat == seat]
        return ", ".join(kinds), user

    async def _about(self, hosted: HostedGame, seat: int, words: Texts) -> str:
        """What the decision is about, line by line: a prompt says only what all may know."""
        summary = summary_of(words, hosted, await self._context.names.of_seats(hosted, words))
        told = summary.words.prompts(hosted.title, hosted.title.view(hosted.state, seat), summary.who)
        return "".join(f"\n-# {line}" for line in told)

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
