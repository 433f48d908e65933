"""Sections 14 to 17: who knows what, edge cases, what the host does by itself and writes down.

Not for movement.
"""

import msgspec
import pytest

from engine.chance import Stream
from engine.errors import Illegal, NotYourDecision, Stale
from engine.haithabu.board import LETTERS
from engine.haithabu.events import Noted
from engine.haithabu.state import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.haithabu.views import Private
from engine.history import Game
from engine.values import UNDO, Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import (
    after,
    homes,
    lines,
    load,
    outcomes,
    parsed,
    position,
    refusal,
    started,
    told,
    where,
)


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


@clauses("HB-14.2", "HB-17.1", "HB-12.1")
def test_letters_in_the_log() -> None:
    game = Game.new(TITLE, Setup(2, HaithabuOptions(traps=True), "log"))
    author = game.to_act()[0].seat
    assert game.to_act()[0].kind == "trap"
    game.apply(author, parsed("trap g"))
    other = 1 - author
    assert game.log(author) == [f"P{author + 1} trap g"]
    assert game.log(other) == game.log(None) == [f"P{author + 1} trap ?"]
    assert refusal(started(2, traps=True), "trap g", homes(2)[1 - (started(2, traps=True).author or 0)]) == "HB-3.1"


@clauses("HB-14.2", "HB-12.8")
def test_a_sprung_letter_is_shown_in_the_log_but_not_the_next_one() -> None:
    game = Game.new(TITLE, Setup(2, HaithabuOptions(traps=True), "log e"))
    author = game.to_act()[0].seat
    game.apply(author, parsed("trap a"))
    victim = game.to_act()[0].seat
    assert homes(2)[victim] == "N"
    game.apply(victim, parsed("run N6 ac1 over a"))
    others = [viewer for viewer in (None, 0, 1) if viewer != author]
    assert all(game.log(viewer)[0] == f"P{author + 1} trap a" for viewer in others)
    game.apply(victim, parsed("reset N-s6 trap b"))
    assert game.log(None)[2] == game.log(1 - victim)[2] == "P1 reset N-s6 trap ?"
    assert game.log(victim)[2] == "P1 reset N-s6 trap b"
    assert game.log(None)[0] == f"P{author + 1} trap a"


@clauses("HB-14.2", "HB-17.1")
def test_the_trap_is_shown_at_the_end() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "g", "S2": "gh1"}
    over, events = told(position(places, trap="k"), "run N4 S-s2 over -")
    assert lines(events)[-1] == "trap was k"
    assert TITLE.view(over, None).trap == "k"
    assert TITLE.resample(over, 0, Stream("r", "r")).note == "k"


@clauses("HB-14.4", "HB-12.7")
def test_crossing_without_springing_leaves_the_trap() -> None:
    state = after(position(trap="b"), "run N4 ac1 over a")
    assert state.phase == "run"
    assert state.note == "b"


@clauses("HB-15.3", "HB-1.5")
def test_all_bridges_may_be_bare() -> None:
    tokens = {"N": "abcdefg", "E": "hijklmn", "S": "opqrst"}
    state = position(tokens=tokens)
    assert state.open == ""
    assert outcomes(state)
    done = after(state, "run N4 N-p7 over - put abcdefg")
    assert done.open == "abcdefg"
    assert load(done, "N") == 0


@clauses("HB-15.4")
def test_one_unfinished_runner_left() -> None:
    state = position({"N1": "S-s1", "N2": "S-s6", "N3": "S-s2", "N4": "gh1", "S1": "ac1"})
    assert {way[:2] for way in outcomes(state)} == {"N4"}


@clauses("HB-15.6", "HB-8.1", "HB-7.8")
def test_all_goal_start_spaces_occupied() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "s", "S1": "S-s2"}
    state = position(places, active="S", seats=4)
    view = TITLE.view(state, None)
    assert (view.vacating, view.tier) == (True, 1)
    mine = position(places)
    assert not [way for way in outcomes(mine, "N3") if way.startswith("S-s")]
    assert where(mine, "S1") == "S-s2"


@clauses("HB-15.7")
def test_between_two_bare_bridges() -> None:
    state = position({"N1": "ac1"}, {"S": "ac"})
    assert outcomes(state, "N1") == ["ac2/-"]


@clauses("HB-1.7")
def test_waiting_finished_and_free() -> None:
    state = position({"N1": "S-s1", "N2": "S-p2"})
    view = TITLE.view(state, None)
    assert view.finished == (1, 0, 0, 0)
    assert refusal(state, "run N1 S-p1 over -") == "HB-3.4"
    assert refusal(state, "run N2 S-s1 over -") == "HB-5.2"
    assert refusal(state, "run N2 S-s6 over -") in ("", "HB-5.1")


@clauses("HB-11.4")
def test_distance_left_at_setup() -> None:
    assert TITLE.view(started(2), None).distance_left == (116, 116)
    assert TITLE.view(started(3), None).distance_left == (78, 78, 78)
    assert TITLE.view(started(4), None).distance_left == (78, 78, 78, 78)


@clauses("HB-16.1", "HB-3.1")
def test_a_run_is_never_automatic_and_an_illegal_one_changes_nothing() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "c"}
    state = position(places, {"S": "a"})
    assert [TITLE.text(run) for run in TITLE.legal(state, 0)] == ["run N3 ac2 over -"]
    assert [(decision.seat, decision.kind) for decision in TITLE.to_act(state)] == [(0, "run")]
    before = TITLE.encode(state)
    with pytest.raises(Illegal):
        TITLE.apply(state, 0, parsed("run N3 ae1 over a put b"))
    assert TITLE.encode(state) == before
    with pytest.raises(NotYourDecision):
        TITLE.apply(state, 1, parsed("run E1 E-p1 over -"))
    assert refusal(state, "run E1 E-p1 over -") == "HB-3.1"
    assert refusal(state, "run N5 ac2 over -") == "HB-2.1"


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


@clauses("HB-16.3", "HB-9.2")
def test_a_stale_decision_is_rejected() -> None:
    game = Game(TITLE, None, position())
    game.apply(0, parsed("run N1 N-p2 over -"), made_on=0)
    with pytest.raises(Stale) as refused:
        game.apply(1, parsed("run E1 E-p2 over -"), made_on=0)
    assert refused.value.clause == "HB-16.3"
    game.apply(1, parsed("run E1 E-p2 over -"), made_on=1)


@clauses("HB-16.5")
def test_absence() -> None:
    state = position({"N1": "qs2", "S1": "g", "S2": "gh1"})
    assert TITLE.text(TITLE.absent(state, 0)) == "run N1 S-s1 over s"
    held = position({"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2"}, {"N": "a"})
    assert TITLE.text(TITLE.absent(held, 0)) == "run N3 ae2 over - put a"
    sprung = after(position(trap="a"), "run N4 ac1 over a")
    assert TITLE.text(TITLE.absent(sprung, 0)) == "reset N-s1 trap none"
    owing = started(3, traps=True)
    assert owing.author is not None
    first = TITLE.absent(owing, owing.author)
    assert first == TITLE.absent(owing, owing.author)
    drawn = {TITLE.text(TITLE.absent(started(3, traps=True, seed=str(i)), 0)) for i in range(200)}
    assert drawn == {f"trap {letter}" for letter in LETTERS}
    game = Game(TITLE, None, state)
    game.apply(0, TITLE.absent(state, 0), host=True)
    assert str(game.lines[0]).endswith(" !")


@clauses("HB-17.1")
def test_host_lines() -> None:
    _, events = TITLE.start(Setup(3, HaithabuOptions(traps=True), "lines"))
    assert lines(events)[0] == "setup n=3 first=S traps=on"
    assert lines(events)[1] in {f"trapper {home}" for home in "NES"}
    _, events = told(position({"N1": "ac2"}, {"N": "st"}), "run N1 gm1 over cg")
    assert lines(events) == ["load N 4"]
    for count in (50, 80, 90):
        _, events = told(position(quiet=count - 1), "run N1 N-p2 over -")
        assert lines(events) == [f"quiet {count}"]
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "g", "S2": "gh1"}
    _, events = told(position(places), "run N4 S-s2 over -")
    ranks = lines(events)
    assert ranks[:3] == ["home N4", "over win N", "rank 1 N 4 0"]
    assert [line.split()[1] for line in ranks[3:]] == ["2", "3", "3"]


@clauses("HB-17.2", "HB-16.4")
def test_an_undone_run_stays_in_the_record() -> None:
    game = Game(TITLE, None, position())
    game.apply(0, parsed("run N1 N-p2 over -"))
    game.apply(0, UNDO)
    assert [str(line) for line in game.lines] == ["P1 run N1 N-p2 over -", "P1 undo"]
