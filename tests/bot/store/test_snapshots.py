"""A game loaded from its snapshot is the game replayed from its record, undo included; for every title.

Not for databases: snapshots are values.
"""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings

from bot.store.hosted_game import Header, HostedGame, Seat, Snapshot
from engine.chance import Stream
from engine.history import Game, Line
from tests.engine.walks import VARIANTS, Variant, firsts, seeds, walk

EXAMPLES = 2
"""Games of each variant; there are dozens of variants."""


def sheet_of(variant: Variant, game: Game, offset: int, snapshot: Snapshot) -> HostedGame:
    header = Header(variant.key, {}, None, 1, 1, None, "seed", 0.0, "running", 0.0)
    hosted = HostedGame(1, 1, header, [Seat(number) for number in range(variant.seats)], variant.title, snapshot)
    hosted.enter(game, offset)
    return hosted


def first_snapshot(variant: Variant, game: Game) -> Snapshot:
    return sheet_of(variant, game, 0, Snapshot()).take_snapshot()


@pytest.mark.parametrize("variant", firsts(VARIANTS), ids=str)
@hypothesis_settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=seeds)
def test_everything_legal_is_the_same_from_a_snapshot(variant: Variant, seed: str) -> None:
    snapshot = None
    for game in walk(variant, seed, 120, undo=True):
        if snapshot is None:
            snapshot = first_snapshot(variant, game)
        else:  # as a command does: load what was saved, decide, save
            assert game.setup is not None
            loaded = snapshot.replay(variant.title, game.setup)
            assert loaded is not None
            loaded.follow(game.lines[-1])
            snapshot = sheet_of(variant, loaded, snapshot.base_version, snapshot).take_snapshot()
        assert game.setup is not None
        again = snapshot.replay(variant.title, game.setup)
        assert again is not None
        assert snapshot.version == game.version
        assert variant.title.encode(again.state) == variant.title.encode(game.state)
        for seat in range(variant.seats):
            assert again.legal(seat) == game.legal(seat)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@hypothesis_settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=seeds)
def test_everything_legal_is_the_same_from_a_snapshot_after_going_back(variant: Variant, seed: str) -> None:
    *_, game = walk(variant, seed, 60, undo=True)
    assert game.setup is not None
    stream, snapshot = Stream(seed, "back"), Snapshot()
    for _ in range(12):
        if game.version and not stream.below(3):
            game.rewind(stream.below(game.version))  # as a command does: the game of a rewind is loaded whole
            snapshot = sheet_of(variant, game, 0, snapshot).take_snapshot()
        elif decisions := game.to_act():
            seat = stream.choice(decisions).seat
            game.apply(seat, stream.choice(game.legal(seat)))
            loaded = snapshot.replay(variant.title, game.setup)
            if loaded is None:
                snapshot = sheet_of(variant, game, 0, Snapshot()).take_snapshot()
            else:
                loaded.follow(game.lines[-1])
                snapshot = sheet_of(variant, loaded, snapshot.base_version, snapshot).take_snapshot()
        else:
            continue
        again = snapshot.replay(variant.title, game.setup)
        assert again is not None
        assert (snapshot.version, snapshot.base_version + again.version) == (game.version, game.version)
        assert again.lines == game.lines[snapshot.base_version :]
        assert variant.title.encode(again.state) == variant.title.encode(game.state)
        for seat in range(variant.seats):
            assert again.legal(seat) == game.legal(seat)
        assert sum(line.seat is None for line in snapshot.tail) <= 1


@pytest.mark.parametrize("variant", VARIANTS[-1:], ids=str)
def test_a_snapshot_keeps_few_lines(variant: Variant) -> None:
    longest, snapshot = 0, None
    for game in walk(variant, "few lines", 150):
        if snapshot is None:
            snapshot = first_snapshot(variant, game)
            continue
        assert game.setup is not None
        loaded = snapshot.replay(variant.title, game.setup)
        assert loaded is not None
        loaded.follow(game.lines[-1])
        snapshot = sheet_of(variant, loaded, snapshot.base_version, snapshot).take_snapshot()
        longest = max(longest, len(snapshot.tail))
    assert 0 < longest < 60


def test_a_snapshot_that_does_not_lead_to_its_state_is_not_used() -> None:
    variant = VARIANTS[0]
    game = next(walk(variant, "broken", 20))
    assert game.setup is not None
    good = first_snapshot(variant, game)
    assert good.replay(variant.title, game.setup) is not None
    broken = [
        Snapshot(good.version, good.state, b"{}", good.base_version, good.tail),
        Snapshot(good.version, good.state, good.base, good.base_version, (*good.tail, Line(0, "no such words"))),
        Snapshot(good.version, b"{}", good.base, good.base_version, good.tail),
        Snapshot(good.version, good.state),
    ]
    assert [snapshot.replay(variant.title, game.setup) for snapshot in broken] == [None] * 4
