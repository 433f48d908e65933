"""Nim as a title: the pieces of this folder behind the common contract.

Not for rules: each method says where they are.
"""

from collections.abc import Collection, Sequence

from engine.chance import Stream
from engine.title import Title
from engine.values import Decision, Event, Result, Setup
from tests.example import play, scoring, views
from tests.example import state as states
from tests.example.actions import VERBS, WORDS, Take
from tests.example.state import NimState
from tests.example.views import NimView


class NimTitle(Title[NimState, Take, NimView]):
    key = "nim"
    name = "Nim"
    seats = (2, 3)
    rules_version = "1"
    undo_clause = "NI-4.1"
    stale_clause = "NI-4.2"
    other_clause = "NI-2.1"
    verbs = VERBS
    state_type = NimState
    action_type = Take
    view_type = NimView

    def start(self, setup: Setup) -> tuple[NimState, list[Event]]:
        return play.start(setup)

    def to_act(self, state: NimState) -> tuple[Decision, ...]:
        return states.decisions(state)

    def legal(self, state: NimState, seat: int) -> list[Take]:
        return play.legal(state, seat)

    def play(self, state: NimState, seat: int, action: Take) -> tuple[NimState, list[Event]]:
        return play.play(state, seat, action)

    def view(self, state: NimState, seat: int | None) -> NimView:
        return views.view(state, seat)

    def result(self, state: NimState) -> Result | None:
        return scoring.result(state)

    def scores(self, view: NimView) -> tuple[int, ...]:
        return scoring.scores(view)

    def audit(self, state: NimState) -> None:
        states.audit(state)

    def words(self, kind: str) -> Collection[str]:
        return WORDS[kind]

    def resample(self, state: NimState, seat: int | None, stream: Stream) -> NimState:
        return views.resample(state, seat, stream)

    def absent(self, state: NimState, seat: int) -> Take:
        """NI-4.3: one counter from the first heap that has some."""
        return self.legal(state, seat)[0]

    def advise(self, view: NimView, actions: Sequence[Take], stream: Stream) -> Take:
        """As many as possible, from the own secret heap if there are some left in it."""
        assert view.private is not None
        own = view.private.bonus
        return max(actions, key=lambda take: (take.heap == own, take.count))

    def revocable(self, before: NimState, seat: int, action: Take, after: NimState) -> bool:
        """NI-4.1: not after the end, which reveals the secret heaps."""
        return after.phase != "over"


TITLE = NimTitle()
"""The one instance; the registry finds it by this name."""
