"""Texts and objects: what is written, and what is understood.

Not for the position a text is meant for: `test_checks` has what a text in short means there.
"""

import msgspec
import pytest

from engine.errors import BadNotation
from engine.haithabu.actions import WORDS, LetterSets, Reset, Run, Trap, Via
from engine.haithabu.board import LETTERS
from engine.haithabu.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import parsed

ACTIONS = [
    (Run("N1", "gm1", "cg", ""), "run N1 gm1 over cg"),
    (Run("N1", "gm1", "g", "c"), "run N1 gm1 over g put c"),
    (Run("S6", "N-s1", "-", ""), "run S6 N-s1 over -"),
    (Run("N1", "h"), "run N1 h"),
    (Run("N1", "h", "", "dg"), "run N1 h put dg"),
    (Via("N1", ("c", "cg1", "cg2", "g", "gm1"), "c"), "run N1 via c cg1 cg2 g gm1 put c"),
    (Via("N1", ("c",)), "run N1 via c"),
    (Trap("g"), "trap g"),
    (Reset("N-s1", "b"), "reset N-s1 trap b"),
    (Reset("N-s1", "none"), "reset N-s1 trap none"),
]


@clauses("HB-13.1", "HB-13.2")
@pytest.mark.parametrize(("action", "text"), ACTIONS)
def test_texts_and_objects_come_back(action: Run | Via | Trap | Reset, text: str) -> None:
    assert TITLE.text(action) == text
    assert TITLE.parse(text) == action
    assert TITLE.read(msgspec.json.decode(msgspec.json.encode(TITLE.to_object(action)))) == action


@clauses("HB-13.1")
def test_letters_are_sorted() -> None:
    assert parsed("run N1 gm1 over gc put tsa") == Run("N1", "gm1", "cg", "ast")
    assert parsed("run N1 gm1 over - put -") == Run("N1", "gm1", "-", "")


@clauses("HB-13.1", "HB-3.2")
@pytest.mark.parametrize(
    "text",
    [
        "run",
        "run N1",
        "run N7 a over -",
        "run N1 zz9 over -",
        "run N1 gm1 over",
        "run N1 gm1 over z",
        "run N1 gm1 over cc",
        "run N1 gm1 put cc",
        "run N1 gm1 put",
        "run N1 gm1 over c put a put b",
        "run N1 gm1 put a over c",
        "run N1 gm1  over c",
        "run N1 via",
        "run N1 via c put",
        "trap",
        "trap none",
        "trap ab",
        "trap ?",
        "reset N-s1",
        "reset N-s1 b",
        "reset N-s1 trap ?",
        "fly N1 gm1",
        "",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        TITLE.parse(text)


def test_sets_of_letters_are_all_known_but_not_all_listed() -> None:
    sets = WORDS["bridges"]
    assert isinstance(sets, LetterSets)
    assert list(sets)[:25] == ["-", *LETTERS, "ab", "ac", "ad", "ae"]
    assert len(sets) == len(list(sets)) == 1 + 20 + 190
    assert all(word in sets for word in (*sets, "cba", LETTERS))
    assert not any(word in sets for word in ("", "z", "aa", "a-", 3))
