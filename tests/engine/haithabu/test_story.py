"""How turns of Haithabu are told, and what is never left out.

Not for the words: `tests/bot/texts` reads the sentences.
"""

from engine.haithabu.actions import HaithabuAction, Run
from engine.haithabu.events import Finished, Noted, Passed, Ran
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.values import Deed, Passage
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import parsed, position, told


def story(state: HaithabuState, *texts: str, reader: int | None = None) -> list[Passage]:
    """What the reader is told of these decisions; nobody but their author knows what notes say."""
    deeds = list[Deed]()
    for text in texts:
        seat = TITLE.to_act(state)[0].seat
        action = parsed(text)
        state, events = told(state, text)
        known: HaithabuAction | None = action if isinstance(action, Run) or seat == reader else None
        deeds.append(Deed(seat, known, tuple(event for event in events if event.is_known_to(reader))))
    passages = TITLE.story(deeds)
    assert [deed for passage in passages for deed in passage.deeds] == deeds
    return passages


@clauses("HB-6.3", "HB-4.1")
def test_a_run_is_one_sentence_with_its_tokens() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"})
    (passage,) = story(state, "run N1 gm1 over g put c")
    assert (passage.name, dict(passage.fields)) == (
        "ran", {"runner": "N1", "destination": "gm1", "over": "g", "put": "c", "load": None},
    )  # fmt: skip
    (passage,) = story(position(), "run N4 ac1 over a")
    assert (passage.fields["over"], passage.fields["load"]) == ("a", 1)
    (passage,) = story(position(), "run N4 a over -")
    assert passage.fields["over"] == ""
    assert [type(event) for event in passage.events] == [Ran], "which has no words of its own"


@clauses("HB-7.7", "HB-9.2")
def test_arrivals_and_passes_stand_behind_the_run() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2", "W1": "E-p1"}
    (passage,) = story(position(places, {"S": "a"}, active="W"), "run W1 E-s1 over -")
    assert passage.events[1:] == (Finished(runner="W1"), Passed(home="N", seat=0))
    assert [event.done_to() for event in passage.events] == [(), (), (0,)]


@clauses("HB-12.3", "HB-12.4", "HB-12.8")
def test_a_trap_and_the_way_home_are_told_together() -> None:
    state = position(trap="a", author="E")
    texts = ("run N4 ac1 over a", "reset N-s1 trap c")
    (passage,) = story(state, *texts)
    assert (passage.name, dict(passage.fields)) == ("returned", {"runner": "N4", "bridge": "a", "space": "N-s1"})
    assert not any(isinstance(event, Noted) for event in passage.events), "the sentence says that a note was written"
    (own,) = story(state, *texts, reader=0)
    assert [event.bridge for event in own.events if isinstance(event, Noted)] == ["c"]
    (caught,) = story(state, texts[0])
    assert caught.name == "caught"


@clauses("HB-12.8", "HB-14.2")
def test_a_note_is_told_alike_whatever_it_says() -> None:
    state = position(trap="a", author="E")
    told_of = [story(state, "run N4 ac1 over a", f"reset N-s1 trap {note}") for note in ("c", "none", "t")]
    assert told_of[0] == told_of[1] == told_of[2]


def test_each_turn_is_told_for_itself() -> None:
    passages = story(position(), "run N4 a over -", "run E1 p over -", "run S1 s over -")
    assert [(passage.seat, passage.name) for passage in passages] == [(0, "ran"), (1, "ran"), (2, "ran")]
