"""Turns the letters of the outbox into posts, edits, private messages and pings.

Not for when they are sent (`bot.courier`) and not for what happened (the table wrote that down): a letter is worded
and drawn when it is sent, from the position of that moment, so late letters say nothing stale.
"""

from collections.abc import Awaitable, Callable, Mapping

import aiohttp
import discord
import msgspec
import structlog
from discord.utils import escape_markdown

from bot.answers import Attachment, Reply, picture_file
from bot.components import GOOD, MAIN, button, view
from bot.courier import TryAgain
from bot.errors import BadPicture
from bot.film import KIND, film
from bot.house import House
from bot.lobby import lobby_buttons, lobby_text, proposal_buttons
from bot.looks import board_buttons, hand_of, play_buttons
from bot.preferences import Ping
from bot.store.outbox import Letter
from bot.store.sheet import Sheet
from bot.table.seating import likely
from bot.telling import Teller
from bot.texts import Texts, texts
from bot.wire import Wire, verdict
from engine.history import Game
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


class Handed(msgspec.Struct, frozen=True, array_like=True):
    """The private message with somebody's cards, up to which version. It is the letter's receipt."""

    channel: int
    message: int
    user: int
    version: int


class Posts:
    """The sender of the courier."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._wire = Wire(client)
        self._kinds: dict[str, Callable[[Letter, Sheet, Game | None, Texts], Awaitable[str | None]]] = {
            "lobby": self._lobby,
            "start": self._start,
            "board": self._board,
            "over": self._over,
            "film": self._film,
            "hand": self._hand,
            "turn": self._turn,
            "call": self._call,
            "closed": self._closed,
            "proposal": self._proposal,
            "declined": self._line,
            "absent": self._line,
            "resigned": self._line,
            "replaced": self._line,
            "aborted": self._line,
        }

    async def send(self, letter: Letter) -> str | None:
        house = self._house
        sheet = await house.table.sheet(letter.game)
        game = None
        if sheet.has_started:
            sheet, game = await house.histories.get(letter.game)
        words = await house.table_texts(sheet)
        with (
            structlog.contextvars.bound_contextvars(stage="post", game=letter.game),
            house.metrics.stage("send"),
        ):
            try:
                return await self._kinds[letter.kind](letter, sheet, game, words)
            except discord.HTTPException as error:
                raise verdict(letter, error) from error
            except (aiohttp.ClientError, OSError) as error:
                raise TryAgain(type(error).__name__) from error

    # ---- the channel

    async def _lobby(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        """One post per lobby, edited as people come and go."""
        reply = await self._lobby_reply(sheet, words)
        message = await self._lobby_post(sheet.number)
        if message is None or not await self._wire.edit(sheet.header.channel, message, reply):
            message = await self._wire.say(letter, sheet, reply)
        return str(message)

    async def _lobby_reply(self, sheet: Sheet, words: Texts) -> Reply:
        """Without buttons and board when there is nothing to join any more."""
        if sheet.status == "open":
            text = await lobby_text(self._house, words, sheet)
            return Reply(text, lobby_buttons(words, sheet), await self._preview(sheet, words))
        if sheet.status == "aborted" and not sheet.has_started:
            return Reply(words.say("Game {number} has been called off.", number=sheet.number))
        return Reply(words.say("Game {number} ({title}) has begun.", number=sheet.number, title=sheet.title.name))

    async def _preview(self, sheet: Sheet, words: Texts) -> tuple[Attachment, ...]:
        if (found := likely(sheet)) is None:
            return ()
        style = await self._house.style(sheet, words)
        return picture_file(await self._house.studio.preview(sheet.title.key, *found, style), "board.png")

    async def _lobby_post(self, game: int) -> int | None:
        receipt = await self._house.finding.last_receipt(game, "lobby")
        return None if receipt is None else int(receipt)

    async def _start(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        message = await self._lobby_post(sheet.number)
        if message is not None:
            await self._wire.edit(sheet.header.channel, message, await self._lobby_reply(sheet, words))
        names = await self._house.names(sheet, words)
        begins = words.say(
            "Game {number} ({title}) begins: {names}.",
            number=sheet.number,
            title=sheet.title.name,
            names=escape_markdown(", ".join(names)),
        )
        proof = words.say(
            "Chance is fixed by a seed whose SHA-256 is `{commitment}`; the seed itself is shown at the end.",
            commitment=letter.payload["commitment"],
        )
        return str(await self._wire.say(letter, sheet, Reply(f"{begins}\n{proof}")))

    async def _board(self, letter: Letter, sheet: Sheet, game: Game | None, words: Texts) -> str | None:
        """One live post per turn, edited while the turn goes on. Turns that computers are about to take get none."""
        assert game is not None
        shown = await self._shown_of(sheet.number)
        receipt = None if shown is None else msgspec.json.encode(shown).decode()
        if sheet.status != "running" or not any(sheet.seats[seat].user is not None for seat in sheet.owed()):
            return receipt
        if shown is not None and shown.version >= sheet.version and shown.version >= _number(letter, "version"):
            return receipt
        seen: View = sheet.title.view(game.state, None)
        same = shown is not None and (shown.round, shown.active) == (seen.round, seen.active)
        calls = {} if same else await self._calls(sheet, seen)
        reply = await self._board_reply(sheet, game, words, calls)
        if shown is not None and same and await self._wire.edit(sheet.header.channel, shown.message, reply):
            new = Shown(shown.message, seen.round, seen.active, sheet.version, shown.called)
        else:
            message = await self._wire.say(letter, sheet, reply, *calls.values())
            new = Shown(message, seen.round, seen.active, sheet.version, tuple(calls))
        return msgspec.json.encode(new).decode()

    async def _calls(self, sheet: Sheet, seen: View) -> dict[int, int]:
        """Whom the first board of a turn calls, by seat: those who are to be called, still wait, and want it so."""
        pinged = sheet.pinged
        if (pinged.round, pinged.active) != (seen.round, seen.active):
            return {}
        people = {seat: sheet.seats[seat].user for seat in pinged.seats if seat in sheet.owed()}
        return {
            seat: user
            for seat, user in people.items()
            if user is not None and (await self._house.manners(user, sheet)).ping == "mention"
        }

    async def _shown_of(self, game: int) -> Shown | None:
        receipt = await self._house.finding.last_receipt(game, "board")
        return None if receipt is None else msgspec.json.decode(receipt, type=Shown)

    async def _board_reply(self, sheet: Sheet, game: Game, words: Texts, calls: Mapping[int, int]) -> Reply:
        style = await self._house.style(sheet, words)
        teller = Teller(words, sheet.title, style["names"])
        mentions = {seat: f"<@{user}>" for seat, user in calls.items()}
        content = teller.position(game, [seat.user is not None for seat in sheet.seats], mentions)
        picture = await self._house.studio.board(game, style)
        return Reply(content, view(*board_buttons(words, sheet)), picture_file(picture, "board.png"))

    async def _over(self, letter: Letter, sheet: Sheet, game: Game | None, words: Texts) -> str | None:
        """The last picture, the score card, and the seed, so that anybody can replay the record."""
        assert game is not None
        result = game.result()
        assert result is not None
        title, number = sheet.title, sheet.number
        style = await self._house.style(sheet, words)
        teller = Teller(words, title, style["names"])
        winners = " · ".join(teller.who(seat) for seat in result.winners)
        lines = [
            words.say(
                "**{title}**, game {number} is over. 🏆 {winners}", title=title.name, number=number, winners=winners
            ),
            teller.ranking(result),
            words.say("The seed was `{seed}`.", seed=letter.payload["seed"]),
        ]
        seen = title.view(game.state, None)
        board = await self._house.studio.board(game, style)
        score = await self._house.studio.score(title.key, seen, result, style)
        buttons = view(
            button("rematch", words.say("Rematch"), number, style=GOOD),
            button("replay", words.say("Replay"), number),
            button("log", words.say("Log"), number),
            button("export", words.say("Record"), number, style=MAIN),
        )
        files: tuple[Attachment, ...] = (*picture_file(board, "board.png"), *picture_file(score, "score.png"))
        return str(await self._wire.say(letter, sheet, Reply("\n".join(lines), buttons, files)))

    async def _film(self, letter: Letter, sheet: Sheet, game: Game | None, words: Texts) -> str | None:
        assert game is not None
        said = words.say("**{title}**, game {number}, from its start.", title=sheet.title.name, number=sheet.number)
        try:
            made = await film(game, await self._house.style(sheet, words))
        except BadPicture as error:  # without a receipt, whoever asks again has it tried again
            self._house.metrics.failures.labels("draw").inc()
            log.error("A film could not be made", error=str(error))
            await self._wire.say(letter, sheet, Reply(words.say("The replay could not be made.")))
            return None
        return str(await self._wire.say(letter, sheet, Reply(said, files=(Attachment(f"replay.{KIND}", made, said),))))

    async def _proposal(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        if sheet.proposal is None:
            return None
        by = await self._who(letter, "by")
        text = words.say(
            "**{who}** asks to go back to position {to} of game {number}. Everybody must agree.",
            who=by,
            to=letter.payload["to"],
            number=sheet.number,
        )
        return str(await self._wire.say(letter, sheet, Reply(text, proposal_buttons(words, sheet.number))))

    async def _line(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        return str(await self._wire.say(letter, sheet, Reply(await self._news(letter, sheet, words))))

    async def _news(self, letter: Letter, sheet: Sheet, words: Texts) -> str:
        """One line about the table itself."""
        number = sheet.number
        match letter.kind:
            case "declined":
                who = await self._who(letter, "by")
                return words.say("**{who}** does not agree; game {number} goes on.", who=who, number=number)
            case "resigned":
                who = await self._who(letter, "user")
                return words.say("**{who}** leaves game {number}; a computer takes over.", who=who, number=number)
            case "replaced":
                who, seat = await self._who(letter, "user"), f"P{_number(letter, 'seat') + 1}"
                return words.say("**{who}** takes seat {seat} of game {number}.", who=who, seat=seat, number=number)
            case "absent":
                who = escape_markdown((await self._house.names(sheet, words))[_number(letter, "seat")])
                return words.say("The time of **{who}** has run out; the host has answered for them.", who=who)
        return words.say("Game {number} has been called off.", number=number)

    async def _who(self, letter: Letter, field: str) -> str:
        return escape_markdown(await self._house.name(_number(letter, field)))

    # ---- one person

    async def _hand(self, letter: Letter, sheet: Sheet, _: Game | None, __: Texts) -> str | None:
        """A person's cards: one private message per game, kept up to date."""
        seat, user = self._receiver(letter, sheet)
        if user is None:
            return None
        receipt = await self._house.finding.last_receipt(sheet.number, "hand", letter.target)
        held = None if receipt is None else msgspec.json.decode(receipt, type=Handed)
        if held is not None and held.user != user:
            held = receipt = None  # somebody else had the seat
        if not (await self._house.manners(user, sheet)).private or (held is not None and held.version >= sheet.version):
            return receipt
        reply = await hand_of(self._house, await self._person_texts(user, sheet), sheet, seat)
        if held is not None and await self._wire.edit(held.channel, held.message, reply):
            new = msgspec.structs.replace(held, version=sheet.version)
        else:
            message = await self._wire.write_to(letter, user, reply)
            new = Handed(message.channel.id, message.id, user, sheet.version)
        return msgspec.json.encode(new).decode()

    async def _turn(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        """Calls somebody in the channel, unless they have decided meanwhile, or this turn's board has called them."""
        # Calls that were queued when they still went to the seat must not hold up its other letters.
        seat = _number(letter, "seat") if letter.target == "channel" else self._receiver(letter, sheet)[0]
        kinds, user = await self._asked(sheet, seat, words, "mention")
        if user is None or await self._has_been_called(sheet, seat):
            return None
        reply = Reply(f"<@{user}> ▶ {kinds}", view(*play_buttons(words, sheet)))
        return str(await self._wire.say(letter, sheet, reply, user))

    async def _call(self, letter: Letter, sheet: Sheet, _: Game | None, __: Texts) -> str | None:
        """The same for those who wish to be called by private message."""
        seat, user = self._receiver(letter, sheet)
        if user is None:
            return None
        words = await self._person_texts(user, sheet)
        kinds, user = await self._asked(sheet, seat, words, "dm")
        if user is None:
            return None
        text = words.say(
            "**{title}**, game {number} in {place}: it is up to you: {decisions}.",
            title=sheet.title.name,
            number=sheet.number,
            place=f"<#{sheet.header.channel}>",
            decisions=kinds,
        )
        await self._wire.write_to(letter, user, Reply(text, view(*play_buttons(words, sheet))))
        return None

    async def _asked(self, sheet: Sheet, seat: int, words: Texts, ping: Ping) -> tuple[str, int | None]:
        """What a seat owes, and who has it; nobody if it owes nothing or that person is called in another way."""
        user = sheet.seats[seat].user if seat in sheet.owed() else None
        if user is None or (await self._house.manners(user, sheet)).ping != ping:
            return "", None
        seen: View = sheet.title.view(sheet.state, None)
        kinds = [words.decision(sheet.title, decision.kind) for decision in seen.decisions if decision.seat == seat]
        return ", ".join(kinds), user

    async def _has_been_called(self, sheet: Sheet, seat: int) -> bool:
        shown = await self._shown_of(sheet.number)
        seen: View = sheet.title.view(sheet.state, None)
        return shown is not None and (shown.round, shown.active) == (seen.round, seen.active) and seat in shown.called

    async def _closed(self, letter: Letter, sheet: Sheet, _: Game | None, words: Texts) -> str | None:
        """The discreet hint, once: after it no private message is tried until the person asks for them again."""
        seat = int(str(letter.payload["to"]).removeprefix("seat:"))
        user = sheet.seats[seat].user
        if user is None:
            return None
        wish = await self._house.person(user)
        if wish.closed:
            return None
        await self._house.set_person(user, msgspec.structs.replace(wish, closed=True))
        text = words.say(
            "{who}: I cannot write to you in private. **My hand** shows your cards at any time.", who=f"<@{user}>"
        )
        hand = view(button("hand", words.say("My hand"), sheet.number, style=MAIN))
        return str(await self._wire.say(letter, sheet, Reply(text, hand)))

    def _receiver(self, letter: Letter, sheet: Sheet) -> tuple[int, int | None]:
        seat = int(letter.target.removeprefix("seat:"))
        return seat, sheet.seats[seat].user if seat < len(sheet.seats) else None

    async def _person_texts(self, user: int, sheet: Sheet) -> Texts:
        wish = await self._house.person(user)
        language = wish.language or self._house.spoken.get(user)
        return await self._house.table_texts(sheet) if language is None else texts(language)


def _number(letter: Letter, name: str) -> int:
    value = letter.payload[name]
    assert isinstance(value, int)
    return value
