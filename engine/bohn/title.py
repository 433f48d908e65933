"""Bohn Hansa as a title of the house: the contract of `engine.title`, fulfilled with the modules beside this one.

Not for rules: each method hands over to the module that has them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from engine.bohn import (
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
from engine.bohn import state as states
from engine.bohn.actions import VERBS, WORDS, BohnAction
from engine.bohn.board import NAME
from engine.bohn.hosting import BohnStep, Steps
from engine.bohn.state import BohnState
from engine.bohn.views import BohnView
from engine.budget import Budget
from engine.chance import Stream
from engine.notation import measured
from engine.title import Title
from engine.undoing import WhyFinal
from engine.values import Action, Choice, Decision, Deed, Event, Note, Passage, Result, Seat, Setup, Undo


class BohnTitle(Title[BohnState, BohnAction, BohnView]):
    key = "bohn"
    name = NAME
    seats = (3, 5)
    minutes = (60, 90)
    weight = "medium"
    rules_version = "1"
    undo_clause = "BH-20.7"
    stale_clause = "BH-20.3"
    word_given: ClassVar[frozenset[str]] = frozenset({"offer", "counter", "decline", "withdraw", "close", "end"})
    clause_of: ClassVar[Mapping[str, str]] = {
        "open": "BH-2.6", "start": "BH-5.1", "toll": "BH-6.1", "trade": "BH-9.1", "offer": "BH-9.1", "final": "BH-13.1",
        "last": "BH-15.6",
    }  # fmt: skip
    verbs = VERBS
    wholes = choices.WHOLES
    state_type = BohnState
    action_type = BohnAction
    view_type = BohnView

    def start(self, setup: Setup) -> tuple[BohnState, list[Event]]:
        return play.start(setup)

    def to_act(self, state: BohnState) -> tuple[Decision, ...]:
        return states.decisions(state)

    def legal(self, state: BohnState, seat: Seat) -> Sequence[BohnAction]:
        return legal.legal(state, seat)

    def choices(self, state: BohnState, seat: Seat) -> Sequence[Choice]:
        return choices.choices(state, seat)

    def open_ended(self, action: BohnAction) -> bool:
        return legal.open_ended(action)

    def check(self, state: BohnState, seat: Seat, action: BohnAction) -> None:
        checks.check(state, seat, action)

    def play(self, state: BohnState, seat: Seat, action: BohnAction) -> tuple[BohnState, list[Event]]:
        return play.play(state, seat, action)

    def view(self, state: BohnState, seat: Seat | None) -> BohnView:
        return views.view(state, seat)

    def resample(self, state: BohnState, seat: Seat | None, stream: Stream) -> BohnState:
        return views.resample(state, seat, stream)

    def result(self, state: BohnState) -> Result | None:
        return scoring.result(state)

    def scores(self, view: BohnView) -> tuple[int, ...]:
        return scoring.scores(view)

    def audit(self, state: BohnState) -> None:
        audit.audit(state)

    def advise(self, view: BohnView, actions: Sequence[BohnAction], stream: Stream) -> BohnAction:
        return advisor.advise(view, actions, stream)

    # ---- absence, staleness, undo, the log

    def think(self, state: BohnState, seat: Seat, level: str, stream: Stream, budget: Budget) -> BohnAction:
        options = [action for action in self.legal(state, seat) if not self.is_aside(action)]
        return search.think(self.view(state, seat), options, level, stream, budget)

    def absent(self, state: BohnState, seat: Seat) -> BohnAction:
        return hosting.absent(state, seat)

    def tolerates(self, action: BohnAction, since: Steps) -> bool:
        return hosting.tolerates(action, since)

    def revocable(self, before: BohnState, seat: Seat, action: BohnAction, after: BohnState) -> bool:
        return hosting.revocable(before, seat, action, after)

    def why_final(self, before: BohnState, seat: Seat, action: BohnAction, after: BohnState) -> WhyFinal:
        return hosting.why_final(before, seat, action, after)

    def take_back(self, steps: Steps, state: BohnState, seat: Seat) -> tuple[int, list[BohnStep], BohnState]:
        return hosting.take_back(steps, state, seat)

    def log_order(self, steps: Steps) -> Sequence[int]:
        return hosting.log_order(steps)

    def shown(self, steps: Steps, index: int, viewer: Seat | None, now: BohnState) -> str | None:
        return hosting.shown(steps, index, viewer, now)

    def story(self, deeds: Sequence[Deed]) -> list[Passage]:
        return story.story(deeds)

    # ---- texts

    def prompt(self, view: BohnView) -> list[Note]:
        return prompt.prompt(view)

    def words(self, kind: str) -> Collection[str]:
        return WORDS[kind]

    def canonical(self, action: BohnAction) -> BohnAction:
        return actions.canonical(action)

    def text(self, action: Action) -> str:
        return actions.text(action)

    def parse(self, text: str) -> BohnAction | Undo:
        return self.read(actions.fields_of(measured(text)), strict=False)

    def read(self, value: object, *, strict: bool = True) -> BohnAction | Undo:
        return actions.complete(super().read(value, strict=strict))


TITLE = BohnTitle()
"""The one instance; the registry finds it by this name."""
