"""Going back costs nothing, however often it is done, and leads to what playing everything again would lead to.

Not for when people may go back: `tests/bot/table` has that.
"""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings

from engine import history, record
from engine.chance import Stream
from engine.errors import BadNotation, BadRecord, BadRequest, Illegal
from engine.history import MOST_LINES, Game, Line, check_length, latest_of
from engine.past import AnyStep, Past
from engine.title import AnyTitle
from engine.values import State, Undo
from tests.engine.walks import VARIANTS, Variant, seeds, walk
from tests.plays import counted_plays

EXAMPLES = max(2, 60 // len(VARIANTS))
MOST_REWINDS = 5
"""The naive way doubles its work with each of them."""
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
each_title = pytest.mark.parametrize(
    "variant", {variant.key: variant for variant in VARIANTS}.values(), ids=lambda variant: variant.key
)


def naive(title: AnyTitle, first: State, lines: Sequence[Line]) -> tuple[State, list[AnyStep]]:
    """State and steps after these lines: all are played, and at a rewind all before it once more."""
    state, steps = first, list[AnyStep]()
    for line in lines:
        if line.seat is None:
            state, steps = naive(title, first, lines[: int(line.text.removeprefix("rewind "))])
            continue
        action = title.parse(line.text)
        if isinstance(action, Undo):
            kept, again, state = title.take_back(steps, state, line.seat)
            steps = [*steps[:kept], *again]
        else:
            steps = [*steps, AnyStep(line.seat, action, state, line.host)]
            state, _ = title.apply(state, line.seat, action)
    return state, steps


def wander(variant: Variant, seed: str, length: int) -> Game:
    """Decisions, undo and going back in any order; also refused lists, which must leave no trace."""
    game, stream, rewinds = variant.game(seed), Stream(seed, "wander"), 0
    for _ in range(length):
        if game.version and rewinds < MOST_REWINDS and not stream.below(8):
            rewinds += 1
            game.rewind(stream.below(game.version))
            continue
        decisions = game.to_act()
        if not decisions:
            break
        seat = stream.choice(decisions).seat
        undoers = [other for other in range(variant.seats) if game.can_undo(other)]
        if undoers and not stream.below(3):
            game.apply(stream.choice(undoers), Undo())
            continue
        action = stream.choice(list(game.title.legal(game.state, seat)))
        with pytest.raises(Illegal):
            game.apply(seat, action, *[Undo()] * 40)
        game.apply(seat, action)
    return game


@each_variant
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=seeds)
def test_any_mix_is_what_playing_everything_again_gives(variant: Variant, seed: str) -> None:
    title, game = variant.title, wander(variant, seed, 40)
    assert game.setup is not None
    told = Game.told(title, game.setup, game.lines)
    proved = record.replay(record.export(game))
    state, steps = naive(title, game.first, game.lines)
    for one in (game, told, proved):
        assert one.lines == game.lines
        assert title.encode(one.state) == title.encode(state)
        assert one.steps == steps
        assert [one.can_undo(seat) for seat in range(variant.seats)] == [
            game.can_undo(seat) for seat in range(variant.seats)
        ]
        for viewer in (None, *range(variant.seats)):
            assert one.log(viewer) == game.log(viewer)
        assert latest_of(one) == latest_of(game)
    for version in reversed(range(game.version + 1)):
        state, steps = naive(title, game.first, game.lines[:version])
        for one in (game, told, proved):
            assert title.encode(one.state_at(version)) == title.encode(state)
            assert one.at(version).steps == steps


@each_title
def test_going_back_plays_nothing_however_often(variant: Variant) -> None:
    *_, game = walk(variant, "often", 30)
    decided = len(game.lines)
    back, forth = decided // 3, 2 * decided // 3
    with counted_plays(variant.title) as plays:
        for _ in range(200):
            game.rewind(game.version - 1)
            game.rewind(back)
            assert game.log(None)
        assert plays.take() == 0
        assert len(game.steps) == back
        written = record.export(game)
        assert plays.take() == 0
        assert record.verify(written).valid
        assert plays.take() == decided
        assert game.setup is not None
        told = Game.told(variant.title, game.setup, game.lines)
        assert plays.take() == back
        told.rewind(forth)
        assert plays.take() == forth - back
        list(history.frames(told))
        assert plays.take() == decided - forth
        told.rewind(back)
        assert plays.take() == 0


def test_lines_that_lead_nowhere_are_not_trusted_when_they_are_needed() -> None:
    variant = VARIANTS[0]
    *_, game = walk(variant, "trust", 20)
    assert game.setup is not None
    good = list(game.lines)
    with pytest.raises(Illegal, match="no earlier position"):
        Game.told(variant.title, game.setup, [*good, Line(None, "rewind 20")])
    told = Game.told(variant.title, game.setup, [*good, Line(0, "nonsense"), Line(None, "rewind 20")])
    assert told.steps == game.steps
    with pytest.raises(BadNotation):
        told.rewind(21)
    assert told.version == 22


def test_a_record_has_room_to_finish_a_game_that_goes_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_LINES", 40)
    monkeypatch.setattr(history, "ROOM_TO_FINISH", 10)
    variant = VARIANTS[0]
    *_, game = walk(variant, "room", 20)
    for _ in range(10):
        game.rewind(5)
    with pytest.raises(Illegal, match="too long to go back"):
        game.rewind(5)
    written = game.lines[5:15]
    for line in written:
        game.follow(line)
    with pytest.raises(BadRequest, match="full"):
        game.apply(game.to_act()[0].seat, game.legal(game.to_act()[0].seat)[0])
    assert game.version == 40


def test_a_record_that_is_too_long_is_refused() -> None:
    check_length(MOST_LINES)
    with pytest.raises(BadRecord, match="at most"):
        check_length(MOST_LINES + 1)


def test_steps_share_what_they_have_in_common() -> None:
    variant = VARIANTS[0]
    state = variant.game("steps").state
    steps = [AnyStep(0, Undo(), state, bool(number % 2)) for number in range(300)]
    past = Past().plus(*steps)
    assert len(past) == 300
    assert list(past) == past[:] == steps
    assert list(reversed(past)) == steps[::-1]
    for count in range(301):
        assert past.first(count)[:] == steps[:count]
    assert all(past[place] is steps[place] for place in range(-300, 300))
    assert past[7:50] == steps[7:50]
    assert past[-3:] == steps[-3:]
    assert past[50:7] == []
    assert past[::-7] == steps[::-7]
    other = past.turned_into([*steps[:100], *steps[200:]])
    assert other[:] == [*steps[:100], *steps[200:]]
    assert other.first(100) is past.first(100)
    assert past.turned_into(steps) is past
    for place in (300, -301):
        with pytest.raises(IndexError):
            past[place]


def test_a_very_long_past_can_be_forgotten() -> None:
    state = VARIANTS[0].game("long").state
    past = Past()
    for _ in range(MOST_LINES):
        past = past.plus(AnyStep(0, Undo(), state))
    del past
