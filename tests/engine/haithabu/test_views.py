"""What each seat may see, other states it cannot tell apart, and runs tried out beforehand (sections 14 and 16).

Not for the log: `test_hosting` has that.
"""

import msgspec
import pytest

from engine.chance import Stream
from engine.errors import Illegal
from engine.haithabu.board import LETTERS
from engine.haithabu.events import Noted
from engine.haithabu.title import TITLE
from engine.haithabu.views import Private
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import (
    after,
    lines,
    parsed,
    position,
    started,
    told,
)


@clauses("HB-13.8")
def test_the_latest_run_says_which_tokens_it_took() -> None:
    """Every token that is gone afterwards and was not put down in the run itself."""
    before, seen = started(4), 0
    while before.phase == "run" and seen < 20:
        state = after(before, TITLE.text(TITLE.legal(before, before.active)[seen % 3]))
        run = TITLE.view(state, None).latest
        assert run is not None
        assert set(run.took) == set(before.open) - set(state.open)
        before, seen = state, seen + 1
    assert seen == 20


@clauses("HB-14.1", "HB-1.9")
def test_the_base_game_hides_nothing() -> None:
    state = after(started(4), TITLE.text(TITLE.legal(started(4), started(4).active)[0]))
    table = TITLE.view(state, None)
    for seat in range(4):
        view = TITLE.view(state, seat)
        assert view.private == Private("")
        assert msgspec.structs.replace(view, seat=None, private=None) == table
    assert TITLE.resample(state, None, Stream("s", "r")) == state
    assert state.seed == ""
    known = {"runners", "open", "loads", "quiet", "passes"}
    assert all(getattr(table, name) == getattr(state, name) for name in known)
    assert table.active == state.active


@clauses("HB-14.2", "HB-12.8", "HB-14.3")
def test_only_the_author_knows_the_letter() -> None:
    state = position(trap="g", author="E")
    for seat in (None, 0, 2, 3):
        hidden = TITLE.resample(state, seat, Stream("another", str(seat)))
        assert TITLE.view(hidden, seat) == TITLE.view(state, seat)
        assert TITLE.view(state, seat).trap is None
    letters = {TITLE.resample(state, None, Stream(str(i), "r")).note for i in range(200)}
    assert letters == set(LETTERS)
    assert TITLE.view(state, 1).private == Private("g")
    assert TITLE.resample(state, 1, Stream("another", "1")).note == "g"
    assert TITLE.view(state, None).author == 1


@clauses("HB-12.8", "HB-14.2")
def test_a_refusal_to_write_looks_like_a_note() -> None:
    sprung = after(position(trap="a"), "run N4 ac1 over a")
    ends = [told(sprung, f"reset N-s5 trap {note}") for note in ("b", "none")]
    for seat in (None, 1, 2, 3):
        assert TITLE.view(ends[0][0], seat) == TITLE.view(ends[1][0], seat)
    public = [[event for event in events if event.audience is None] for _, events in ends]
    assert public[0] == public[1]
    private = [[event for event in events if event.audience == 0] for _, events in ends]
    assert private == [[Noted(audience=0, home="N", bridge=note)] for note in ("b", "none")]
    resampled = {TITLE.resample(ends[0][0], None, Stream(str(i), "r")).note for i in range(300)}
    assert resampled == {*LETTERS, "none"} - {"a"}


@clauses("HB-14.2", "HB-17.1")
def test_the_trap_is_shown_at_the_end() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "g", "S2": "gh1"}
    over, events = told(position(places, trap="k"), "run N4 S-s2 over -")
    assert lines(events)[-1] == "trap was k"
    assert TITLE.view(over, None).trap == "k"
    assert TITLE.resample(over, 0, Stream("r", "r")).note == "k"


@clauses("HB-16.2")
def test_prompt_and_preview() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"}, trap="g", quiet=12)
    view = TITLE.view(state, 0)
    assert (view.loads[0], view.quiet, view.tier, view.distances[0]) == (3, 12, 4, (6,))
    preview = TITLE.preview(state, 0, parsed("run N1 gm1 over cg put c"))
    assert " ".join(preview.path) == "c cg1 cg2 g gm1"
    assert (preview.captured, preview.load, preview.distances) == ("g", 3, (6,))
    other = msgspec.structs.replace(state, note="t")
    assert TITLE.preview(other, 0, parsed("run N1 gm1 over cg put c")) == preview
    with pytest.raises(Illegal):
        TITLE.preview(state, 0, parsed("run N1 gm1 over cg"))
    assert TITLE.runs_with(state, "ab") == ()


@clauses("HB-11.3")
def test_the_view_names_the_winners_when_the_game_is_over() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "g", "S2": "gh1"}
    state = position(places)
    assert TITLE.view(state, None).winners == ()
    assert TITLE.view(after(state, "run N4 S-s2 over -"), None).winners == (0,)


@clauses("HB-11.2", "HB-11.3")
@pytest.mark.parametrize(("third", "winners"), [("m", (1,)), ("q", (0, 1))])
def test_the_view_names_who_shares_the_first_place_after_a_stall(third: str, winners: tuple[int, ...]) -> None:
    at = {"N1": "S-s1", "N2": "S-s2", "N3": third, "S1": "N-s1", "S2": "N-s2", "S3": "cd2"}
    over = after(position(at, seats=2, active="S", quiet=99), "run S3 d over -")
    for seat in (None, 0, 1):
        assert TITLE.view(over, seat).winners == winners
