"""The extra card of 2004 (HA-14.7 to HA-14.9): who gets its points, and that games without it know nothing of it.

Not for the other points: `test_scoring.py`.
"""

import msgspec
import pytest

from engine.chance import Stream
from engine.errors import BadState
from engine.hansa.actions import END, REFILL, Sell
from engine.hansa.scoring import EXTRA, score
from engine.hansa.state import NO_LEADER, HansaOptions, HansaState
from engine.hansa.title import TITLE
from engine.history import Game
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import act, now, position

LAST = (0, 0, 0, 0, 9)
"""Piles of a game for three whose last pile has been opened."""


def extra(game: Game) -> list[tuple[int, ...]]:
    """For each seat the four lines of the card."""
    return [tuple(score(now(game), seat)[part] for part in EXTRA) for seat in range(3)]


@clauses("S-33", "HA-14.7")
def test_the_four_lines() -> None:
    game = position(
        booths={"riga": (4, 1), "lubeck": (1, 2), "danzig": (0, 1)},
        sold=["R1 R1 B1 B1", "Y1 Y2"],
        piles=LAST,
        opener=2,
    )
    assert extra(game) == [(2, 0, 0, 5), (0, 0, 4, 0), (0, 3, 0, 0)]


@clauses("S-34", "HA-14.8")
def test_all_who_are_tied_get_a_line_and_nobody_gets_it_for_nothing() -> None:
    game = position(booths={"riga": (2,), "lubeck": (0, 2)}, opener=NO_LEADER)
    assert extra(game) == [(2, 0, 4, 0), (2, 0, 4, 0), (0, 0, 0, 0)]


@clauses("S-35", "HA-14.9")
def test_who_draws_the_first_marker_of_the_last_pile_has_opened_it() -> None:
    before = position(
        round=9, active=1, phase="refill", talers=(3, 6, 3), piles=(0, 0, 0, 0, 10), empty=["riga.a"], opener=NO_LEADER
    )
    assert TITLE.view(now(before), None).opener is None
    act(before, "P2 refill")
    assert TITLE.view(now(before), None).opener == 1
    act(before, "P2 end", "P3 end")
    result = before.result()
    assert result is not None
    assert {rank.seat: rank.breakdown["extra_pile"] for rank in result.ranking} == {0: 0, 1: 3, 2: 0}


@clauses("HA-14.9", "HA-6.3")
def test_a_forced_refill_opens_the_last_pile_too() -> None:
    game = position(active=2, empty=["all"], piles=(0, 0, 0, 10, 10), opener=NO_LEADER)
    act(game, "P3 end")
    assert TITLE.view(now(game), None).opener == 0


@clauses("HA-14.9")
def test_a_refill_that_leaves_the_last_pile_alone_opens_nothing() -> None:
    game = position(phase="refill", piles=(0, 0, 0, 3, 10), empty=["riga.a"], opener=NO_LEADER)
    act(game, "P1 refill")
    assert TITLE.view(now(game), None).opener is None


@clauses("HA-14.9")
@pytest.mark.parametrize(("piles", "opener"), [(LAST, NO_LEADER), (LAST, 3), ((0, 0, 0, 0, 10), 1)])
def test_a_state_whose_opener_does_not_fit_its_piles_is_refused(piles: tuple[int, ...], opener: int) -> None:
    with pytest.raises(BadState, match="last pile"):
        position(piles=piles, opener=opener)


@clauses("HA-2.7")
def test_a_game_without_the_card_writes_nothing_of_it() -> None:
    plain, _ = TITLE.start(Setup(3, TITLE.read_options(3, {"extra": False}), "without"))
    assert b"opener" not in TITLE.encode(plain)
    assert set(score(plain, 0)) == {"face_up", "sold", "ports_shared", "ports_alone"}
    assert msgspec.to_builtins(TITLE.read_options(3, {"extra": False})) == {}
    card, _ = TITLE.start(Setup(3, HansaOptions(True), "without"))
    assert TITLE.decode(TITLE.encode(card)).opener == NO_LEADER
    assert (TITLE.view(plain, None).extra, TITLE.view(card, None).extra) == (False, True)


def choice_of(state: HansaState) -> object:
    return TITLE.advise(TITLE.view(state, 0), TITLE.legal(state, 0), Stream("advice", "extra"))


@clauses("HA-14.7")
def test_the_simple_player_opens_the_last_pile_for_its_points_and_only_for_them() -> None:
    where = {"phase": "refill", "talers": (6, 3, 3), "piles": (0, 0, 0, 1, 10), "empty": ["riga.a", "riga.b"]}
    assert choice_of(now(position(**where))) != REFILL  # type: ignore[arg-type]
    assert choice_of(now(position(**where, opener=NO_LEADER))) == REFILL  # type: ignore[arg-type]


@clauses("HA-14.7")
def test_the_simple_player_sells_single_barrels_sooner_with_the_card() -> None:
    where = {
        "ship": "riga",
        "booths": {"riga": (1,), "lubeck": (0, 3), "kalmar": (0, 1)},
        "face_up": ["R1 R1"],
        "empty": ["riga.a", "riga.b"],
        "talers": (0, 3, 3),
    }
    assert choice_of(now(position(**where))) == END  # type: ignore[arg-type]
    assert isinstance(choice_of(now(position(**where, opener=NO_LEADER))), Sell)  # type: ignore[arg-type]
