"""Who sits where until the start: opening, joining, leaving, starting; and aborting. As changes of a hosted game.

Not for decisions in the game (`decisions.py`) and not for seats that change hands in it (`handover.py`).
"""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from bot.errors import Refused
from bot.store.attendance import Attendance
from bot.store.hosted_game import Header, HostedGame, Lobby, Seat, Snapshot
from bot.table import notices, requests, vacancies
from engine.chance import Stream
from engine.errors import BadOption
from engine.history import Game
from engine.policies import policy_named
from engine.registry import title as find_title
from engine.title import AnyTitle
from engine.values import Options


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
    people: tuple[int, ...] = ()
    """Who is invited at once."""


class Plan(msgspec.Struct, frozen=True):
    """What is to change before the start; what is not said stays as it is."""

    options: Mapping[str, object] | None = None
    lobby: Lobby | None = None
    pace: float | UnsetType | None = UNSET


def open_game(opening: Opening, seed: str, now: float) -> HostedGame:
    """A new game with its owner on the first seat."""
    title = find_title(opening.title)
    check_options(title, opening.options)
    _check_limit(title, opening.lobby.limit)
    _check_pace(opening.pace)
    header = Header(
        title.key, dict(opening.options), opening.guild, opening.channel, opening.owner, opening.pace, seed, now
    )
    header.lobby = opening.lobby
    hosted = HostedGame(0, 0, header, [Seat(opening.owner)], title, Snapshot())
    for policy in opening.computers:
        check_room(hosted)
        policy_named(policy)
        hosted.seats.append(Seat(policy=policy))
    _sit_in_order(hosted)
    tell_lobby(hosted)
    return hosted


def _sit_in_order(hosted: HostedGame) -> None:
    """Those of the game that a rematch repeats sit in its order, wherever they were when they joined."""
    rest, first = list(hosted.seats), list[Seat]()
    for user in hosted.header.lobby.order:
        if (found := next((place for place, seat in enumerate(rest) if seat.user == user), None)) is not None:
            first.append(rest.pop(found))
    hosted.seats[:] = first + rest


def turned(hosted: HostedGame) -> list[Seat]:
    """The seats for a rematch: whoever sat first sits last. Computers that stand in for somebody are left out."""
    seats = [seat for seat in hosted.seats if seat.resigned is None]
    return seats[1:] + seats[:1]


def check_options(title: AnyTitle, options: Mapping[str, object]) -> None:
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


def tell_lobby(hosted: HostedGame) -> None:
    hosted.tell("channel", "lobby")


def check_open(hosted: HostedGame) -> None:
    if hosted.status != "open":
        raise Refused("Game {number} has started already.", number=hosted.number)


def _check_owner(hosted: HostedGame, by: int, *, host: bool = False) -> None:
    """Its owner may, or a host who may manage the channel."""
    if hosted.header.owner != by and not host:
        raise Refused("Only the person who opened game {number} may do that.", number=hosted.number)


def seat_limit(hosted: HostedGame) -> int:
    return hosted.header.lobby.limit or hosted.title.seats[1]


def likely(hosted: HostedGame) -> tuple[int, Options] | None:
    """The number of players nearest to those here for which the options are offered, and these options."""
    low = hosted.title.seats[0]
    here = max(low, len(hosted.seats))
    for count in sorted(range(low, seat_limit(hosted) + 1), key=lambda count: (abs(count - here), count)):
        try:
            return count, hosted.title.read_options(count, hosted.header.options)
        except BadOption:
            continue
    return None


def arrange(hosted: HostedGame, by: int, plan: Plan) -> None:
    """The owner changes the options of the game, or how people gather for it, before the start."""
    check_open(hosted)
    _check_owner(hosted, by)
    if plan.options is not None:
        check_options(hosted.title, plan.options)
        hosted.header.options = dict(plan.options)
    if plan.lobby is not None:
        limit = plan.lobby.limit
        _check_limit(hosted.title, limit)
        if limit is not None and limit < len(hosted.seats):
            raise Refused(
                "{count} seats of game {number} are taken already.", count=len(hosted.seats), number=hosted.number
            )
        now = hosted.header.lobby  # who is invited, and to which seat, is not planned
        kept = {name: getattr(now, name) for name in ("order", "invited", "declined", "role")}
        hosted.header.lobby = msgspec.structs.replace(plan.lobby, **kept)
    if not isinstance(plan.pace, UnsetType):
        _check_pace(plan.pace)
        hosted.header.pace = plan.pace
    tell_lobby(hosted)


def check_room(hosted: HostedGame) -> None:
    high = seat_limit(hosted)
    if len(hosted.seats) >= high:
        raise Refused("All {high} seats of game {number} are taken.", high=high, number=hosted.number)


def _check_not_seated(hosted: HostedGame, user: int) -> None:
    if any(seat.user == user for seat in hosted.seats):
        raise Refused("This person has a seat in game {number} already.", number=hosted.number)


def join(hosted: HostedGame, user: int) -> None:
    check_open(hosted)
    _check_not_seated(hosted, user)
    check_room(hosted)
    hosted.seats.append(Seat(user))
    _sit_in_order(hosted)
    _answer(hosted, user)
    tell_lobby(hosted)


def _answer(hosted: HostedGame, user: int) -> None:
    """Whoever has a seat was not invited in vain, and has not declined either."""
    lobby = hosted.header.lobby
    invited, declined = (tuple(one for one in some if one != user) for some in (lobby.invited, lobby.declined))
    hosted.header.lobby = msgspec.structs.replace(lobby, invited=invited, declined=declined)


def leave(hosted: HostedGame, user: int) -> None:
    """Before the start. The next person owns the table then; without people there is none."""
    check_open(hosted)
    del hosted.seats[hosted.seat_of(user)]
    people = [seat.user for seat in hosted.seats if seat.user is not None]
    if not people:
        hosted.header.status = "aborted"
    elif hosted.header.owner == user:
        hosted.header.owner = people[0]
    tell_lobby(hosted)


def tell_host(hosted: HostedGame, act: str, by: int, *, host: bool) -> None:
    """What somebody does as a host, not as the owner, all are told."""
    if host and hosted.header.owner != by:
        hosted.tell("channel", "moderated", act=act, by=by)


def seat_computer(hosted: HostedGame, by: int, policy: str, *, host: bool = False) -> None:
    check_open(hosted)
    _check_owner(hosted, by, host=host)
    check_room(hosted)
    policy_named(policy)
    tell_host(hosted, "computer", by, host=host)
    hosted.seats.append(Seat(policy=policy))
    _sit_in_order(hosted)
    tell_lobby(hosted)


def change_level(hosted: HostedGame, by: int, policy: str, *, host: bool = False) -> None:
    """Of the computer that came last."""
    check_open(hosted)
    _check_owner(hosted, by, host=host)
    policy_named(policy)
    hosted.seats[_last_computer(hosted)] = Seat(policy=policy)
    tell_host(hosted, "computer", by, host=host)


def unseat_computer(hosted: HostedGame, by: int, *, host: bool = False) -> None:
    """Takes away the computer that came last."""
    check_open(hosted)
    _check_owner(hosted, by, host=host)
    del hosted.seats[_last_computer(hosted)]
    tell_host(hosted, "nocomputer", by, host=host)
    tell_lobby(hosted)


def _last_computer(hosted: HostedGame) -> int:
    for number in range(len(hosted.seats) - 1, -1, -1):
        if hosted.seats[number].user is None:
            return number
    raise Refused("No computer has a seat in game {number}.", number=hosted.number)


def start(hosted: HostedGame, by: int, now: float, *, host: bool = False) -> None:
    check_open(hosted)
    _check_owner(hosted, by, host=host)
    if hosted.header.lobby.shuffle:  # by the seed, so that the record proves that nobody chose the order
        hosted.seats[:] = Stream(hosted.header.seed, "seats").shuffled(hosted.seats)
    hosted.header.status, hosted.header.started_at = "running", now
    hosted.header.lobby = msgspec.structs.replace(hosted.header.lobby, invited=(), declined=())
    people = hosted.people()
    hosted.header.attendance = Attendance(people, dict.fromkeys(people, now))
    hosted.enter(Game.new(hosted.title, hosted.setup()), 0)
    tell_host(hosted, "start", by, host=host)
    notices.tell_start(hosted)


def seat_at(hosted: HostedGame, number: int) -> Seat:
    if not 0 <= number < len(hosted.seats):
        raise Refused("Game {number} has no seat {seat}.", number=hosted.number, seat=number + 1)
    return hosted.seats[number]


def film(hosted: HostedGame) -> None:
    """Has the game shown once more from its start, to everybody; when it is over, as a replay takes a while."""
    if hosted.status in ("open", "running") or not hosted.has_started:
        raise Refused("Game {number} can be replayed when it is over.", number=hosted.number)
    hosted.check_playable()
    hosted.tell("channel", "film")


def abort(hosted: HostedGame, by: int, now: float, *, host: bool) -> None:
    """Ends a game without a result."""
    check_aborts(hosted, by, host=host)
    end(hosted, now, by, host=host and hosted.header.owner != by)


def check_aborts(hosted: HostedGame, by: int, *, host: bool) -> None:
    """Its owner may call a game off, or a host who may manage the channel."""
    if hosted.status not in ("open", "running"):
        raise Refused("Game {number} is over.", number=hosted.number)
    _check_owner(hosted, by, host=host)


def end(
    hosted: HostedGame,
    now: float,
    by: int | None = None,
    *,
    host: bool = False,
    agreed: tuple[int, ...] | None = None,
) -> None:
    """Without a result; by whom, where somebody wished it, and whether as a host or with the table's yes."""
    requests.overtake(hosted)
    vacancies.close_all(hosted)
    hosted.header.status, hosted.header.ended_at = "aborted", now
    hosted.header.attendance.gone.clear()
    hosted.header.attendance.paused = None
    notices.tell_followers(hosted)
    told: dict[str, object] = {} if by is None else {"by": by}
    told |= {"host": True} if host else {}
    told |= {} if agreed is None else {"agreed": agreed}
    hosted.tell("channel", "aborted", **told)
