"""One game with its history: decisions in, states and record lines out, with undo and rewind.

Not for rules (a title has them) and not for storage: a game lives in memory and is rebuilt from its record.
"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.errors import BadNotation, EngineError, Illegal, Stale
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
)

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
    """A title, a start and what has been decided since."""

    def __init__(self, title: AnyTitle, setup: Setup | None, state: State, events: Sequence[Event] = ()) -> None:
        self.title = title
        self.setup = setup
        self.first = state
        self.state = state
        self.opening = tuple(events)
        self.lines: list[Line] = []
        self.steps: list[Step[State, Action]] = []
        self._states: list[State] = [state]

    @classmethod
    def new(cls, title: AnyTitle, setup: Setup) -> "Game":
        state, events = title.start(setup)
        return cls(title, setup, state, events)

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
            self.title.take_back(self.steps, self.state, seat)
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
        title, state, steps = self.title, self.state, self.steps[:]
        for given in actions:
            if isinstance(given, Undo):
                steps, state = title.take_back(steps, state, seat)
                continue
            action = title.resolve(state, seat, given)
            after, _ = title.apply(state, seat, action)
            if not title.revocable(state, seat, action, after):
                raise Illegal(
                    title.undo_clause,
                    "Only the last decision of a list may show something hidden or be final; "
                    "the others must be such that you could take them back.",
                )
            steps.append(Step(seat, action, state))
            state = after
        return state

    def _check_stale(self, made_on: int, actions: Sequence[Action]) -> None:
        since = self.steps[made_on - self.version :]
        plain = [line.text for line in self.lines[made_on:]] == [self.title.text(step.action) for step in since]
        plain = plain and 0 <= made_on < self.version  # no undo in between, and a version there has been
        if not plain or not all(self.title.tolerates(action, since) for action in actions):
            raise Stale(self.title.stale_clause, "The board has moved on since you looked at it.")

    def _apply_one(self, seat: int, action: Action, host: bool) -> list[Event]:
        events: list[Event] = []
        if isinstance(action, Undo):
            self.steps, self.state = self.title.take_back(self.steps, self.state, seat)
        else:
            action = self.title.resolve(self.state, seat, action)
            state, events = self.title.apply(self.state, seat, action)
            self.steps.append(Step(seat, action, self.state, host))
            self.state = state
        self._note(Line(seat, self.title.text(action), host))
        return events

    def _note(self, line: Line) -> None:
        self.lines.append(line)
        self._states.append(self.state)

    def rewind(self, version: int) -> None:
        """Back to the position after the first `version` lines; for hosts, when every seat agrees."""
        if not 0 <= version < self.version:
            raise Illegal(self.title.undo_clause, "There is no earlier position number {version}.", version=version)
        earlier = Game(self.title, self.setup, self.first)
        for line in self.lines[:version]:
            earlier.follow(line)
        self.state, self.steps = earlier.state, earlier.steps
        self._note(Line(None, f"rewind {version}"))

    def follow(self, line: Line) -> list[Event]:
        """Does what a record line says."""
        if line.seat is not None:
            return self.apply(line.seat, self.title.parse(line.text), host=line.host)
        word, _, number = line.text.partition(" ")
        if word != "rewind" or not number.isdecimal():
            raise BadNotation("“{line}” is no line of a record.", line=str(line))
        self.rewind(int(number))
        return []

    def state_at(self, version: int) -> State:
        """The state after the first `version` lines."""
        return self._states[version]

    def log(self, viewer: int | None) -> list[str]:
        """The decisions that stand, as the viewer may read them; sealed ones are left out until they open."""
        lines = []
        for index in self.title.log_order(self.steps):
            step = self.steps[index]
            text = self.title.shown(self.steps, index, viewer, self.state)
            if text is not None:
                lines.append(str(Line(step.seat, text, step.host)))
        return lines


# ---- what the table may be shown of it


def latest_of(game: Game) -> Latest | None:
    """The turn that was last played in, as the table may know it: at most the five decisions nearest to now."""
    title, steps = game.title, game.steps
    public = [(index, action) for index in title.log_order(steps) if (action := _as_shown(game, index)) is not None]
    if not public:
        return None
    turns = [turn_of(title.view(steps[index].before, None)) for index, _ in public[-MOST_LATEST:]]
    count = next((past for past, turn in enumerate(reversed(turns)) if turn != turns[-1]), len(turns))
    chosen = public[len(public) - count :]
    before = title.view(steps[min(index for index, _ in chosen)].before, None)
    return Latest(before, tuple(Move(steps[index].seat, action) for index, action in chosen))


def _as_shown(game: Game, index: int) -> Action | None:
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
    again = Game(title, game.setup, game.first)
    for version in dict.fromkeys([0, *ends, game.version]):
        for line in game.lines[again.version : version]:
            again.follow(line)
        yield Frame(title.view(again.state, None), latest_of(again))
