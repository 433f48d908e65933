"""Forgets people: their seats go to computers, the database loses their number, and the list of them is written down.

Not for asking whether they mean it. After a backup was restored, those who wished it since are forgotten again.
"""

import asyncio
from pathlib import Path

import msgspec
import structlog

from bot.clock import Clock
from bot.errors import BadBackup, LostRace, StoreBusy
from bot.settings import Settings
from bot.store.database import BUSY
from bot.store.forgotten import Forgotten, decode, digest_of, encode, note
from bot.store.maintenance.files import private_file, read_file
from bot.store.maintenance.forget import everybody, forget, live_games
from bot.store.store import Store
from bot.table import Table

log = structlog.get_logger(__name__)

FILE = "forgotten.json"
LARGEST = 1 << 26
"""Bytes of that file; somebody forgotten takes a hundred of them."""
ATTEMPTS = 5


class Forgetting:
    """On one store."""

    def __init__(self, store: Store, table: Table, clock: Clock, settings: Settings) -> None:
        self._store = store
        self._table = table
        self._clock = clock
        self._file = settings.backups_in() / FILE
        self._list = Forgotten(store.database)

    async def forget(self, user: int) -> int:
        """All of a person, at once; in how many games a computer plays on for them."""
        seats = 0
        for _ in range(ATTEMPTS):
            for game in await live_games(self._store.database, user):
                await self._table.leave_for_good(game, user)
                seats += 1
            try:
                await forget(self._store.database, user, self._clock.now())
            except LostRace:  # they have sat down again meanwhile
                continue
            break
        else:
            raise StoreBusy(BUSY)
        await self._store.database.empty_log()
        await self.write_down()
        return seats

    async def again(self) -> int:
        """Forgets those of whom a restored backup knew once more; how many there were."""
        wanted = await self._list.again()
        if not wanted:
            return 0
        known = [user for user in await everybody(self._store.database) if digest_of(user) in wanted]
        for user in known:
            await self.forget(user)
        await self._list.settled()
        return len(known)

    async def expect(self, backup: Path, made_at: float) -> None:
        """After a restoration: whoever was forgotten since that backup was made is to be forgotten again."""
        since = {digest: at for digest, at in self._written(backup.parent).items() if not made_at or at >= made_at}
        await self._store.database.write(lambda connection: note(connection, since, again=True))

    def _written(self, *folders: Path) -> dict[str, float]:
        """The list as it stands beside the backups."""
        found: dict[str, float] = {}
        for file in {self._file, *(folder / FILE for folder in folders)}:
            if not file.exists():
                continue
            try:
                found |= decode(read_file(file, LARGEST))
            except msgspec.MsgspecError:
                raise BadBackup(f"The file {file} is no list of those who are to be forgotten.") from None
        return found

    async def write_down(self) -> None:
        """Beside the backups, as that is where people could come back from."""
        when = await self._list.when()
        if when:
            await asyncio.to_thread(self._write, when)

    def _write(self, when: dict[str, float]) -> None:
        """What stands in the file already stays: another database may have backups here, too."""
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with private_file(self._file) as opened:
                opened.write(encode(self._written() | when))
        except (OSError, BadBackup) as error:  # the database has it; the next backup writes it, too
            log.error("Who is forgotten could not be written beside the backups", error=type(error).__name__)
