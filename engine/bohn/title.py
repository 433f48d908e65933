"""Bohn Hansa as a title of the house: the contract of `engine.title`, fulfilled with the modules beside this one.

Not for rules: each method hands over to the module that has them.
"""

import copy
from collections.abc import Collection, Sequence

from engine.bohn import actions as notation
from engine.bohn import advisor, log
from engine.bohn.actions import (
    VERBS,
    WORDS,
    Accept,
    BohnAction,
    Buy,
    BuyContract,
    Close,
    Counter,
    Decline,
    End,
    Final,
    Fulfil,
    Open,
    Pay,
    Propose,
    Stand,
    Travel,
    Withdraw,
)
from engine.bohn.beans import value
from engine.bohn.board import BASE, CONTRACT, KINDS
from engine.bohn.log import BohnStep, Steps
from engine.bohn.rules import audit, choices, effects, hidden, refusals, turn
from engine.bohn.rules.bargain import review
from engine.bohn.scoring import ranking, scores
from engine.bohn.state import BohnState, BohnView, view_of
from engine.chance import Stream
from engine.errors import BadNotation, Illegal, NotYourDecision
from engine.title import Title
from engine.values import UNDO, Action, Decision, Event, Result, Seat, Setup, Step, Undo

OFFER_LINES = (Propose, Counter, Decline, Withdraw)
"""What is said about offers and moves nothing by itself (BH-20.3, BH-20.7)."""
BOUND_BY_ITSELF = (Accept, Decline, Counter, Withdraw, BuyContract, Stand, Open, Final)
"""Decisions that mean the same whatever happened since (BH-20.3)."""
SAFE_TO_UNDO = (Fulfil, Buy, Pay, Travel)


class BohnHansa(Title[BohnState, BohnAction, BohnView]):
    key = "bohn"
    name = "Bohn Hansa"
    seats = (3, 5)
    rules_version = "1"
    undo_clause = "BH-20.7"
    stale_clause = "BH-20.3"
    verbs = VERBS
    state_type = BohnState
    action_type = BohnAction
    view_type = BohnView

    def start(self, setup: Setup) -> tuple[BohnState, list[Event]]:
        return turn.prepare(setup.seats, setup.seed)

    def to_act(self, state: BohnState) -> tuple[Decision, ...]:
        return choices.to_act(state)

    def legal(self, state: BohnState, seat: Seat) -> Sequence[BohnAction]:
        return choices.legal(state, seat)

    def check(self, state: BohnState, seat: Seat, action: BohnAction) -> None:
        refusals.check(state, seat, action)

    def play(self, state: BohnState, seat: Seat, action: BohnAction) -> tuple[BohnState, list[Event]]:
        return effects.play(state, seat, action)

    def view(self, state: BohnState, seat: Seat | None) -> BohnView:
        return view_of(state, seat, choices.to_act(state), self.result(state))

    def result(self, state: BohnState) -> Result | None:
        return ranking(state) if state.phase == "over" else None

    def scores(self, view: BohnView) -> tuple[int, ...]:
        return scores(view)

    def open_ended(self, action: BohnAction) -> bool:
        """Offers; and acceptances that name a payment, which may be left out where there is no choice (BH-9.7)."""
        return isinstance(action, Propose | Counter) or (isinstance(action, Accept) and bool(action.pay))

    def audit(self, state: BohnState) -> None:
        audit.audit(state)

    def resample(self, state: BohnState, seat: Seat | None, stream: Stream) -> BohnState:
        return hidden.resample(state, seat, stream)

    def advise(self, view: BohnView, actions: Sequence[BohnAction], stream: Stream) -> BohnAction:
        return advisor.advise(view, actions, stream)

    # ---- absence, staleness, undo

    def absent(self, state: BohnState, seat: Seat) -> BohnAction:
        """BH-20.6, and the time-out of an answer (BH-20.4)."""
        merchant, phase = state.merchants[seat], state.phase
        if phase == "open":
            return choices.openings(merchant)[0]
        if phase == "last":
            return min(choices.finals(merchant), key=lambda action: (-_gain(action.contracts), action.contracts))
        if seat != state.active:
            number = next((offer.number for offer in state.offers if offer.target == seat), None)
            if number is None:
                raise NotYourDecision("BH-20.4", "Nothing is asked of this seat.")
            return Decline(number)
        if phase == "start":
            return Travel(merchant.town)
        if phase == "toll":
            return min(choices.payments_of(merchant.beans, state.due), key=_modesty)
        if phase == "final":
            return End()
        own = next((offer.number for offer in state.offers if offer.maker == seat), None)
        return Close("auto") if own is None else Withdraw(own)

    def tolerates(self, action: BohnAction, since: Steps) -> bool:
        if isinstance(action, BOUND_BY_ITSELF):
            return True
        passed = (Stand,) if isinstance(action, Close) else (Stand, *OFFER_LINES)
        return all(isinstance(step.action, passed) for step in since)

    def revocable(self, before: BohnState, seat: Seat, action: BohnAction, after: BohnState) -> bool:
        """Whether only own cards were shown: no harvest card was drawn (BH-20.7)."""
        undrawn = len(before.pile) + len(before.reserve) == len(after.pile) + len(after.reserve)
        return isinstance(action, SAFE_TO_UNDO) and seat == before.active and undrawn

    def take_back(self, steps: Steps, state: BohnState, seat: Seat) -> tuple[list[BohnStep], BohnState]:
        """Passes over the seat's own offer lines: offers stay as they are now, unless they cannot (BH-20.8)."""
        place = len(steps) - 1
        while place >= 0 and _is_passed_over(steps[place], seat):
            place -= 1
        last = steps[place] if place >= 0 else None
        if last is None or last.seat != seat or seat != state.active:
            raise Illegal("BH-20.7", "There is no decision of yours to take back: it must be the latest one.")
        if not self.revocable(last.before, seat, last.action, state):
            raise Illegal("BH-20.7", "This decision cannot be taken back any more.")
        now = copy.copy(last.before)
        now.offers = state.offers if now.phase == "trade" else ()
        now.offered = state.offered
        for each, merchant in enumerate(state.merchants):
            now.update(each, standing=merchant.standing)
        review(now, [])
        left = [*steps[:place], *(Step(step.seat, step.action, now, step.host) for step in steps[place + 1 :])]
        return left, now

    # ---- the log

    def log_order(self, steps: Steps) -> Sequence[int]:
        return log.order(steps)

    def shown(self, steps: Steps, index: int, viewer: Seat | None, now: BohnState) -> str | None:
        """BH-21.4: the owner reads everything, and everybody does when the game is over."""
        if log.is_replaced(steps, index):
            return None
        if steps[index].seat == viewer or now.phase == "over":
            return self.text(steps[index].action)
        seen = log.public(steps, index, now)
        return self.text(seen) if isinstance(seen, Action) else seen

    # ---- texts

    def words(self, kind: str) -> Collection[str]:
        return WORDS[kind]

    def canonical(self, action: BohnAction) -> BohnAction:
        return notation.canonical(action)

    def text(self, action: Action) -> str:
        return "undo" if isinstance(action, Undo) else notation.write(action, self.verb_of[type(action)])

    def parse(self, text: str) -> BohnAction | Undo:
        name = text.partition(" ")[0]
        if text == "undo":
            return UNDO
        if name not in self.verb_named:
            raise BadNotation("{title} knows no decision “{verb}”.", title=self.name, verb=name)
        return self.read(notation.split(text, self.verb_named[name]), strict=False)

    def read(self, value: object, *, strict: bool = True) -> BohnAction | Undo:
        action = super().read(value, strict=strict)
        if isinstance(action, Pay) and not action.beans:
            raise BadNotation("A toll is paid with at least one bean.")
        return action


def _gain(contracts: tuple[str, ...]) -> int:
    """What fulfilling brings more than selling the beans."""
    return sum(CONTRACT[card].payout - value(CONTRACT[card].beans) for card in contracts)


def _modesty(action: Pay) -> tuple[int, int, tuple[int, ...]]:
    """Least value, then fewest beans, then first in kind order (BH-20.6)."""
    return sum(BASE[kind] for kind in action.beans), len(action.beans), tuple(map(KINDS.index, action.beans))


def _is_passed_over(step: BohnStep, seat: Seat) -> bool:
    """Standing orders of anybody, and the seat's own offer lines."""
    return isinstance(step.action, Stand) or (step.seat == seat and isinstance(step.action, OFFER_LINES))


TITLE = BohnHansa()
"""The one instance; the registry finds it by this name."""
