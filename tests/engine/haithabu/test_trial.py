"""A run tried out (HB-16.2): the board as it would be, what is said of it, and nothing of the secret trap.

Not for the sentences, and not for who sees them: `tests/bot/ui/test_trial.py`.
"""

import pytest

from engine.chance import Stream
from engine.errors import Illegal
from engine.haithabu.actions import Run
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.haithabu.views import HaithabuView
from engine.values import Note
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, parsed, position, started


def notes(state: HaithabuState, text: str) -> list[Note]:
    return list(TITLE.trial(state, state.active, parsed(text)).notes)


@clauses("HB-16.2", "HB-13.8")
def test_way_captures_and_what_lies_on_the_track_then() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"})
    assert notes(state, "run N1 gm1 over g put c") == [
        Note("tried_way", {"path": "c cg1 cg2 g gm1"}),
        Note("tried_captures", {"letters": "g"}),
        Note("tried_load", {"load": 3, "distance": 6}),
    ]
    empty = notes(position({"N1": "cg1"}, {"N": "s"}), "run N1 cg2 over - put s")
    assert empty[1:] == [Note("tried_empty_track", {"least": 1, "most": 3})]
    full = position({"N1": "ac2"}, {"N": "ijklmnopqrst"})
    assert notes(full, TITLE.text(TITLE.runs_with(full, "")[0]))[-1] == Note("tried_full_track")


@clauses("HB-16.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_is_the_one_that_the_run_leads_to(seats: int) -> None:
    state, stream = started(seats), Stream("trial", str(seats))
    while TITLE.result(state) is None and state.round < 12:
        runs = list(TITLE.legal(state, state.active))
        for _ in range(3):
            run = stream.choice(runs)
            before = TITLE.encode(state)
            then = TITLE.trial(state, state.active, run).view
            assert then == TITLE.view(TITLE.apply(state, state.active, run)[0], None)
            assert TITLE.encode(state) == before
        state, _ = TITLE.apply(state, state.active, stream.choice(runs))


@clauses("HB-16.2", "HB-14.3")
@pytest.mark.parametrize("trap", ["a", "c", "q"])
def test_a_trap_in_the_way_is_not_told(trap: str) -> None:
    """Also not to its author, and what is said of it is said of every crossing."""
    known = TITLE.trial(position(trap="t"), 0, parsed("run N4 ac1 over a"))
    for author in "NE":
        tried = TITLE.trial(position(trap=trap, author=author), 0, parsed("run N4 ac1 over a"))
        assert tried.notes == known.notes
        assert tried.notes[-1] == Note("tried_trap", {"runner": "N4"})
        seen = tried.view
        assert isinstance(seen, HaithabuView)
        assert (seen.phase, seen.lifted, seen.trap, seen.private) == ("run", "", None, None)
    assert all(note.name != "tried_trap" for note in notes(position(trap="a"), "run N4 a"))


@clauses("HB-16.2", "HB-12.9")
def test_what_is_not_legal_is_refused_for_the_same_reason() -> None:
    state = position({"N1": "ac2"}, {"N": "cg", "S": "d"})
    for text, clause in (("run N1 ac1 over - put a", "HB-3.2"), ("run N1 c", "HB-6.1"), ("run E1 a", "HB-3.1")):
        with pytest.raises(Illegal) as refused:
            TITLE.trial(state, 0, parsed(text))
        assert refused.value.clause == clause
    reset = after(position(trap="a"), "run N4 ac1 over a")
    with pytest.raises(Illegal):
        TITLE.trial(reset, 0, parsed("reset N-s1 trap none"))


@clauses("HB-16.2")
def test_the_runs_for_a_chosen_put_set() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"})
    for put in ("c", "cs", "sc", "cst"):
        assert tuple(TITLE.further(state, 0, "run", {"put": put})) == tuple(TITLE.runs_with(state, put))
    assert not TITLE.further(state, 0, "run", {})
    assert not TITLE.further(state, 0, "run", {"put": "-"})
    assert not TITLE.further(state, 1, "run", {"put": "c"}), "E has nothing to decide"
    assert not TITLE.further(state, 0, "via", {"put": "c"})
    assert all(isinstance(run, Run) for run in TITLE.further(state, 0, "run", {"put": "c"}))
