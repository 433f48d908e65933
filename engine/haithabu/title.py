"""Haithabu, as the house asks for it: the contract of a title, answered by the rules beside this file.

Not for rules of its own.
"""

from collections.abc import Collection, Iterator, Sequence

from engine.chance import Stream
from engine.haithabu.actions import NO_TRAP, RUNNER_IDS, VERBS, WORDS, HaithabuAction, Reset, Run, Trap, Via, in_order
from engine.haithabu.advisor import advise
from engine.haithabu.board import LETTERS, bridge_mask
from engine.haithabu.rules import absence, looks, play
from engine.haithabu.rules.audit import audit
from engine.haithabu.rules.check import check, owed, resolve
from engine.haithabu.rules.looks import Preview
from engine.haithabu.rules.resets import reset_notes, reset_spaces
from engine.haithabu.rules.turns import runs_with, turns
from engine.haithabu.scoring import ranking
from engine.haithabu.state import HaithabuOptions, HaithabuState, HaithabuView
from engine.title import Title
from engine.values import Action, Decision, Event, Options, Result, Seat, Setup, Step, Undo


class HaithabuTitle(Title[HaithabuState, HaithabuAction, HaithabuView]):
    """`legal` lists runs as `rules.turns` says; a person narrows them down by runner, destination, `over` and `put`."""

    key = "haithabu"
    name = "Haithabu"
    seats = (2, 4)
    rules_version = "1"
    undo_clause = "HB-16.4"
    stale_clause = "HB-16.3"
    options_type = HaithabuOptions
    verbs = VERBS
    state_type = HaithabuState
    action_type = HaithabuAction
    view_type = HaithabuView

    def variants(self) -> Iterator[tuple[int, Options]]:
        for seats in range(2, 5):
            for traps in (False, True):
                yield seats, HaithabuOptions(traps=traps)

    def start(self, setup: Setup) -> tuple[HaithabuState, list[Event]]:
        assert isinstance(setup.options, HaithabuOptions)
        return play.start(setup.seats, setup.options.traps, setup.seed)

    def to_act(self, state: HaithabuState) -> tuple[Decision, ...]:
        return looks.decisions(state)

    def legal(self, state: HaithabuState, seat: Seat) -> Sequence[HaithabuAction]:
        due = owed(state)
        if due is None or due[0] != seat:
            return ()
        if due[1] == "run":
            return turns(state).runs
        if due[1] == "trap":
            return _TRAPS
        return [Reset(space, note) for space in reset_spaces(state) for note in reset_notes(state)]

    def runs_with(self, state: HaithabuState, put: str) -> Sequence[Run]:
        """Every legal run of the active seat with exactly this put set (HB-16.2), also where `legal` lists another."""
        return runs_with(state, bridge_mask(put)) if state.phase == "run" else ()

    def check(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> None:
        check(state, seat, action)

    def resolve(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> HaithabuAction:
        return resolve(state, seat, action)

    def open_ended(self, action: HaithabuAction) -> bool:
        """Put sets are listed in part; a path, a runner named by its space and a run without `over` never are."""
        if isinstance(action, Run):
            return bool(action.put) or not action.over or action.runner not in RUNNER_IDS
        return isinstance(action, Via)

    def play(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> tuple[HaithabuState, list[Event]]:
        return play.play(state, resolve(state, seat, action))

    def preview(self, state: HaithabuState, seat: Seat, action: HaithabuAction) -> Preview:
        """A run tried out with what all know (HB-16.2); Illegal if it is none."""
        check(state, seat, action)
        run = resolve(state, seat, action)
        assert isinstance(run, Run), "only runs have a preview"
        return looks.preview(state, run)

    def view(self, state: HaithabuState, seat: Seat | None) -> HaithabuView:
        return looks.view(state, seat)

    def result(self, state: HaithabuState) -> Result | None:
        return ranking(state) if state.phase == "over" else None

    def scores(self, view: HaithabuView) -> tuple[int, ...]:
        return view.finished

    def audit(self, state: HaithabuState) -> None:
        audit(state)

    def resample(self, state: HaithabuState, seat: Seat | None, stream: Stream) -> HaithabuState:
        return looks.resample(state, seat, stream)

    def absent(self, state: HaithabuState, seat: Seat) -> HaithabuAction:
        return absence.absent(state)

    def advise(self, view: HaithabuView, actions: Sequence[HaithabuAction], stream: Stream) -> HaithabuAction:
        return advise(view, actions, stream)

    def revocable(self, before: HaithabuState, seat: Seat, action: HaithabuAction, after: HaithabuState) -> bool:
        """HB-16.4: with traps only a run that crossed nothing, since a crossing tells something about the secret."""
        if not isinstance(action, Run) or after.phase == "over":
            return False
        return not before.traps or action.over == "-"

    def shown(
        self,
        steps: Sequence[Step[HaithabuState, HaithabuAction]],
        index: int,
        viewer: Seat | None,
        now: HaithabuState,
    ) -> str | None:
        """Notes are hidden from all but their author until they are sprung or the game is over (HB-14.2)."""
        step = steps[index]
        action = step.action
        if isinstance(action, Run | Via) or viewer == step.seat or now.phase == "over":
            return self.text(action)
        springs = now.phase == "reset" or any(isinstance(later.action, Reset) for later in steps[index + 1 :])
        if springs and action.bridge != NO_TRAP:
            return self.text(action)
        return "trap ?" if isinstance(action, Trap) else f"reset {action.space} trap ?"

    # ---- texts

    def words(self, kind: str) -> Collection[str]:
        return WORDS[kind]

    def canonical(self, action: HaithabuAction) -> HaithabuAction:
        return in_order(action)

    def text(self, action: Action) -> str:
        text = super().text(action)
        if isinstance(action, Via):
            _, runner, rest = text.split(" ", 2)
            return f"run {runner} via {rest}"
        return text

    def parse(self, text: str) -> HaithabuAction | Undo:
        words = text.split(" ")
        if words[0] == "run" and words[2:3] == ["via"]:
            return super().parse(" ".join(["via", words[1], *words[3:]]))
        return super().parse(text)


_TRAPS = tuple(Trap(letter) for letter in LETTERS)
TITLE = HaithabuTitle()
