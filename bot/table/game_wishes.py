"""What somebody chooses for one game alone: calls, reminders, what they follow; as changes of a hosted game.

Not for what they choose for all games (`preferences.py`) and not for what counts: `bot.calls.wishes`.
"""

import msgspec

from bot.errors import Refused
from bot.store.attendance import Follow, GameWish
from bot.store.hosted_game import HostedGame
from bot.table.preferences import Ping

MOST_FOLLOWERS = 50
"""Of one game: each of them gets a message."""


def wish_of(hosted: HostedGame, user: int) -> GameWish:
    return hosted.header.attendance.wishes.get(user, GameWish())


def snooze(hosted: HostedGame, user: int, until: float) -> None:
    """No reminder before that moment."""
    _choose(hosted, user, snoozed=until)


def hush(hosted: HostedGame, user: int, quiet: bool) -> None:
    """Whether there are reminders in this game at all."""
    _choose(hosted, user, quiet=quiet, snoozed=0.0)


def call(hosted: HostedGame, user: int, how: Ping | None) -> None:
    """How they are called in this game; None: as everywhere."""
    _choose(hosted, user, calls=how)


def early(hosted: HostedGame, user: int, wanted: bool) -> None:
    """Whether they are told when the seat before theirs starts."""
    _choose(hosted, user, early=wanted)


def _choose(hosted: HostedGame, user: int, **fields: object) -> None:
    hosted.roused.add(hosted.seat_of(user))
    _check_live(hosted)
    _keep(hosted, user, msgspec.structs.replace(wish_of(hosted, user), **fields))


def follow(hosted: HostedGame, user: int, what: Follow | None) -> None:
    """Somebody who watches wants to hear how it goes on, or no more."""
    if user in hosted.people():
        raise Refused("You play in game {number}: you are called when it is up to you.", number=hosted.number)
    _check_live(hosted)
    before = wish_of(hosted, user)
    if what is not None and before.follow is None and len(followers(hosted)) >= MOST_FOLLOWERS:
        raise Refused("{count} people follow game {number} already.", count=MOST_FOLLOWERS, number=hosted.number)
    _keep(hosted, user, msgspec.structs.replace(before, follow=what))


def followers(hosted: HostedGame) -> dict[int, Follow]:
    """Those who watch and follow; whoever plays is called anyway."""
    people = hosted.people()
    wishes = hosted.header.attendance.wishes.items()
    return {user: wish.follow for user, wish in wishes if wish.follow is not None and user not in people}


def _keep(hosted: HostedGame, user: int, wish: GameWish) -> None:
    wishes = hosted.header.attendance.wishes
    if wish == GameWish():
        wishes.pop(user, None)
    else:
        wishes[user] = wish


def _check_live(hosted: HostedGame) -> None:
    if hosted.status not in ("open", "running"):
        raise Refused("Game {number} is over.", number=hosted.number)
