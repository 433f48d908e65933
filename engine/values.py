"""The values every title speaks in: states, options, actions, events, decisions, views, results.

Not for what can be asked of a title (`engine.title`) and not for any rule of any game.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Generic, TypeVar

import msgspec

Seat = int
"""Seats count from 0 in code and from P1 in texts."""


class State(msgspec.Struct, forbid_unknown_fields=True):
    """Everything about a position, secrets included.

    Every field holds an immutable value (number, text, tuple, frozen struct), so `copy.copy` is a full copy:
    an action is played on a copy whose fields are replaced, and the state it came from cannot change.
    A title's state has a field `phase`, a Literal; the game has ended when it is “over”.
    """


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices made before setup; a title subclasses it with typed fields and defaults."""

    later: ClassVar[Mapping[str, str | int | bool]] = {}
    """The options that came after a release, each with its default; their fields may be, and at first are, UNSET.

    A default is never written, so that states and records without these options stay as they are, byte for byte.
    """

    def __post_init__(self) -> None:
        for name, default in self.later.items():
            if getattr(self, name) == default:
                msgspec.structs.force_setattr(self, name, msgspec.UNSET)


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
    is_result: ClassVar[bool] = False
    """Whether it says no more than the result of the game, which is told by itself where the game ends."""

    def is_known_to(self, seat: int | None) -> bool:
        """Whether a seat, or the table, may know of it."""
        return self.audience is None or self.audience == seat

    def done_to(self) -> tuple[int, ...]:
        """To whom it is done: displaced, robbed, paid. A story tells them of it first if somebody else did it."""
        return ()

    def line(self) -> str:
        """The host line of the specification, without the leading star; empty when it defines none."""
        return ""


def known_to(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events that a seat, or the table, may know; what it is told more of, it is told once."""
    known = [event for event in events if event.is_known_to(seat)]
    return [event for event, more in zip(known, [*known[1:], None], strict=False) if not _tells_more(more, event)]


def _tells_more(more: Event | None, event: Event) -> bool:
    """Whether it is one seat's own copy of what all were told just before."""
    return type(more) is type(event) and event.audience is None and more.audience is not None


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


def secrets_in(view: View) -> object:
    """What only the viewer may know; None for the table, and in titles without secrets."""
    return getattr(view, "private", None)


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


class Whole(msgspec.Struct, frozen=True):
    """How a whole move is asked for: decisions that belong together, or one that is better asked for in other words.

    Like a verb it has a name and parameters, and its words in the catalogues; it has no notation of its own.
    """

    name: str
    params: tuple[Param, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """Something a seat may choose: its decisions are made in order, all or none.

    `name` is that of a verb or of a whole move, `values` what its parameters are, each as one text
    (`choices.value_of`).
    """

    name: str
    values: tuple[str, ...]
    actions: tuple[Action, ...]


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


class Step(msgspec.Struct, Generic[S, A], frozen=True):
    """One decision that stands: who, what, and the state before it."""

    seat: int
    action: A
    before: S
    host: bool = False


class Move(msgspec.Struct, frozen=True):
    """A decision as the table may read it."""

    seat: int
    action: Action


MOST_LATEST = 8
"""At most so many decisions are told as the latest: a picture has two lines for them."""


class Latest(msgspec.Struct, frozen=True):
    """What just happened: the table's view before it and the public decisions since, oldest first.

    The last `own` of them are of the one whose turn goes on; the others' are what was done before that turn.
    """

    before: View
    moves: tuple[Move, ...]
    own: int = 0

    @property
    def marked(self) -> Iterator[tuple[Move, bool]]:
        """The decisions, each with whether it belongs to the turn that goes on."""
        first = len(self.moves) - self.own
        return ((move, place >= first) for place, move in enumerate(self.moves))


class Frame(msgspec.Struct, frozen=True):
    """One picture of a game that is told once more: what the table saw, and what had just happened."""

    view: View
    latest: Latest | None = None


class Note(msgspec.Struct, frozen=True):
    """Something said to the seat that is about to decide.

    `name` is that of a sentence among the catalogue's `prompts`, `fields` what fills it.
    """

    name: str
    fields: Mapping[str, object] = {}


class Trial(msgspec.Struct, frozen=True):
    """What a decision would do as far as all know: the table's view after it, and what is said of it beforehand."""

    view: View
    notes: tuple[Note, ...]


class Deed(msgspec.Struct, frozen=True):
    """A decision of a story as its reader may know it, and what came of it; no action where that is still hidden."""

    seat: int
    action: Action | None
    events: tuple[Event, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """Decisions that are told together: three sails become one sentence. Each decision is in one passage.

    `name` is that of a sentence among the catalogue's `stories`, `fields` what fills it besides `who`; without one the
    deeds are told one by one. `events` is what is told behind it, where the sentence does not say it.
    """

    deeds: tuple[Deed, ...]
    events: tuple[Event, ...] = ()
    name: str = ""
    fields: Mapping[str, object] = {}

    @property
    def seat(self) -> int:
        return self.deeds[0].seat
