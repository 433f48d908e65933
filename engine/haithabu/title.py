"""Haithabu, as the house asks for it: the contract of a title, each method answered by the module of that name.

Not for rules of its own.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.budget import Budget
from engine.chance import Stream
from engine.choices import Value
from engine.haithabu import (
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
    trial,
    views,
)
from engine.haithabu import state as states
from engine.haithabu.actions import HaithabuAction, Run
from engine.haithabu.hosting import Steps
from engine.haithabu.options import HaithabuOptions, check_options, variants
from engine.haithabu.state import HaithabuState
from engine.haithabu.views import HaithabuView, Preview
from engine.title import Title
from engine.undoing import WhyFinal
from engine.values import (
    Action,
    Choice,
    Decision,
    Deed,
    Event,
    Note,
    Options,
    Passage,
    Result,
    Seat,
    Setup,
    Trial,
    Undo,
)


class HaithabuTitle(Title[HaithabuState, HaithabuAction, HaithabuView]):
    key = "haithabu"
    name = "Haithabu"
    seats = (2, 4)
    minutes = (30, 40)
    weight = "light"
    rules_version = "1"
    undo_clause = "HB-16.4"
    stale_clause = "HB-16.3"
    tried = "run"
    clause_of: ClassVar[Mapping[str, str]] = {"run": "HB-3.1", "trap": "HB-12.1", "reset": "HB-12.4"}
    options_type = HaithabuOptions
    verbs = actions.VERBS
    wholes = choices.WHOLES
    state_type = HaithabuState
    action_type = HaithabuAction
    view_type = HaithabuView

    # ---- before the game

    def check_options(self, seats: int, options: Options) -> None:
        check_options(options)

    def variants(self) -> Iterator[tuple[int, Options]]:
        return variants()

    def start(self, setup: Setup) -> tuple[HaithabuState, list[Event]]:
        return play.start(setup)

    # ---- during the game

    def to_act(self, state: HaithabuState) -> tuple[Decision, ...]:
        return states.decisions(state)

    def legal(self, state: HaithabuState, seat: Seat) -> Sequence[HaithabuAction]:
        return legal.legal(state, seat)

    def has_hand(self, options: Options) -> bool:
        """HB-12.1: nothing is hidden but traps."""
        return isinstance(options, HaithabuOptions) and options.traps

    def choices(self, state: HaithabuState, seat: Seat) -> list[Choice]:
        return choices.choices(state, seat)

    def runs_with(self, state: HaithabuState, put: str) -> Sequence[Run]:
        return legal.runs_with(state, put)

    def open_ended(self, action: HaithabuAction) -> bool:
        return legal.open_ended(action)

    def check(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> None:
        checks.check(state, seat, action)

    def resolve(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> HaithabuAction:
        return checks.resolve(state, seat, action)

    def play(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> tuple[HaithabuState, list[Event]]:
        return play.play(state, seat, action)

    def preview(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> Preview:
        return views.preview(state, seat, action)

    def trial(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> Trial:
        return trial.trial(state, seat, action)

    def further(
        self, state: HaithabuState, seat: Seat, verb: str, chosen: Mapping[str, Value]
    ) -> Sequence[HaithabuAction]:
        return legal.further(state, seat, verb, chosen)

    def prompt(self, view: HaithabuView) -> list[Note]:
        return prompt.prompt(view)

    def view(self, state: HaithabuState, seat: Seat | None) -> HaithabuView:
        return views.view(state, seat)

    def result(self, state: HaithabuState) -> Result | None:
        return scoring.result(state)

    def scores(self, view: HaithabuView) -> tuple[int, ...]:
        return scoring.scores(view)

    def board_faults(self, files: Mapping[str, Any]) -> list[str]:
        return board_faults.faults(files)

    # ---- for tests, hosts and computer players

    def audit(self, state: HaithabuState) -> None:
        audit.audit(state)

    def resample(self, state: HaithabuState, seat: Seat | None, stream: Stream) -> HaithabuState:
        return views.resample(state, seat, stream)

    def absent(self, state: HaithabuState, seat: Seat) -> HaithabuAction:
        return hosting.absent(state, seat)

    def advise(self, view: HaithabuView, actions: Sequence[HaithabuAction], stream: Stream) -> HaithabuAction:
        return advisor.advise(view, actions, stream)

    def think(self, state: HaithabuState, seat: Seat, level: str, stream: Stream, budget: Budget) -> HaithabuAction:
        return search.think(state, seat, level, stream, budget)

    def revocable(self, before: HaithabuState, seat: Seat, action: HaithabuAction, after: HaithabuState) -> bool:
        return hosting.revocable(before, seat, action, after)

    def why_final(self, before: HaithabuState, seat: int, action: HaithabuAction, after: HaithabuState) -> WhyFinal:
        return hosting.why_final(before, seat, action, after)

    def shown(self, steps: Steps, index: int, viewer: Seat | None, now: HaithabuState) -> str | None:
        return hosting.shown(steps, index, viewer, now, self.text)

    def story(self, deeds: Sequence[Deed]) -> list[Passage]:
        return story.story(deeds)

    # ---- texts

    def words(self, kind: str) -> Collection[str]:
        return actions.WORDS[kind]

    def canonical(self, action: HaithabuAction) -> HaithabuAction:
        return actions.in_order(action)

    def text(self, action: Action) -> str:
        return actions.runner_first(super().text(action))

    def parse(self, text: str) -> HaithabuAction | Undo:
        return super().parse(actions.verb_first(text))


TITLE = HaithabuTitle()
"""The one instance; the registry finds it by this name."""
