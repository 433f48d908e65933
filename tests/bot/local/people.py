"""People at the screen, in code: they wish through the same door as the page and see what a page would be shown.

Not for assertions.
"""

from collections.abc import Callable
from typing import Any

import aiohttp

from bot.local.components import ComponentKind, walk
from bot.local.models import Json
from bot.local.server import Server
from tests.patience import until

Shape = dict[str, Any]
TEXT = int(ComponentKind.TEXT)


def text_of(message: Shape) -> str:
    """The words of a message, whether it is laid out or not."""
    return told_by(str(message["content"]), message["components"])


def told_by(content: str, components: list[Json]) -> str:
    return "\n".join(str(one["content"]) for one in walk(components) if one["type"] == TEXT) or content


class Guest:
    """One person with an open page."""

    def __init__(self, server: Server, session: aiohttp.ClientSession, number: int, channel: int) -> None:
        self._server = server
        self._session = session
        self.id = number
        self.channel = channel
        self.locale = "en-US"

    # ---- wishing

    async def wish(self, wish: str, **fields: object) -> Shape:
        fields = {"person": str(self.id), "channel": str(self.channel), "locale": self.locale} | fields
        headers = {"X-Kontor-Key": self._server.key}
        address = f"{self._server.base}/local/wish/{wish}"
        async with self._session.post(address, json=fields, headers=headers) as response:
            answer: Shape = await response.json()
            return answer

    async def slash(self, words: str, **values: object) -> Shape:
        return await self.wish("command", words=words.split(), values=values)

    async def complete(self, words: str, focused: str, **values: object) -> list[Shape]:
        answer = await self.wish("complete", words=words.split(), values=values, focused=focused)
        choices: list[Shape] = answer["choices"]
        return choices

    async def press(self, message: Shape, custom_id: str, *chosen: str) -> Shape:
        return await self.wish(
            "component", channel=message["channel_id"], message=message["id"], custom_id=custom_id, chosen=list(chosen)
        )

    async def submit(self, opener: str, **values: object) -> Shape:
        return await self.wish("modal", interaction=opener, values=values)

    # ---- seeing

    def messages(self, channel: int | None = None) -> list[Shape]:
        world = self._server.world
        places = [channel] if channel else list(world.messages)
        held = [message for place in places for message in world.messages[place].values()]
        return [self._server.services.payloads.message(one) for one in held if world.sees(self.id, one)]

    async def sees(self, wanted: Callable[[Shape], object], channel: int | None = None) -> Shape:
        """Waits for a message that the person can see."""
        found: list[Shape] = []

        def look() -> bool:
            found[:] = [message for message in self.messages(channel) if wanted(message)]
            return bool(found)

        await until(look)
        return found[-1]

    async def reads(self, text: str) -> Shape:
        return await self.sees(lambda message: text in words_of(message))

    @property
    def direct(self) -> int:
        return self._server.world.direct(self._server.world.people[self.id]).id

    async def picture(self, address: str) -> bytes:
        async with self._session.get(address) as response:
            assert response.status == 200, response.status
            return await response.read()


def words_of(message: Shape) -> str:
    """Everything a message says: content, embeds, text displays, labels."""
    found: list[str] = []

    def gather(value: object) -> None:
        if isinstance(value, dict):
            found.extend(
                str(value[key]) for key in ("content", "title", "description", "label", "value") if key in value
            )
            for one in value.values():
                gather(one)
        elif isinstance(value, list):
            for one in value:
                gather(one)

    gather({key: message[key] for key in ("content", "embeds", "components")})
    return "\n".join(found)
