"""Hansa Teutonica as a title of the house: the contract of `engine.title`, answered by the rooms of this folder.

Not for rules: every method is a line or two that asks the right room.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.chance import Stream
from engine.errors import BadNotation, BadOption
from engine.teutonica import actions as act
from engine.teutonica import rules, views
from engine.teutonica.actions import VERBS, TeutonicaAction, is_whole
from engine.teutonica.advisor import advise
from engine.teutonica.audit import audit
from engine.teutonica.checks import check
from engine.teutonica.legal import legal
from engine.teutonica.scoring import result
from engine.teutonica.state import TeutonicaOptions, TeutonicaState, check_options, decisions
from engine.teutonica.undo import absent, revocable, was_used
from engine.teutonica.views import TeutonicaView
from engine.title import Title
from engine.values import Decision, Event, Options, Result, Setup, Step, Undo


class HansaTeutonicaTitle(Title[TeutonicaState, TeutonicaAction, TeutonicaView]):
    key: ClassVar[str] = "teutonica"
    name: ClassVar[str] = "Hansa Teutonica"
    seats: ClassVar[tuple[int, int]] = (2, 5)
    rules_version: ClassVar[str] = "1"
    undo_clause: ClassVar[str] = "HT-25.5"
    stale_clause: ClassVar[str] = "HT-25.7"
    options_type = TeutonicaOptions
    verbs = VERBS
    state_type = TeutonicaState
    action_type = TeutonicaAction
    view_type = TeutonicaView

    # ---- before the game

    def read_options(self, seats: int, raw: Mapping[str, object]) -> Options:
        """With two seats and no edition given it is the one that has rules for two."""
        return super().read_options(seats, {"edition": "2009", **raw} if seats == 2 else raw)

    def check_options(self, seats: int, options: Options) -> None:
        assert isinstance(options, TeutonicaOptions)
        check_options(seats, options)

    def variants(self) -> Iterator[tuple[int, Options]]:
        flags = (False, True)
        for seats in range(2, 6):
            for options in (
                TeutonicaOptions(edition, board, missions, favours, provinces)
                for edition in ("2020", "2009")
                for board in ("league", "east", "britannia")
                for missions in flags
                for favours in flags
                for provinces in ("edge_closed", "literal")
            ):
                try:
                    check_options(seats, options)
                except BadOption:
                    continue
                yield seats, options

    def start(self, setup: Setup) -> tuple[TeutonicaState, list[Event]]:
        return rules.start(setup)

    # ---- during the game

    def to_act(self, state: TeutonicaState) -> tuple[Decision, ...]:
        return decisions(state)

    def legal(self, state: TeutonicaState, seat: int) -> Sequence[TeutonicaAction]:
        return legal(state, seat)

    def check(self, state: TeutonicaState, seat: int, action: TeutonicaAction) -> None:
        check(state, seat, action)

    def play(self, state: TeutonicaState, seat: int, action: TeutonicaAction) -> tuple[TeutonicaState, list[Event]]:
        return rules.play(state, seat, action)

    def view(self, state: TeutonicaState, seat: int | None) -> TeutonicaView:
        return views.view(state, seat)

    def result(self, state: TeutonicaState) -> Result | None:
        return result(state)

    def scores(self, view: TeutonicaView) -> tuple[int, ...]:
        return views.scores(view)

    # ---- for tests, hosts and computer players

    def audit(self, state: TeutonicaState) -> None:
        audit(state)

    def resample(self, state: TeutonicaState, seat: int | None, stream: Stream) -> TeutonicaState:
        return views.resample(state, seat, stream)

    def absent(self, state: TeutonicaState, seat: int) -> TeutonicaAction:
        return absent(state, seat)

    def advise(self, view: TeutonicaView, actions: Sequence[TeutonicaAction], stream: Stream) -> TeutonicaAction:
        return advise(view, actions, stream)

    def revocable(self, before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
        return revocable(before, seat, action, after)

    def shown(
        self,
        steps: Sequence[Step[TeutonicaState, TeutonicaAction]],
        index: int,
        viewer: int | None,
        now: TeutonicaState,
    ) -> str | None:
        """HT-22.2, HT-26.1: a standing order is its owner's secret until it is first used."""
        step = steps[index]
        secret = isinstance(step.action, act.Standing) and viewer != step.seat and now.phase != "over"
        if secret and not was_used(steps, index):
            return None
        return self.text(step.action)

    # ---- texts

    def words(self, kind: str) -> Sequence[str]:
        return act.words(kind)

    def read(self, value: object, *, strict: bool = True) -> TeutonicaAction | Undo:
        action = super().read(value, strict=strict)
        if not is_whole(action):
            raise BadNotation("“{text}” lacks a word, or has one too many.", text=self.text(action))
        return action

    def canonical(self, action: TeutonicaAction) -> TeutonicaAction:
        return act.buy(action.tile, action.first, action.second) if isinstance(action, act.Buy) else action


TITLE = HansaTeutonicaTitle()
