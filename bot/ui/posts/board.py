"""What a channel sees of a game: its lobby, its start, the board of every turn, its end and its film.

Not for what one person gets (`people.py`) and not for one line about the table (`news.py`).
"""

import discord
import msgspec
import structlog

from bot.errors import BadPicture
from bot.pictures.film import film
from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.table.seats import likely
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.components import GOOD, MAIN, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.panels.lobby import lobby_buttons, lobby_text
from bot.ui.panels.personal import board_reply
from bot.ui.posts.delivery import TOO_LARGE, Delivery
from bot.ui.replies import Attachment, Reply, picture_file
from engine.history import Game, Turn, turn_of
from engine.values import View

log = structlog.get_logger(__name__)


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """The live board post of a game: which message, of which turn, up to which version. It is the letter's receipt."""

    message: int
    round: int
    active: int | None
    version: int
    called: tuple[int, ...] = ()
    """The seats it called when it was posted."""

    @property
    def turn(self) -> Turn:
        return self.round, self.active

    def has_called(self, turn: Turn, seat: int) -> bool:
        """Whether it has called the seat to this turn."""
        return self.turn == turn and seat in self.called


class BoardPosts:
    """The posts in the channel of a game."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    # ---- before and at the start

    async def lobby(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """One post per lobby, edited as people come and go."""
        reply = await self._lobby_reply(hosted, words)
        message = await self._lobby_post(hosted.number)
        if message is None or not await self._delivery.edit(hosted.header.channel, message, reply):
            message = await self._delivery.say(letter, hosted, reply)
        return str(message)

    async def _lobby_reply(self, hosted: HostedGame, words: Texts) -> Reply:
        """Without buttons and board when there is nothing to join any more."""
        if hosted.status == "open":
            text = await lobby_text(self._context, words, hosted)
            return Reply(text, lobby_buttons(words, hosted), await self._preview(hosted, words))
        if hosted.status == "aborted" and not hosted.has_started:
            return Reply(words.say("Game {number} has been called off.", number=hosted.number))
        return Reply(words.say("Game {number} ({title}) has begun.", number=hosted.number, title=hosted.title.name))

    async def _preview(self, hosted: HostedGame, words: Texts) -> tuple[Attachment, ...]:
        if (found := likely(hosted)) is None:
            return ()
        style = await self._context.style(hosted, words)
        return picture_file(await self._context.pictures.preview(hosted.title.key, *found, style), "board.png")

    async def _lobby_post(self, game: int) -> int | None:
        receipt = await self._context.queries.last_receipt(game, "lobby")
        return None if receipt is None else int(receipt)

    async def start(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        message = await self._lobby_post(hosted.number)
        if message is not None:
            await self._delivery.edit(hosted.header.channel, message, await self._lobby_reply(hosted, words))
        names = await self._context.names.of_seats(hosted, words)
        begins = words.say(
            "Game {number} ({title}) begins: {names}.",
            number=hosted.number,
            title=hosted.title.name,
            names=plain(", ".join(names)),
        )
        proof = words.say(
            "Chance is fixed by a seed whose SHA-256 is `{commitment}`; the seed itself is shown at the end.",
            commitment=letter.payload["commitment"],
        )
        return str(await self._delivery.say(letter, hosted, Reply(f"{begins}\n{proof}")))

    # ---- while it goes on

    async def board(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        """One live post per turn, edited while the turn goes on. Turns that computers are about to take get none."""
        assert game is not None
        shown = None if letter.payload.get("anew") else await self.shown_of(hosted.number)
        receipt = None if shown is None else msgspec.json.encode(shown).decode()
        if hosted.status != "running" or not any(hosted.seats[seat].user is not None for seat in hosted.owed()):
            return receipt
        if shown is not None and shown.version >= hosted.version and shown.version >= letter.number_of("version"):
            return receipt
        seen: View = hosted.title.view(game.state, None)
        same = shown is not None and shown.turn == turn_of(seen)
        calls = {} if same else await self._calls(hosted, seen)
        style = await self._context.style(hosted, words)
        reply = await board_reply(self._context, words, hosted, game, style, calls)
        if shown is not None and same and await self._delivery.edit(hosted.header.channel, shown.message, reply):
            new = Shown(shown.message, seen.round, seen.active, hosted.version, shown.called)
        else:
            message = await self._delivery.say(letter, hosted, reply, *calls.values())
            new = Shown(message, seen.round, seen.active, hosted.version, tuple(calls))
        return msgspec.json.encode(new).decode()

    async def _calls(self, hosted: HostedGame, seen: View) -> dict[int, int]:
        """Whom the first board of a turn calls, by seat: those who are to be called, still wait, and want it so."""
        people = {seat: hosted.seats[seat].user for seat in hosted.called(turn_of(seen)) if seat in hosted.owed()}
        return {
            seat: user
            for seat, user in people.items()
            if user is not None and (await self._context.chosen.at_table(user, hosted)).ping == "mention"
        }

    async def shown_of(self, game: int) -> Shown | None:
        receipt = await self._context.queries.last_receipt(game, "board")
        return None if receipt is None else msgspec.json.decode(receipt, type=Shown)

    # ---- at its end

    async def over(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        """The last picture, the score card, and the seed, so that anybody can replay the record."""
        assert game is not None
        result = game.result()
        assert result is not None
        title, number = hosted.title, hosted.number
        style = await self._context.style(hosted, words)
        summary = summary_of(words, hosted, style["names"])
        winners = " · ".join(summary.who(seat) for seat in result.winners)
        lines = [
            words.say(
                "**{title}**, game {number} is over. 🏆 {winners}", title=title.name, number=number, winners=winners
            ),
            summary.ranking(result),
            words.say("The seed was `{seed}`.", seed=letter.payload["seed"]),
        ]
        seen = title.view(game.state, None)
        board = await self._context.pictures.board(game, style)
        score = await self._context.pictures.score(title.key, seen, result, style)
        buttons = view(
            button("rematch", words.say("Rematch"), number, style=GOOD),
            button("replay", words.say("Replay"), number),
            button("log", words.say("Log"), number),
            button("export", words.say("Record"), number, style=MAIN),
        )
        files: tuple[Attachment, ...] = (*picture_file(board, "board.png"), *picture_file(score, "score.png"))
        return str(await self._delivery.say(letter, hosted, Reply("\n".join(lines), buttons, files)))

    async def film(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        assert game is not None
        try:
            made = await film(game, await self._context.style(hosted, words))
        except BadPicture as error:  # without a receipt, whoever asks again has it tried again
            self._context.metrics.failures.labels("draw").inc()
            log.error("A film could not be made", error=str(error))
            await self._delivery.say(letter, hosted, Reply(words.say("The replay could not be made.")))
            return None
        said = _about_film(hosted, made.frames, len(game.steps), words)
        try:
            reply = Reply(said, files=(Attachment(f"replay.{made.kind}", made.content, said),))
            return str(await self._delivery.say(letter, hosted, reply))
        except discord.HTTPException as error:
            if error.status != TOO_LARGE:
                raise
        await self._delivery.say(letter, hosted, Reply(words.say("The replay is too large for this channel.")))
        return None


def _about_film(hosted: HostedGame, frames: int, decisions: int, words: Texts) -> str:
    """What the film shows: every decision, or, where some had to be left out, how few pictures it has."""
    fields = {"title": hosted.title.name, "number": hosted.number, "decisions": decisions}
    if frames > decisions:  # the start has a picture too
        return words.say(
            "**{title}**, game {number}, from its start. Decisions shown: {decisions}, all of them.", **fields
        )
    return words.say(
        "**{title}**, game {number}, from its start. Decisions: {decisions}; pictures: {pictures}.",
        pictures=frames,
        **fields,
    )
