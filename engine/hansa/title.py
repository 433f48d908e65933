"""Hansa as a title of the house: the modules of this folder behind the common contract.

Not for rules: each method says where they are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.budget import Budget
from engine.chance import Stream
from engine.hansa import (
    actions,
    advisor,
    audit,
    board_faults,
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
from engine.hansa.actions import HansaAction
from engine.hansa.hosting import Steps
from engine.hansa.state import HansaOptions, HansaState, decisions, variants
from engine.hansa.views import HansaView
from engine.title import Title
from engine.undoing import WhyFinal
from engine.values import Choice, Decision, Deed, Event, Note, Options, Passage, Result, Setup


class HansaTitle(Title[HansaState, HansaAction, HansaView]):
    key = "hansa"
    name = "Hansa"
    seats = (2, 4)
    minutes = (45, 60)
    weight = "medium"
    rules_version = "1"
    undo_clause = "HA-18.5"
    stale_clause = "HA-18.7"
    word_given: ClassVar[frozenset[str]] = frozenset({"end"})
    clause_of: ClassVar[Mapping[str, str]] = {
        "place": "HA-3.1", "refill": "HA-6.1", "act": "HA-7.1", "loss": "HA-11.1", "tax": "HA-12.2"
    }  # fmt: skip
    options_type = HansaOptions
    verbs = actions.VERBS
    wholes = choices.WHOLES
    state_type = HansaState
    action_type = HansaAction
    view_type = HansaView

    def variants(self) -> Iterator[tuple[int, Options]]:
        return variants(self.seats)

    def start(self, setup: Setup) -> tuple[HansaState, list[Event]]:
        return play.start(setup)

    def to_act(self, state: HansaState) -> tuple[Decision, ...]:
        return decisions(state)

    def legal(self, state: HansaState, seat: int) -> list[HansaAction]:
        return legal.legal(state, seat)

    def choices(self, state: HansaState, seat: int) -> list[Choice]:
        return choices.choices(state, seat)

    def prompt(self, view: HansaView) -> list[Note]:
        return prompt.prompt(view)

    def check(self, state: HansaState, seat: int, action: HansaAction) -> None:
        checks.check(state, seat, action)

    def play(self, state: HansaState, seat: int, action: HansaAction) -> tuple[HansaState, list[Event]]:
        return play.play(state, seat, action)

    def view(self, state: HansaState, seat: int | None) -> HansaView:
        return views.view(state, seat)

    def result(self, state: HansaState) -> Result | None:
        return scoring.result(state)

    def scores(self, view: HansaView) -> tuple[int, ...]:
        return scoring.scores(view)

    def has_hand(self, options: Options) -> bool:
        """HA-15.1: goods lie open; an answer that is sealed for a moment is on the panel that gave it."""
        return False

    # ---- notation

    def words(self, kind: str) -> Collection[str]:
        return actions.WORDS[kind]

    def canonical(self, action: HansaAction) -> HansaAction:
        return actions.canonical(action)

    def board_faults(self, files: Mapping[str, Any]) -> list[str]:
        return board_faults.faults(files)

    # ---- for tests, hosts and computer players

    def audit(self, state: HansaState) -> None:
        audit.audit(state)

    def resample(self, state: HansaState, seat: int | None, stream: Stream) -> HansaState:
        return views.resample(state, seat, stream)

    def advise(self, view: HansaView, actions: Sequence[HansaAction], stream: Stream) -> HansaAction:
        return advisor.advise(view, actions, stream)

    def think(self, state: HansaState, seat: int, level: str, stream: Stream, budget: Budget) -> HansaAction:
        return search.think(state, seat, level, stream, budget)

    def absent(self, state: HansaState, seat: int) -> HansaAction:
        return hosting.absent(state, seat)

    def revocable(self, before: HansaState, seat: int, action: HansaAction, after: HansaState) -> bool:
        return hosting.revocable(before, seat, action, after)

    def undoable(self, before: HansaState, seat: int, action: HansaAction, after: HansaState) -> bool:
        return hosting.undoable(before, seat, action, after)

    def why_final(self, before: HansaState, seat: int, action: HansaAction, after: HansaState) -> WhyFinal:
        return hosting.why_final(before, seat, action, after)

    def tolerates(self, action: HansaAction, since: Steps) -> bool:
        return hosting.tolerates(action, since)

    def shown(self, steps: Steps, index: int, viewer: int | None, now: HansaState) -> str | None:
        return hosting.shown(steps, index, viewer, now, self.text)

    def log_order(self, steps: Steps) -> Sequence[int]:
        return hosting.log_order(steps)

    def story(self, deeds: Sequence[Deed]) -> list[Passage]:
        return story.story(deeds)


TITLE = HansaTitle()
"""The one instance; the registry finds it by this name."""
