"""What somebody gets who watches a game and follows it: a quiet message for each round, or for the end.

Not for those who play: `calls.py`.
"""

import discord
import msgspec

from bot.calls.rules import Event, way, when
from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.table.game_wishes import wish_of
from bot.texts import Texts
from bot.ui.components import Press, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.posts.delivery import CLOSED, Delivery
from bot.ui.replies import Reply
from bot.workers.outbox import GoesOn
from engine.history import Game


class FollowerPosts:
    """One message for what several letters would say that waited for the same morning."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    async def followed(self, letter: Letter, hosted: HostedGame, game: Game | None, _: Texts) -> str | None:
        """That another round has begun, or that the game is over; the receipt is the latest round that was told."""
        user, context = int(letter.target.removeprefix("user:")), self._context
        ends = bool(letter.payload.get("end"))
        last = await context.queries.last_receipt(hosted.number, "followed", letter.target)
        if not ends and (game is None or not self._is_news(hosted, user, last)):
            return None
        event: Event = "end" if ends else "round"
        wish, now = await context.chosen.at_table(user, hosted), context.clock.now()
        if way(event, wish) == "none":
            return None
        if (at := when(event, wish, now)) > now:
            raise GoesOn(at)
        words = await context.languages.of_person(user, hosted)
        reply = await self.reply(words, hosted, game, ends=ends)
        try:
            await self._delivery.write_to(letter, user, reply, silent=True)
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
            await context.chosen.change_person(user, closed=True)  # they watch: nobody else need know
            return None
        return None if ends else msgspec.json.encode(_round(hosted)).decode()

    def _is_news(self, hosted: HostedGame, user: int, last: str | None) -> bool:
        if hosted.status != "running" or hosted.is_parked or wish_of(hosted, user).follow != "round":
            return False
        return last is None or _round(hosted) > msgspec.json.decode(last, type=int)

    async def reply(self, words: Texts, hosted: HostedGame, game: Game | None, *, ends: bool) -> Reply:
        """A round, or the end, in a few words."""
        number, title = hosted.number, hosted.title
        fields = {"title": title.name, "number": number, "place": f"<#{hosted.header.channel}>"}
        buttons: list[Press] = [button("board", words.say("Board"), number)] if game is not None else []
        if not ends:
            lines = [words.say("**{title}**, game {number} in {place}: round {round}.", round=_round(hosted), **fields)]
            summary = summary_of(words, hosted, await self._context.names.of_seats(hosted, words))
            if score := summary.score(title.view(hosted.state, None), number):
                lines.append(score)
            buttons.append(button("follow", words.say("Follow …"), number))
            return Reply("\n".join(lines), view(*buttons))
        result = None if game is None else game.result()
        if result is None:
            return Reply(words.say("**{title}**, game {number} in {place} has been called off.", **fields))
        summary = summary_of(words, hosted, await self._context.names.of_seats(hosted, words))
        winners = " · ".join(summary.who(seat) for seat in result.winners)
        over = words.say("**{title}**, game {number} in {place} is over. 🏆 {winners}", winners=winners, **fields)
        return Reply(f"{over}\n{summary.ranking(result)}", view(*buttons))


def _round(hosted: HostedGame) -> int:
    return int(hosted.title.view(hosted.state, None).round)
