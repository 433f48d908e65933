"""What a seat is told before it runs (HB-16.2): speed, quiet count, the tier and why, known traps; and never a secret.

Not for the sentences: `tests/bot/texts/test_prompts.py` has those.
"""

import pytest
from msgspec.structs import replace

from engine.chance import Stream
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.values import Note
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import after, position, started

BLOCKED = {"N1": "N-p1", "S1": "fl1"}
"""S-15: with a and b bare nobody leaves the village."""
FULL_HOME = {"S1": "N-s1"}


def told(state: HaithabuState) -> dict[str, Note]:
    """The notes for the active seat, by name."""
    return {note.name: note for note in TITLE.prompt(TITLE.view(state, state.active))}


@clauses("HB-16.2")
def test_speed_and_quiet_count() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"}, trap="g", quiet=12)
    notes = told(state)
    assert list(notes) == ["load", "quiet", "any_runner"]
    assert notes["load"].fields == {"load": 3, "distance": 6}
    assert notes["quiet"].fields == {"quiet": 12, "left": 88}
    assert told(position())["empty_track"].fields == {"least": 1, "most": 3}
    assert told(position({"N1": "ac2"}, {"N": "abdefghijklmn"}))["full_track"].fields == {"load": 13}
    assert told(replace(position(seats=2, quiet=12), passages="open"))["quiet"].fields == {"quiet": 12, "left": 38}


@clauses("HB-16.2", "HB-8.2")
@pytest.mark.parametrize(
    ("state", "name", "runners"),
    [
        (position({"N1": "N-p1"} | FULL_HOME, seats=2), "vacate", ("N2", "N3", "N4", "N5", "N6")),
        (position({"N1": "N-p1"}), "clear", ("N1",)),
        (position({"N1": "N-p1", "N3": "N-p3"} | FULL_HOME, seats=2), "clear", ("N1", "N3")),
        (
            position({"N1": "N-p1", "S1": "N-s1", "S2": "fl1"}, {"S": "ab"}, seats=2),
            "vacate_to_passages",
            ("N2", "N3", "N4", "N5", "N6"),
        ),
    ],
)
def test_the_tier_with_its_reason_and_its_runners(state: HaithabuState, name: str, runners: tuple[str, ...]) -> None:
    assert told(state)[name].fields == {"runners": runners}
    assert {run.runner for run in TITLE.legal(state, 0)} <= set(runners)  # type: ignore[union-attr]


@clauses("HB-16.2", "HB-8.3", "HB-8.6")
def test_a_duty_that_cannot_be_done_and_one_that_is_wider() -> None:
    assert "cannot_clear" in told(position(BLOCKED, {"S": "ab"}, seats=2))
    assert told(replace(position({"N1": "N-p1"}), passages="open"))["clear_or_change"].fields == {"runners": ("N1",)}


@clauses("HB-16.2", "HB-9.4", "HB-12.9")
def test_passes_by_choice_and_known_traps() -> None:
    at = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2"}
    forced = position(at, {"N": "a"})
    assert "may_pass" not in told(forced)
    assert "may_pass" in told(replace(forced, passing="free"))
    stays = replace(position(trap="g", sprung="tc"), trap="stays")
    assert told(stays)["shown_traps"].fields == {"letters": "ct"}
    assert "shown_traps" not in told(position(trap="g", sprung="tc"))


@clauses("HB-16.2", "HB-14.3")
def test_only_the_seat_that_runs_is_told_and_no_secret() -> None:
    state = position(trap="g", author="N")
    assert TITLE.prompt(TITLE.view(state, 1)) == TITLE.prompt(TITLE.view(state, None)) == []
    for number in range(20):
        other = TITLE.resample(state, None, Stream(str(number), "prompt"))
        assert TITLE.prompt(TITLE.view(other, 0)) == TITLE.prompt(TITLE.view(state, 0))
    assert TITLE.prompt(TITLE.view(started(2, traps=True), 0)) == []
    assert TITLE.prompt(TITLE.view(after(position(trap="a"), "run N4 ac1 over a"), 0)) == []
