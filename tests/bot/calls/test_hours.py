"""Quiet hours by the clock on somebody's wall: nights, weekends, summer time, leap days.

Not for what waits for the end of them: `test_calls.py`.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.calls.hours import MORNING, ZONES, Hours, check_night, check_zone, zones_like
from bot.errors import Refused

HOUR = 3600.0
PARIS, NEW_YORK = "Europe/Paris", "America/New_York"


def moment(zone: str, text: str, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def wall(hours: Hours, at: float) -> str:
    there = hours.wall(at)
    assert there is not None
    return f"{there:%Y-%m-%dT%H:%M}"


@pytest.mark.parametrize(
    ("night", "at", "awake"),
    [
        ("22-8", "2027-01-15T21:59", "2027-01-15T21:59"),
        ("22-8", "2027-01-15T22:00", "2027-01-16T08:00"),
        ("22-8", "2027-01-16T07:59", "2027-01-16T08:00"),
        ("22-8", "2027-01-16T08:00", "2027-01-16T08:00"),
        ("0-9", "2027-01-16T00:00", "2027-01-16T09:00"),
        ("0-9", "2027-01-16T23:59", "2027-01-16T23:59"),
        ("12-14", "2027-01-16T13:30", "2027-01-16T14:00"),
    ],
)
def test_a_night_ends_in_the_morning(night: str, at: str, awake: str) -> None:
    hours = Hours(PARIS, night)
    assert wall(hours, hours.awake(moment(PARIS, at))) == awake


def test_without_a_zone_or_a_night_nobody_sleeps() -> None:
    for hours in (Hours(), Hours(None, "22-8"), Hours(PARIS), Hours(PARIS, None, True), Hours("Nowhere/There", "22-8")):
        at = moment(PARIS, "2027-01-16T03:00")
        assert not hours.is_quiet(at)
        assert hours.awake(at) == at


def test_a_quiet_weekend_lasts_from_friday_night_to_monday_morning() -> None:
    hours = Hours(PARIS, "22-8", True)
    for at in ("2027-01-15T22:30", "2027-01-16T12:00", "2027-01-17T21:00", "2027-01-18T03:00"):
        assert wall(hours, hours.awake(moment(PARIS, at))) == "2027-01-18T08:00"
    assert wall(hours, hours.still_awake(moment(PARIS, "2027-01-17T12:00"))) == "2027-01-15T21:50"


def test_the_night_in_which_the_clock_is_set_forward_is_an_hour_shorter() -> None:
    """In Paris there is no 02:30 on 28 March 2027."""
    hours = Hours(PARIS, "22-8")
    begin = moment(PARIS, "2027-03-27T22:00")
    assert hours.awake(begin) == begin + 9 * HOUR
    assert wall(hours, hours.awake(begin)) == "2027-03-28T08:00"
    gap = Hours(PARIS, "22-2")
    assert wall(gap, gap.awake(begin)) == "2027-03-28T03:00", "02:00 is 03:00 that night"


def test_the_night_in_which_the_clock_is_set_back_is_an_hour_longer() -> None:
    """In Paris 02:30 comes twice on 31 October 2027."""
    hours = Hours(PARIS, "22-8")
    begin = moment(PARIS, "2027-10-30T22:00")
    assert hours.awake(begin) == begin + 11 * HOUR
    late = Hours(PARIS, "22-3")
    for fold in (0, 1):
        at = moment(PARIS, "2027-10-31T02:30", fold)
        assert hours.is_quiet(at)
        assert wall(late, late.awake(at)) == "2027-10-31T03:00"
        assert late.awake(at) > at
    twice = Hours(PARIS, "22-2")
    first, second = (moment(PARIS, "2027-10-31T01:30"), moment(PARIS, "2027-10-31T02:30", 1))
    assert twice.awake(first) == moment(PARIS, "2027-10-31T02:00")
    assert twice.awake(second) == second


def test_a_leap_day_is_a_day_like_others() -> None:
    hours = Hours(NEW_YORK, "22-8")
    assert wall(hours, hours.awake(moment(NEW_YORK, "2028-02-28T23:00"))) == "2028-02-29T08:00"
    assert wall(hours, hours.awake(moment(NEW_YORK, "2028-02-29T23:00"))) == "2028-03-01T08:00"
    at = moment(NEW_YORK, "2028-02-28T12:00")
    tomorrow = hours.tomorrow(at)
    assert tomorrow is not None
    assert wall(hours, tomorrow) == "2028-02-29T08:00"


@pytest.mark.parametrize("zone", ZONES)
def test_every_quiet_moment_of_a_year_ends_soon_and_awake(zone: str) -> None:
    for hours in (Hours(zone, "22-8"), Hours(zone, "1-10", True)):
        at = moment(zone, "2027-01-01T00:00")
        for step in range(0, 365 * 24, 7):
            awake = hours.awake(now := at + step * HOUR + 1234.5)
            assert not hours.is_quiet(awake)
            assert now <= awake <= now + 61 * HOUR
            assert hours.still_awake(now) <= now
            assert not hours.is_quiet(hours.still_awake(now))


def test_tonight_and_tomorrow_are_where_they_are() -> None:
    hours = Hours(PARIS, "22-9")
    for at, tonight, tomorrow in (
        ("2027-01-15T10:00", "2027-01-15T19:00", "2027-01-16T09:00"),
        ("2027-01-15T20:00", "2027-01-16T19:00", "2027-01-16T09:00"),
        ("2027-01-15T02:00", "2027-01-15T19:00", "2027-01-15T09:00"),
        ("2027-03-27T12:00", "2027-03-27T19:00", "2027-03-28T09:00"),
    ):
        now = moment(PARIS, at)
        found = hours.tonight(now), hours.tomorrow(now)
        assert [wall(hours, each) for each in found if each is not None] == [tonight, tomorrow]
    assert Hours().tonight(0.0) is Hours().tomorrow(0.0) is None
    assert wall(Hours(PARIS), Hours(PARIS).tomorrow(moment(PARIS, "2027-01-15T12:00")) or 0) == (
        f"2027-01-16T{MORNING:02}:00"
    )


def test_zones_and_nights_are_checked() -> None:
    assert check_zone(" europe/paris ") == PARIS
    for zone in ("Paris", "Europe", "../etc/passwd", ""):
        with pytest.raises(Refused, match="There is no time zone"):
            check_zone(zone)
    assert check_night("22 – 08") == "22-8"
    for night in ("22", "22-22", "24-8", "-", "ten-six", "22-8-9"):
        with pytest.raises(Refused, match="Quiet hours are two full hours"):
            check_night(night)
    assert zones_like("new york") == [NEW_YORK]
    assert zones_like("")[:44] == list(ZONES)
    assert "Europe/Vienna" in zones_like("vien")
