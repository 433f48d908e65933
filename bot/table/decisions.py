"""Decisions in a running game: act, undo, going back by consent, and what the host answers.

Not for whether a decision is legal: the engine says so, and its refusal passes through.
"""

from collections.abc import Sequence

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Objects, Proposal
from bot.table import notices
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
    return _play(hosted, hosted.seat_of(user), [UNDO], made_on, now)


def propose(hosted: HostedGame, user: int, to: int, now: float) -> None:
    """Asks everybody to go back to an earlier version; one's own consent is given with it."""
    hosted.playing()
    hosted.seat_of(user)
    if not 0 <= to < hosted.version:
        raise Refused("There is no earlier position number {version}.", version=to)
    hosted.proposal = Proposal(to, hosted.version, ())
    hosted.tell("channel", "proposal", to=to, by=user)
    consent(hosted, user, True, now)


def consent(hosted: HostedGame, user: int, agrees: bool, now: float) -> None:
    """Says yes or no to going back. The last yes does it, one no ends it."""
    game = hosted.playing()
    seat = hosted.seat_of(user)
    proposal = hosted.proposal
    if proposal is None or proposal.made_on != hosted.version:
        raise Refused("Nobody has asked to go back, or the game went on since.")
    if not agrees:
        hosted.proposal = None
        hosted.tell("channel", "declined", by=user)
        return
    agreed = {*proposal.agreed, seat}
    if any(number not in agreed for number, other in enumerate(hosted.seats) if other.user is not None):
        hosted.proposal = Proposal(proposal.to, proposal.made_on, tuple(sorted(agreed)))
        return
    before = Before(hosted)
    game.rewind(proposal.to)  # the game of a rewind is loaded whole, so versions are the game's own
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
    _after(hosted, before, now)
    return notices.objects(events, seat)


def _after(hosted: HostedGame, before: Before, now: float) -> None:
    hosted.proposal = None
    notices.tell_play(hosted, before)
    result = hosted.game.result()
    if result is not None:
        hosted.result = result
        hosted.header.status, hosted.header.ended_at = "finished", now
        notices.tell_end(hosted)
