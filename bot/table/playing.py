"""Decisions in a running game: act, answer, undo, going back by consent, and what the host answers; on a sheet.

Not for whether a decision is legal: the engine says so, and its refusal passes through.
"""

from collections.abc import Sequence

from bot.errors import Refused
from bot.store.games import Objects
from bot.store.sheet import Proposal, Sheet
from bot.table import letters
from bot.table.letters import Before
from engine.chance import Stream
from engine.errors import NotYourDecision
from engine.policies import policy_named
from engine.values import UNDO, Action, Event

LONGEST_TURN = 200
"""Decisions a computer makes in one go at most, in case a title lets it go on for ever."""


def act(sheet: Sheet, user: int, texts: Sequence[str], made_on: int, now: float) -> Objects:
    """One or more decisions of a person, all or none."""
    game = sheet.running()
    seat = sheet.seat_of(user)
    if not texts:
        raise Refused("There is no decision in this command.")
    return _play(sheet, seat, [game.title.parse(text) for text in texts], made_on, now)


def answer(sheet: Sheet, user: int, kind: str, text: str, now: float) -> Objects:
    """A decision that was asked for by its kind, perhaps long ago: good as long as the seat still owes it."""
    game = sheet.running()
    seat = sheet.seat_of(user)
    if not any(decision.seat == seat and decision.kind == kind for decision in game.to_act()):
        raise NotYourDecision(game.title.stale_clause, "That question is not open any more.")
    return _play(sheet, seat, [game.title.parse(text)], sheet.version, now)


def undo(sheet: Sheet, user: int, made_on: int, now: float) -> Objects:
    sheet.running()
    return _play(sheet, sheet.seat_of(user), [UNDO], made_on, now)


def propose(sheet: Sheet, user: int, to: int, now: float) -> None:
    """Asks everybody to go back to an earlier version; one's own consent is given with it."""
    sheet.running()
    sheet.seat_of(user)
    if not 0 <= to < sheet.version:
        raise Refused("There is no earlier position number {version}.", version=to)
    sheet.proposal = Proposal(to, sheet.version, ())
    sheet.tell("channel", "proposal", to=to, version=sheet.version, by=user)
    consent(sheet, user, True, now)


def consent(sheet: Sheet, user: int, agrees: bool, now: float) -> None:
    """Says yes or no to going back. The last yes does it, one no ends it."""
    game = sheet.running()
    seat = sheet.seat_of(user)
    proposal = sheet.proposal
    if proposal is None or proposal.made_on != sheet.version:
        raise Refused("Nobody has asked to go back, or the game went on since.")
    if not agrees:
        sheet.proposal = None
        sheet.tell("channel", "declined", by=user)
        return
    agreed = {*proposal.agreed, seat}
    if any(number not in agreed for number, other in enumerate(sheet.seats) if other.user is not None):
        sheet.proposal = Proposal(proposal.to, proposal.made_on, tuple(sorted(agreed)))
        return
    before = Before(sheet)
    game.rewind(proposal.to)  # the sheet of a rewind is loaded whole, so versions are the game's own
    sheet.acted.update(sheet.owed())
    _after(sheet, before, [], now)


def play_computer(sheet: Sheet, seat: int, now: float) -> None:
    """A computer's decisions until somebody else owes one."""
    game = sheet.running()
    policy = policy_named(sheet.seats[seat].policy or "")
    stream = Stream(sheet.header.seed, f"computer {seat} {sheet.version}")
    before, events = Before(sheet), list[Event]()
    for _ in range(LONGEST_TURN):
        if seat not in sheet.owed():
            break
        events += game.apply(seat, policy(game.title, game.state, seat, stream))
    sheet.acted.add(seat)
    _after(sheet, before, events, now)


def answer_for(sheet: Sheet, seat: int, now: float) -> None:
    """The host's answers for a seat whose time has run out, until it owes nothing."""
    game = sheet.running()
    before, events = Before(sheet), list[Event]()
    for _ in range(LONGEST_TURN):
        if seat not in sheet.owed():
            break
        events += game.apply(seat, game.title.absent(game.state, seat), host=True)
    sheet.acted.add(seat)
    sheet.tell("channel", "absent", seat=seat, version=sheet.version)
    _after(sheet, before, events, now)


def _play(sheet: Sheet, seat: int, actions: Sequence[Action], made_on: int, now: float) -> Objects:
    if made_on > sheet.version:
        raise Refused("Position {version} has not been reached yet.", version=made_on)
    before = Before(sheet)
    events = sheet.game.apply(seat, *actions, made_on=made_on - sheet.offset)
    sheet.acted.add(seat)
    _after(sheet, before, events, now)
    return letters.objects(events, seat)


def _after(sheet: Sheet, before: Before, events: Sequence[Event], now: float) -> None:
    sheet.proposal = None
    letters.tell_play(sheet, before, events)
    result = sheet.game.result()
    if result is not None:
        sheet.result = result
        sheet.header.status, sheet.header.ended_at = "finished", now
        letters.tell_end(sheet, result)
