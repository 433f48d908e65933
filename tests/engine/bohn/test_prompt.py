"""What a seat is told that offers wait for: their terms, from its side, and only what all know.

Not for the sentences: `tests/bot/texts/test_prompts.py` has those.
"""

from engine.bohn.title import TITLE
from engine.values import Note
from tests.engine.bohn.positions import apply, merchant, position
from tests.engine.clauses import clauses


@clauses("BH-20.10", "BH-9.13")
def test_every_open_offer_to_a_seat_is_told_to_it_alone() -> None:
    at_market = merchant("rostock", "blaue brech"), merchant("rostock", "sau feuer"), merchant("rostock", "rote")
    state = position(*at_market)
    for line in ("P1 offer #1 P2 give=blaue take=sau", "P1 offer #2 P3 take=rote", "P1 offer #3 P2 give=brech"):
        state = apply(state, line)
    told = TITLE.prompt(TITLE.view(state, 1))
    assert [note.name for note in told] == ["offer", "offer"]
    terms = {"by": 0, "buy": (), "invited": None, "town": None}
    assert told[0].fields == terms | {"number": "#1", "give": ("blaue",), "take": ("sau",)}
    assert told[1] == Note("offer", terms | {"number": "#3", "give": ("brech",), "take": ()})
    assert TITLE.prompt(TITLE.view(state, 0)) == TITLE.prompt(TITLE.view(state, None)) == []
    assert len(TITLE.prompt(TITLE.view(apply(state, "P2 decline #1"), 1))) == 1
