"""The post that calls for a substitute: what one would take over, with the board as all see it; and what became of it.

Not for who may take the seat: `bot.table.substitutes`.
"""

from bot.store.forgotten import NOBODY
from bot.store.hosted_game import HostedGame
from bot.store.outbox import Letter
from bot.store.requests import Vacancy
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.components import GOOD, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.panels.personal import accent_of
from bot.ui.panels.setup import HOUR, pace_text
from bot.ui.posts.delivery import Delivery
from bot.ui.posts.requests import holder_of
from bot.ui.replies import Reply, picture_file
from engine.history import Game
from engine.values import View

KIND = "vacancy"


class VacancyPosts:
    """One post for each call, edited once."""

    def __init__(self, context: Context, delivery: Delivery) -> None:
        self._context = context
        self._delivery = delivery

    async def vacancy(self, letter: Letter, hosted: HostedGame, game: Game | None, words: Texts) -> str | None:
        """Unless the seat was taken before anybody could see it."""
        number, seat = letter.number_of("request"), letter.number_of("seat")
        vacancy = hosted.header.attendance.vacant.get(seat)
        if game is None or vacancy is None or vacancy.number != number:
            return None
        style = await self._context.style(hosted, words)
        seen: View = hosted.title.view(game.state, None)
        summary = summary_of(words, hosted, style["names"])
        lines = [await self._heading(letter, hosted, words), await self._asked(hosted, vacancy, words)]
        if hosted.header.pace is not None:
            lines.append(words.say("Time to think: {pace}.", pace=pace_text(words, hosted.header.pace / HOUR)))
        if hosted.title.has_hand(hosted.setup().options):
            lines.append(words.say("Who takes the seat sees its cards; nobody else does."))
        buttons = view(
            button("takeseat", words.say("Take the seat"), hosted.number, rest=str(number), style=GOOD),
            button("nocall", words.say("Withdraw"), hosted.number, rest=str(number)),
        )
        reply = Reply(
            "\n".join(filter(None, lines)),
            buttons,
            picture_file(await self._context.pictures.board(game, style), "board.png"),
            layout=True,
            below="\n".join(filter(None, (summary.turn(seen), summary.score(seen, hosted.number)))),
            accent=accent_of(hosted, hosted.title.view(game.state, seat)),
        )
        return str(await self._delivery.say(letter, hosted, reply))

    async def filled(self, letter: Letter, hosted: HostedGame, _: Game | None, words: Texts) -> str | None:
        """What became of it, in the place of the board and the buttons."""
        message = await self._context.queries.receipt_of_request(hosted.number, letter.number_of("request"), (KIND,))
        if message is not None:
            reply = Reply(await self._outcome(letter, hosted, words), layout=True)
            await self._delivery.edit(hosted.header.channel, int(message), reply, layout=True)
        return None

    async def _heading(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        return words.say(
            "**{title}**, game {number}: who takes the seat of **{holder}**?",
            title=hosted.title.name,
            number=hosted.number,
            holder=await holder_of(self._context, letter, hosted, words),
        )

    async def _asked(self, hosted: HostedGame, vacancy: Vacancy, words: Texts) -> str:
        """Who asked for it and who agreed."""
        said = []
        if vacancy.by != NOBODY:
            said.append(words.say("**{who}** asked for it.", who=await self._name(hosted, vacancy.by)))
        if vacancy.agreed:
            names = [f"**{await self._name(hosted, user)}**" for user in vacancy.agreed]
            said.append(words.say("Agreed: {names}.", names=", ".join(names)))
        return " ".join(said)

    async def _outcome(self, letter: Letter, hosted: HostedGame, words: Texts) -> str:
        fields = {"title": hosted.title.name, "number": hosted.number, "seat": letter.number_of("seat") + 1}
        said = words.say("**{title}**, game {number}: seat {seat} needed a substitute.", **fields)
        who = letter.payload.get("who")
        name = plain(await self._context.names.of_person(hosted.header.guild, who)) if isinstance(who, int) else ""
        match letter.payload["outcome"]:
            case "taken" if name:
                end = words.say("✓ **{who}** has it now.", who=name)
            case "taken":
                end = words.say("✓ A computer has it now.")
            case "returned":
                end = words.say("**{who}** is back.", who=name)
            case "repeated":
                end = words.say("The call is repeated further down.")
            case "over":
                end = words.say("The game is over.")
            case _:
                end = words.say("**{who}** has withdrawn the call.", who=name)
        return f"{said}\n{end}"

    async def _name(self, hosted: HostedGame, user: int) -> str:
        return plain(await self._context.names.of_person(hosted.header.guild, user))
