"""What was typed finds what was meant: accents, case, beginnings, typos; and nothing when nobody can be sure.

Not for Discord.
"""

import pytest

from bot.limits import COMPLETIONS as MOST
from bot.ui.typed_words import Candidate, best, fold, meant

PORTS = [
    Candidate(value, name)
    for value, name in [
        ("lubeck", "Lübeck"),
        ("tonsberg", "Tønsberg"),
        ("aalborg", "Aalborg"),
        ("visby", "Visby"),
        ("riga", "Riga"),
        ("reval", "Reval"),
        ("danzig", "Danzig"),
        ("copenhagen", "Copenhagen"),
    ]
]


def found(typed: str) -> list[str]:
    return [candidate.value for candidate in best(typed, PORTS)]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("Lübeck", "lubeck"),
        ("LUBECK", "lubeck"),
        ("lubek", "lubeck"),
        ("luebeck", "lubeck"),
        ("tonsberg", "tonsberg"),
        ("Tönsberg", "tonsberg"),
        ("copen", "copenhagen"),
        ("Kopenhagen", "copenhagen"),
        ("  riga ", "riga"),
        ("dantzig", "danzig"),
    ],
)
def test_a_typed_name_is_the_one_that_was_meant(typed: str, value: str) -> None:
    candidate = meant(typed, PORTS)
    assert candidate is not None
    assert candidate.value == value
    assert found(typed)[0] == value


@pytest.mark.parametrize("typed", ["", "r", "Hamburg", "xyz"])
def test_nobody_guesses_when_it_could_be_several_or_none(typed: str) -> None:
    assert meant(typed, PORTS) is None


def test_nothing_typed_shows_all_in_their_order_and_25_at_most() -> None:
    many = [Candidate(str(number), f"number {number}") for number in range(60)]
    assert [candidate.value for candidate in best("", many)] == [str(number) for number in range(MOST)]
    assert len(best("number", many)) == MOST


def test_what_begins_with_it_comes_before_what_only_holds_it() -> None:
    pool = [Candidate("a", "New Riga"), Candidate("b", "Riga"), Candidate("c", "Rigaholm"), Candidate("d", "Striga")]
    assert [candidate.value for candidate in best("riga", pool)] == ["b", "c", "a", "d"]


def test_a_short_code_is_exact_or_nothing() -> None:
    """`18c` must never be taken for `18d`, however alike they are."""
    spaces = [Candidate(space, space) for space in ("18a", "18b", "18d", "8c")]
    assert meant("18c", spaces) is None
    candidate = meant("18D", spaces)
    assert candidate is not None
    assert candidate.value == "18d"


def test_a_value_wins_over_a_name_that_looks_like_it() -> None:
    pool = [Candidate("red", "blue"), Candidate("blue", "red")]
    candidate = meant("red", pool)
    assert candidate is not None
    assert candidate.value == "red"


def test_folding_takes_off_what_no_keyboard_has() -> None:
    assert fold("  Ærø – Œuvre  ß ") == "aero – oeuvre ss"
    assert fold("Göttingen") == fold("GOTTINGEN")
