"""The contract of a title: what every game of the house can be asked, and in which words.

Not for any rule of any game, and not for histories: a title is a set of pure functions of one state.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

import msgspec

from engine.budget import Budget
from engine.chance import Stream
from engine.choices import Value, singles
from engine.errors import BadOption, BadState, Illegal, NotYourDecision
from engine.notation import Notation
from engine.undoing import WhyFinal, cannot_undo, nothing_to_undo
from engine.values import (
    A,
    Choice,
    Decision,
    Deed,
    Event,
    Note,
    Options,
    Passage,
    Result,
    S,
    Seat,
    Setup,
    State,
    Step,
    Trial,
    V,
)

Weight = Literal["light", "medium", "heavy"]
ON_BOARD = "+"
"""In a version, between the rules and the identity of a corrected board; a version without it is the first board's."""


class Title(Notation[A], Generic[S, A, V]):
    """One game of the house. `engine.registry` knows where each is; `engine.declaration` checks what it declares."""

    key: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    minutes: ClassVar[tuple[int, int] | None] = None
    """How long a game takes at a table, for whoever chooses one."""
    weight: ClassVar[Weight] = "medium"
    """How much there is to learn and to think about."""
    rules_version: str
    """The version of the rules that this instance plays; that of the class is the newest, which new games get."""
    older: ClassVar[Mapping[str, type[State]]] = {}
    """Earlier versions that can still be played, oldest first, each with the class of its states.

    What differs between versions, the rules ask of the state's class, so that nothing is added to its bytes.
    """
    undo_clause: ClassVar[str]
    """The clause of the specification that says what may be taken back."""
    word_given: ClassVar[frozenset[str]] = frozenset()
    """Verbs of decisions that are final and still need no second thought.

    What is said can be withdrawn or answered anew, and the end of a turn is one press, never none and never two.
    """
    clause_of: ClassVar[Mapping[str, str]] = {}
    """By kind of decision the clause that says most of what it is about."""
    stale_clause: ClassVar[str]
    """The clause that refuses a decision made on an older position."""
    tried: ClassVar[str] = ""
    """The verb whose decisions can be tried out before they are made, at no cost (`trial`), if there is one."""
    other_clause: ClassVar[str] = ""
    """The clause that refuses whatever is not in `legal`, where a title has no `check` of its own."""
    options_type: ClassVar[type[Options]] = Options
    state_type: type[S]
    view_type: type[V]

    def __init__(self, version: str | None = None, board: str = "") -> None:
        """The newest rules, or those of an older version; `engine.registry` keeps one instance of each.

        `board` is the identity of the board that the title's modules were imported for (`engine.boards`).
        """
        if version is not None:
            self.state_type = self.older[version]  # type: ignore[assignment]
        self._suffix = f"{ON_BOARD}{board}" if board else ""
        self.rules_version = (version or type(self).rules_version) + self._suffix

    @property
    def versions(self) -> tuple[str, ...]:
        """All versions of the rules that can be played on this board, the newest last."""
        return tuple(version + self._suffix for version in (*self.older, type(self).rules_version))

    # ---- before the game

    def read_options(self, seats: int, raw: Mapping[str, object]) -> Options:
        """Typed options from plain ones, defaults filled in; BadOption where they are not offered."""
        low, high = self.seats
        if not low <= seats <= high:
            raise BadOption(
                "{title} is for {low} to {high} players, not {seats}.",
                title=self.name,
                low=low,
                high=high,
                seats=seats,
            )
        try:
            options = msgspec.convert(dict(raw), self.options_type, strict=True)
        except msgspec.ValidationError as error:
            raise BadOption("An option is wrong: {error}.", error=str(error)) from None
        self.check_options(seats, options)
        return options

    def check_options(self, seats: int, options: Options) -> None:
        """Refuses, with BadOption, combinations that the types alone allow."""

    def variants(self) -> Iterator[tuple[int, Options]]:
        """Every combination of seat count and options that is offered; the generic tests walk all of them."""
        for seats in range(self.seats[0], self.seats[1] + 1):
            yield seats, self.options_type()

    @abstractmethod
    def start(self, setup: Setup) -> tuple[S, list[Event]]:
        """The first position that needs a decision, and what happened on the way to it."""

    # ---- during the game

    @abstractmethod
    def to_act(self, state: S) -> tuple[Decision, ...]:
        """Who owes which decision now; several seats at once if the rules say so, nobody when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Everything the seat may do now, one entry per distinguishable choice, in a stable order, asides last.

        A seat that owes nothing may still have something here (an aside, an offer, a replaced sealed answer).
        """

    def choices(self, state: S, seat: Seat) -> Sequence[Choice]:
        """What is offered to the seat: what is legal and not an aside, by itself or in whole moves, in a stable order.

        A title leaves out what another choice stands for: of spaces that are equal, all but one. All decisions of a
        whole move but the last are `revocable`, so that it never goes past something hidden; and like `legal` it is a
        function of what the seat may know.
        """
        return singles(self, [action for action in self.legal(state, seat) if not self.is_aside(action)])

    def prompt(self, view: V) -> Sequence[Note]:
        """What the seat of the view should know before it decides, a sentence each; nothing where it owes nothing."""
        return ()

    def trial(self, state: S, seat: Seat, action: A) -> Trial:
        """What a decision of the verb `tried` would do, by what all know; Illegal where it is not allowed.

        Nothing hidden shows in it, not even by a refusal: what might be in the way is taken for absent.
        """
        raise NotImplementedError

    def further(self, state: S, seat: Seat, verb: str, chosen: Mapping[str, Value]) -> Sequence[A]:
        """Decisions of an open family (`open_ended`) that `legal` leaves out and that these values ask for."""
        return ()

    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raises Illegal (or NotYourDecision) with the clause that forbids the action; else does nothing.

        A small title can leave it to `legal`; one with more rules says which of them forbids what.
        """
        if action in self.legal(state, seat):
            return
        if all(decision.seat != seat for decision in self.to_act(state)):
            raise NotYourDecision(self.other_clause, "You have nothing to decide now.")
        raise Illegal(self.other_clause, "This is not possible now.")

    def resolve(self, state: S, seat: Seat, action: A) -> A:
        """The action in the form the record keeps, where a position can be told in short; Illegal if it means none."""
        return action

    @abstractmethod
    def play(self, state: S, seat: Seat, action: A) -> tuple[S, list[Event]]:
        """Carries out an action known to be legal (from `legal`, or checked). The state given stays as it is."""

    def apply(self, state: S, seat: Seat, action: A) -> tuple[S, list[Event]]:
        """Checks, then plays. Nothing is ever half done."""
        self.check(state, seat, action)
        return self.play(state, seat, action)

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What the seat, or the table, may know. Everything that leaves the engine for people goes through here."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The final ranking, or None while the game goes on."""

    @abstractmethod
    def scores(self, view: V) -> tuple[int, ...]:
        """What each seat has gained so far, by seat, as all can see; the totals of the result when the game is over."""

    def has_hand(self, options: Options) -> bool:
        """Whether seats hold something that others do not see, so that they are sent it."""
        return True

    def open_ended(self, action: A) -> bool:
        """Whether the action is of a family that `legal` lists only in part, while `check` accepts every valid one."""
        return False

    def board_faults(self, files: Mapping[str, Any]) -> list[str]:
        """What is wrong with the files of a corrected board, by name, against what its rulebook says: sentences."""
        return []

    # ---- for tests, hosts and computer players

    @abstractmethod
    def audit(self, state: S) -> None:
        """Raises BadState if an invariant that can be seen in a single state is broken."""

    @abstractmethod
    def resample(self, state: S, seat: Seat | None, stream: Stream) -> S:
        """Another state that the viewer cannot tell from this one: everything hidden from it drawn anew.

        What is drawn is a function of the stream and of what the viewer knows: states that it cannot tell apart give
        the same. Computers rely on that.
        """

    @abstractmethod
    def absent(self, state: S, seat: Seat) -> A:
        """What the host answers for a seat that owes a decision and let its time run out."""

    @abstractmethod
    def advise(self, view: V, actions: Sequence[A], stream: Stream) -> A:
        """The `simple` computer player: one of `actions` (never empty, no asides), from its seat's view alone."""

    def think(self, state: S, seat: Seat, level: str, stream: Stream, budget: Budget) -> A:
        """A computer player that looks ahead, at its `level`; the seat owes a decision, and has several.

        The position is one that `resample` has drawn for the seat, so that nothing else can be seen in it. A title
        without search plays like `simple`.
        """
        options = [action for action in self.legal(state, seat) if not self.is_aside(action)]
        return self.advise(self.view(state, seat), options, stream)

    @abstractmethod
    def revocable(self, before: S, seat: Seat, action: A, after: S) -> bool:
        """Whether the seat can be sure, before it decides, that it could take the action back.

        So it is with what shows nothing hidden, is answered by nobody's secret order and ends nothing; never with an
        aside. A function of what the seat may know: states that it cannot tell apart give the same answer for the same
        action, and what it may know after the action is the same in them. Lists of decisions, completions and previews
        go by it.
        """

    def undoable(self, before: S, seat: Seat, action: A, after: S) -> bool:
        """Whether the action, once played, may be taken back as long as nobody has decided anything since.

        Wider than `revocable` only where somebody's secret order might have answered and did not.
        """
        return self.revocable(before, seat, action, after)

    def why_final(self, before: S, seat: Seat, action: A, after: S) -> WhyFinal:
        """Why an action that is not `undoable` is not."""
        if self.result(after) is not None:
            return "over"
        return "passed" if any(decision.seat != seat for decision in self.to_act(after)) else "kind"

    def tolerates(self, action: A, since: Sequence[Step[S, A]]) -> bool:
        """Whether a decision made before the steps `since` still means the same. Normally not."""
        return not since or all(self.is_aside(step.action) for step in since)

    def take_back(self, steps: Sequence[Step[S, A]], state: S, seat: Seat) -> tuple[int, list[Step[S, A]], S]:
        """The seat's `undo`: how many of the steps stay as they are, the steps behind these, and the state.

        Asides stay: they are played again on the earlier state.
        """
        kept = len(steps)
        while kept and self.is_aside(steps[kept - 1].action):
            kept -= 1
        last = steps[kept - 1] if kept else None
        if last is None or last.seat != seat:
            decided = any(step.seat == seat and not self.is_aside(step.action) for step in reversed(steps))
            raise nothing_to_undo(self.undo_clause, decided)
        after = steps[kept].before if kept < len(steps) else state
        if not self.undoable(last.before, seat, last.action, after):
            raise cannot_undo(self.undo_clause, self.why_final(last.before, seat, last.action, after))
        again, now = list[Step[S, A]](), last.before
        for aside in steps[kept:]:
            again.append(Step(aside.seat, aside.action, now, aside.host))
            now, _ = self.play(now, aside.seat, aside.action)
        return kept - 1, again, now

    def shown(self, steps: Sequence[Step[S, A]], index: int, viewer: Seat | None, now: S) -> str | None:
        """The text of a decision as the viewer may read it in the log now; None while it is hidden altogether."""
        return self.text(steps[index].action)

    def log_order(self, steps: Sequence[Step[S, A]]) -> Sequence[int]:
        """The places of the steps in the order the log lists them; sealed answers may have one of their own."""
        return range(len(steps))

    def story(self, deeds: Sequence[Deed]) -> list[Passage]:
        """The same in fewer sentences, nothing left out that matters to those who were not there.

        A passage has deeds of one seat in one turn that follow each other, and all deeds are in one, in their order.
        """
        return [Passage((deed,), deed.events) for deed in deeds]

    # ---- bytes

    def encode(self, state: S) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The state these bytes stand for; BadState if they stand for none, or for a broken one."""
        try:
            state = msgspec.json.decode(data, type=self.state_type)
        except msgspec.MsgspecError as error:
            raise BadState("This is no state of {title}: {error}.", title=self.name, error=str(error)) from None
        self.audit(state)
        return state

    def to_state(self, value: object) -> S:
        """The same from plain JSON values, as the console's `load` gets them."""
        try:
            state = msgspec.convert(value, self.state_type, strict=True)
        except msgspec.ValidationError as error:
            raise BadState("This is no state of {title}: {error}.", title=self.name, error=str(error)) from None
        self.audit(state)
        return state


AnyTitle = Title[Any, Any, Any]
"""A title whose types are not known at this place (registry, console, hosts)."""
