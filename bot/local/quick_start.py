"""The one-click starts of the welcome: a title against computer players, by the commands a person would type.

Not for any title by name: whatever is registered is offered.
"""

import asyncio
from functools import cache

import msgspec

from bot.local.gestures import Gestures, Impossible
from bot.local.interactions import InteractionKind
from bot.local.models import Channel, Message, MessageFlag, Person
from bot.local.services import Services
from bot.texts import LANGUAGES, texts
from engine.registry import has_painter, titles
from engine.title import AnyTitle

COMPUTERS = 2
"""Enough for every title to come alive."""
PATIENCE_SECONDS = 60.0
POLL_SECONDS = 0.02


class Start(msgspec.Struct, frozen=True):
    """What is said of a title before a game, and what there is to choose."""

    key: str
    name: str
    fewest: int
    most: int
    """Opponents."""
    computers: int
    """How many, if nobody chooses."""
    minutes: tuple[int, int] | None
    weight: str
    pictured: bool
    about: dict[str, str]
    """A sentence by language."""


class Opponents(msgspec.Struct, frozen=True):
    """What was chosen: how many computers, of which level; nothing is what the bot takes without being told."""

    computers: int | None = None
    level: str = ""


AS_OFFERED = Opponents()


def offered() -> list[Start]:
    return [_start(title) for title in titles()]


@cache
def _start(title: AnyTitle) -> Start:
    low, high = (seats - 1 for seats in title.seats)
    about = {language: texts(language).about(title) for language in LANGUAGES}
    return Start(
        title.key, title.name, max(low, 1), high, min(max(COMPUTERS, low), high), title.minutes, title.weight,
        has_painter(title.key), about,
    )  # fmt: skip


class QuickStart:
    """Types the commands of a start, each after the answer to the one before."""

    def __init__(self, services: Services, gestures: Gestures) -> None:
        self._services = services
        self._world = services.world
        self._gestures = gestures

    async def start(
        self, key: str, person: Person, channel: Channel, locale: str, opponents: Opponents = AS_OFFERED
    ) -> Channel:
        """Opens a game in a thread of its own, so that it is in nobody's way; returns the thread."""
        start = next((one for one in offered() if one.key == key), None)
        if start is None:
            raise Impossible("This start is not offered.")
        computers = start.computers if opponents.computers is None else opponents.computers
        if not start.fewest <= computers <= start.most:
            raise Impossible(f"{start.name} is played against {start.fewest} to {start.most} opponents.")
        level = {"policy": opponents.level} if opponents.level else {}
        self._gestures.command(["game", "computer"], dict(level))  # a level that there is not, before anything is open
        place = self._world.channels.get(channel.parent or 0, channel)
        if place.is_dm:
            place = self._world.text_channels()[0]
        known = set(self._world.channels)
        seats = computers + 1
        wish = {"title": key, "thread": True, "seats": seats, "language": texts(locale).code}
        answers = [await self._type("game new", person, place, locale, **wish)]
        thread = await self._new_thread(known)
        answers += [await self._type("game computer", person, thread, locale, **level) for _ in range(computers)]
        await self._type("game start", person, thread, locale)
        for answer in answers:  # nobody typed these; only the last one is news, and may have replaced the one before
            if answer is not None and answer.viewer is not None and self._world.message(answer.channel, answer.id):
                self._world.drop_message(answer)
        return thread

    async def _type(
        self, words: str, person: Person, channel: Channel, locale: str, **values: object
    ) -> Message | None:
        """One command, until its answer stands; the answer."""
        name, data = self._gestures.command(words.split(), values)
        interaction = self._services.interactions.send(
            InteractionKind.COMMAND, data, person=person.id, channel=channel.id, locale=locale, name=name
        )
        async with asyncio.timeout(PATIENCE_SECONDS):
            while interaction.original is None or _loading(self._world.message(channel.id, interaction.original)):
                await asyncio.sleep(POLL_SECONDS)
        return self._world.message(channel.id, interaction.original)

    async def _new_thread(self, known: set[int]) -> Channel:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (new := [one for one in self._world.threads() if one.id not in known]):
                await asyncio.sleep(POLL_SECONDS)
        return new[0]


def _loading(message: Message | None) -> bool:
    return message is not None and bool(message.flags & MessageFlag.LOADING)
