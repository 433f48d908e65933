"""What each seat may see, and the figures a view holds ready (section 15).

Not for what the log hides: `test_hosting.py`.
"""

import msgspec

from engine.chance import Stream
from engine.hansa.title import TITLE
from engine.policies import playout, random_policy
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import act, finished, new, now, options, position, sale


@clauses("HA-15.1", "I-19")
def test_the_order_of_the_supply_is_hidden_from_everybody() -> None:
    state = now(position())
    for seat in (None, 0, 1, 2):
        other = TITLE.resample(state, seat, Stream("hidden", "order"))
        assert other.supply != state.supply
        assert msgspec.json.encode(TITLE.view(other, seat)) == msgspec.json.encode(TITLE.view(state, seat))


@clauses("HA-15.2", "HA-15.3")
def test_everything_else_is_public() -> None:
    game = position(talers=(5, 1, 2), face_up=["Y1 R3"], sold=["", "K1 K2"], booths={"riga": (1, 2)}, stay_used=True)
    view = TITLE.view(now(game), None)
    assert [player.talers for player in view.players] == [5, 1, 2]
    assert view.players[0].face_up == ("Y1", "R3")
    assert view.players[1].sold == ("K1", "K2")
    assert (view.players[1].reserve, view.players[1].in_ports) == (13, 2)
    assert view.stay_used
    assert view.boxed == now(game).boxed
    on_table = [face for port in view.ports for face in port.slots if face]
    zones = [*on_table, *view.removed, *(face for p in view.players for face in (*p.face_up, *p.sold))]
    assert len(zones) + sum(view.piles) == 65


@clauses("HA-15.4", "HA-18.4")
def test_standing_orders_and_sealed_answers_are_their_owners_only() -> None:
    game = sale()
    act(game, "P4 standing fewest", "P1 sell G1 G2")
    own, other = TITLE.view(now(game), 3).private, TITLE.view(now(game), 1).private
    assert own is not None
    assert own.standing
    assert own.answer == "G1"
    assert other is not None
    assert not other.standing
    assert "P4" not in "".join(game.log(1))
    assert "P4 standing fewest" in game.log(3)


@clauses("HA-7.6")
def test_exits_are_where_the_active_seat_can_sail_to_now() -> None:
    for seat in (None, 0, 1, 2):
        assert TITLE.view(now(position(active=1)), seat).exits == ("tonsberg", "lubeck", "danzig")
    for game in (
        position(talers=(0, 3, 3)),
        position(phase="refill", empty=["riga.a"]),
        new(2),
        finished({}, []),
    ):
        assert TITLE.view(now(game), None).exits == ()
    waiting = sale()
    assert TITLE.view(now(waiting), None).exits == ("copenhagen",)
    act(waiting, "P1 sell G1 G2")
    assert TITLE.view(now(waiting), None).exits == ()


@clauses("HA-7.6")
def test_exits_are_the_legal_sails() -> None:
    game = new(4, "exits")
    for _ in range(150):
        playout(game, random_policy, 1, str(game.version))
        active = now(game).active
        listed = tuple(text.removeprefix("sail ") for text in options(game, f"P{active + 1}", "sail"))
        assert TITLE.view(now(game), None).exits == listed


@clauses("HA-14.1", "HA-14.3")
def test_points_are_those_of_a_game_that_ends_now() -> None:
    view = TITLE.view(now(position(sold=["R1 R2"], face_up=["", "Y1"], booths={"riga": (1, 1), "reval": (1,)})), None)
    assert [player.points for player in view.players] == [
        {"face_up": 0, "sold": 5, "ports_shared": 2, "ports_alone": 4},
        {"face_up": 1, "sold": 0, "ports_shared": 2, "ports_alone": 0},
        {"face_up": 0, "sold": 0, "ports_shared": 0, "ports_alone": 0},
    ]
    assert TITLE.scores(view) == (11, 3, 0)


@clauses("HA-14.5", "HA-14.6")
def test_winners_are_named_when_the_game_is_over() -> None:
    assert TITLE.view(now(position(sold=["R1 R2"])), None).winners == ()
    shared = finished({"riga": (1, 1, 1)}, ["R3 R3", "B3 B3", "Y1 Y1"])
    assert TITLE.view(now(shared), None).winners == (0, 1)
    more_booths = finished({"riga": (1, 2, 1)}, ["R3 R3", "B3 B3", "Y1 Y1"])
    assert TITLE.view(now(more_booths), None).winners == (1,)
