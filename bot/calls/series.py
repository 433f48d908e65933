"""The calls of one seat to one decision, one after the other: the call, reminders, the warning that time is nearly up.

Not for how and whether somebody hears of it (`rules.py`), and not for sending: `bot.ui.posts.calls`.
"""

from typing import NamedTuple

import msgspec

from bot.calls.rules import Event, when
from bot.calls.wishes import InForce

HOUR = 3600.0
FIRST = 8 * HOUR
"""Until the first reminder where no clock runs."""
SHARE = 0.5
"""Of the pace, until the first reminder where one does."""
WARNING = 0.8
"""The share of the pace after which time is nearly up."""
CLOSE = 0.1
"""The share of the pace before it in which a call is the warning already, and nobody is reminded."""
HALF_AN_HOUR = 1800.0
DAY = 24 * HOUR
MOST_GENTLE = 3
"""Gentle reminders of one decision; whoever has chosen an interval is reminded until they decide."""
SHORTEST = 1800.0
"""Of a pace below it nobody is reminded: all are there."""


class Told(msgspec.Struct, frozen=True, array_like=True):
    """What a series has told so far, and where its latest notice stands. It is the letter's receipt.

    Release 0.1.0 wrote the first three fields.
    """

    round: int
    active: int | None
    user: int
    called: bool = False
    channel: int = 0
    message: int = 0
    """0: nothing stands but, perhaps, a board that has called them."""
    private: bool = False
    at: float = 0.0
    """When they were told last."""
    reminders: int = 0
    warned: bool = False
    held_until: float = 0.0
    """The end of the quiet hours it waits for."""
    version: int = 0
    """Of the game, when they were told last."""


class Facts(NamedTuple):
    """What is known of the decision somebody owes."""

    called_at: float
    acted_at: float | None = None
    """When they last acted in the game since."""
    pace: float | None = None
    deadline: float | None = None


class Step(NamedTuple):
    """What is to be told next, and when."""

    event: Event
    at: float


def next_reminder(told: Told, facts: Facts, wish: InForce) -> Step | None:
    """After the call: the next reminder or the warning; None when there is none to come."""
    if wish.remind == "off" or (facts.pace is not None and facts.pace < SHORTEST):
        return None
    since = facts.called_at if facts.acted_at is None else max(facts.called_at, facts.acted_at)
    if facts.deadline is not None and facts.pace is not None:
        since = facts.deadline - facts.pace
    anew = told.at < since  # they have acted, so the time runs anew
    steps = [_warning(told, facts, wish, since, told.warned and not anew), _reminder(told, facts, wish, since, anew)]
    return min((step for step in steps if step is not None), key=lambda step: step.at, default=None)


def _warning(told: Told, facts: Facts, wish: InForce, since: float, done: bool) -> Step | None:
    if facts.deadline is None or facts.pace is None or done:
        return None
    nearly = since + WARNING * facts.pace
    at, apart = wish.hours.awake(nearly), CLOSE * facts.pace
    if at >= facts.deadline:  # time is up before they are awake: before the night, unless they were told just then
        at, apart = when("nearly_up", wish, nearly), min(apart, HALF_AN_HOUR)
    if told.at > at - apart:
        return None
    return Step("nearly_up", at) if at < facts.deadline else None


def _reminder(told: Told, facts: Facts, wish: InForce, since: float, anew: bool) -> Step | None:
    """None when there were enough, or time is nearly up anyway."""
    made = 0 if anew else told.reminders
    gentle = wish.remind == "gentle"
    if gentle and made >= MOST_GENTLE and told.at >= wish.snoozed:
        return None
    interval = DAY if gentle else float(wish.remind) * HOUR
    first = FIRST if facts.pace is None else SHARE * facts.pace
    first = first if gentle or (facts.pace is not None and first < interval) else interval
    at = max(told.at + interval if made else max(since, told.at) + first, wish.snoozed)
    if told.at < wish.snoozed and not anew:  # they have asked for it then
        at = wish.snoozed
    elif facts.deadline is not None and facts.pace is not None and at >= since + (WARNING - CLOSE) * facts.pace:
        return None
    at = when("reminder", wish, at)
    return None if facts.deadline is not None and at >= facts.deadline else Step("reminder", at)
