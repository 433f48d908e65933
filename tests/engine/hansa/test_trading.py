"""Buying, establishing, selling, and the losses after a sale (sections 8 to 11).

Not for when they are allowed in a turn.
"""

from engine.hansa.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import (
    act,
    bank,
    booths,
    held,
    leader,
    lines_of,
    now,
    options,
    position,
    prompted,
    rejected,
    reserves,
    slot,
    sold,
    talers,
)  # fmt: skip


@clauses("HA-8.1")
def test_buy_only_what_lies_in_the_port_of_the_ship() -> None:
    game = position(ship="kalmar", slots={"kalmar.a": "B1", "riga.a": "Y3"})
    assert options(game, "P1", "buy") == ["buy B1"]
    rejected(game, "P1 buy Y3", "HA-8.1")


@clauses("HA-8.2")
def test_price_goes_to_the_leader() -> None:
    game = position(ship="kalmar", slots={"kalmar.a": "B1"}, booths={"kalmar": (1, 0, 2)})
    assert lines_of(act(game, "P1 buy B1")) == ["pay P1 P3 1"]
    assert talers(game) == (2, 3, 4)


@clauses("HA-8.2", "S-2")
def test_price_in_an_empty_port_goes_to_the_bank() -> None:
    game = position(slots={"copenhagen.a": "B1"})
    before = bank(game)
    act(game, "P1 buy B1")
    assert talers(game) == (2, 3, 3)
    assert bank(game) == before + 1


@clauses("HA-8.3", "S-1")
def test_a_tie_pays_the_bank_even_with_the_buyer_in_it() -> None:
    game = position(ship="lubeck", booths={"lubeck": (2, 2, 1)}, slots={"lubeck.a": "B1"})
    before = bank(game)
    act(game, "P1 buy B1")
    assert talers(game) == (2, 3, 3)
    assert bank(game) == before + 1


@clauses("HA-8.4", "HA-8.5", "S-7")
def test_one_marker_from_slot_a() -> None:
    game = position(ship="lubeck", slots={"lubeck.a": "R2", "lubeck.b": "R2"})
    assert options(game, "P1", "buy") == ["buy R2"]
    act(game, "P1 buy R2")
    assert (slot(game, "lubeck.a"), slot(game, "lubeck.b")) == ("", "R2")
    assert held(game, "P1") == "R2"
    rejected(game, "P1 buy R2", "HA-7.2")


@clauses("HA-8.6")
def test_the_payee_receives_whatever_it_holds_and_a_leader_never_pays() -> None:
    game = position(ship="lubeck", booths={"lubeck": (0, 1)}, talers=(3, 9, 3), slots={"lubeck.a": "B1"})
    act(game, "P1 buy B1")
    assert talers(game) == (2, 10, 3)
    own = position(ship="lubeck", booths={"lubeck": (1,)}, slots={"lubeck.a": "B1"})
    assert act(own, "P1 buy B1") == []


@clauses("HA-9.1", "S-25")
def test_establish_anywhere_copenhagen_included() -> None:
    game = position(face_up=["Y3"])
    rejected(game, "P1 establish G3", "HA-9.1")
    act(game, "P1 establish Y3")
    assert booths(game, "copenhagen") == (3, 0, 0)
    assert leader(game, "copenhagen") == "P1"


@clauses("HA-9.2", "HA-7.2", "E-6")
def test_establishing_spends_the_marker_and_the_stay() -> None:
    game = position(active=1, ship="danzig", booths={"danzig": (4, 2)}, face_up=["", "Y1 G2"])
    assert lines_of(act(game, "P2 establish G2")) == ["booths P2 danzig +2"]
    assert booths(game, "danzig") == (4, 4, 0)
    assert leader(game, "danzig") is None
    assert "G2" in now(game).removed
    assert talers(game)[1] == 3
    rejected(game, "P2 establish Y1", "HA-7.2")


@clauses("HA-9.2", "HA-9.3", "S-8")
def test_a_short_reserve_places_what_it_has() -> None:
    game = position(booths={"riga": (13,)}, face_up=["B3"])
    act(game, "P1 establish B3")
    assert booths(game, "copenhagen")[0] == 2
    assert reserves(game)[0] == 0
    assert held(game, "P1") == ""


@clauses("HA-9.3")
def test_exactly_the_barrels_are_placed() -> None:
    for face, count in (("B1", 1), ("B2", 2), ("B3", 3)):
        game = position(face_up=[face])
        act(game, f"P1 establish {face}")
        assert booths(game, "copenhagen")[0] == count


@clauses("HA-9.4", "HA-10.5", "S-9")
def test_an_empty_reserve_forbids_establishing_until_a_booth_returns() -> None:
    game = position(booths={"riga": (13,), "lubeck": (2,)}, face_up=["R1 R2 G3"], ship="lubeck")
    rejected(game, "P1 establish G3", "HA-9.4")
    assert options(game, "P1", "establish") == []
    act(game, "P1 sell R1 R2", "P1 sail aalborg", "P1 establish G3")
    assert booths(game, "lubeck")[0] == 1
    assert booths(game, "aalborg")[0] == 1
    assert reserves(game)[0] == 0
    assert talers(game)[0] == 2


@clauses("HA-9.5")
def test_markers_bought_in_the_same_turn_may_be_spent_and_a_port_has_no_limit() -> None:
    game = position(ship="kalmar", slots={"kalmar.a": "B3"}, booths={"copenhagen": (9,)})
    act(game, "P1 buy B3", "P1 sail copenhagen", "P1 establish B3")
    assert booths(game, "copenhagen")[0] == 12


@clauses("HA-10.1", "HA-10.2", "S-10")
def test_at_least_two_of_every_colour_sold() -> None:
    game = position(face_up=["R1 R2 R3 K1"], booths={"copenhagen": (1,)})
    assert options(game, "P1", "sell") == ["sell R1 R2", "sell R1 R3", "sell R2 R3", "sell R1 R2 R3"]
    for text in ("R3", "R1 R2 K1", "R1 K1"):
        rejected(game, f"P1 sell {text}", "HA-10.1")
    rejected(game, "P1 sell R1 R1", "HA-10.1")
    act(game, "P1 sell R2 R3")
    assert held(game, "P1") == "R1 K1"


@clauses("HA-10.3", "HA-10.4", "E-7a")
def test_a_sale_returns_one_booth_and_moves_no_talers() -> None:
    game = position(ship="danzig", booths={"danzig": (4, 4)}, face_up=["R1 R2 R3 K1 K2"])
    assert lines_of(act(game, "P1 sell R1 R2 R3 K1 K2")) == ["booths P1 danzig -1"]
    assert sold(game, "P1") == "R1 R2 R3 K1 K2"
    assert booths(game, "danzig") == (3, 4, 0)
    assert reserves(game)[0] == 12
    assert talers(game) == (3, 3, 3)
    assert now(game).stay_used
    rejected(game, "P1 sell R1 R2", "HA-7.2")
    act(game, "P1 sail kalmar")
    assert options(game, "P1", "establish") == []


@clauses("HA-10.5", "HA-1.8", "S-11")
def test_the_last_booth_may_go_and_the_leader_changes_at_once() -> None:
    game = position(
        ship="lubeck", booths={"lubeck": (1, 1)}, face_up=["Y1 Y1"], talers=(5, 3, 3), slots={"lubeck.a": "B1"}
    )
    act(game, "P1 sell Y1 Y1")
    assert leader(game, "lubeck") == "P2"
    act(game, "P1 sail aalborg", "P1 sail copenhagen", "P1 sail lubeck", "P1 buy B1")
    assert talers(game) == (1, 4, 3)


@clauses("HA-11.1", "HA-11.3", "E-7b")
def test_losses_of_the_rulebook_example() -> None:
    game = position(
        ship="danzig", booths={"danzig": (4, 4)}, face_up=["R1 R2 R3 K1 K2", "R1 R3 K2", "K1"]
    )  # fmt: skip
    events = act(game, "P1 sell R1 R2 R3 K1 K2")
    assert lines_of(events)[1:] == ["lost P2 K2", "lost P3 K1"]
    assert prompted(game) == ["P2 loss"]
    assert options(game, "P2") == ["lose R1", "lose R3"]
    assert lines_of(act(game, "P2 lose R1")) == ["lost P2 R1"]
    assert (held(game, "P2"), held(game, "P3")) == ("R3", "")
    assert {"K1", "K2", "R1"} <= set(now(game).removed)
    assert prompted(game) == ["P1 act"]


@clauses("HA-11.2", "S-15")
def test_the_seller_keeps_what_it_does_not_sell() -> None:
    game = position(face_up=["R1 R2 R3", "R2"], booths={"copenhagen": (1,)}, sold=["", "R1 R1"])
    act(game, "P1 sell R2 R3")
    assert held(game, "P1") == "R1"
    assert held(game, "P2") == ""
    assert sold(game, "P2") == "R1 R1"


@clauses("HA-11.4", "HA-11.5", "S-12")
def test_several_opponents_answer_sealed_and_together() -> None:
    game = position(n=4, ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3", "G2 G2", "G1 G2"])
    assert "lost P3 G2" in lines_of(act(game, "P1 sell G1 G2"))
    assert held(game, "P3") == "G2"
    assert prompted(game) == ["P2 loss", "P4 loss"]
    rejected(game, "P1 sail copenhagen", "HA-11.5")
    rejected(game, "P3 lose G2", "HA-11.3")
    assert act(game, "P4 lose G1") == []
    for seat in (None, 0, 1, 2):
        assert TITLE.view(now(game), seat).players[3].face_up == ("G1", "G2")
        private = TITLE.view(now(game), seat).private
        assert private is None or private.answer is None
    assert lines_of(act(game, "P2 lose G1")) == ["lost P2 G1", "lost P4 G1"]
    assert [held(game, seat) for seat in ("P2", "P3", "P4")] == ["G3", "G2", "G2"]
    act(game, "P1 sail copenhagen")


@clauses("HA-11.1", "HA-11.3", "S-13")
def test_two_colours_and_one_choice() -> None:
    game = position(face_up=["Y1 Y2 B1 B1", "Y1 Y3 B2"], booths={"copenhagen": (2,)})
    events = act(game, "P1 sell Y1 Y2 B1 B1")
    assert lines_of(events) == ["booths P1 copenhagen -1", "lost P2 B2"]
    assert options(game, "P2") == ["lose Y1", "lose Y3"]
    rejected(game, "P2 lose B2", "HA-11.3")
    act(game, "P2 lose Y3")
    assert held(game, "P2") == "Y1"


@clauses("HA-16.7", "S-14")
def test_two_sales_of_a_colour_cause_losses_twice() -> None:
    game = position(
        ship="lubeck", booths={"lubeck": (1,), "aalborg": (1,)}, face_up=["R1 R1 R2 R3", "R2 R3"]
    )  # fmt: skip
    act(game, "P1 sell R1 R1", "P2 lose R2", "P1 sail aalborg")
    assert lines_of(act(game, "P1 sell R2 R3")) == ["booths P1 aalborg -1", "lost P2 R3"]
    assert held(game, "P2") == ""
    assert sum(1 + int(face[1]) for face in now(game).sold[0]) == 11
    assert talers(game)[0] == 2
    assert reserves(game)[0] == 15
