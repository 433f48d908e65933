"""The table of rules, and what follows a call: reminders, the warning, and where they end.

Not for letters and posts: `test_calls.py`.
"""

import itertools
from typing import get_args

import msgspec
import pytest

from bot.calls.hours import Hours
from bot.calls.rules import MINUTE, RULES, Event, way, when
from bot.calls.series import DAY, FIRST, HOUR, MOST_GENTLE, SHORTEST, Facts, Step, Told, next_reminder
from bot.calls.wishes import InForce, in_force
from bot.store.attendance import GameWish
from bot.table.preferences import REMINDS, PersonPreferences, ServerPreferences
from tests.bot.calls.test_hours import PARIS, moment

NIGHT = Hours(PARIS, "22-8")
NOON, EVENING, MORNING = (moment(PARIS, f"2027-01-{at}") for at in ("15T12:00", "15T23:00", "16T08:00"))
TOLD = Told(1, 0, 5)


def wish(**fields: object) -> InForce:
    return msgspec.structs.replace(InForce("day", True, "mention", True), **fields)


def test_every_event_has_a_rule() -> None:
    assert set(RULES) == set(get_args(Event))


@pytest.mark.parametrize("event", get_args(Event))
def test_the_way_is_the_persons(event: Event) -> None:
    rule = RULES[event]
    assert way(event, wish(ping="none", remind="gentle", early=True)) == ("dm" if rule.wish == "follow" else "none")
    expected = {"calls": "dm", "reminders": "dm", "early": "none", "follow": "dm", "nothing": "none"}
    assert way(event, wish(ping="dm")) == expected[rule.wish]
    if rule.wish == "reminders":
        assert way(event, wish(remind="off")) == "none"
    if rule.wish == "early":
        assert way(event, wish(early=True)) == "mention"
    if rule.wish == "follow":
        assert way(event, wish(reachable=False)) == "none"


@pytest.mark.parametrize("event", get_args(Event))
def test_nothing_that_calls_comes_in_quiet_hours(event: Event) -> None:
    rule, quiet = RULES[event], wish(hours=NIGHT)
    assert when(event, wish(), EVENING) == EVENING
    assert when(event, quiet, NOON) == NOON
    if rule.early:
        assert when(event, quiet, EVENING) == EVENING - HOUR - 600
    else:
        assert when(event, quiet, EVENING) == (MORNING if rule.waits else EVENING)
    assert rule.waits or rule.wish == "nothing"


@pytest.mark.parametrize("event", get_args(Event))
def test_who_has_just_acted_is_not_called_for_a_minute(event: Event) -> None:
    held = NOON + MINUTE - 10 if RULES[event].holds else NOON
    assert when(event, wish(), NOON, NOON - 10) == held
    assert when(event, wish(), NOON, NOON - MINUTE) == NOON


def test_what_is_chosen_for_a_game_counts_before_the_rest() -> None:
    server, person = ServerPreferences(ping="none", remind="off"), PersonPreferences(spoken="en")
    assert (in_force(person, server).ping, in_force(person, server).remind) == ("none", "off")
    person = msgspec.structs.replace(person, ping="mention", remind="8", zone=PARIS, quiet="22-8")
    found = in_force(person, server)
    assert (found.ping, found.remind, found.hours) == ("mention", "8", NIGHT)
    found = in_force(person, server, GameWish("dm", True, 7.0, True))
    assert (found.ping, found.remind, found.snoozed, found.early) == ("dm", "off", 7.0, True)
    assert in_force(PersonPreferences(), server, GameWish("dm")).ping == "mention", "a stranger gets nothing private"


# ---- what comes after a call


def reminders(facts: Facts, chosen: InForce, most: int = 60) -> list[Step]:
    """All that somebody is told who does nothing."""
    told, found = msgspec.structs.replace(TOLD, called=True, at=facts.called_at), list[Step]()
    while (step := next_reminder(told, facts, chosen)) is not None and len(found) < most:
        found.append(step)
        told = msgspec.structs.replace(
            told,
            at=step.at,
            reminders=told.reminders + (step.event == "reminder"),
            warned=told.warned or step.event == "nearly_up",
        )
    return found


def test_without_a_clock_gentle_reminders_are_few() -> None:
    steps = reminders(Facts(NOON), wish())
    assert [step.at - NOON for step in steps] == [FIRST, FIRST + DAY, FIRST + 2 * DAY]
    assert len(steps) == MOST_GENTLE
    assert {step.event for step in steps} == {"reminder"}


def test_the_first_reminder_counts_from_the_call() -> None:
    told = msgspec.structs.replace(TOLD, called=True, at=NOON + 10 * HOUR)
    assert next_reminder(told, Facts(NOON), wish()) == Step("reminder", NOON + 10 * HOUR + FIRST)


def test_an_interval_of_ones_own_goes_on() -> None:
    steps = reminders(Facts(NOON), wish(remind="4"))
    assert [step.at - NOON for step in steps] == [4 * HOUR * (each + 1) for each in range(60)]


@pytest.mark.parametrize("hours", [1, 4, 12, 24, 48, 72, 168])
@pytest.mark.parametrize("remind", REMINDS)
def test_with_a_clock_there_is_one_warning_and_nothing_after_time_is_up(hours: int, remind: str) -> None:
    pace = hours * HOUR
    steps = reminders(Facts(NOON, None, pace, NOON + pace), wish(remind=remind))
    if remind == "off":
        assert steps == []
        return
    assert [step.at for step in steps if step.event == "nearly_up"] == [pytest.approx(NOON + 0.8 * pace)]
    assert steps[-1].event == "nearly_up"
    assert all(NOON + min(pace / 2, 4 * HOUR) <= step.at < NOON + pace for step in steps)
    assert all(later.at - earlier.at >= 600 for earlier, later in itertools.pairwise(steps))


def test_where_all_are_there_nobody_is_reminded() -> None:
    pace = SHORTEST - 1
    assert reminders(Facts(NOON, None, pace, NOON + pace), wish()) == []


def test_the_warning_of_the_night_comes_before_it() -> None:
    pace = 12 * HOUR  # until midnight; 80 % are at 21:36, those of 14 hours at 23:12
    assert reminders(Facts(NOON, None, pace, NOON + pace), wish(hours=NIGHT))[-1].at == pytest.approx(NOON + 0.8 * pace)
    pace = 14 * HOUR
    (*_, last) = reminders(Facts(NOON, None, pace, NOON + pace), wish(hours=NIGHT))
    assert last == Step("nearly_up", moment(PARIS, "2027-01-15T21:50"))


def test_a_warning_of_the_night_waits_where_time_runs_out_later() -> None:
    late = moment(PARIS, "2027-01-15T21:30")
    pace = 12 * HOUR  # until half past nine; 80 % are at 07:06
    steps = reminders(Facts(late, None, pace, late + pace), wish(hours=NIGHT))
    assert steps[-1] == Step("nearly_up", MORNING)
    soon = moment(PARIS, "2027-01-15T21:40")  # ten minutes before the last moment of the day
    assert reminders(Facts(soon, None, 9 * HOUR, soon + 9 * HOUR), wish(hours=NIGHT)) == []


def test_no_reminder_comes_in_the_night_nor_after_time_is_up() -> None:
    late = moment(PARIS, "2027-01-15T21:00")
    pace = 10 * HOUR
    steps = reminders(Facts(late, None, pace, late + pace), wish(hours=NIGHT))
    assert [step.event for step in steps] == ["nearly_up"]
    assert all(not NIGHT.is_quiet(step.at) for step in steps)


def test_whoever_acts_has_their_whole_time_anew() -> None:
    told = msgspec.structs.replace(TOLD, called=True, at=NOON + FIRST + DAY, reminders=2)
    acted = NOON + FIRST + DAY + 60
    assert next_reminder(told, Facts(NOON, acted), wish()) == Step("reminder", acted + FIRST)
    warned = msgspec.structs.replace(told, warned=True)
    facts = Facts(NOON, acted, 24 * HOUR, acted + 24 * HOUR)
    assert next_reminder(warned, facts, wish()) == Step("reminder", acted + 12 * HOUR)


def test_snoozed_means_then() -> None:
    told = msgspec.structs.replace(TOLD, called=True, at=NOON + FIRST, reminders=1)
    for remind in ("gentle", "48"):
        later = wish(remind=remind, snoozed=NOON + FIRST + HOUR)
        assert next_reminder(told, Facts(NOON), later) == Step("reminder", NOON + FIRST + HOUR)
    done = msgspec.structs.replace(told, reminders=MOST_GENTLE, at=NOON + DAY)
    assert next_reminder(done, Facts(NOON), wish(snoozed=NOON + FIRST)) is None, "that moment is over"
    assert next_reminder(done, Facts(NOON), wish(snoozed=NOON + 2 * DAY)) == Step("reminder", NOON + 2 * DAY)
    night = wish(hours=NIGHT, snoozed=EVENING)
    assert next_reminder(told, Facts(NOON), night) == Step("reminder", MORNING)
