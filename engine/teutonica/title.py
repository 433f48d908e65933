"""Hansa Teutonica as a title of the house: the modules of this folder behind the common contract.

Not for rules: each method says where they are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from engine.budget import Budget
from engine.chance import Stream
from engine.teutonica import (
    actions,
    advisor,
    audit,
    checks,
    choices,
    hosting,
    legal,
    play,
    prompt,
    scoring,
    search,
    story,
    views,
)
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.hosting import Steps
from engine.teutonica.options import TeutonicaOptions, check_options, variants, with_edition
from engine.teutonica.state import (
    TeutonicaState,
    TeutonicaState1,
    decisions,
)
from engine.teutonica.views import TeutonicaView
from engine.title import Title
from engine.undoing import WhyFinal
from engine.values import Choice, Decision, Deed, Event, Note, Options, Passage, Result, Setup, State, Undo


class TeutonicaTitle(Title[TeutonicaState, TeutonicaAction, TeutonicaView]):
    key = "teutonica"
    name = "Hansa Teutonica"
    seats = (2, 5)
    minutes = (45, 90)
    weight = "heavy"
    rules_version = TeutonicaState.rules
    older: ClassVar[Mapping[str, type[State]]] = {TeutonicaState1.rules: TeutonicaState1}
    undo_clause = "HT-25.5"
    stale_clause = "HT-25.7"
    word_given: ClassVar[frozenset[str]] = frozenset({"end"})
    clause_of: ClassVar[Mapping[str, str]] = {
        "pawn0": "HT-18.2", "act": "HT-4.1", "move": "HT-9.1", "respond": "HT-8.1", "along": "HT-15.8",
        "perm": "HT-16.7", "lay": "HT-13.1",
    }  # fmt: skip
    options_type = TeutonicaOptions
    verbs = actions.VERBS
    wholes = choices.WHOLES
    state_type = TeutonicaState
    action_type = TeutonicaAction
    view_type = TeutonicaView

    # ---- before the game

    def read_options(self, seats: int, raw: Mapping[str, object]) -> Options:
        return super().read_options(seats, with_edition(seats, raw))

    def check_options(self, seats: int, options: Options) -> None:
        check_options(seats, options)

    def variants(self) -> Iterator[tuple[int, Options]]:
        return variants()

    def start(self, setup: Setup) -> tuple[TeutonicaState, list[Event]]:
        return play.start(setup, self.state_type)

    # ---- during the game

    def has_hand(self, options: Options) -> bool:
        """HT-22.1: nothing is hidden but missions."""
        return isinstance(options, TeutonicaOptions) and options.missions

    def to_act(self, state: TeutonicaState) -> tuple[Decision, ...]:
        return decisions(state)

    def legal(self, state: TeutonicaState, seat: int) -> Sequence[TeutonicaAction]:
        return legal.legal(state, seat)

    def choices(self, state: TeutonicaState, seat: int) -> Sequence[Choice]:
        return choices.choices(state, seat)

    def prompt(self, view: TeutonicaView) -> list[Note]:
        return prompt.prompt(view)

    def check(self, state: TeutonicaState, seat: int, action: TeutonicaAction) -> None:
        checks.check(state, seat, action)

    def play(self, state: TeutonicaState, seat: int, action: TeutonicaAction) -> tuple[TeutonicaState, list[Event]]:
        return play.play(state, seat, action)

    def view(self, state: TeutonicaState, seat: int | None) -> TeutonicaView:
        return views.view(state, seat)

    def result(self, state: TeutonicaState) -> Result | None:
        return scoring.result(state)

    def open_ended(self, action: TeutonicaAction) -> bool:
        return isinstance(action, actions.Recruit) and self.state_type is not TeutonicaState1

    def scores(self, view: TeutonicaView) -> tuple[int, ...]:
        return scoring.scores(view)

    # ---- notation

    def words(self, kind: str) -> Collection[str]:
        return actions.WORDS[kind]

    def canonical(self, action: TeutonicaAction) -> TeutonicaAction:
        return actions.canonical(action)

    def read(self, value: object, *, strict: bool = True) -> TeutonicaAction | Undo:
        return actions.whole(super().read(value, strict=strict), self.text)

    # ---- for tests, hosts and computer players

    def audit(self, state: TeutonicaState) -> None:
        audit.audit(state)

    def resample(self, state: TeutonicaState, seat: int | None, stream: Stream) -> TeutonicaState:
        return views.resample(state, seat, stream)

    def advise(self, view: TeutonicaView, actions: Sequence[TeutonicaAction], stream: Stream) -> TeutonicaAction:
        return advisor.advise(view, actions, stream)

    def think(self, state: TeutonicaState, seat: int, level: str, stream: Stream, budget: Budget) -> TeutonicaAction:
        return search.think(state, seat, level, budget)

    def absent(self, state: TeutonicaState, seat: int) -> TeutonicaAction:
        return hosting.absent(state, seat)

    def revocable(self, before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
        return hosting.revocable(before, seat, action, after)

    def undoable(self, before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
        return hosting.undoable(before, seat, action, after)

    def why_final(self, before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> WhyFinal:
        return hosting.why_final(before, seat, action, after)

    def shown(self, steps: Steps, index: int, viewer: int | None, now: TeutonicaState) -> str | None:
        return hosting.shown(steps, index, viewer, now, self.text)

    def story(self, deeds: Sequence[Deed]) -> list[Passage]:
        return story.story(deeds)


TITLE = TeutonicaTitle()
"""The one instance; the registry finds it by this name."""
