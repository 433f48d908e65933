"""Hansa as a title of the house: the pieces of this folder behind the common contract.

Not for rules: each method says where they are.
"""

from collections.abc import Collection, Sequence
from copy import copy

from engine.chance import Stream
from engine.hansa import advisor, checks, log, rules, scoring
from engine.hansa import state as states
from engine.hansa.actions import (
    END,
    LOSE,
    SKIP,
    VERBS,
    WORDS,
    Buy,
    Discard,
    End,
    Establish,
    HansaAction,
    Lose,
    Sail,
    Sell,
    Skip,
    Standing,
    fewest_first,
    in_order,
)  # fmt: skip
from engine.hansa.state import LIMIT, HansaState, HansaView
from engine.title import Title
from engine.values import Decision, Event, Result, Setup, Step


class Hansa(Title[HansaState, HansaAction, HansaView]):
    key = "hansa"
    name = "Hansa"
    seats = (2, 4)
    rules_version = "1"
    undo_clause = "HA-18.5"
    stale_clause = "HA-18.7"
    verbs = VERBS
    state_type = HansaState
    action_type = HansaAction
    view_type = HansaView

    def start(self, setup: Setup) -> tuple[HansaState, list[Event]]:
        return rules.start(setup)

    def to_act(self, state: HansaState) -> tuple[Decision, ...]:
        return states.decisions(state)

    def legal(self, state: HansaState, seat: int) -> list[HansaAction]:
        return rules.legal(state, seat)

    def check(self, state: HansaState, seat: int, action: HansaAction) -> None:
        checks.check(state, seat, action)

    def play(self, state: HansaState, seat: int, action: HansaAction) -> tuple[HansaState, list[Event]]:
        return rules.play(state, seat, action)

    def view(self, state: HansaState, seat: int | None) -> HansaView:
        return states.view(state, seat)

    def result(self, state: HansaState) -> Result | None:
        return scoring.result(state)

    def scores(self, view: HansaView) -> tuple[int, ...]:
        return scoring.scores(view)

    def audit(self, state: HansaState) -> None:
        states.audit(state)

    def words(self, kind: str) -> Collection[str]:
        return WORDS[kind]

    def canonical(self, action: HansaAction) -> HansaAction:
        """HA-19.3: faces in one line stand in colour order, then barrels."""
        if isinstance(action, Sell | Discard):
            return type(action)(in_order(action.faces))
        return action

    def advise(self, view: HansaView, actions: Sequence[HansaAction], stream: Stream) -> HansaAction:
        return advisor.advise(view, actions, stream)

    def resample(self, state: HansaState, seat: int | None, stream: Stream) -> HansaState:
        """HA-15.1, HA-15.4: another order of the supply, other sealed answers and standing orders of other seats."""
        new = copy(state)
        new.supply = stream.shuffled(state.supply)
        others = [other for other in range(len(state.talers)) if other != seat]
        standing, answers = list(state.standing), list(state.answers)
        for other in others:
            standing[other] = bool(stream.below(2))
            if answers[other]:
                faces = [face for face in state.face_up[other] if face[0] == state.open_loss[other]]
                answers[other] = stream.choice(faces)
        new.standing, new.answers = tuple(standing), tuple(answers)
        return new

    def absent(self, state: HansaState, seat: int) -> HansaAction:
        """HA-18.6."""
        face_up = sorted(state.face_up[seat], key=fewest_first)
        match state.phase:
            case "place":
                return self.legal(state, seat)[0]
            case "refill":
                return SKIP
            case "loss":
                return LOSE[next(face for face in face_up if face[0] == state.open_loss[seat])]
            case "tax":
                return Discard(in_order(face_up[: len(face_up) - LIMIT]))
        return END

    def revocable(self, before: HansaState, seat: int, action: HansaAction, after: HansaState) -> bool:
        """HA-18.5, the table."""
        if isinstance(action, Sell):
            choices = rules.loss_choices(before, seat, action.faces)
            return not any(colour and order for colour, order in zip(choices, before.standing, strict=True))
        if isinstance(action, End):
            return after.phase == "tax"
        return isinstance(action, Skip | Sail | Buy | Establish)

    def tolerates(self, action: HansaAction, since: Sequence[Step[HansaState, HansaAction]]) -> bool:
        """HA-18.7: other answers to the same sale do not make an answer stale."""
        if isinstance(action, Lose):
            return all(isinstance(step.action, Lose | Standing) for step in since)
        return super().tolerates(action, since)

    def log_order(self, steps: Sequence[Step[HansaState, HansaAction]]) -> Sequence[int]:
        return log.order(steps)

    def shown(
        self, steps: Sequence[Step[HansaState, HansaAction]], index: int, viewer: int | None, now: HansaState
    ) -> str | None:
        hidden = viewer != steps[index].seat and log.is_hidden(steps, index, now)
        return None if hidden or log.is_replaced(steps, index) else self.text(steps[index].action)


TITLE = Hansa()
"""The one instance; the registry finds it by this name."""
