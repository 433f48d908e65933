"""One game as it is kept: who sits where, the game itself, and what a command has changed since loading.

Not for the database (`games.py` loads and saves sheets) and not for what commands mean (`bot.table` changes them).
"""

from typing import Literal

import msgspec

from bot.errors import NotPlayable, NotSeated, Refused
from bot.store.attendance import Attendance, Pause
from bot.store.forgotten import is_former
from bot.store.requests import Request, until_of
from engine.chance import commitment
from engine.errors import EngineError
from engine.history import Game, Line, Turn
from engine.registry import has_board
from engine.title import AnyTitle
from engine.values import Result, Setup, State

Status = Literal["open", "running", "finished", "aborted"]
Rest = Literal["silence"]
"""Why a game is set aside that has its channel: nobody has touched it for long."""

TABLE = -1
"""In the place of a seat: the timer is that of the whole table."""
REQUESTS = "requests"
"""The kind of that timer."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays: a person, or a computer with a policy. `resigned` is the person whose seat the computer keeps."""

    user: int | None = None
    policy: str | None = None
    resigned: int | None = None


class Pinged(msgspec.Struct, frozen=True):
    """The turn somebody was last called to, and the seats that were: one ping per person and turn."""

    round: int = 0
    active: int | None = None
    seats: tuple[int, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    """A letter to be written: without words, so that the sender draws and words it from a view later.

    `target` is "channel", "seat:<n>" (whoever has the seat when it is sent), "call:<n>" (their calls, which may wait
    for days and hold nothing else up) or "user:<id>".
    """

    target: str
    kind: str
    payload: dict[str, object]
    due: float | None = None
    """Not before that moment; none: at once."""


class Lobby(msgspec.Struct, frozen=True, omit_defaults=True):
    """How people gather for a game; a game that was opened without it is open to as many as the title allows."""

    limit: int | None = None
    """Seats at most; none: as many as the title has."""
    language: str | None = None
    """Of the posts that all see; none: the server's."""
    shuffle: bool = False
    """Whether the start mixes the seats; otherwise people sit in the order they came."""
    full_starts: bool = False
    """Whether the game starts by itself when its last seat is taken."""
    order: tuple[int | None, ...] = ()
    """Of a rematch: who played before, as they are to sit; None is a computer. Whoever else comes sits behind them."""
    invited: tuple[int, ...] = ()
    """Whom somebody has invited by name and who has neither joined nor declined."""
    declined: tuple[int, ...] = ()
    role: int | None = None
    """The role of the server that is called when it is opened."""
    hints: bool = False
    """Whether people who play against each other may ask for hints."""


class Invitation(msgspec.Struct, frozen=True):
    """That somebody was invited to a game, and by whom."""

    user: int
    by: int


class Header(msgspec.Struct):
    """What is said about a game besides its play."""

    title: str
    options: dict[str, object]
    guild: int | None
    channel: int
    owner: int
    pace: float | None
    seed: str
    opened_at: float
    status: Status = "open"
    started_at: float | None = None
    ended_at: float | None = None
    lobby: Lobby = Lobby()
    attendance: Attendance = msgspec.field(default_factory=Attendance)
    parked_at: float | None = None
    """When its channel was lost; until it has one again nobody decides anything and no clock runs."""
    parked_for: Rest | None = None
    """The same for another reason."""


class Snapshot(msgspec.Struct, frozen=True):
    """What a game is loaded from without its whole record.

    `state` is the position at `version`. `base` is an earlier one (or the same) at which nobody could take anything
    back, and `tail` the lines since: together they are all the history that undo can need. No base: the record only.

    Where the game was rewound since, `tail` has the lines that led to the position it went back to, the rewind, and
    the lines behind it; `base_version` is that of the first of these.
    """

    version: int = 0
    state: bytes | None = None
    base: bytes | None = None
    base_version: int = 0
    tail: tuple[Line, ...] = ()

    def replay(self, title: AnyTitle, setup: Setup) -> Game | None:
        """The game from its base on, or None if that does not lead to `state`: then the record must decide."""
        if self.base is None:
            return None
        try:
            # Not `title.decode`, which audits: that takes longer than all the rest here, and the doctor does it.
            game = Game(title, setup, msgspec.json.decode(self.base, type=title.state_type))
            for line in self.tail:
                if line.seat is None:
                    game = game.at(game.version)
                else:
                    game.follow(line)
        except (EngineError, msgspec.MsgspecError):
            return None
        return game if title.encode(game.state) == self.state else None


Waited = tuple[int, int | None, int]
"""The turn, and who is to decide."""
Objects = tuple[dict[str, object], ...]
"""Events as plain values."""


class Applied(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to an accepted command, and what is kept of it for the case that the command comes again.

    `events` are those the person who gave the command may know.
    """

    game: int
    revision: int
    version: int
    status: str
    events: Objects = ()
    repeated: bool = False


class HostedGame:
    """A game between loading and saving. Commands change it in memory; saving it is all or nothing."""

    def __init__(
        self, number: int, revision: int, header: Header, seats: list[Seat], title: AnyTitle, snapshot: Snapshot
    ) -> None:
        self.number = number
        self.revision = revision
        self.header = header
        self.seats = seats
        self.title = title
        self.snapshot = snapshot
        self.unknown_rules: str | None = None
        """The version of its rules, if this program does not play it: then there is no play, only what is kept."""
        self.offset = 0
        self.requests: tuple[Request, ...] = ()
        """Those that stand, in the order they were made."""
        self.pinged = Pinged()
        self.letters: list[Draft] = []
        self.invitations: list[Invitation] = []
        """The new ones, to be counted."""
        self.acted: set[int] = set()
        self.given_time: set[int] = set()
        """Seats whose clock begins anew without a decision."""
        self.result: Result | None = None
        self.answered: Applied | None = None
        """What was answered to the interaction it was loaded for, if that was applied before."""
        self._game: Game | None = None
        self.seats_before = tuple(seats)
        self.timers_before: dict[int, str] = {}
        self.asked_before: float | None = None
        self.owed_before: dict[int, float] | None = None
        """Since when which seats have owed a decision, as the database has it; older programs did not write it down."""
        self.roused: set[int] = set()
        """Seats whose calls are to be looked at again."""
        self.waited_before: dict[int, Waited] = {}

    def enter(self, game: Game, offset: int) -> None:
        """The play so far; `offset` is the number of record lines before the game's own first one."""
        self._game, self.offset = game, offset

    def mark(self) -> None:
        """What is here now is what the database has."""
        self.timers_before = self.timers()
        self.asked_before = self.asked_until()
        self.waited_before = self.waited_for()
        self.seats_before = tuple(self.seats)
        self.letters = []
        self.invitations = []
        self.acted, self.roused = set(), set()
        self.given_time = set()

    # ---- reading

    @property
    def status(self) -> Status:
        return self.header.status

    @property
    def is_parked(self) -> bool:
        return self.header.parked_at is not None

    @property
    def pause(self) -> Pause | None:
        return self.header.attendance.paused

    @property
    def game(self) -> Game:
        self.check_playable()
        if self._game is None:
            raise Refused("Game {number} has not started yet.", number=self.number)
        return self._game

    @property
    def has_started(self) -> bool:
        return self._game is not None or self.unknown_rules is not None

    @property
    def rules(self) -> str:
        """The version of the rules it follows."""
        return self.title.rules_version if self.unknown_rules is None else self.unknown_rules

    def check_playable(self) -> None:
        """Refuses what needs the rules of a game whose version of them is not known."""
        if self.unknown_rules is not None:
            if not has_board(self.title.key, self.unknown_rules):
                raise NotPlayable(
                    "The board of game {number} (version {theirs}) is not here. The game is kept: it goes on as soon "
                    "as whoever runs this program has put the files of that board back.",
                    number=self.number,
                    theirs=self.unknown_rules,
                )
            raise NotPlayable(
                "Game {number} follows version {theirs} of the rules; this program plays version {ours}. The game is "
                "kept: it can be called off, its record can be had when it is over, and another one can be opened.",
                number=self.number,
                theirs=self.unknown_rules,
                ours=", ".join(self.title.versions),
            )

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def version(self) -> int:
        return self.snapshot.version if self._game is None else self.offset + self._game.version

    @property
    def new_lines(self) -> list[Line]:
        return [] if self._game is None else self._game.lines[self.snapshot.version - self.offset :]

    @property
    def commitment(self) -> str:
        return commitment(self.header.seed)

    def setup(self) -> Setup:
        count = len(self.seats)
        return Setup(count, self.title.read_options(count, self.header.options), self.header.seed)

    def seat_of(self, user: int) -> int:
        for number, seat in enumerate(self.seats):
            if seat.user == user:
                return number
        raise NotSeated("You have no seat in game {number}.", number=self.number)

    def people(self) -> dict[int, int]:
        """Who has a seat, and which; not those who are forgotten since the game was over."""
        seats = enumerate(self.seats)
        return {seat.user: number for number, seat in seats if seat.user is not None and not is_former(seat.user)}

    def owed(self) -> set[int]:
        """The seats that owe a decision in a running game."""
        if self.status != "running" or self.unknown_rules is not None:
            return set()
        return {decision.seat for decision in self.game.to_act()}

    def owed_since(self, now: float) -> dict[int, float] | None:
        """Since when each of them has; as with its clock, a decision of its own begins it anew.

        Of a game whose rules are not known here, what was written down stays.
        """
        if self.unknown_rules is not None:
            return self.owed_before
        before = self.owed_before or {}
        return {seat: now if seat in self.acted else before.get(seat, now) for seat in sorted(self.owed())}

    def called(self, turn: Turn) -> tuple[int, ...]:
        """The seats that were called to this turn."""
        return self.pinged.seats if (self.pinged.round, self.pinged.active) == turn else ()

    def waited_for(self) -> dict[int, Waited]:
        """The people somebody waits for, by seat, and the turn that was theirs when they were told last."""
        if self.is_parked or self.pause is not None:
            return {}
        owed = {seat: self.seats[seat].user for seat in self.owed()}
        pinged = self.pinged
        return {seat: (pinged.round, pinged.active, user) for seat, user in owed.items() if user is not None}

    def timers(self) -> dict[int, str]:
        """The kind of timer each seat should have: computers play at once, absent people are answered for.

        That of no seat ends requests to the table.
        """
        wanted = {TABLE: REQUESTS} if self.asked_until() is not None else {}
        if self.is_parked or self.pause is not None:
            return wanted
        for seat in self.owed():
            if self.seats[seat].user is None:
                wanted[seat] = "computer"
            elif self.header.pace is not None:
                wanted[seat] = "absent"
        return wanted

    def asked_until(self) -> float | None:
        """When the first of the requests that stand comes to its end by itself."""
        if self.status != "running" or self.is_parked:
            return None
        return min((until for one in self.requests if (until := until_of(one.what)) is not None), default=None)

    # ---- changing

    def running(self) -> Game:
        """The game, if decisions can be made in it."""
        match self.status:
            case "open":
                raise Refused("Game {number} has not started yet.", number=self.number)
            case "finished" | "aborted":
                raise Refused("Game {number} is over.", number=self.number)
        return self.game

    def playing(self) -> Game:
        """The same, if it has a channel, too, and is not paused."""
        game = self.placed()
        if self.pause is not None:
            raise Refused("Game {number} is paused: no clock runs. /game resume takes it up again.", number=self.number)
        return game

    def placed(self) -> Game:
        """The game, if it has a channel: seats can be asked for and given, also while it is paused."""
        game = self.running()
        if self.header.parked_for is not None:
            raise Refused(
                "Nobody has played in game {number} for a long time, so it is set aside. /game move takes it up again.",
                number=self.number,
            )
        if self.is_parked:
            raise Refused(
                "The channel of game {number} is gone. Take the game to another channel with /game move there.",
                number=self.number,
            )
        return game

    def acted_at(self, user: int) -> float | None:
        """When somebody last did something in the game; that it began, and they were there, is nothing yet."""
        at = self.header.attendance.acted_at.get(user)
        return None if at is None or at <= (self.header.started_at or 0.0) else at

    def heard_of(self, user: int, now: float) -> None:
        """A person who sits here has done something."""
        if user in self.people():
            self.header.attendance.acted_at[user] = now

    def tell(self, target: str, kind: str, **payload: object) -> None:
        self.letters.append(Draft(target, kind, payload))

    def take_snapshot(self) -> Snapshot:
        """The snapshot to save. Its base moves up whenever nobody can take anything back."""
        return self._snapshot(self.snapshot)

    def take_snapshot_anew(self) -> Snapshot:
        """The same without relying on the one that was loaded."""
        return self._snapshot(Snapshot())

    def _snapshot(self, old: Snapshot) -> Snapshot:
        if self._game is None:
            return old
        game, version = self._game, self.version
        state = self.title.encode(game.state)
        if not any(game.can_undo(seat) for seat in range(len(self.seats))):
            return Snapshot(version, state, state, version)
        new = game.lines[old.version - self.offset :]
        if old.base is not None and all(line.seat is not None for line in new):
            return Snapshot(version, state, old.base, old.base_version, (*old.tail, *new))
        base, tail = game.settled(len(self.seats))  # it was loaded whole: there is no base, or it was rewound
        since = next((count for count, line in enumerate(reversed(tail)) if line.seat is None), len(tail))
        return Snapshot(version, state, self.title.encode(base), version - since, tuple(tail))
