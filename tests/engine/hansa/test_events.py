"""Host lines, and what can be told from them (HA-19.2, HA-19.5).

Not for when something happens: the chapters of the rules have that.
"""

from engine.hansa import events, play
from engine.hansa.state import HansaState
from engine.hansa.title import TITLE
from engine.history import Game
from engine.policies import playout, simple_policy
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import lines_of, new, now


@clauses("HA-19.2")
def test_host_lines() -> None:
    lines = [
        events.SetUp(3, ("N",)), events.Deal("aalborg.a", "Y2"), events.Draw("riga.b", "K1"), events.Income(0, 3),
        events.Pay(0, 2, 1), events.Pay(0, None, 1), events.Booths(0, "danzig", 2), events.Lost(1, "K2"),
        events.Tax(0, 2), events.ForcedRefill(0), events.LastRound(1), events.Over(), events.Score(0, 41, 11),
        events.Winner(0), events.Discarded(0, ("G1",)),
    ]  # fmt: skip
    assert lines_of(lines) == [
        "setup n=3 boxed=N", "deal aalborg.a=Y2", "draw riga.b=K1", "income P1 3", "pay P1 P3 1", "pay P1 bank 1",
        "booths P1 danzig +2", "lost P2 K2", "tax P1 2", "refill forced P1", "final P2", "over",
        "score P1 41 booths 11", "winner P1", "discard P1 G1",
    ]  # fmt: skip


@clauses("HA-19.5", "I-20")
def test_host_lines_and_decisions_reproduce_every_view_and_every_derived_line() -> None:
    """The deck is read back from the deal and draw lines; its undrawn rest may lie in any order."""
    game = new(3, "reproduce")
    happened = lines_of(game.opening)
    playout(game, simple_policy, 10_000, "reproduce")
    replayed = new(3, "reproduce")
    happened += [line for made in game.lines for line in lines_of(replayed.follow(made))]
    known = tuple(line.split("=")[1] for line in happened if line.split(" ")[0] in ("deal", "draw"))
    boxed = tuple(happened[0].split("boxed=")[1])
    state, opening = play.deal(3, boxed, (*known, *now(game).supply[::-1]))
    again = Game(TITLE, None, state)
    lines = lines_of(opening)
    for number, made in enumerate(game.lines):
        lines += lines_of(again.follow(made))
        earlier = game.state_at(number + 1)
        assert isinstance(earlier, HansaState)
        assert TITLE.view(now(again), None) == TITLE.view(earlier, None)
    assert lines == happened
