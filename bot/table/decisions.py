"""Decisions in a running game: act, undo, asking to go back and doing it, and what the host answers.

Not for whether a decision is legal: the engine says so, and its refusal passes through.
"""

from collections.abc import Sequence

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Objects
from bot.store.requests import GoBack
from bot.table import notices, requests, vacancies
from bot.table.notices import Before
from engine.chance import Stream
from engine.policies import policy_named
from engine.values import UNDO, Action

LONGEST_TURN = 200
"""Decisions a computer makes in one go at most, in case a title lets it go on for ever."""


def act(hosted: HostedGame, user: int, texts: Sequence[str], made_on: int, now: float) -> Objects:
    """One or more decisions of a person, all or none."""
    game = hosted.playing()
    seat = hosted.seat_of(user)
    if not texts:
        raise Refused("There is no decision in this command.")
    return _play(hosted, seat, [game.title.parse(text) for text in texts], made_on, now)


def undo(hosted: HostedGame, user: int, made_on: int, now: float) -> Objects:
    hosted.playing()
    before = Before(hosted)
    events = _play(hosted, hosted.seat_of(user), [UNDO], made_on, now)
    notices.tell_not_yet(hosted, before)
    return events


def propose(hosted: HostedGame, user: int, to: int, now: float) -> Objects:
    """Asks everybody to go back to an earlier version; one's own consent is given with it."""
    hosted.playing()
    hosted.seat_of(user)
    if not 0 <= to < hosted.version:
        raise Refused("There is no earlier position number {version}.", version=to)
    hosted.heard_of(user, now)
    requests.sweep(hosted, now)
    requests.overtake(hosted, lambda request: isinstance(request.what, GoBack))
    if hosted.people().keys() == {user}:
        go_back(hosted, to, now)
        return requests.outcome("done")
    requests.put(hosted, user, GoBack(to, hosted.version))
    return requests.outcome("asked")


def go_back(hosted: HostedGame, to: int, now: float) -> None:
    """Everybody has agreed."""
    before = Before(hosted)
    hosted.game.rewind(to)  # the game of a rewind is loaded whole, so versions are the game's own
    hosted.acted.update(hosted.owed())
    _after(hosted, before, now)


def play_computer(hosted: HostedGame, seat: int, now: float) -> None:
    """A computer's decisions until somebody else owes one."""
    game = hosted.running()
    policy = policy_named(hosted.seats[seat].policy or "")
    stream = Stream(hosted.header.seed, f"computer {seat} {hosted.version}")
    before = Before(hosted)
    for _ in range(LONGEST_TURN):
        if seat not in hosted.owed():
            break
        game.apply(seat, policy(game.title, game.state, seat, stream))
    hosted.acted.add(seat)
    _after(hosted, before, now)


def play_thought(hosted: HostedGame, seat: int, texts: Sequence[str], now: float) -> None:
    """The decisions of a computer that has thought about this position, until somebody else owes one."""
    game = hosted.running()
    before = Before(hosted)
    for text in texts:
        game.apply(seat, game.title.parse(text))
    hosted.acted.add(seat)
    _after(hosted, before, now)


def answer_for(hosted: HostedGame, seat: int, now: float) -> None:
    """The host's answers for a seat whose time has run out, until it owes nothing."""
    game = hosted.running()
    before = Before(hosted)
    for _ in range(LONGEST_TURN):
        if seat not in hosted.owed():
            break
        game.apply(seat, game.title.absent(game.state, seat), host=True)
    hosted.acted.add(seat)
    hosted.tell("channel", "absent", seat=seat)
    _after(hosted, before, now)


def _play(hosted: HostedGame, seat: int, actions: Sequence[Action], made_on: int, now: float) -> Objects:
    if made_on > hosted.version:
        raise Refused("Position {version} has not been reached yet.", version=made_on)
    before = Before(hosted)
    events = hosted.game.apply(seat, *actions, made_on=made_on - hosted.offset)
    hosted.acted.add(seat)
    if (user := hosted.seats[seat].user) is not None:
        hosted.heard_of(user, now)
        vacancies.returned(hosted, user)
    _after(hosted, before, now)
    return notices.objects(events, seat)


def _after(hosted: HostedGame, before: Before, now: float) -> None:
    requests.sweep(hosted, now)
    notices.tell_play(hosted, before)
    result = hosted.game.result()
    if result is not None:
        hosted.result = result
        hosted.header.status, hosted.header.ended_at = "finished", now
        hosted.header.attendance.gone.clear()
        requests.overtake(hosted)
        vacancies.close_all(hosted)
        notices.tell_end(hosted)
