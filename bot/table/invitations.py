"""People who are invited to a game by name, before it starts: invited, joining after all, declining. As its changes.

Not for how often somebody may be invited (`house_rules.py`), and not for calling them: `bot.ui.posts.invitations`.
"""

from collections.abc import Sequence

import msgspec

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Invitation
from bot.table.seats import check_open, check_room, tell_lobby


def check_inviter(hosted: HostedGame, by: int) -> None:
    """Whoever opened it, and who has a seat."""
    check_open(hosted)
    if by != hosted.header.owner and by not in hosted.people():
        raise Refused("Only those who play in game {number} may invite others to it.", number=hosted.number)


def check_new(hosted: HostedGame, user: int, who: str) -> None:
    """Whether somebody can be invited who was not before."""
    lobby = hosted.header.lobby
    if user in hosted.people():
        raise Refused("**{who}** has a seat in game {number} already.", who=who, number=hosted.number)
    if user in lobby.invited:
        raise Refused("**{who}** is invited to game {number} already.", who=who, number=hosted.number)
    if user in lobby.declined:
        raise Refused("**{who}** has said no, thanks, to game {number}.", who=who, number=hosted.number)


def invite(hosted: HostedGame, by: int, people: Sequence[int]) -> None:
    """Those who cannot be invited any more are passed over: they have joined or declined meanwhile."""
    check_inviter(hosted, by)
    check_room(hosted)
    lobby = hosted.header.lobby
    known = {*hosted.people(), *lobby.invited, *lobby.declined}
    if new := [user for user in dict.fromkeys(people) if user not in known]:
        tell_lobby(hosted)
        put(hosted, by, new)


def put(hosted: HostedGame, by: int, people: Sequence[int]) -> None:
    """They are called in the channel and, where they can be reached so, in private."""
    if not people:
        return
    lobby = hosted.header.lobby
    hosted.header.lobby = msgspec.structs.replace(lobby, invited=(*lobby.invited, *people))
    hosted.invitations += [Invitation(user, by) for user in people]
    hosted.tell("channel", "invite", by=by, people=list(people))
    for user in people:
        hosted.tell(f"user:{user}", "invitation", by=by, user=user)


def decline(hosted: HostedGame, user: int) -> None:
    check_stands(hosted, user)
    lobby = hosted.header.lobby
    if user in lobby.declined:
        raise Refused("You have said no, thanks, to game {number} already.", number=hosted.number)
    if user not in lobby.invited:
        raise Refused("You are not invited to game {number}.", number=hosted.number)
    invited = tuple(one for one in lobby.invited if one != user)
    hosted.header.lobby = msgspec.structs.replace(lobby, invited=invited, declined=(*lobby.declined, user))
    tell_lobby(hosted)
    hosted.tell("channel", "nothanks", user=user)


def check_stands(hosted: HostedGame, user: int) -> None:
    """Says what has become of a game that somebody was invited to, if there is nothing to answer any more."""
    number = hosted.number
    if hosted.status in ("open", "running") and user in hosted.people():
        raise Refused("You play in game {number} already.", number=number)
    match hosted.status:
        case "running":
            raise Refused("Game {number} has begun without you.", number=number)
        case "finished":
            raise Refused("Game {number} is over.", number=number)
        case "aborted":
            raise Refused("Game {number} has been called off.", number=number)
