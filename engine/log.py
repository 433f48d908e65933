"""The log of a game: what was decided, numbered as people see it, with what was taken back in its place.

Not for words, and not for the record: that has every line, also those that somebody may not know of.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.errors import BadRequest
from engine.history import Game, rewound_to
from engine.past import AnyStep
from engine.values import UNDO, State, View


class Entry(msgspec.Struct, kw_only=True):
    """Something the log lists. A number, once given, stays, whatever is taken back or opened later.

    Only what everybody can see has a number, and orders never have one: they move nothing. Sealed answers that are
    opened together are one entry, so that nothing tells in which order they came.
    """

    number: int | None = None
    version: int
    """The first position at which the table could know of it."""
    round: int
    """0: before the first one."""
    made: tuple[int, ...] = ()
    """The versions its decisions led to, in the order they are listed; none: the table went back."""
    places: tuple[int, ...] = ()
    """Where its decisions are among the steps of the version `read_at`."""
    read_at: int = 0
    """The version to read it at: the present one or, if it was taken back, the last at which it stood."""
    undone: bool = False
    back_to: int = 0
    """The number of the entry that the table went back to."""


class GameLog:
    """All entries of a game, in their order; `texts` says what of an entry a reader may know."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self._numbered: list[Entry] = []
        self._entries_of: dict[int, list[Entry]] = {}
        """By the version a decision was made at; none while it is sealed, several if it was opened more than once."""
        self._made: dict[int, int] = {}
        """By the identity of a sequence of steps: the version at which its last one was made."""
        self._stack: list[int] = []
        """The versions at which the decisions that stand were made, ascending."""
        self._sealed: list[int] = []
        """Those among them that the table does not know of yet."""
        self._rounds = [self._round(0)]
        """Of the positions, by version."""
        for version in range(1, game.version + 1):
            self._rounds.append(self._round(version))
            self._follow(version)
        self._finish()

    # ---- finding entries

    @property
    def latest(self) -> int:
        """The highest number."""
        return len(self._numbered)

    def find(self, number: int) -> Entry:
        """The entry of a number from 1 on."""
        if not 1 <= number <= self.latest:
            raise BadRequest("The log has no entry {number}.", number=number)
        return self._numbered[number - 1]

    def version_of(self, number: int) -> int:
        """The position after an entry; 0 is the start."""
        return self.find(number).version if number else 0

    def number_at(self, version: int) -> int:
        """The latest entry at a position, as the table could see it; 0 before the first."""
        stood = {self._made[id(past)] for past in self.game.past_at(version).ends(0)}
        for entry in reversed(self._numbered):
            if entry.version <= version and stood.issuperset(entry.made):
                return entry.number or 0
        return 0

    def is_now(self, number: int) -> bool:
        """Whether nothing but orders came after an entry: then there is nothing to go back from."""
        is_aside = self.game.title.is_aside
        pairs = zip(reversed(self._stack), reversed(self.game.steps), strict=True)
        last = next((made for made, step in pairs if not is_aside(step.action)), None)
        if number == 0 or last is None:
            return number == 0 and last is None
        return not self.find(number).undone and last in self.find(number).made

    def texts(self, entry: Entry, viewer: int | None) -> Iterator[tuple[AnyStep, str | None]]:
        """The decisions of an entry as the viewer may read them; None while one is hidden."""
        steps, now = self._read(entry.read_at)
        for place in entry.places:
            yield steps[place], self.game.title.shown(steps, place, viewer, now)

    def _read(self, version: int) -> tuple[Sequence[AnyStep], State]:
        game = self.game
        if version == game.version:
            return game.steps, game.state
        return game.past_at(version), game.state_at(version)

    # ---- making them

    def _follow(self, version: int) -> None:
        game, line = self.game, self.game.lines[version - 1]
        if line.seat is not None and line.text != game.title.text(UNDO):
            self._made[id(game.past_at(version))] = version
            self._decide(version)
            return
        before, after = game.past_at(version - 1), game.past_at(version)
        shared = before.shared(after)
        again = after.ends(shared)
        if line.seat is not None:  # what an undo passes over stays: it stands behind an earlier position now
            self._made |= dict(zip(map(id, again), self._stack[shared + 1 :], strict=True))
        self._restack(shared, [self._made[id(past)] for past in again], version)
        if line.seat is None:
            entry = Entry(version=version, round=self._rounds[version], back_to=self.number_at(rewound_to(line)))
            self.entries.append(entry)

    def _decide(self, version: int) -> None:
        title, past, state = self.game.title, self.game.past_at(version), self.game.state_at(version)
        self._stack.append(version)
        if title.is_aside(past[-1].action):
            self._add((version,), version)
            return
        self._sealed.append(version)
        opened = [made for made in self._sealed if title.shown(past, self._place(made), None, state) is not None]
        if opened:
            entry = self._add(self._in_order(opened, past), version)
            self._numbered.append(entry)
            entry.number = self.latest
            self._sealed = [made for made in self._sealed if made not in opened]
        if self._rounds[version] < self._rounds[version - 1]:  # what came before them was counted by itself
            for each in self._of(self._stack):
                each.round = 0

    def _restack(self, shared: int, again: Sequence[int], version: int) -> None:
        """Other decisions stand now: some are taken back, some may stand again."""
        gone = set(self._stack[shared:]).difference(again)
        broken = [entry for entry in self._of(gone) if not entry.undone]
        for entry in broken:
            entry.undone, entry.read_at = True, version - 1
            entry.places = tuple(map(self._place, entry.made))
        self._stack[shared:] = again
        standing = set(self._stack)
        for entry in self._of(again):
            entry.undone = not standing.issuperset(entry.made)
        unsure = {*self._sealed, *again, *(made for entry in broken for made in entry.made)} & standing
        self._sealed = sorted(made for made in unsure if all(entry.undone for entry in self._of([made])))

    def _finish(self) -> None:
        """What is still sealed, which its author may read; and where all that stands is found."""
        for made in self._in_order(self._sealed, self.game.steps):
            self._add((made,), made)
        for entry in self.entries:
            if not entry.undone:
                entry.read_at, entry.places = self.game.version, tuple(map(self._place, entry.made))

    def _add(self, made: tuple[int, ...], version: int) -> Entry:
        entry = Entry(version=version, round=self._rounds[version - 1], made=made)
        self.entries.append(entry)
        for each in made:
            self._entries_of.setdefault(each, []).append(entry)
        return entry

    def _of(self, versions: Iterable[int]) -> list[Entry]:
        return [entry for version in versions for entry in self._entries_of.get(version, ())]

    def _place(self, made: int) -> int:
        return bisect_left(self._stack, made)

    def _in_order(self, versions: Sequence[int], steps: Sequence[AnyStep]) -> tuple[int, ...]:
        """As the title lists them."""
        if len(versions) < 2:
            return tuple(versions)
        rank = {place: number for number, place in enumerate(self.game.title.log_order(steps))}
        return tuple(sorted(versions, key=lambda made: rank[self._place(made)]))

    def _round(self, version: int) -> int:
        view: View = self.game.title.view(self.game.state_at(version), None)
        return view.round
