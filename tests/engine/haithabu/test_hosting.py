"""What the host does by itself, what may be taken back, what the log hides (sections 14, 16, 17).

Not for the scenarios of traps and undo: those are in `test_scenarios_host`.
"""

import pytest

from engine.errors import Stale
from engine.haithabu.board import LETTERS
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.values import UNDO, Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, homes, parsed, position, refusal, started


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


@clauses("HB-17.2", "HB-16.4")
def test_an_undone_run_stays_in_the_record() -> None:
    game = Game(TITLE, None, position())
    game.apply(0, parsed("run N1 N-p2 over -"))
    game.apply(0, UNDO)
    assert [str(line) for line in game.lines] == ["P1 run N1 N-p2 over -", "P1 undo"]
