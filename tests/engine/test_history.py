"""What a history tells the table: the latest turn, and the game once more, frame by frame.

Not for undo and records: the generic tests and `test_records.py`.
"""

import pytest

from engine.errors import BadState
from engine.history import decisions, frames, latest_of, turn_of
from engine.policies import playout, simple_policy
from engine.values import MOST_LATEST, Rank, Result
from tests.engine.walks import VARIANTS, Variant
from tests.engine.whole_games import FIXED, PLAYERS, positions, stages

FIRST_OF_EACH = list({variant.key: variant for variant in reversed(VARIANTS)}.values())


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_the_latest_turn_is_what_the_table_may_read(variant: Variant) -> None:
    told = 0
    for position in positions(variant, FIXED):
        game, latest = position.game, latest_of(position.game)
        shown = {line.partition(" ")[2].removesuffix(" !") for line in game.log(None)}
        if latest is not None:
            told += 1
            assert 1 <= len(latest.moves) <= MOST_LATEST, position
            assert {game.title.text(move.action) for move in latest.moves} <= shown, position
            assert latest.before.seat is None
    assert told
    assert latest_of(variant.game("start")) is None


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_a_game_is_told_again_from_its_start_to_its_end_turn_by_turn(variant: Variant) -> None:
    for players in PLAYERS:
        game = stages(variant, players, FIXED)[-1]
        told = list(frames(game))
        assert told[0].view == game.title.view(game.first, None)
        assert told[-1].view == game.title.view(game.state, None)
        assert len({turn_of(frame.view) for frame in told}) > 1
        assert all(frame.view.seat is None for frame in told)


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_a_game_is_told_again_decision_by_decision_without_what_was_taken_back(variant: Variant) -> None:
    game = stages(variant, PLAYERS[0], FIXED)[-1]
    told = list(decisions(game))
    assert len(told) == len(game.steps) + 1
    assert told[0].view == game.title.view(game.first, None)
    assert told[-1].view == game.title.view(game.state, None)
    assert told[-1].latest == latest_of(game)
    assert all(frame.view.seat is None for frame in told)
    again = variant.game("again")
    playout(again, simple_policy, 12, "again")
    whole = list(decisions(again))
    again.rewind(again.version // 2)
    assert list(decisions(again)) == whole[: len(again.steps) + 1]


def test_a_tie_is_looked_at_as_far_as_needed() -> None:
    def looked_at(*ends: tuple[int, tuple[int, ...]]) -> int:
        return Result(tuple(Rank(0, 1, total, {}, broken) for total, broken in ends)).tie_breaks

    assert [looked_at((9, (1, 1)), (total, (1, other))) for total, other in ((8, 1), (9, 0), (9, 1))] == [0, 2, 2]


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_bytes_that_are_no_state_are_refused(variant: Variant) -> None:
    for nonsense in (b"", b"[]", b'{"phase":7}'):
        with pytest.raises(BadState, match="This is no state of"):
            variant.title.decode(nonsense)
