"""Setup, placement and the order of seats (sections 1 to 3).

Not for turns.
"""

from collections import Counter

import pytest

from engine.errors import BadOption, BadState, NotYourDecision
from engine.hansa import play
from engine.hansa.board import BOARD, COLOURS, FACES
from engine.hansa.state import HansaState
from engine.hansa.title import TITLE
from engine.hansa.views import HansaView
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import (
    act,
    bank,
    booths,
    leader,
    lines_of,
    new,
    now,
    options,
    piles,
    position,
    prompted,
    rejected,
    reserves,
    talers,
)  # fmt: skip

EVERY_N = (2, 3, 4)


def dealt(n: int, sequence: str, boxed: tuple[str, ...] = ()) -> HansaState:
    """Setup from a sequence that begins as given; the other markers follow in colour order."""
    first = sequence.split()
    rest = Counter(face for colour in COLOURS if colour not in boxed for face in BOARD.markers(colour))
    rest.subtract(first)
    return play.deal(n, boxed, (*first, *rest.elements()))[0]


@clauses("HA-1.11")
def test_seats_take_turns_in_order_and_p1_begins_every_round() -> None:
    game = position(n=4)
    order = []
    for _ in range(9):
        order.append((now(game).round, prompted(game)[0]))
        act(game, f"P{now(game).active + 1} end")
    assert [seat[:2] for _, seat in order] == ["P1", "P2", "P3", "P4"] * 2 + ["P1"]
    assert [number for number, _ in order] == [5] * 4 + [6] * 4 + [7]


@clauses("HA-2.1")
@pytest.mark.parametrize("n", [1, 5])
def test_two_to_four_players(n: int) -> None:
    with pytest.raises(BadOption, match="2 to 4"):
        TITLE.read_options(n, {})


@clauses("HA-2.2", "I-2")
@pytest.mark.parametrize(("n", "count"), [(2, 2), (3, 1), (4, 0)])
def test_boxed_colours_are_drawn_by_chance(n: int, count: int) -> None:
    drawn = {now(new(n, str(seed))).boxed for seed in range(60)}
    assert {len(boxed) for boxed in drawn} == {count}
    assert set("".join("".join(boxed) for boxed in drawn)) == (set(COLOURS) if count else set())
    game = new(n)
    assert game.opening[0].line() == f"setup n={n} boxed={''.join(now(game).boxed) or '-'}"
    broken = TITLE.decode(TITLE.encode(now(game)))
    broken.boxed = (*broken.boxed, "Y")
    with pytest.raises(BadState, match="I-2"):
        TITLE.audit(broken)


@clauses("HA-2.3", "E-1")
def test_the_first_fourteen_markers_go_to_the_slots_in_slot_order() -> None:
    state = dealt(4, "Y1 Y2 Y3 G1 G2 G3 R1 R2 R3 B1 B2 B3 N1 N2")
    shown = {port.id: " ".join(port.slots) for port in TITLE.view(state, None).ports}
    assert shown == {
        "tonsberg": "Y1 Y2", "aalborg": "Y3", "lubeck": "G1 G2", "copenhagen": "G3", "stockholm": "R1 R2",
        "kalmar": "R3", "danzig": "B1 B2", "reval": "B3", "riga": "N1 N2",
    }  # fmt: skip


@clauses("HA-2.3")
def test_the_shuffle_is_uniform_enough_to_put_every_face_first() -> None:
    firsts = Counter(now(new(4, str(seed))).slots[0] for seed in range(600))
    assert set(firsts) == set(FACES)


@clauses("HA-2.4", "HA-6.6", "E-2")
def test_piles_after_setup_and_where_markers_come_from() -> None:
    state = dealt(3, "Y1", boxed=("N",))
    assert TITLE.view(state, None).piles == (11, 10, 10, 10, 10)
    assert len(state.supply) == 51
    assert BOARD.piles_left(3, 50) == (10, 10, 10, 10, 10)
    assert BOARD.piles_left(3, 1) == (0, 0, 0, 0, 1)


@clauses("HA-2.4", "HA-16.1")
@pytest.mark.parametrize(
    ("n", "sizes", "account"), [(2, (8, 8, 8, 7, 7), 16), (3, (11, 10, 10, 10, 10), 13), (4, (13, 13, 13, 13, 12), 10)]
)
def test_pile_sizes_and_bank_after_setup(n: int, sizes: tuple[int, ...], account: int) -> None:
    game = new(n)
    assert piles(game) == sizes
    assert bank(game) == account


@clauses("HA-2.5", "HA-2.6")
@pytest.mark.parametrize("n", EVERY_N)
def test_everything_lies_ready_before_the_first_placement(n: int) -> None:
    game = new(n)
    view = TITLE.view(now(game), None)
    assert isinstance(view, HansaView)
    assert view.ship == "copenhagen"
    assert [(p.talers, p.reserve, p.face_up, p.sold) for p in view.players] == [(3, 15, (), ())] * n
    assert all(face for port in view.ports for face in port.slots)
    assert prompted(game) == ["P1 place"]
    assert [line.split("=")[0] for line in lines_of(game.opening[1:])] == [f"deal {name}" for name in BOARD.slot_names]


@clauses("HA-3.1", "HA-3.2", "HA-3.3", "HA-3.4", "E-3")
def test_placement_rounds() -> None:
    game = new(3)
    first = ["P1 place lubeck", "P2 place lubeck", "P3 place kalmar", "P1 place stockholm"]
    later = ["P2 place danzig", "P3 place danzig", "P1 place riga", "P2 place tonsberg", "P3 place reval"]
    assert len(options(game, "P1")) == 8
    act(game, *first)
    assert len(options(game, "P2")) == 7
    rejected(game, "P2 place lubeck", "HA-3.3")
    rejected(game, "P2 place copenhagen", "HA-3.3")
    rejected(game, "P2 end", "HA-3.2")
    act(game, *later[:2])
    assert len(options(game, "P1")) == 6
    act(game, *later[2:])
    assert booths(game, "lubeck") == (2, 2, 0)
    assert booths(game, "danzig") == (0, 2, 2)
    assert reserves(game) == (9, 9, 9)
    assert prompted(game) == ["P1 act"]
    assert talers(game) == (6, 3, 3)
    rejected(game, "P1 place aalborg", "HA-3.1")


@clauses("HA-3.2")
def test_placing_is_free_and_only_for_the_seat_to_place() -> None:
    game = new(2)
    with pytest.raises(NotYourDecision) as refusal:
        game.apply(1, TITLE.parse("place riga"))
    assert refusal.value.clause == "HA-4.2"
    act(game, "P1 place riga")
    assert talers(game) == (3, 3)
    assert leader(game, "riga") == "P1"
