"""What a call, a reminder, a warning says, of one game or of several that waited together; and what stands there after.

Not for when it is said, nor for whether a notice still holds: `calls.py`.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bot.calls.rules import Event
from bot.calls.series import Told
from bot.store.hosted_game import HostedGame
from bot.texts import Texts
from bot.texts.markdown import plain
from bot.ui.components import GOOD, Press, button, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.panels.calls import reminder_buttons
from bot.ui.panels.personal import play_buttons
from bot.ui.replies import Reply
from engine.history import Game
from engine.values import View

Why = Literal["time_up", "not_yet"]
MOST_BUTTONS = 5


class Waiting(NamedTuple):
    """A game that waits for somebody, and the letter that calls them to it."""

    hosted: HostedGame
    seat: int
    letter: int
    told: Told


class CallWords:
    """In the reader's language."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def notice(
        self,
        words: Texts,
        mine: Waiting,
        others: Sequence[Waiting],
        event: Event,
        *,
        private: bool,
        held_up: bool = False,
        asks: bool = False,
    ) -> Reply:
        """What somebody is told; `asks` whether they may be asked for their time zone."""
        hosted = mine.hosted
        if others and private:
            return await self._several(words, [mine, *others])
        if event in ("turn", "answer"):
            text, buttons = self._call(words, mine, private=private), play_buttons(words, hosted)
            text += await self._about(words, mine)
        else:
            text = await self._reminder(words, mine, event, private=private) + await self._about(words, mine)
            buttons = reminder_buttons(words, hosted, mine.seat)
            if asks:
                text += "\n-# " + words.say("When is it night where you are? Nobody guesses: say it once.")
                buttons.append(button("zone", words.say("Quiet hours …"), hosted.number, row=1))
        if others:
            text += "\n-# " + _elsewhere(words, hosted, others)
        if held_up:
            text = f"{text}\n{words.say('I cannot post there at the moment.')}"
            buttons.append(button("board", words.say("Board"), hosted.number))
        return Reply(text, view(*buttons))

    def _call(self, words: Texts, one: Waiting, *, private: bool) -> str:
        asked = asked_of(one.hosted, one.seat, words)
        if not private:
            return f"<@{one.told.user}> → {asked}"
        return words.say(
            "**{title}**, game {number} in {place}: it is up to you: {decisions}.",
            title=one.hosted.title.name,
            number=one.hosted.number,
            place=f"<#{one.hosted.header.channel}>",
            decisions=asked,
        )

    async def _about(self, words: Texts, one: Waiting) -> str:
        """What the decision is about, line by line: a prompt says only what all may know."""
        hosted = one.hosted
        summary = summary_of(words, hosted, await self._context.names.of_seats(hosted, words))
        told = summary.words.prompts(hosted.title, hosted.title.view(hosted.state, one.seat), summary.who)
        return "".join(f"\n-# {line}" for line in told)

    async def _reminder(self, words: Texts, one: Waiting, event: Event, *, private: bool) -> str:
        asked = asked_of(one.hosted, one.seat, words)
        if not private:
            said = words.say("{who} → still up to you: {decisions}.", who=f"<@{one.told.user}>", decisions=asked)
        else:
            said = words.say(
                "**{title}**, game {number} in {place}: it is still up to you: {decisions}.",
                title=one.hosted.title.name,
                number=one.hosted.number,
                place=f"<#{one.hosted.header.channel}>",
                decisions=asked,
            )
        limit = await self._limit(words, one)
        if event == "nearly_up":
            said = f"{words.say('⏳ Time is nearly up.')} {said}"
        return f"{said} {limit}" if limit else said

    async def _limit(self, words: Texts, one: Waiting) -> str:
        """What happens when time is up, and when that is."""
        deadline = await self._context.queries.deadline(one.hosted.number, one.seat)
        if deadline is None:
            return ""
        return words.say("Your time runs out {when}; then the program answers for you.", when=since(deadline))

    async def _several(self, words: Texts, waiting: Sequence[Waiting]) -> Reply:
        lines = [words.say("These games wait for you:")]
        buttons: list[Press] = []
        for one in waiting:
            hosted = one.hosted
            line = self._call(words, one, private=True)
            limit = await self._limit(words, one)
            lines.append(f"- {line} {limit}".rstrip())
            label = words.say("{title} {number}", title=hosted.title.name, number=hosted.number)
            buttons.append(button("play", label, hosted.number, hosted.version, style=GOOD))
        return Reply("\n".join(lines), view(*buttons[:MOST_BUTTONS]))

    async def next(self, words: Texts, hosted: HostedGame, user: int, active: int) -> Reply:
        """That the seat before theirs has begun."""
        who = plain((await self._context.names.of_seats(hosted, words))[active])
        text = words.say(
            "{you}: **{who}** has begun in **{title}**, game {number} in {place}. You are next.",
            you=f"<@{user}>",
            who=who,
            title=hosted.title.name,
            number=hosted.number,
            place=f"<#{hosted.header.channel}>",
        )
        return Reply(text, view(button("board", words.say("Board"), hosted.number)))

    async def gone(self, words: Texts, hosted: HostedGame, why: Why) -> Reply:
        """What is left of a notice that somebody has read, perhaps, and that holds no longer."""
        fields = {"title": hosted.title.name, "number": hosted.number, "place": f"<#{hosted.header.channel}>"}
        if why == "time_up":
            return Reply(
                words.say(
                    "**{title}**, game {number} in {place}: your time was up, and the program has answered for you.",
                    **fields,
                )
            )
        return Reply(
            words.say(
                "**{title}**, game {number} in {place}: it is not up to you after all: the last decision was taken "
                "back.",
                **fields,
            )
        )

    def why_not(self, hosted: HostedGame, game: Game | None, seat: int, told: Told) -> Why | None:
        """Why a private notice holds no longer, if they have not seen to it themselves; others are just taken away."""
        header = hosted.header
        still = hosted.status == "running" and not hosted.is_parked and hosted.pause is None
        acted_at = header.attendance.acted_at.get(told.user, 0.0)
        if not told.private or not still or hosted.seats[seat].user != told.user or acted_at > told.at:
            return None
        lines = [] if game is None else game.lines[told.version :]
        if any(line.host and line.seat == seat for line in lines):
            return "time_up"
        return None if any(line.seat == seat for line in lines) else "not_yet"


def since(at: float) -> str:
    """A moment as Discord counts to it."""
    return f"<t:{int(at)}:R>"


def asked_of(hosted: HostedGame, seat: int, words: Texts) -> str:
    """What a seat owes."""
    seen: View = hosted.title.view(hosted.state, None)
    kinds = [words.decision(hosted.title, decision.kind) for decision in seen.decisions if decision.seat == seat]
    return ", ".join(kinds)


def _elsewhere(words: Texts, hosted: HostedGame, others: Sequence[Waiting]) -> str:
    """Where else they are waited for, without telling a server about another one."""
    here = [one for one in others if one.hosted.header.guild == hosted.header.guild]
    places = ", ".join(dict.fromkeys(f"<#{one.hosted.header.channel}>" for one in here))
    if places and len(here) == len(others):
        return words.say("You are waited for in {places}, too.", places=places)
    if places:
        return words.say("You are waited for in {places}, too, and elsewhere.", places=places)
    return words.say("You are waited for elsewhere, too.")
