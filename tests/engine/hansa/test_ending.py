"""Tax and the end of the game (sections 12, 13, 17).

Not for losses, which can come in the last round like anything else.
"""

from engine.hansa.title import TITLE
from engine.history import Game
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import (
    act,
    bank,
    held,
    lines_of,
    now,
    options,
    piles,
    position,
    prompted,
    rejected,
    sold,
    talers,
)  # fmt: skip


@clauses("HA-12.1", "HA-12.2", "HA-12.3", "S-16")
def test_the_tax_on_talers_and_on_markers() -> None:
    game = position(talers=(5, 3, 3), face_up=["Y1 Y2 G1 R3 K2"], sold=["B1 B1"])
    before = bank(game)
    assert lines_of(act(game, "P1 end")) == ["tax P1 2"]
    assert talers(game)[0] == 3
    assert bank(game) == before + 2
    assert prompted(game) == ["P1 tax"]
    for text in ("Y1", "Y1 Y1", "Y1 Y2 G1"):
        rejected(game, f"P1 discard {text}", "HA-12.2")
    rejected(game, "P1 end", "HA-12.2")
    act(game, "P1 discard Y1 G1")
    assert held(game, "P1") == "Y2 R3 K2"
    assert sold(game, "P1") == "B1 B1"
    assert prompted(game) == ["P2 act"]


@clauses("HA-12.2")
def test_discarding_is_for_the_end_of_the_turn() -> None:
    rejected(position(face_up=["Y1 Y2 G1 R3"]), "P1 discard Y1", "HA-12.2")


@clauses("HA-12.2", "S-17")
def test_a_discard_without_a_choice_is_automatic() -> None:
    game = position(face_up=["G1 G1 G1 G1"])
    assert lines_of(act(game, "P1 end"))[0] == "discard P1 G1"
    assert held(game, "P1") == "G1 G1 G1"
    assert prompted(game) == ["P2 act"]


@clauses("HA-12.3")
def test_other_seats_are_not_taxed() -> None:
    game = position(talers=(3, 8, 3))
    act(game, "P1 end")
    assert talers(game)[1] == 11


@clauses("HA-12.4")
def test_the_tax_applies_in_the_last_round_too() -> None:
    game = position(active=2, piles=(0, 0, 0, 0, 9), talers=(3, 3, 7), face_up=["", "", "Y1 Y2 Y3 G1"])
    act(game, "P3 end")
    assert prompted(game) == ["P3 tax"]
    act(game, "P3 discard G1")
    assert prompted(game) == []
    assert talers(game)[2] == 3


@clauses("HA-12.5")
def test_then_the_next_seat_begins_with_its_income() -> None:
    game = position()
    assert lines_of(act(game, "P1 end")) == ["income P2 3"]


@clauses("HA-13.1", "HA-13.2", "E-9", "I-15", "I-16")
def test_the_round_of_the_trigger_is_the_last() -> None:
    game = position(round=9, active=1, phase="refill", talers=(3, 6, 3), piles=(0, 0, 0, 0, 10), empty=["riga.a"])
    assert not TITLE.view(now(game), None).last_round
    assert "final P2" in lines_of(act(game, "P2 refill"))
    assert piles(game) == (0, 0, 0, 0, 9)
    assert TITLE.view(now(game), None).last_round
    act(game, "P2 end")
    assert prompted(game) == ["P3 act"]
    events = lines_of(act(game, "P3 end"))
    assert prompted(game) == []
    assert now(game).round == 9
    assert events[:2] == ["tax P3 3", "over"]
    rejected(game, "P1 sail lubeck", "HA-18.1")
    rejected(game, "P1 standing fewest", "HA-18.1")


@clauses("HA-13.1", "HA-13.2", "S-21")
def test_emptying_pile_four_exactly_is_no_trigger() -> None:
    game = position(n=4, active=2, phase="refill", piles=(0, 0, 0, 2, 12), empty=["kalmar.a", "riga.b"], ship="riga")
    assert "final" not in " ".join(lines_of(act(game, "P3 refill")))
    assert piles(game) == (0, 0, 0, 0, 12)
    act(game, f"P3 {options(game, 'P3', 'buy')[0]}", "P3 end")
    assert lines_of(act(game, "P4 refill"))[-1] == "final P4"
    act(game, "P4 end")
    assert game.result() is not None


@clauses("HA-13.3")
def test_the_last_round_allows_further_refills() -> None:
    game = position(active=1, phase="refill", talers=(3, 3, 3), piles=(0, 0, 0, 0, 4), empty=["riga.a"])
    act(game, "P2 refill")
    assert piles(game)[-1] == 3


def idle_round(game: Game) -> None:
    for seat in range(len(talers(game))):
        if prompted(game)[0].endswith("refill"):
            act(game, f"P{seat + 1} skip")
        act(game, f"P{seat + 1} {options(game, f'P{seat + 1}', 'sail')[0]}", f"P{seat + 1} end")


@clauses("HA-13.4", "S-29")
def test_three_idle_rounds_end_the_game() -> None:
    game = position(n=2, round=11, active=1, empty=["riga.a"], moved=True)
    act(game, "P2 end")
    idle_round(game)
    idle_round(game)
    assert now(game).round == 14
    assert game.result() is None
    idle_round(game)
    assert game.result() is not None
    assert now(game).round == 14


@clauses("HA-13.4", "S-29")
def test_a_single_purchase_starts_the_count_anew() -> None:
    game = position(n=2, round=14, idle_rounds=2, ship="kalmar", slots={"kalmar.a": "B1"})
    act(game, "P1 buy B1", "P1 end", "P2 skip", "P2 end")
    assert now(game).idle_rounds == 0
    assert now(game).round == 15


@clauses("HA-13.5")
def test_nothing_else_ends_the_game() -> None:
    game = position(empty=["all"], piles=(0, 0, 0, 0, 10), active=2, round=40, booths={"riga": (0, 0, 15)})
    act(game, "P3 end")
    assert game.result() is None


@clauses("HA-12.4", "HA-11.1", "HA-13.3", "S-28")
def test_a_seat_that_has_had_its_last_turn_still_loses_markers() -> None:
    game = position(
        active=2, piles=(0, 0, 0, 0, 5), face_up=["R2", "", "R1 R1"], booths={"copenhagen": (0, 0, 1)}
    )  # fmt: skip
    act(game, "P3 sell R1 R1", "P3 end")
    outcome = game.result()
    assert outcome is not None
    assert next(rank for rank in outcome.ranking if rank.seat == 0).breakdown["face_up"] == 0
