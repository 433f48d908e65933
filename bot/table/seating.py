"""Who sits where: opening, joining, leaving, starting, resigning, replacing, aborting; as changes of a sheet.

Not for decisions in the game: `playing.py` has them.
"""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from bot.errors import Refused
from bot.store.sheet import Header, Lobby, Seat, Sheet, Snapshot
from bot.table import letters
from engine.chance import Stream
from engine.errors import BadOption
from engine.history import Game
from engine.policies import policy_named
from engine.registry import title as find_title
from engine.title import AnyTitle
from engine.values import Options

STAND_IN = "simple"
"""The computer player that takes over the seat of somebody who resigned."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is opened with."""

    title: str
    owner: int
    channel: int
    guild: int | None = None
    options: Mapping[str, object] = {}
    pace: float | None = None
    """Seconds a seat may think before the host answers for it; none: as long as it likes."""
    lobby: Lobby = Lobby()
    computers: tuple[str, ...] = ()
    """The policies of computers that sit down at once."""


class Plan(msgspec.Struct, frozen=True):
    """What is to change before the start; what is not said stays as it is."""

    options: Mapping[str, object] | None = None
    lobby: Lobby | None = None
    pace: float | UnsetType | None = UNSET


def open_game(opening: Opening, seed: str, now: float) -> Sheet:
    """A new sheet with its owner on the first seat."""
    title = find_title(opening.title)
    _check_options(title, opening.options)
    _check_limit(title, opening.lobby.limit)
    _check_pace(opening.pace)
    header = Header(
        title.key, dict(opening.options), opening.guild, opening.channel, opening.owner, opening.pace, seed, now
    )
    header.lobby = opening.lobby
    sheet = Sheet(0, 0, header, [Seat(opening.owner)], title, Snapshot())
    for policy in opening.computers:
        _check_room(sheet)
        policy_named(policy)
        sheet.seats.append(Seat(policy=policy))
    tell_lobby(sheet)
    return sheet


def _check_options(title: AnyTitle, options: Mapping[str, object]) -> None:
    """Some number of players must allow the options; which one there will be is not known before the start."""
    low, high = title.seats
    for count in range(low, high + 1):
        try:
            title.read_options(count, options)
            return
        except BadOption as error:
            refusal = error
    raise refusal


def _check_limit(title: AnyTitle, limit: int | None) -> None:
    low, high = title.seats
    if limit is not None and not low <= limit <= high:
        raise Refused(
            "{title} is for {low} to {high} players, not {seats}.", title=title.name, low=low, high=high, seats=limit
        )


def _check_pace(pace: float | None) -> None:
    if pace is not None and pace <= 0:
        raise Refused("The time for a decision must be more than nothing.")


def tell_lobby(sheet: Sheet) -> None:
    sheet.tell("channel", "lobby", seats=msgspec.to_builtins(sheet.seats), status=sheet.status)


def _check_open(sheet: Sheet) -> None:
    if sheet.status != "open":
        raise Refused("Game {number} has started already.", number=sheet.number)


def _check_owner(sheet: Sheet, by: int) -> None:
    if sheet.header.owner != by:
        raise Refused("Only the person who opened game {number} may do that.", number=sheet.number)


def seat_limit(sheet: Sheet) -> int:
    return sheet.header.lobby.limit or sheet.title.seats[1]


def likely(sheet: Sheet) -> tuple[int, Options] | None:
    """The number of players nearest to those here for which the options are offered, and these options."""
    low = sheet.title.seats[0]
    here = max(low, len(sheet.seats))
    for count in sorted(range(low, seat_limit(sheet) + 1), key=lambda count: (abs(count - here), count)):
        try:
            return count, sheet.title.read_options(count, sheet.header.options)
        except BadOption:
            continue
    return None


def arrange(sheet: Sheet, by: int, plan: Plan) -> None:
    """The owner changes the options of the game, or how people gather for it, before the start."""
    _check_open(sheet)
    _check_owner(sheet, by)
    if plan.options is not None:
        _check_options(sheet.title, plan.options)
        sheet.header.options = dict(plan.options)
    if plan.lobby is not None:
        limit = plan.lobby.limit
        _check_limit(sheet.title, limit)
        if limit is not None and limit < len(sheet.seats):
            raise Refused(
                "{count} seats of game {number} are taken already.", count=len(sheet.seats), number=sheet.number
            )
        sheet.header.lobby = plan.lobby
    if not isinstance(plan.pace, UnsetType):
        _check_pace(plan.pace)
        sheet.header.pace = plan.pace
    tell_lobby(sheet)


def _check_room(sheet: Sheet) -> None:
    high = seat_limit(sheet)
    if len(sheet.seats) >= high:
        raise Refused("All {high} seats of game {number} are taken.", high=high, number=sheet.number)


def _check_not_seated(sheet: Sheet, user: int) -> None:
    if any(seat.user == user for seat in sheet.seats):
        raise Refused("This person has a seat in game {number} already.", number=sheet.number)


def join(sheet: Sheet, user: int) -> None:
    _check_open(sheet)
    _check_not_seated(sheet, user)
    _check_room(sheet)
    sheet.seats.append(Seat(user))
    tell_lobby(sheet)


def leave(sheet: Sheet, user: int) -> None:
    """Before the start. The next person owns the table then; without people there is none."""
    _check_open(sheet)
    del sheet.seats[sheet.seat_of(user)]
    people = [seat.user for seat in sheet.seats if seat.user is not None]
    if not people:
        sheet.header.status = "aborted"
    elif sheet.header.owner == user:
        sheet.header.owner = people[0]
    tell_lobby(sheet)


def seat_computer(sheet: Sheet, by: int, policy: str) -> None:
    _check_open(sheet)
    _check_owner(sheet, by)
    _check_room(sheet)
    policy_named(policy)
    sheet.seats.append(Seat(policy=policy))
    tell_lobby(sheet)


def unseat_computer(sheet: Sheet, by: int) -> None:
    """Takes away the computer that came last."""
    _check_open(sheet)
    _check_owner(sheet, by)
    for number in range(len(sheet.seats) - 1, -1, -1):
        if sheet.seats[number].user is None:
            del sheet.seats[number]
            tell_lobby(sheet)
            return
    raise Refused("No computer has a seat in game {number}.", number=sheet.number)


def start(sheet: Sheet, by: int, now: float) -> None:
    _check_open(sheet)
    _check_owner(sheet, by)
    if sheet.header.lobby.shuffle:  # by the seed, so that the record proves that nobody chose the order
        sheet.seats[:] = Stream(sheet.header.seed, "seats").shuffled(sheet.seats)
    sheet.header.status, sheet.header.started_at = "running", now
    sheet.enter(Game.new(sheet.title, sheet.setup()), 0)
    letters.tell_start(sheet)


def resign(sheet: Sheet, user: int, now: float) -> None:
    """A computer takes over, so that the others can go on; without people left the game ends."""
    sheet.running()
    _give_to_computer(sheet, sheet.seat_of(user), now)


def _give_to_computer(sheet: Sheet, number: int, now: float) -> None:
    user = sheet.seats[number].user
    sheet.seats[number] = Seat(policy=STAND_IN, resigned=user)
    sheet.proposal = None
    sheet.tell("channel", "resigned", seat=number, user=user)
    people = [seat.user for seat in sheet.seats if seat.user is not None]
    if not people:
        _abort(sheet, now)
    elif sheet.header.owner == user:
        sheet.header.owner = people[0]


def dismiss(sheet: Sheet, by: int, number: int, now: float) -> None:
    """The owner leaves the seat of somebody who does not play any more to a computer; it can be taken back later."""
    sheet.running()
    seat = _seat_at(sheet, number)
    if seat.user is None:
        raise Refused("A computer plays seat P{seat} of game {number} already.", seat=number + 1, number=sheet.number)
    if by != seat.user:
        _check_owner(sheet, by)
    _give_to_computer(sheet, number, now)


def _seat_at(sheet: Sheet, number: int) -> Seat:
    if not 0 <= number < len(sheet.seats):
        raise Refused("Game {number} has no seat P{seat}.", number=sheet.number, seat=number + 1)
    return sheet.seats[number]


def replace(sheet: Sheet, by: int, number: int, user: int) -> None:
    """A person gets a seat: their own to give, a computer's to take, or any if the owner says so."""
    sheet.running()
    seat = _seat_at(sheet, number)
    may = by in (seat.user, sheet.header.owner) or (seat.user is None and by == user)
    if not may:
        raise Refused("Only its player or the person who opened game {number} may give that seat.", number=sheet.number)
    _check_not_seated(sheet, user)
    sheet.seats[number] = Seat(user)
    sheet.proposal = None
    if sheet.header.owner == seat.user:
        sheet.header.owner = user
    sheet.tell("channel", "replaced", seat=number, user=user)
    sheet.tell(f"seat:{number}", "hand", version=sheet.version, events=())
    if number in sheet.owed():
        letters.tell_turn(sheet, {number})


def film(sheet: Sheet) -> None:
    """Has the game shown once more from its start, to everybody; when it is over, as a replay takes a while."""
    if sheet.status in ("open", "running") or not sheet.has_started:
        raise Refused("Game {number} can be replayed when it is over.", number=sheet.number)
    sheet.tell("channel", "film")


def abort(sheet: Sheet, by: int, now: float, *, host: bool) -> None:
    """Ends a game without a result; its owner may, or a host who may manage the channel."""
    if sheet.status not in ("open", "running"):
        raise Refused("Game {number} is over.", number=sheet.number)
    if not host:
        _check_owner(sheet, by)
    _abort(sheet, now)


def _abort(sheet: Sheet, now: float) -> None:
    sheet.header.status, sheet.header.ended_at = "aborted", now
    sheet.tell("channel", "aborted", version=sheet.version)
