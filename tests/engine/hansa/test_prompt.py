"""What a seat is told that must choose what it loses or discards (HA-18.8).

Not for the sentences: `tests/bot/texts/test_prompts.py` has those.
"""

from engine.chance import Stream
from engine.hansa.title import TITLE
from engine.values import Note
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import act, now, position, sale


def told(game: object, seat: int | None) -> list[Note]:
    return list(TITLE.prompt(TITLE.view(now(game), seat)))  # type: ignore[arg-type]


@clauses("HA-18.8", "HA-11.3")
def test_whoever_loses_a_marker_is_told_the_sale_and_what_there_is_to_choose() -> None:
    game = sale()
    act(game, "P1 sell G1 G2")
    assert told(game, 1) == [Note("loss", {"by": 0, "colour": "G", "faces": ("G1", "G3")})]
    assert told(game, 3) == [Note("loss", {"by": 0, "colour": "G", "faces": ("G1", "G2")})]
    assert told(game, 0) == told(game, 2) == told(game, None) == []
    for number in range(10):
        other = TITLE.resample(now(game), 1, Stream(str(number), "prompt"))
        assert list(TITLE.prompt(TITLE.view(other, 1))) == told(game, 1)
    act(game, "P2 lose G1")
    assert told(game, 1) == [], "it has answered"


@clauses("HA-18.8", "HA-12.2")
def test_whoever_has_too_many_markers_is_told_how_many_go() -> None:
    game = position(face_up=["Y1 Y2 G1 G2 R3"])
    assert told(game, 0) == []
    act(game, "P1 end")
    assert told(game, 0) == [Note("tax", {"held": 5, "kept": 3, "count": 2})]
    assert told(game, 1) == []
