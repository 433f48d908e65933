"""The contract of a title: what every game of the house can be asked, and in which words.

Not for any rule of any game, and not for histories: a title is a set of pure functions of one state.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.chance import Stream
from engine.errors import BadNotation, BadOption, BadState, Illegal

Seat = int
"""Seats count from 0 in code and from P1 in texts."""


class State(msgspec.Struct, forbid_unknown_fields=True):
    """Everything about a position, secrets included.

    Every field holds an immutable value (number, text, tuple, frozen struct), so `copy.copy` is a full copy:
    an action is played on a copy whose fields are replaced, and the state it came from cannot change.
    """


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices made before setup; a title subclasses it with typed fields and defaults."""


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from; together with the actions it is the whole game."""

    seats: int
    options: Options
    seed: str


class Action(msgspec.Struct, frozen=True, tag_field="verb", forbid_unknown_fields=True):
    """One smallest decision. Subclasses set `tag` to the verb and hold texts, numbers and tuples of texts."""


class Undo(Action, frozen=True, tag="undo"):
    """Takes back the seat's latest decision. Not played on a state: `engine.game` answers it from the history."""


UNDO = Undo()


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """What happened, without words: a tag and typed fields. `audience` None is the whole table, else one seat."""

    audience: int | None = None

    def line(self) -> str:
        """The host line of the specification, without the leading star; empty when it defines none."""
        return ""


class Decision(msgspec.Struct, frozen=True):
    """A seat owes a decision; `kind` is the specification's name of the state, in small letters."""

    seat: int
    kind: str


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the table (`seat` None), may know.

    Whatever only the viewer may know is in a field called `private`, which is None for the table: apart from `seat`
    and `private` all views of one state are equal.
    """

    seat: int | None
    seats: int
    round: int
    active: int | None
    decisions: tuple[Decision, ...]


class Rank(msgspec.Struct, frozen=True):
    """One seat's line of the final table; seats with the same `place` share it."""

    seat: int
    place: int
    total: int
    breakdown: dict[str, int]
    tie_break: tuple[int, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """The end of a game: every seat, best first."""

    ranking: tuple[Rank, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(rank.seat for rank in self.ranking if rank.place == 1)

    @property
    def tie_breaks(self) -> int:
        """How many of the tie breaks were looked at: none where all totals differ."""
        looked_at = 0
        for one, other in pairwise(self.ranking):
            if one.total == other.total:
                pairs = zip(one.tie_break, other.tie_break, strict=True)
                same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(one.tie_break) - 1)
                looked_at = max(looked_at, same + 1)
        return looked_at


class Param(msgspec.Struct, frozen=True):
    """One parameter of a verb. `name` is the action's field; `kind` says which words it takes (`Title.words`).

    In the text form a parameter stands behind its `keyword`, if it has one; `many` takes one word or more, and an
    `optional` one is left out of the text when its field is empty.
    """

    name: str
    kind: str
    many: bool = False
    optional: bool = False
    keyword: str = ""


class Verb(msgspec.Struct, frozen=True):
    """How a decision is asked for: notation, commands, panels and tests are made from this.

    An `aside` does not move the game on (standing orders): computer players, perft and undo pass over it.
    """

    name: str
    action: type[Action]
    params: tuple[Param, ...] = ()
    aside: bool = False


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


class Step(msgspec.Struct, Generic[S, A], frozen=True):
    """One decision that stands: who, what, and the state before it."""

    seat: int
    action: A
    before: S
    host: bool = False


class Title(ABC, Generic[S, A, V]):
    """One game of the house. Subclasses live in `engine/<key>/title.py` and are named in `engine.registry`."""

    key: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    rules_version: ClassVar[str]
    undo_clause: ClassVar[str]
    """The clause of the specification that says what may be taken back."""
    stale_clause: ClassVar[str]
    """The clause that refuses a decision made on an older position."""
    options_type: ClassVar[type[Options]] = Options
    verbs: ClassVar[tuple[Verb, ...]]
    state_type: type[S]
    action_type: Any
    """The union of the title's actions, for msgspec; every member is in `verbs`."""
    view_type: type[V]

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

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raises Illegal (or NotYourDecision) with the clause that forbids the action; else does nothing."""

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

    def open_ended(self, action: A) -> bool:
        """Whether the action is of a family that `legal` lists only in part, while `check` accepts every valid one."""
        return False

    # ---- for tests, hosts and computer players

    @abstractmethod
    def audit(self, state: S) -> None:
        """Raises BadState if an invariant that can be seen in a single state is broken."""

    @abstractmethod
    def resample(self, state: S, seat: Seat | None, stream: Stream) -> S:
        """Another state that the viewer cannot tell from this one: everything hidden from it drawn anew."""

    @abstractmethod
    def absent(self, state: S, seat: Seat) -> A:
        """What the host answers for a seat that owes a decision and let its time run out."""

    @abstractmethod
    def advise(self, view: V, actions: Sequence[A], stream: Stream) -> A:
        """The `simple` computer player: one of `actions` (never empty, no asides), from its seat's view alone."""

    @abstractmethod
    def revocable(self, before: S, seat: Seat, action: A, after: S) -> bool:
        """Whether the seat may take the action back as long as nobody has decided anything since."""

    def tolerates(self, action: A, since: Sequence[Step[S, A]]) -> bool:
        """Whether a decision made before the steps `since` still means the same. Normally not."""
        return not since or all(self.is_aside(step.action) for step in since)

    def take_back(self, steps: Sequence[Step[S, A]], state: S, seat: Seat) -> tuple[list[Step[S, A]], S]:
        """The steps and the state after the seat's `undo`. Asides stay: they are played again on the earlier state."""
        kept = len(steps)
        while kept and self.is_aside(steps[kept - 1].action):
            kept -= 1
        last = steps[kept - 1] if kept else None
        if last is None or last.seat != seat:
            raise Illegal(self.undo_clause, "There is no decision of yours to take back: it must be the latest one.")
        after = steps[kept].before if kept < len(steps) else state
        if not self.revocable(last.before, seat, last.action, after):
            raise Illegal(self.undo_clause, "This decision cannot be taken back any more.")
        left, now = list(steps[: kept - 1]), last.before
        for aside in steps[kept:]:
            left.append(Step(aside.seat, aside.action, now, aside.host))
            now, _ = self.play(now, aside.seat, aside.action)
        return left, now

    def restored(self, state: S) -> S:
        """The part of a state that an undo gives back; what was said meanwhile (offers) may stay as it is now."""
        return state

    def shown(self, steps: Sequence[Step[S, A]], index: int, viewer: Seat | None, now: S) -> str | None:
        """The text of a decision as the viewer may read it in the log now; None while it is hidden altogether."""
        return self.text(steps[index].action)

    def log_order(self, steps: Sequence[Step[S, A]]) -> Sequence[int]:
        """The places of the steps in the order the log lists them; sealed answers may have one of their own."""
        return range(len(steps))

    # ---- texts

    @abstractmethod
    def words(self, kind: str) -> Collection[str]:
        """All words a parameter of this kind can take in any game of the title, in a stable order."""

    @cached_property
    def verb_of(self) -> dict[type[Action], Verb]:
        return {verb.action: verb for verb in self.verbs}

    @cached_property
    def verb_named(self) -> dict[str, Verb]:
        return {verb.name: verb for verb in self.verbs}

    def is_aside(self, action: Action) -> bool:
        return self.verb_of[type(action)].aside

    def text(self, action: Action) -> str:
        """The one-line text form, the same in logs, records, commands and tests."""
        if isinstance(action, Undo):
            return "undo"
        verb = self.verb_of[type(action)]
        parts = [verb.name]
        for param in verb.params:
            value = getattr(action, param.name)
            if param.optional and not value:
                continue
            if param.keyword:
                parts.append(param.keyword)
            parts.extend(value if param.many else (str(value),))
        return " ".join(parts)

    def parse(self, text: str) -> A | Undo:
        """The action a text means; BadNotation with what was wrong if it means none."""
        name, *rest = text.split(" ")
        if name == "undo" and not rest:
            return UNDO
        verb = self.verb_named.get(name)
        if verb is None:
            raise BadNotation("{title} knows no decision “{verb}”.", title=self.name, verb=name)
        fields: dict[str, object] = {"verb": name}
        for position, param in enumerate(verb.params):
            if param.keyword:
                if not rest or rest[0] != param.keyword:
                    if param.optional:
                        continue
                    raise BadNotation("“{text}” lacks “{keyword}”.", text=text, keyword=param.keyword)
                rest = rest[1:]
            stops = {later.keyword for later in verb.params[position + 1 :] if later.keyword}
            count = next((i for i, word in enumerate(rest) if word in stops), len(rest)) if param.many else 1
            if len(rest) < max(count, 1):
                if param.optional and not param.keyword:
                    continue
                raise BadNotation("“{text}” lacks its {parameter}.", text=text, parameter=param.name)
            fields[param.name] = rest[:count] if param.many else rest[0]
            rest = rest[count:]
        if rest:
            raise BadNotation("“{text}” has too many words: “{rest}”.", text=text, rest=" ".join(rest))
        return self.read(fields, strict=False)

    def read(self, value: object, *, strict: bool = True) -> A | Undo:
        """The action a JSON object (or, with strict off, words only) means; the same checks as for texts."""
        if value == {"verb": "undo"}:
            return UNDO
        try:
            action: A = msgspec.convert(value, self._type_named_in(value), strict=strict)
        except msgspec.ValidationError as error:
            raise BadNotation("This is no decision of {title}: {error}.", title=self.name, error=str(error)) from None
        for param in self.verb_of[type(action)].params:
            content = getattr(action, param.name)
            if param.optional and not content:
                continue
            words = self.words(param.kind)
            for word in content if param.many else (str(content),):
                if word not in words:
                    raise BadNotation("“{word}” is no {kind} of {title}.", word=word, kind=param.kind, title=self.name)
        return self.canonical(action)

    def _type_named_in(self, value: object) -> Any:
        """The type of the verb, if one is named: converting to a union of many costs a hundred times as much."""
        name = value.get("verb") if isinstance(value, dict) else None
        verb = self.verb_named.get(name) if isinstance(name, str) else None
        return self.action_type if verb is None else verb.action

    def canonical(self, action: A) -> A:
        """The one form of actions that mean the same (sorted words)."""
        return action

    def to_object(self, action: Action) -> object:
        return msgspec.to_builtins(action)

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
