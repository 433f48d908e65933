"""What is offered in Hansa: whole moves beside single decisions, and how few taps a turn takes.

Not for legality, nor for what holds in every title: the generic tests look at both.
"""

from engine.hansa.title import TITLE
from engine.history import Game
from engine.values import Choice
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import held, new, now, position, prompted, sale, talers
from tests.engine.taps import turn


def offered(game: Game, name: str, seat: int = 0) -> list[str]:
    """The values of the choices with this name."""
    return [" ".join(choice.values) for choice in TITLE.choices(now(game), seat) if choice.name == name]


def names(game: Game, seat: int = 0) -> list[str]:
    return list(dict.fromkeys(choice.name for choice in TITLE.choices(now(game), seat)))


def decisions(choice: Choice) -> list[str]:
    return [TITLE.text(action) for action in choice.actions]


# ---- what is offered


@clauses("HA-18.2", "HA-7.1")
def test_everything_goes_without_a_refill_and_without_saying_so() -> None:
    game = position(phase="refill", ship="riga", empty=["riga.b"], slots={"riga.a": "B1"}, face_up=["Y1 Y2"])
    first, *others = TITLE.choices(now(game), 0)
    assert decisions(first) == ["refill"]
    assert all(decisions(choice)[0] == "skip" for choice in others)
    act = position(ship="riga", empty=["riga.b"], slots={"riga.a": "B1"}, face_up=["Y1 Y2"])
    assert [decisions(choice)[1:] for choice in others] == [decisions(choice) for choice in TITLE.choices(now(act), 0)]


@clauses("HA-7.6", "HA-8.2")
def test_sailing_and_buying_is_offered_where_both_can_be_paid() -> None:
    goods = {"danzig.a": "B1", "danzig.b": "B1", "lubeck.a": "G1", "lubeck.b": "G2", "tonsberg.a": "K1"}
    empty = ["tonsberg.b"]
    game = position(slots=goods, empty=empty)
    assert offered(game, "sail_and_buy") == ["tonsberg K1", "lubeck G1", "lubeck G2", "danzig B1"]
    poor = position(slots=goods, empty=empty, talers=(1, 3, 3), booths={"tonsberg": (1,)})
    assert offered(poor, "sail_and_buy") == ["tonsberg K1"], "it leads only there"
    assert len(offered(poor, "sail")) == 3
    broke = position(slots=goods, empty=empty, talers=(0, 3, 3))
    assert names(broke) == ["end"]


@clauses("HA-10.1", "HA-10.2")
def test_all_of_a_colour_is_sold_before_some_of_it() -> None:
    game = position(ship="riga", booths={"riga": (1,)}, face_up=["R1 R2 K1 K2 K3"])
    assert offered(game, "sell_all") == ["R K", "R", "K"]
    assert set(offered(game, "sell")) == {
        *("K1 K2", "K1 K3", "K2 K3"),
        *("R1 R2 K1 K2", "R1 R2 K1 K3", "R1 R2 K2 K3"),
    }
    whole = {choice.values: decisions(choice) for choice in TITLE.choices(now(game), 0) if choice.name == "sell_all"}
    assert whole[("R K",)] == ["sell R1 R2 K1 K2 K3"]


@clauses("HA-12.2")
def test_a_turn_ends_together_with_what_is_discarded() -> None:
    game = position(face_up=["Y1 Y2 R1 K3"])
    assert offered(game, "end_discarding") == ["Y1", "Y2", "R1", "K3"]
    assert "end" not in names(game)
    taxed = position(phase="tax", face_up=["Y1 Y2 R1 K3"])
    assert names(taxed) == ["discard"]
    for alike in ("Y1 Y1 Y1", "Y1 Y1 Y1 Y1"):
        assert offered(position(face_up=[alike]), "end") == [""], "there is no choice"


@clauses("HA-18.4", "HA-11.3")
def test_a_loss_is_chosen_and_standing_orders_are_no_choices() -> None:
    game = sale()
    game.apply(0, TITLE.parse("sell G1 G2"))
    assert offered(game, "lose", 1) == ["G1", "G3"]
    assert TITLE.choices(now(game), 0) == []
    assert TITLE.choices(now(game), 2) == []


# ---- how many taps a turn takes


@clauses("HA-3.2", "HA-18.5")
def test_a_placement_takes_two_taps() -> None:
    game = new(4, "taps")
    assert turn(game, 0, ("place", "riga")) == 2


@clauses("HA-4.3", "HA-18.5")
def test_passing_takes_two_taps() -> None:
    game = position(phase="refill", empty=["riga.a"])
    assert turn(game, 0, ("end",)) == 2
    assert prompted(game) == ["P2 refill"]


def test_one_action_takes_at_most_four_taps() -> None:
    game = position(phase="refill", empty=["riga.a"], slots={"copenhagen.a": "B1"})
    assert turn(game, 0, ("buy", "B1"), ("end",)) == 3
    game = position(phase="refill", empty=["riga.a"], slots={"lubeck.a": "B1"})
    assert turn(game, 0, ("sail_and_buy", "lubeck", "B1"), ("end",)) == 3
    assert (held(game, "P1"), talers(game)[0]) == ("B1", 1)


def test_two_sails_and_three_actions_take_at_most_nine_taps() -> None:
    """With everything that makes the lists long: a refill to skip, goods in hand, and a tax at the end."""
    slots = {"copenhagen.a": "B1", "lubeck.a": "R2", "aalborg.a": "R3"}
    game = position(
        phase="refill",
        empty=["riga.a"],
        slots=slots,
        talers=(6, 3, 3),
        face_up=["R1 Y2 Y3"],
        booths={"lubeck": (2,), "aalborg": (2,)},
    )
    taps = turn(
        game,
        0,
        ("buy", "B1"),
        ("sail_and_buy", "lubeck", "R2"),
        ("sail_and_buy", "aalborg", "R3"),
        ("end_discarding", "Y2 Y3 B1"),
    )
    assert (taps, held(game, "P1")) == (6, "R1 R2 R3")
    game = position(
        phase="refill",
        empty=["riga.a"],
        slots=slots,
        talers=(6, 3, 3),
        face_up=["R1 R2 Y3"],
        booths={"aalborg": (2,)},
    )
    taps = turn(
        game,
        0,
        ("buy", "B1"),
        ("sail", "lubeck"),
        ("establish", "B1"),
        ("sail", "aalborg"),
        ("sell_all", "R"),
        ("end",),
    )
    assert taps == 7
