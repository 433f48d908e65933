"""The table of rules: what can be news to somebody, which wish decides whether they hear of it, how, and when.

Not for what has to be told (`series.py` plans the calls of one turn) and not for words and posts: `bot.ui.posts`.
"""

from typing import Literal, NamedTuple

from bot.calls.wishes import InForce
from bot.table.preferences import Ping

Event = Literal[
    "turn", "answer", "reminder", "nearly_up", "time_up", "not_yet", "next", "joined", "over", "request", "round", "end"
]
Wish = Literal["calls", "reminders", "early", "follow", "nothing"]
"""The choice of a person that decides: how they are called, how often reminded; whether they hear of the seat before
theirs; which games they follow. `nothing`: nobody is called for it, a post or a notice that stands says it."""
MINUTE = 60.0


class Rule(NamedTuple):
    """One line of the table."""

    wish: Wish
    holds: bool = False
    """Whether it waits a minute for somebody who has just acted in the game, and is dropped if they act again."""
    waits: bool = True
    """Whether it waits until quiet hours are over; with others of that night it is one notice then."""
    early: bool = False
    """Whether it comes before quiet hours begin instead."""


RULES: dict[Event, Rule] = {
    "turn": Rule("calls", holds=True),
    "answer": Rule("calls", holds=True),  # a decision in another's turn: an offer, a loss, a displaced piece
    "reminder": Rule("reminders"),
    "nearly_up": Rule("reminders", early=True),
    "next": Rule("early", holds=True),  # the seat before starts
    "request": Rule("calls"),  # somebody asks the table for something
    "over": Rule("calls"),
    "round": Rule("follow"),
    "end": Rule("follow"),
    "joined": Rule("nothing", waits=False),  # the lobby is brought up to date
    "time_up": Rule("nothing", waits=False),  # a line says it to all, the notice that stands to them
    "not_yet": Rule("nothing", waits=False),  # a line to all or, who was called in private, the notice that stands
}


def way(event: Event, wish: InForce) -> Ping:
    """How somebody hears of it."""
    match RULES[event].wish:
        case "calls":
            return wish.ping
        case "reminders":
            return "none" if wish.remind == "off" else wish.ping
        case "early":
            return wish.ping if wish.early else "none"
        case "follow":
            return "dm" if wish.reachable else "none"
    return "none"


def when(event: Event, wish: InForce, at: float, acted_at: float | None = None) -> float:
    """The moment for something that happened, or is to be said, at `at`: then, or later."""
    rule = RULES[event]
    if rule.holds and acted_at is not None:
        at = max(at, acted_at + MINUTE)
    if rule.early:
        at = wish.hours.still_awake(at)
    return wish.hours.awake(at) if rule.waits else at
