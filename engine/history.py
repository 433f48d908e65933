"""One game with its history: decisions in, states and record lines out, with undo and rewind.

Not for rules (a title has them) and not for storage: a game lives in memory and is rebuilt from its record.
"""

import copy
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

import msgspec

from engine.errors import BadNotation, BadRecord, BadRequest, EngineError, Illegal, Stale
from engine.notation import measured
from engine.past import AnyStep, Past
from engine.title import AnyTitle
from engine.values import (
    MOST_LATEST,
    Action,
    Decision,
    Event,
    Frame,
    Latest,
    Move,
    Result,
    Setup,
    State,
    Step,
    Undo,
    View,
    known_to,
)

MOST_LINES = 100_000
"""Lines of one record at most."""
ROOM_TO_FINISH = 10_000
"""Lines that going back must leave to a game, so that it can still be played to its end."""
_REWIND = re.compile(r"rewind (0|[1-9][0-9]{0,5})")
Turn = tuple[int, int | None]
"""The round, and whose turn it is."""


class Line(msgspec.Struct, frozen=True):
    """One line of the record. An undone decision keeps its line; what took it back is a line of its own.

    A rewind (by consent of all seats) has no seat and names the number of lines it goes back to.
    """

    seat: int | None
    text: str
    host: bool = False

    def __str__(self) -> str:
        who = "*" if self.seat is None else f"P{self.seat + 1}"
        return f"{who} {self.text} !" if self.host else f"{who} {self.text}"


class Game:
    """A title, a start and what has been decided since.

    For every version, the number of lines so far, the state and the steps of that moment are kept: states are never
    changed and steps are shared, so that going back plays nothing again.
    """

    def __init__(self, title: AnyTitle, setup: Setup | None, state: State, events: Sequence[Event] = ()) -> None:
        self.title = title
        self.setup = setup
        self.first = state
        self.state = state
        self.opening = tuple(events)
        self.lines: list[Line] = []
        self._past = Past()
        self._listed: list[AnyStep] | None = []
        self._states: list[State | None] = [state]
        """By version; None where lines were taken on trust and nobody has asked yet."""
        self._pasts: list[Past] = [self._past]
        """The same of the steps, where the state is known."""

    @classmethod
    def new(cls, title: AnyTitle, setup: Setup) -> "Game":
        state, events = title.start(setup)
        return cls(title, setup, state, events)

    @classmethod
    def told(cls, title: AnyTitle, setup: Setup, lines: Sequence[Line]) -> "Game":
        """The game of lines that were decided here: only those that led to its present position are played.

        Whoever has to prove all of them follows them one after the other.
        """
        check_length(len(lines))
        game = cls.new(title, setup)
        game.lines = list(lines)
        game._states += [None] * len(lines)
        game._pasts *= len(lines) + 1
        game._stand_at(len(lines))
        return game

    def at(self, version: int) -> "Game":
        """The position after the first `version` lines with its steps, as the beginning of a game without lines."""
        game = Game(self.title, self.setup, self.state_at(version))
        game._past, game._listed, game._pasts = self._pasts[version], None, [self._pasts[version]]
        return game

    def past_at(self, version: int) -> Past:
        """The decisions that stood after the first `version` lines."""
        self.state_at(version)
        return self._pasts[version]

    def copied(self) -> "Game":
        """The same for somebody who reads in another thread while this one goes on; states and steps are shared."""
        game = copy.copy(self)
        game.lines, game._states, game._pasts = self.lines[:], self._states[:], self._pasts[:]
        game._listed = None  # a list that this one goes on to extend
        return game

    @property
    def steps(self) -> list[AnyStep]:
        """The decisions that stand."""
        if self._listed is None:
            self._listed = self._past[:]
        return self._listed

    @steps.setter
    def steps(self, steps: list[AnyStep]) -> None:
        self._past, self._listed = self._past.turned_into(steps), steps

    @property
    def version(self) -> int:
        """The number of record lines; a decision names the version it was made on."""
        return len(self.lines)

    def to_act(self) -> tuple[Decision, ...]:
        return self.title.to_act(self.state)

    def result(self) -> Result | None:
        return self.title.result(self.state)

    def legal(self, seat: int) -> list[Action]:
        """Everything the seat may do now; `undo` comes last when there is something to take back."""
        actions: list[Action] = list(self.title.legal(self.state, seat))
        if self.can_undo(seat):
            actions.append(Undo())
        return actions

    def can_undo(self, seat: int) -> bool:
        try:
            self.title.take_back(self._past, self.state, seat)
        except Illegal:
            return False
        return True

    def apply(self, seat: int, *actions: Action, host: bool = False, made_on: int | None = None) -> list[Event]:
        """Carries out the actions in order, all or none. `made_on` is the version the seat was looking at.

        All but the last must be such that they could be taken back: a refusal then tells nothing that was hidden.
        """
        if made_on is not None and made_on != self.version:
            self._check_stale(made_on, actions)
        if len(actions) > 1:
            self.foreseen(seat, actions[:-1])
        mark, state, steps = self.version, self.state, self.steps[:] if len(actions) > 1 else None
        events: list[Event] = []
        try:
            for action in actions:
                events += self._apply_one(seat, action, host)
        except EngineError:
            del self.lines[mark:], self._states[mark + 1 :]
            self.state = state
            if steps is not None:  # a single action that is refused has changed nothing
                self.steps = steps
            raise
        return events

    def foreseen(self, seat: int, actions: Sequence[Action]) -> State:
        """The state after decisions that could all be taken back; Illegal at the first that could not, or is refused.

        Nothing is played: whoever asks learns no more than the seat knows already. An undo may be among them, since the
        seat has seen where it leads.
        """
        title, state, past = self.title, self.state, self._past
        for given in actions:
            if isinstance(given, Undo):
                kept, again, state = title.take_back(past, state, seat)
                past = past.first(kept).plus(*again)
                continue
            action = title.resolve(state, seat, given)
            after, _ = title.apply(state, seat, action)
            if not title.revocable(state, seat, action, after):
                raise Illegal(
                    title.undo_clause,
                    "Only the last decision of a list may show something hidden or be final; "
                    "the others must be such that you could take them back.",
                )
            past, state = past.plus(Step(seat, action, state)), after
        return state

    def _check_stale(self, made_on: int, actions: Sequence[Action]) -> None:
        since = self.steps[made_on - self.version :]
        plain = [line.text for line in self.lines[made_on:]] == [self.title.text(step.action) for step in since]
        plain = plain and 0 <= made_on < self.version  # no undo in between, and a version there has been
        if not plain or not all(self.title.tolerates(action, since) for action in actions):
            raise Stale(self.title.stale_clause, "The board has moved on since you looked at it.")

    def _apply_one(self, seat: int, action: Action, host: bool) -> list[Event]:
        if self.version >= MOST_LINES:
            raise BadRequest("The record of this game is full: it has {most} lines.", most=MOST_LINES)
        events: list[Event] = []
        if isinstance(action, Undo):
            kept, again, self.state = self.title.take_back(self._past, self.state, seat)
            self._past, self._listed = self._past.first(kept).plus(*again), None
        else:
            action = self.title.resolve(self.state, seat, action)
            state, events = self.title.apply(self.state, seat, action)
            step = Step(seat, action, self.state, host)
            self.state, self._past = state, self._past.plus(step)
            if self._listed is not None:
                self._listed.append(step)
        self._note(Line(seat, self.title.text(action), host))
        return events

    def _note(self, line: Line) -> None:
        self.lines.append(line)
        self._states.append(self.state)
        self._pasts[self.version :] = [self._past]  # a list of actions that was refused may have left some

    def rewind(self, version: int) -> None:
        """Back to the position after the first `version` lines; for hosts, when every seat agrees."""
        self._check_earlier(version, self.version)
        if self.version >= MOST_LINES - ROOM_TO_FINISH:
            raise Illegal(self.title.undo_clause, "The record of this game is too long to go back once more.")
        self._stand_at(version)
        self._note(Line(None, f"rewind {version}"))

    def follow(self, line: Line) -> list[Event]:
        """Does what a record line says."""
        if line.seat is not None:
            return self.apply(line.seat, self.title.parse(line.text), host=line.host)
        self.rewind(rewound_to(line))
        return []

    # ---- positions by version

    def state_at(self, version: int) -> State:
        """The state after the first `version` lines."""
        state = self._states[version]
        return self._find(version) if state is None else state

    def _stand_at(self, version: int) -> None:
        self.state, self._past, self._listed = self.state_at(version), self._pasts[version], None

    def _find(self, version: int) -> State:
        """Plays the lines this position came of, as far as nobody has asked for them yet."""
        unknown: list[int] = []
        while self._states[version] is None:
            unknown.append(version)
            version = self._origin(version)
        here = self.at(version)
        for version in reversed(unknown):
            line = self.lines[version - 1]
            if line.seat is not None:
                here._apply_one(line.seat, self.title.parse(line.text), line.host)
            self._states[version], self._pasts[version] = here.state, here._past
        return here.state

    def _origin(self, version: int) -> int:
        """The version whose position the latest line was decided on or, of a rewind, went back to."""
        line = self.lines[version - 1]
        if line.seat is not None:
            return version - 1
        origin = rewound_to(line)
        self._check_earlier(origin, version - 1)
        return origin

    def _check_earlier(self, version: int, now: int) -> None:
        if not 0 <= version < now:
            raise Illegal(self.title.undo_clause, "There is no earlier position number {version}.", version=version)

    def settled(self, seats: int) -> tuple[State, list[Line]]:
        """The nearest position, now or earlier, at which no seat could take anything back, and the lines since.

        Only the lines that led to the present position; of rewinds among them the latest is there as it is, with the
        lines before it being those that led to where it went.
        """
        version, lines, rewound = self.version, list[Line](), False
        while version and any(self.at(version).can_undo(seat) for seat in range(seats)):
            line = self.lines[version - 1]
            if line.seat is not None or not rewound:
                lines.append(line)
                rewound = rewound or line.seat is None
            version = self._origin(version)
        return self.state_at(version), lines[::-1]

    def log(self, viewer: int | None) -> list[str]:
        """The decisions that stand, as the viewer may read them; sealed ones are left out until they open."""
        lines = []
        for index in self.title.log_order(self.steps):
            step = self.steps[index]
            text = self.title.shown(self.steps, index, viewer, self.state)
            if text is not None:
                lines.append(str(Line(step.seat, text, step.host)))
        return lines


def rewound_to(line: Line) -> int:
    """The version that a line without a seat goes back to."""
    found = _REWIND.fullmatch(measured(line.text))
    if found is None:
        raise BadNotation("“{line}” is no line of a record.", line=str(line))
    return int(found[1])


def check_length(lines: int) -> None:
    """Refuses a record of so many lines before any of them is played."""
    if lines > MOST_LINES:
        raise BadRecord("A record has at most {most} lines, not {lines}.", most=MOST_LINES, lines=lines)


# ---- what the table may be shown of it


def latest_of(game: Game) -> Latest | None:
    """The turn that was last played in, as the table may know it: at most so many decisions nearest to now."""
    title, steps = game.title, game.steps
    shown = ((index, as_shown(game, index)) for index in reversed(title.log_order(steps)))
    nearest = list(islice(((index, action) for index, action in shown if action is not None), MOST_LATEST))
    if not nearest:
        return None
    turns = [turn_of(title.view(steps[index].before, None)) for index, _ in nearest]
    chosen = nearest[: next((count for count, turn in enumerate(turns) if turn != turns[0]), None)][::-1]
    before = title.view(steps[min(index for index, _ in chosen)].before, None)
    return Latest(before, tuple(Move(steps[index].seat, action) for index, action in chosen))


def last_seen(game: Game, seat: int) -> int:
    """The place behind the seat's last decision before the turn that goes on: what follows is news to it."""
    title, now = game.title, _latest_turn(game)
    for index in reversed(range(len(game.steps))):
        step = game.steps[index]
        if step.seat == seat and not title.is_aside(step.action) and turn_of(title.view(step.before, None)) != now:
            return index + 1
    return 0


def turn_start(game: Game) -> int:
    """The place of the first decision of the turn that goes on; behind the last one, if there is none yet."""
    title, now, place = game.title, _latest_turn(game), len(game.steps)
    while place and turn_of(title.view(game.steps[place - 1].before, None)) == now:
        place -= 1
    return place


def _latest_turn(game: Game) -> Turn:
    """The turn that goes on or, where the game is over, the one that ended it."""
    over = game.steps and not game.to_act()
    return turn_of(game.title.view(game.steps[-1].before if over else game.state, None))


def told_since(game: Game, seats: Collection[int]) -> Latest | None:
    """What is marked for somebody who comes back: what they have not seen yet, and the turn that goes on by itself."""
    start = turn_start(game)
    first = min([start, *(last_seen(game, seat) for seat in seats)])
    order = [index for index in game.title.log_order(game.steps) if index >= first]
    known = [(index, action) for index in order if (action := as_shown(game, index)) is not None]
    news = [each for each in known if each[0] < start]
    own = [each for each in known if each[0] >= start][-MOST_LATEST:]
    chosen = [*news[len(own) - MOST_LATEST :], *own] if len(own) < MOST_LATEST else own
    if not chosen:
        return latest_of(game)
    before = game.title.view(game.steps[min(index for index, _ in chosen)].before, None)
    moves = tuple(Move(game.steps[index].seat, action) for index, action in chosen)
    return Latest(before, moves, len(own))


def as_shown(game: Game, index: int) -> Action | None:
    """A decision as the log shows it to everybody; None if it is hidden, masked, or moves nothing."""
    title, step = game.title, game.steps[index]
    text = title.shown(game.steps, index, None, game.state)
    if text is None or title.is_aside(step.action):
        return None
    try:
        action: Action = title.parse(text)
    except EngineError:
        return None
    return action


def turn_of(view: View) -> Turn:
    """Whose turn it is, and of which round."""
    return view.round, view.active


def frames(game: Game) -> Iterator[Frame]:
    """The table at the end of every turn, the start and the end included, each told as it was told then."""
    title = game.title
    turns = [turn_of(title.view(game.state_at(version), None)) for version in range(game.version + 1)]
    ends = [version for version in range(game.version) if turns[version] != turns[version + 1]]
    for version in dict.fromkeys([0, *ends, game.version]):
        then = game.at(version)
        yield Frame(title.view(then.state, None), latest_of(then))


def followed(title: AnyTitle, step: AnyStep, viewer: int | None) -> list[Event]:
    """What came of a decision, as far as the viewer may know it."""
    _, events = title.play(step.before, step.seat, step.action)
    return known_to(events, viewer)


def decisions(game: Game) -> Iterator[Frame]:
    """The table at the start and after every decision that stands, each told as it was told then."""
    title, steps = game.title, game.steps
    for count in range(len(steps) + 1):
        then = Game(title, game.setup, game.state if count == len(steps) else steps[count].before)
        then._past, then._listed = game._past.first(count), None
        yield Frame(title.view(then.state, None), latest_of(then))
