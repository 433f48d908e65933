"""When somebody sleeps: their time zone, their quiet hours, and the moments that a clock on their wall shows.

Not for what waits until they are awake: `rules.py`. All moments are seconds since 1970, so that neither summer time nor
a clock that is set shifts anything but what the wall shows.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from bot.errors import Refused

ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Halifax", "America/St_Johns", "America/Sao_Paulo", "America/Argentina/Buenos_Aires",
    "Atlantic/Azores", "UTC", "Europe/London", "Europe/Lisbon", "Europe/Paris", "Europe/Berlin", "Europe/Madrid",
    "Europe/Rome", "Europe/Stockholm", "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul",
    "Europe/Moscow", "Africa/Lagos", "Africa/Cairo", "Africa/Johannesburg", "Africa/Nairobi", "Asia/Dubai",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore", "Asia/Hong_Kong",
    "Asia/Shanghai", "Asia/Tokyo", "Asia/Seoul", "Australia/Perth", "Australia/Adelaide", "Australia/Brisbane",
    "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""What a menu offers; any other can be typed."""
NIGHTS = ("20-7", "21-7", "22-7", "22-8", "23-7", "23-8", "23-9", "0-8", "0-9", "1-10")
"""Quiet hours that are offered: from which full hour to which."""
EVENING, MORNING = 19, 8
"""What *until tonight* and *until tomorrow* mean; whoever sleeps longer is asleep until they wake."""
DAWN = 5
"""Whoever is still up before it says tomorrow and means the day that comes with the light."""
BEFORE_SLEEP = 600.0
LONGEST = 9
"""Days in which everybody is awake once."""


class Hours(msgspec.Struct, frozen=True):
    """The hours of one person; without a zone nobody knows when it is night, and nobody guesses."""

    zone: str | None = None
    night: str | None = None
    weekends: bool = False
    """Whether Saturday and Sunday are quiet all day; only beside a night."""

    def wall(self, at: float) -> datetime | None:
        """What a clock shows there."""
        place = _place(self.zone)
        return None if place is None else datetime.fromtimestamp(at, place)

    def is_quiet(self, at: float) -> bool:
        there = self.wall(at)
        if there is None or self.night is None:
            return False
        if self.weekends and there.weekday() >= 5:
            return True
        begin, end = _night(self.night)
        return begin <= there.hour < end if begin < end else there.hour >= begin or there.hour < end

    def awake(self, at: float) -> float:
        """That moment or, in quiet hours, when they are over."""
        if self.night is None or not self.is_quiet(at):
            return at
        ends = (moment for day in range(LONGEST) for moment in self._moments(at, day, _night(self.night)[1]))
        return next((moment for moment in ends if moment > at and not self.is_quiet(moment)), at)

    def still_awake(self, at: float) -> float:
        """That moment or, in quiet hours, a little before they begin."""
        if self.night is None or not self.is_quiet(at):
            return at
        begins = (moment for day in range(LONGEST) for moment in self._moments(at, -day, _night(self.night)[0]))
        found = (moment - BEFORE_SLEEP for moment in begins if moment <= at)
        return next((moment for moment in found if not self.is_quiet(moment)), at)

    def tonight(self, at: float) -> float | None:
        """The next evening; None without a zone."""
        return self._next(at, EVENING)

    def tomorrow(self, at: float) -> float | None:
        """The morning of the next day, when they are awake; None without a zone."""
        there = self.wall(at)
        if there is None:
            return None
        return self.awake(self._moments(at, 0 if there.hour < DAWN else 1, MORNING)[0])

    def _next(self, at: float, hour: int) -> float | None:
        return next((moment for day in range(2) for moment in self._moments(at, day, hour) if moment > at), None)

    def _moments(self, at: float, days: int, hour: int) -> list[float]:
        """When the clock there shows a full hour on a day: twice where it is set back; after the gap where forward."""
        there = self.wall(at)
        if there is None:
            return []
        noon = there.replace(hour=12, minute=0, second=0, microsecond=0, fold=0) + timedelta(days=days)
        return [noon.replace(hour=hour, fold=fold).timestamp() for fold in (0, 1)]


ALWAYS = Hours()


def _night(night: str) -> tuple[int, int]:
    begin, _, end = night.partition("-")
    return int(begin), int(end)


def _place(zone: str | None) -> ZoneInfo | None:
    """None, too, for a zone that this machine does not know (any more)."""
    if zone is None:
        return None
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def check_zone(zone: str) -> str:
    """The zone as it is written; Refused if there is none of that name."""
    found = next((name for name in available_timezones() if name.casefold() == zone.strip().casefold()), None)
    if found is None or _place(found) is None:
        raise Refused("There is no time zone {zone}. Choose one of those that are suggested.", zone=zone)
    return found


def check_night(night: str) -> str:
    """Quiet hours as they are written: two full hours, such as 22-8; Refused if they are something else."""
    begin, dash, end = night.replace(" ", "").replace("–", "-").partition("-")
    numbers = begin.isdecimal() and end.isdecimal() and int(begin) < 24 and int(end) < 24 and int(begin) != int(end)
    if not dash or not numbers:
        raise Refused("Quiet hours are two full hours, such as 22-8, not {hours}.", hours=night)
    return f"{int(begin)}-{int(end)}"


def zones_like(typed: str) -> list[str]:
    """What a zone that is being typed may become; the offered ones first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    rest = sorted(name for name in available_timezones() - set(ZONES) if "/" in name and not name.startswith("Etc/"))
    return [name for name in (*ZONES, *rest) if wanted in name.casefold()]
