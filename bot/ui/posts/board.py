"""What a channel sees of a game: its lobby, its start, the board of every turn, its end and its film.

Not for what one person gets (`people.py`) and not for one line about the table (`news.py`).
"""

import asyncio
from collections.abc import Sequence

import discord
import msgspec
import structlog

import render
from bot.calls.rules import way, when
from bot.errors import BadPicture
from bot.limits import MESSAGE
from bot.pictures.film import film
from bot.pictures.pool import Style
from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.table.seats import likely
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.texts.story import LONGEST, Story
from bot.ui.components import GOOD, MAIN, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.panels.lobby import lobby_buttons, lobby_text
from bot.ui.panels.personal import board_reply
from bot.ui.panels.setup import pair
from bot.ui.posts.delivery import TOO_LARGE, Delivery
from bot.ui.posts.later import called_by
from bot.ui.replies import Attachment, Reply, picture_file
from bot.ui.thread_names import thread_name
from bot.workers.outbox import Sent
from engine.history import Game, Turn, turn_of, turn_start
from engine.values import View
from render.film import Film

log = structlog.get_logger(__name__)


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """The live board post of a game: which message, of which turn, up to which version. It is the letter's receipt."""

    message: int
    round: int
    active: int | None
    version: int
    called: tuple[int, ...] = ()
    """The seats it called when it was posted."""
    layout: bool = False
    """Whether it was laid out when it was posted; a post is never turned into the other kind."""

    @property
    def turn(self) -> Turn:
        return self.round, self.active

    def has_called(self, turn: Turn, seat: int) -> bool:
        """Whether it has called the seat to this turn."""
        return self.turn == turn and seat in self.called


class Posted(msgspec.Struct, frozen=True, array_like=True):
    """The lobby post of a game. It is the letter's receipt; release 0.1.0 wrote its number alone."""

    message: int
    layout: bool = False


class BoardPosts:
    """The posts in the channel of a game."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery
        self._films: dict[int, asyncio.Task[Film]] = {}
        """Those that are being made, by game."""

    # ---- before and at the start

    async def lobby(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """One post per lobby, edited as people come and go."""
        reply = await self._lobby_reply(hosted, words)
        post = await self._lobby_post(hosted.number)
        if post is None or not await self._edit_lobby(hosted, post, reply):
            role = hosted.header.lobby.role if post is None else None
            post = Posted(await self._delivery.say(letter, hosted, reply, role=role), reply.layout)
        return msgspec.json.encode(post).decode()

    async def _edit_lobby(self, hosted: HostedGame, post: Posted, reply: Reply) -> bool:
        return await self._delivery.edit(hosted.header.channel, post.message, reply, layout=post.layout)

    async def _lobby_reply(self, hosted: HostedGame, words: Texts) -> Reply:
        """Without buttons and board when there is nothing to join any more."""
        if hosted.status == "open":
            text = await lobby_text(self._context, words, hosted)
            return Reply(text, lobby_buttons(words, hosted), await self._preview(hosted, words), layout=True)
        if hosted.status == "aborted" and not hosted.has_started:
            return Reply(words.say("Game {number} has been called off.", number=hosted.number), layout=True)
        begun = words.say("Game {number} ({title}) has begun.", number=hosted.number, title=hosted.title.name)
        return Reply(begun, view(button("proof", words.say("Verify"), hosted.number)), layout=True)

    async def _preview(self, hosted: HostedGame, words: Texts) -> tuple[Attachment, ...]:
        if (found := likely(hosted)) is None:
            return ()
        style = await self._context.style(hosted, words)
        return picture_file(await self._context.pictures.preview(hosted.title.key, *found, style), "board.png")

    async def _lobby_post(self, game: int) -> Posted | None:
        receipt = await self._context.queries.last_receipt(game, "lobby")
        if receipt is None:
            return None
        found = msgspec.json.decode(receipt, type=Posted | int)
        return Posted(found) if isinstance(found, int) else found

    async def start(self, _: Letter, hosted: HostedGame, __: Game | None, words: Texts) -> str | None:
        """Nothing can be joined any more; the first board says that it begins."""
        post = await self._lobby_post(hosted.number)
        if post is not None:
            await self._edit_lobby(hosted, post, await self._lobby_reply(hosted, words))
        names = await self._context.names.of_seats(hosted, words)
        pattern = (await self._context.chosen.of_server(hosted.header.guild)).thread_name
        name = thread_name(pattern, hosted.title.name, names, hosted.number)
        await self._delivery.name_thread(hosted.header.channel, name)
        return None

    def _beginning(self, hosted: HostedGame, words: Texts, names: Sequence[str]) -> str:
        """What stands over the first board: who sits where, and with which options they play."""
        title = hosted.title
        begins = words.say("**{title}**, game {number}, begins.", title=title.name, number=hosted.number)
        seats = ", ".join(f"**{plain(name)}**" for name in names)
        lines = [f"{begins} {words.say('Seats, in order: {names}.', names=seats)}"]
        usual = msgspec.to_builtins(title.options_type())
        options = msgspec.to_builtins(title.read_options(len(names), hosted.header.options))
        chosen = {name: value for name, value in options.items() if worth_telling(value, usual.get(name))}
        said = [words.option_value(title, name, value) for name, value in chosen.items() if not is_number(value)]
        said += [
            pair(words, words.option(title, name), words.option_value(title, name, value))
            for name, value in chosen.items()
            if is_number(value)
        ]
        if hosted.header.lobby.hints and len(hosted.people()) > 1:
            said.append(words.say("everybody may ask for hints"))
        if said:
            lines.append(f"-# {words.say('Options: {options}', options=', '.join(said))}")
        return "\n".join(lines)

    # ---- while it goes on

    async def board(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> Sent:
        """What the board did not call anybody to, a call of its own may do now."""
        return Sent(await self._board(letter, hosted, game, words), called=sorted(hosted.waited_for()))

    async def _board(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
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
        calls = {} if same else await self._calls(hosted, seen, anew=bool(letter.payload.get("anew")))
        style = await self._context.style(hosted, words)
        reply = await board_reply(self._context, words, hosted, game, style, _readers(hosted, seen), calls)
        if _is_first(hosted, game):
            begins = self._beginning(hosted, words, style["names"])
            reply = msgspec.structs.replace(reply, content=f"{begins}\n{reply.content}")
        if shown is not None and same and await self._edit(hosted, shown, reply):
            new = Shown(shown.message, seen.round, seen.active, hosted.version, shown.called, shown.layout)
        else:
            message = await self._delivery.say(letter, hosted, reply, *calls.values())
            new = Shown(message, seen.round, seen.active, hosted.version, tuple(calls), reply.layout)
            if shown is not None and not same:
                await self._retire(hosted, game, shown, words)
            if letter.payload.get("again") and (old := await self.shown_of(hosted.number)) is not None:
                # the same turn, further down
                await self._delivery.retire(hosted.header.channel, old.message, None, layout=old.layout)
        return msgspec.json.encode(new).decode()

    async def _edit(self, hosted: HostedGame, shown: Shown, reply: Reply) -> bool:
        return await self._delivery.edit(hosted.header.channel, shown.message, reply, layout=shown.layout)

    async def _retire(self, hosted: HostedGame, game: Game, old: Shown, words: Texts) -> None:
        """The board before loses its buttons; that of a turn which was taken back says so instead of its story."""
        gone = None if _has_been(game, old.turn) else Reply(words.say("↶ Taken back: the table goes on below."))
        await self._delivery.retire(hosted.header.channel, old.message, gone, layout=old.layout)

    async def _calls(self, hosted: HostedGame, seen: View, *, anew: bool) -> dict[int, int]:
        """Whom the first board of a turn calls, by seat: those who are waited for, and want it so, and now."""
        if hosted.pause is not None:
            return {}
        people = {seat: hosted.seats[seat].user for seat in hosted.called(turn_of(seen)) if seat in hosted.owed()}
        return {
            seat: user
            for seat, user in people.items()
            if user is not None and await self._is_called(user, hosted, anew=anew)
        }

    async def _is_called(self, user: int, hosted: HostedGame, *, anew: bool) -> bool:
        """Not who has just acted, nor who sleeps: a call of its own comes to them in time."""
        wish, now = await self._context.chosen.at_table(user, hosted), self._context.clock.now()
        acted_at = None if anew else hosted.acted_at(user)
        return way("turn", wish) == "mention" and when("turn", wish, now, acted_at) <= now

    async def shown_of(self, game: int) -> Shown | None:
        receipt = await self._context.queries.last_receipt(game, "board")
        return None if receipt is None else msgspec.json.decode(receipt, type=Shown)

    # ---- at its end

    async def over(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> Sent:
        """Why it ended and how, the last picture and the score card; everybody is called once."""
        assert game is not None
        result = game.result()
        assert result is not None
        title, number = hosted.title, hosted.number
        style = await self._context.style(hosted, words)
        summary = summary_of(words, hosted, style["names"])
        winners = " · ".join(summary.who(seat) for seat in result.winners)
        people, later = await called_by(self._context, hosted, "over", hosted.people())
        over = words.say(
            "**{title}**, game {number} is over. 🏆 {winners}", title=title.name, number=number, winners=winners
        )
        ends = [summary.ranking(result), " ".join(f"<@{user}>" for user in people)]
        room = MESSAGE - sum(len(line) + 1 for line in (over, *ends))
        told = Story(summary, game, list(hosted.people().values()), with_result=False)  # the ranking says it
        story = told.text(min(LONGEST, room), in_log=True)
        lines = [over, story, *ends]
        seen = title.view(game.state, None)
        board = await self._context.pictures.board(game, style)
        score = await self._context.pictures.score(title.key, seen, result, style)
        buttons = view(
            button("rematch", words.say("Rematch"), number, style=GOOD),
            button("replay", words.say("Replay"), number),
            button("log", words.say("Log"), number),
            button("proof", words.say("Verify"), number),
            button("export", words.say("Record"), number, style=MAIN),
        )
        files: tuple[Attachment, ...] = (*picture_file(board, "board.png"), *picture_file(score, "score.png"))
        accent = render.colour_of(title.key, seen.seats, result.winners[0])
        reply = Reply("\n".join(line for line in lines if line), buttons, files, layout=True, accent=accent)
        message = await self._delivery.say(letter, hosted, reply, *people)
        if (shown := await self.shown_of(number)) is not None:
            await self._delivery.retire(hosted.header.channel, shown.message, None, layout=shown.layout)
        return Sent(str(message), later)

    async def _wants_calls(self, user: int, hosted: HostedGame) -> bool:
        return (await self._context.chosen.at_table(user, hosted)).ping != "none"

    async def film(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        assert game is not None
        try:
            made = await self._filmed(hosted.number, game, await self._context.style(hosted, words))
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

    async def _filmed(self, number: int, game: Game, style: Style) -> Film:
        """On a slow machine it takes longer than a letter has: it goes on, and the letter finds it when tried again."""
        making = self._films.get(number) or asyncio.create_task(film(game, style))
        self._films[number] = making
        try:
            return await asyncio.shield(making)
        finally:
            if making.done():
                del self._films[number]


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


def _readers(hosted: HostedGame, seen: View) -> list[int]:
    """Whom a board tells what they have not seen: the people who are asked something, and the one whose turn it is."""
    asked = hosted.owed() | ({seen.active} if seen.active is not None else set())
    return [seat for seat in sorted(asked) if hosted.seats[seat].user is not None]


def worth_telling(value: object, usual: object) -> bool:
    """Whether an option needs a word at the start: not what is switched off, and numbers only if they are unusual."""
    return value != usual if is_number(value) else value is not False


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_first(hosted: HostedGame, game: Game) -> bool:
    """Whether no board was posted before that of this turn: computers alone have decided until it began."""
    return all(hosted.seats[step.seat].user is None for step in game.steps[: turn_start(game)])


def _has_been(game: Game, turn: Turn) -> bool:
    """Whether somebody decided something in a turn, and it stands."""
    for step in reversed(game.steps):
        found = turn_of(game.title.view(step.before, None))
        if found == turn:
            return True
        if found[0] < turn[0]:
            return False
    return False
