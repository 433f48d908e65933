"""Turns: income, refill, sailing and stays (sections 4 to 7, 16).

Not for what the three actions do.
"""

from engine.hansa.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import (
    act,
    bank,
    booths,
    held,
    lines_of,
    now,
    options,
    piles,
    position,
    prompted,
    rejected,
    slot,
    talers,
)  # fmt: skip


@clauses("HA-4.1", "HA-4.3", "HA-5.1")
def test_a_turn_is_income_refill_actions_tax() -> None:
    game = position(talers=(3, 2, 0), empty=["riga.a"])
    events = act(game, "P1 end")
    assert lines_of(events) == ["income P2 3"]
    assert prompted(game) == ["P2 refill"]
    rejected(game, "P2 end", "HA-18.2")
    act(game, "P2 skip")
    rejected(game, "P2 refill", "HA-6.1")
    assert lines_of(act(game, "P2 end")) == ["tax P2 2", "income P3 3"]
    assert talers(game) == (3, 3, 3)


@clauses("HA-4.4", "S-18")
def test_limits_exist_only_at_the_end_of_the_own_turn() -> None:
    game = position(
        talers=(6, 3, 3),
        ship="lubeck",
        booths={"lubeck": (0, 1), "aalborg": (0, 1)},
        face_up=["Y1 Y1 Y1"],
        slots={"lubeck.a": "R1", "aalborg.a": "G2"},
    )
    act(game, "P1 buy R1")
    assert held(game, "P1") == "Y1 Y1 Y1 R1"
    act(game, "P1 sail aalborg", "P1 buy G2")
    assert talers(game) == (3, 5, 3)
    act(game, "P1 end", "P1 discard Y1 Y1")
    assert prompted(game)[0].startswith("P2")
    assert talers(game)[1] == 8
    act(game, "P2 skip", "P2 end")
    assert talers(game)[1] == 3


@clauses("HA-6.1", "S-24")
def test_a_refill_is_too_late_after_skip() -> None:
    game = position(phase="refill", empty=["riga.a"], talers=(6, 3, 3), ship="kalmar", slots={"kalmar.a": "B1"})
    act(game, "P1 skip", "P1 buy B1")
    assert slot(game, "kalmar.a") == ""
    rejected(game, "P1 refill", "HA-6.1")
    rejected(game, "P1 skip", "HA-6.1")


@clauses("HA-6.2", "HA-6.5", "HA-6.6", "HA-6.7", "I-10")
def test_an_optional_refill_fills_every_empty_slot_for_one_taler() -> None:
    game = position(phase="refill", empty=["riga.b", "lubeck.a", "tonsberg.b"], talers=(4, 3, 3))
    assert options(game, "P1") == ["refill", "skip"]
    next_markers = now(game).supply[:3]
    before = len(now(game).supply)
    events = act(game, "P1 refill")
    drawn = [
        f"draw {name}={face}" for name, face in zip(("tonsberg.b", "lubeck.a", "riga.b"), next_markers, strict=True)
    ]
    assert lines_of(events) == ["pay P1 bank 1", *drawn]
    assert talers(game) == (3, 3, 3)
    assert len(now(game).supply) == before - 3
    assert "" not in now(game).slots
    assert prompted(game) == ["P1 act"]


@clauses("HA-6.3", "HA-13.1", "S-19")
def test_a_forced_refill() -> None:
    game = position(active=2, talers=(0, 3, 3), empty=["all"], piles=(0, 0, 0, 10, 10), phase="act")
    events = act(game, "P3 end")
    assert lines_of(events)[:3] == ["income P1 3", "refill forced P1", "pay P1 bank 1"]
    assert prompted(game) == ["P1 act"]
    assert talers(game)[0] == 2
    assert "" not in now(game).slots
    assert piles(game) == (0, 0, 0, 0, 6)
    assert lines_of(events)[-1] == "final P1"
    assert TITLE.view(now(game), None).last_round


@clauses("HA-6.4", "HA-16.6", "S-22")
def test_nothing_left_to_refill_with() -> None:
    game = position(active=1, talers=(3, 3, 1), empty=["all"], piles=(0, 0, 0, 0, 0))
    events = act(game, "P2 end")
    assert lines_of(events) == ["income P3 3"]
    assert talers(game)[2] == 4
    assert prompted(game) == ["P3 act"]


@clauses("HA-6.4", "S-23")
def test_no_refill_without_an_empty_slot() -> None:
    game = position(active=2)
    act(game, "P3 end")
    assert prompted(game) == ["P1 act"]
    rejected(game, "P1 refill", "HA-6.1")


@clauses("HA-6.8", "S-20")
def test_a_supply_too_small_fills_the_first_slots() -> None:
    names = ["aalborg.a", "kalmar.a", "danzig.b", "riga.a", "riga.b"]
    game = position(phase="refill", empty=names, piles=(0, 0, 0, 0, 3), talers=(3, 3, 3))
    act(game, "P1 refill")
    assert [bool(slot(game, name)) for name in names] == [True, True, True, False, False]
    assert talers(game)[0] == 2
    act(game, "P1 end")
    assert prompted(game) == ["P2 act"]


@clauses("HA-7.1", "HA-7.2", "HA-7.3", "E-4")
def test_actions_and_sailing_in_any_order() -> None:
    game = position(
        talers=(6, 3, 3), face_up=["Y2"], ship="lubeck", booths={"lubeck": (2,)},
        slots={"lubeck.a": "G1", "lubeck.b": "B2", "aalborg.a": "R3"},
    )  # fmt: skip
    act(game, "P1 buy G1", "P1 sail aalborg", "P1 buy R3", "P1 sail copenhagen", "P1 sail danzig", "P1 establish Y2")
    assert talers(game)[0] == 2
    assert booths(game, "danzig") == (2, 0, 0)
    assert held(game, "P1") == "G1 R3"
    assert "end" in options(game, "P1")


@clauses("HA-7.6", "E-5")
def test_routes_are_directed() -> None:
    game = position()
    assert options(game, "P1", "sail") == ["sail tonsberg", "sail lubeck", "sail danzig"]
    for port in ("aalborg", "kalmar", "stockholm", "reval", "riga", "copenhagen"):
        rejected(game, f"P1 sail {port}", "HA-7.6")


@clauses("HA-7.6")
def test_the_land_route_costs_and_works_like_the_others() -> None:
    game = position(ship="tonsberg")
    assert lines_of(act(game, "P1 sail stockholm")) == ["pay P1 bank 1"]
    assert (now(game).ship, talers(game)[0], bank(game)) == ("stockholm", 2, 14)


@clauses("HA-7.4", "S-4")
def test_coming_back_begins_a_new_stay() -> None:
    game = position(talers=(5, 3, 3), face_up=["G1"], slots={"copenhagen.a": "Y1"})
    act(game, "P1 buy Y1", "P1 sail lubeck", "P1 sail aalborg", "P1 sail copenhagen", "P1 establish G1")
    assert talers(game)[0] == 1
    assert booths(game, "copenhagen") == (1, 0, 0)
    rejected(game, "P1 establish Y1", "HA-7.2")
    rejected(game, "P1 buy R1", "HA-7.2")


@clauses("HA-7.5", "S-5")
def test_a_stay_belongs_to_the_turn() -> None:
    game = position(ship="kalmar", slots={"kalmar.a": "B1"}, face_up=["", "Y1"])
    act(game, "P1 buy B1", "P1 end", "P2 skip")
    assert "establish Y1" in options(game, "P2")
    act(game, "P2 establish Y1")
    assert booths(game, "kalmar") == (0, 1, 0)


@clauses("HA-7.2", "S-6")
def test_one_action_of_whatever_kind_per_stay() -> None:
    game = position(ship="lubeck", booths={"lubeck": (2,)}, face_up=["R1 R2"], slots={"lubeck.a": "Y1"})
    act(game, "P1 sell R1 R2")
    rejected(game, "P1 buy Y1", "HA-7.2")
    assert options(game, "P1") == ["sail aalborg", "end"]


@clauses("HA-7.7")
def test_talers_move_at_once() -> None:
    game = position(talers=(2, 3, 3))
    act(game, "P1 sail lubeck")
    assert talers(game)[0] == 1
    act(game, "P1 sail aalborg")
    rejected(game, "P1 sail copenhagen", "HA-7.6")


@clauses("HA-16.2", "S-3")
def test_with_no_talers() -> None:
    game = position(talers=(0, 3, 3), ship="tonsberg", booths={"tonsberg": (1,)}, slots={"tonsberg.a": "B1"})
    rejected(game, "P1 sail stockholm", "HA-7.6")
    act(game, "P1 buy B1")
    assert talers(game) == (0, 3, 3)
    tied = position(
        talers=(0, 3, 3), ship="tonsberg", booths={"tonsberg": (1, 1)}, slots={"tonsberg.a": "B1"}, face_up=["Y1 Y3"]
    )
    rejected(tied, "P1 buy B1", "HA-8.2")
    assert {"establish Y1", "sell Y1 Y3", "end"} <= set(options(tied, "P1"))


@clauses("HA-16.3", "I-6", "I-14")
def test_phase_3_starts_with_two_talers_and_actions_are_at_most_sails_plus_one() -> None:
    game = position(active=2, talers=(0, 3, 3), empty=["riga.a"])
    act(game, "P3 end", "P1 refill")
    assert talers(game)[0] == 2
    actions = sails = 0
    while buys_or_sails := options(game, "P1", "buy") + options(game, "P1", "sail"):
        act(game, f"P1 {buys_or_sails[0]}")
        actions += buys_or_sails[0].startswith("buy")
        sails += buys_or_sails[0].startswith("sail")
    assert 0 < actions <= sails + 1


@clauses("HA-16.5")
def test_emptying_the_last_slot_waits_for_the_next_refill() -> None:
    others = ["riga.a", "riga.b", "reval.a", "danzig.a", "danzig.b", "stockholm.a", "stockholm.b"]
    game = position(
        ship="kalmar", slots={"kalmar.a": "B1"},
        empty=[*others, "tonsberg.a", "tonsberg.b", "aalborg.a", "lubeck.a", "lubeck.b", "copenhagen.a"],
    )  # fmt: skip
    events = act(game, "P1 buy B1")
    assert lines_of(events) == ["pay P1 bank 1"]
    assert set(now(game).slots) == {""}
    assert "refill forced P2" in lines_of(act(game, "P1 end"))


@clauses("HA-16.1", "S-30")
def test_the_number_of_coins_limits_nothing() -> None:
    game = position(n=4, active=2, talers=(3, 3, 3, 12))
    act(game, "P3 end")
    assert talers(game) == (3, 3, 3, 15)
    assert bank(game) == -2
    assert prompted(game) == ["P4 act"]


@clauses("HA-5.1", "HA-6.5", "HA-8.2", "HA-9.2", "HA-12.1", "E-8")
def test_a_whole_turn_of_the_rulebook() -> None:
    game = position(
        active=2, talers=(3, 0, 3), face_up=["K3"], booths={"copenhagen": (0, 0, 2), "tonsberg": (2,)},
        empty=["kalmar.a", "reval.a"], slots={"copenhagen.a": "Y1", "tonsberg.a": "G1"},
    )  # fmt: skip
    act(game, "P3 end", "P1 refill", "P1 buy Y1", "P1 sail tonsberg", "P1 buy G1", "P1 sail stockholm", "P1 sail reval")
    act(game, "P1 establish K3")
    assert talers(game)[::2] == (1, 4)
    assert held(game, "P1") == "Y1 G1"
    assert booths(game, "reval") == (3, 0, 0)
    assert "tax" not in " ".join(lines_of(act(game, "P1 end")))
    assert talers(game) == (1, 3, 4)
    act(game, "P2 skip", "P2 end")
    assert talers(game)[1] == 3
    assert now(game).ship == "reval"
