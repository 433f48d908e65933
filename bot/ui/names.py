"""How people and computers are called: people as the server of the game calls them.

Not for the words around a name, and not for asking Discord: the client says how to find a name.
"""

from collections.abc import Awaitable, Callable, Sequence

from bot.clock import Clock
from bot.recent import Recent
from bot.store.forgotten import is_former
from bot.store.hosted_game import HostedGame, Seat
from bot.texts import Texts

FindName = Callable[[int | None, int], Awaitable[str | None]]
MOST = 10_000
FRESH = 600.0
"""Seconds after which a name is looked up again: another process may have seen that it changed."""


class Names:
    """The names this process has seen, by server and person; no server: what they call themselves everywhere.

    `find` asks Discord for that of somebody who has not been seen there yet.
    """

    def __init__(self, clock: Clock, most: int = MOST) -> None:
        self.find: FindName | None = None
        self._clock = clock
        self._seen: Recent[tuple[int | None, int], tuple[float, str]] = Recent(most)

    def saw(self, guild: int | None, user: int, name: str) -> None:
        self._seen[guild, user] = self._clock.now() + FRESH, name

    async def of_seats(self, hosted: HostedGame, words: Texts) -> tuple[str, ...]:
        """How the seats of a game are called."""
        return await self.of_seated(hosted.header.guild, hosted.seats, words)

    async def of_seated(self, guild: int | None, seats: Sequence[Seat], words: Texts) -> tuple[str, ...]:
        """How those who sit in a game of a server are called."""
        names = [await self._of_seat(guild, number, seat.user, words) for number, seat in enumerate(seats)]
        return tuple(names)

    async def _of_seat(self, guild: int | None, number: int, user: int | None, words: Texts) -> str:
        if user is None:
            return self.of_computer(number, words)
        if is_former(user):
            return words.say("A former player")
        return await self.of_person(guild, user)

    def forget(self, user: int) -> None:
        """What this process remembers of somebody."""
        self._seen.drop(lambda place: place[1] == user)

    def of_computer(self, seat: int, words: Texts) -> str:
        return words.say("Computer {number}", number=seat + 1)

    async def of_person(self, guild: int | None, user: int) -> str:
        until, name = self._seen.get((guild, user)) or (0.0, None)
        if name is None or until < self._clock.now():
            found = None if self.find is None else await self.find(guild, user)
            if found is None:  # an older name is better than none
                return name or f"#{user % 10_000:04}"
            self.saw(guild, user, found)
            return found
        return name
