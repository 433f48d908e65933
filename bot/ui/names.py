"""How people and computers are called.

Not for the words around a name, and not for asking Discord: the client says how to find a name.
"""

from collections.abc import Awaitable, Callable

from bot.recent import Recent
from bot.store.hosted_game import HostedGame
from bot.texts import Texts

MOST = 10_000

FindName = Callable[[int], Awaitable[str | None]]


class Names:
    """The names this process has seen. `find` asks Discord for that of somebody who has not been seen yet."""

    def __init__(self) -> None:
        self.find: FindName | None = None
        self._seen: Recent[int, str] = Recent(MOST)

    def saw(self, user: int, name: str) -> None:
        self._seen[user] = name

    async def of_seats(self, hosted: HostedGame, words: Texts) -> tuple[str, ...]:
        """How the seats of a game are called."""
        return tuple(
            [
                words.say("Computer {number}", number=f"P{number + 1}")
                if seat.user is None
                else await self.of_person(seat.user)
                for number, seat in enumerate(hosted.seats)
            ]
        )

    async def of_person(self, user: int) -> str:
        name = self._seen.get(user)
        if name is None:
            name = None if self.find is None else await self.find(user)
            if name is None:
                return f"#{user % 10_000:04}"
            self._seen[user] = name
        return name
