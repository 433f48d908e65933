"""What a strong computer would do in a person's place: its plan for the rest of the turn, and what would come of it.

Not for words and pictures, and nothing is decided here. It goes as far as nothing hidden is met, and knows what the
seat knows: the position it looks at is drawn for the seat, as those are that computers think about.
"""

import time
from typing import NamedTuple

from bot.errors import Refused
from bot.store.hosted_game import HostedGame
from bot.table.preferences import ServerPreferences
from bot.table.thinking import Thinker, decided_by
from engine.chance import Stream
from engine.history import turn_of
from engine.title import AnyTitle
from engine.values import Action, Deed, State

ADVISERS = ("strong", "trader")
"""Who is asked, the best first; one that would begin as one before it has nothing to add."""
LONGEST = 8
"""Decisions of a plan."""
SECONDS = 6.0
"""For which a plan is thought about; what is left of the turn then is not planned."""


class Hint(NamedTuple):
    """A plan. Of the decision that ends it no deed tells: that is about others, or about something hidden."""

    adviser: str
    actions: tuple[Action, ...]
    deeds: tuple[Deed, ...]
    gained: int
    ends_open: bool = False
    """Whether nobody can say yet what comes of the last decision."""


def has_hints(hosted: HostedGame) -> bool:
    """Whether there are hints in this game: where one plays against computers, else where it was said at the start."""
    return len(hosted.people()) == 1 or hosted.header.lobby.hints


def check_hints(hosted: HostedGame, server: ServerPreferences) -> None:
    if not server.hints:
        raise Refused("There are no hints on this server (see /settings server).")
    if not has_hints(hosted):
        raise Refused("People play against each other here, and hints were not agreed on before the start.")


async def hints_for(title: AnyTitle, state: State, seat: int, thinker: Thinker | None) -> list[Hint]:
    """The best plan first."""
    found = list[Hint]()
    for adviser in ADVISERS:
        plan = await _plan(title, state, seat, adviser, thinker)
        if all(plan.actions[:1] != other.actions[:1] for other in found):
            found.append(plan)
    return found


async def _plan(title: AnyTitle, state: State, seat: int, adviser: str, thinker: Thinker | None) -> Hint:
    over = time.monotonic() + SECONDS
    # Nothing but what the seat knows may lead to a plan, not even a seed.
    start = now = title.resample(state, seat, Stream("hint", title.key))
    turn, actions, deeds = turn_of(title.view(start, seat)), list[Action](), list[Deed]()
    while len(actions) < LONGEST and (not actions or time.monotonic() < over):
        text = await decided_by(title, now, seat, adviser, f"hint {len(actions)}", thinker)
        action = title.resolve(now, seat, title.parse(text))
        then, events = title.play(now, seat, action)
        actions.append(action)
        if not title.revocable(now, seat, action, then):
            return Hint(adviser, tuple(actions), tuple(deeds), _gained(title, start, now, seat), ends_open=True)
        now = then
        if turn_of(title.view(now, seat)) != turn or all(decision.seat != seat for decision in title.to_act(now)):
            break
        deeds.append(Deed(seat, action, tuple(event for event in events if event.audience is None)))
    return Hint(adviser, tuple(actions), tuple(deeds), _gained(title, start, now, seat))


def _gained(title: AnyTitle, before: State, after: State, seat: int) -> int:
    return title.scores(title.view(after, None))[seat] - title.scores(title.view(before, None))[seat]
