"""The positions that the generic tests look at are worth looking at: spread over whole games, secrets among them.

Not for what must hold in them.
"""

from itertools import pairwise

import pytest

from engine.hansa.actions import Lose, Standing
from tests.engine.walks import VARIANTS, Variant
from tests.engine.whole_games import FIXED, PLAYERS, Position, hides_latest, positions, stages

HANSA = [variant for variant in VARIANTS if variant.key == "hansa"]
FIRST_OF_EACH = list({variant.key: variant for variant in reversed(VARIANTS)}.values())


def hidden(kind: type) -> list[Position]:
    """Positions of Hansa whose latest decision is of this kind, and unknown to the table."""
    found = [position for variant in HANSA for position in positions(variant, FIXED)]
    return [one for one in found if hides_latest(one.game) and isinstance(one.game.steps[-1].action, kind)]


def test_a_sealed_answer_of_hansa_is_among_them() -> None:
    sealed = hidden(Lose)
    assert sealed, "choose another seed for FIXED: these games have none any more"
    for position in sealed:
        assert any(position.game.state.answers)  # type: ignore[attr-defined]
        assert position.game.to_act(), "somebody else has not answered yet"


def test_a_standing_order_of_hansa_is_among_them() -> None:
    assert any(any(position.game.state.standing) for position in hidden(Standing))  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_they_are_spread_from_the_start_to_the_end(variant: Variant) -> None:
    found = positions(variant, FIXED)
    parts = sorted(one.game.version / (len(stages(variant, one.players, FIXED)) - 1) for one in found)
    assert (parts[0], parts[-1]) == (0, 1)
    assert max(later - earlier for earlier, later in pairwise(parts)) < 0.3
    assert {one.players for one in found} == set(PLAYERS)


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_the_same_seed_gives_the_same_games(variant: Variant) -> None:
    again = stages.__wrapped__(variant, "mixed", FIXED)
    assert again[-1].lines == stages(variant, "mixed", FIXED)[-1].lines


def test_what_is_played_on_changes_no_other_position() -> None:
    first, second = positions(VARIANTS[0], FIXED)[0], positions(VARIANTS[0], FIXED)[0]
    seat = first.game.to_act()[0].seat
    first.game.apply(seat, first.game.legal(seat)[0])
    assert second.game.version == first.game.version - 1
    assert f"KONTOR_SEED={FIXED}: {VARIANTS[0]}" in str(second)
