"""What must hold for every title, seat count and option set; a new title only registers itself.

Not for the rules of any one title: `tests/engine/<key>/` has those.
"""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import record
from engine.chance import Stream
from engine.errors import BadOption, Illegal
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.registry import KEYS, title
from engine.values import Action, State, Undo
from tests.engine.walks import VARIANTS, Variant, built, seeds, walk
from tests.facts import facts

EXAMPLES = max(2, 60 // len(VARIANTS))
"""Walks per test and variant: fewer when there are many variants, so that the run stays short."""

MOST_TRIED = 25
"""Actions of one position that are really carried out; a title with long lists has them sampled."""

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
walks: Callable[[Callable[..., None]], Callable[..., None]] = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
lengths = st.integers(0, 160)


def last(variant: Variant, seed: str, length: int) -> Game:
    *_, game = walk(variant, seed, length)
    return game


def everyone(variant: Variant) -> list[int | None]:
    return [None, *range(variant.seats)]


def some(actions: list[Action], stream: Stream) -> list[Action]:
    return actions if len(actions) <= MOST_TRIED else [stream.choice(actions) for _ in range(MOST_TRIED)]


def assert_sound(variant: Variant, state: State) -> None:
    """Invariants hold, and bytes come back as they went."""
    title = variant.title
    title.audit(state)
    assert title.encode(title.decode(title.encode(state))) == title.encode(state)


@each_variant
@walks
@given(seed=seeds)
def test_invariants_hold_after_every_action(variant: Variant, seed: str) -> None:
    for game in walk(variant, seed, 250):
        assert_sound(variant, game.state)


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_everything_legal_applies_and_leaves_its_input_untouched(variant: Variant, seed: str, length: int) -> None:
    title, state, stream = variant.title, last(variant, seed, length).state, Stream(seed, "some")
    before = title.encode(state)
    for seat in range(variant.seats):
        legal = list(title.legal(state, seat))
        assert len(set(legal)) == len(legal)
        assert [title.text(action) for action in title.legal(state, seat)] == [title.text(action) for action in legal]
        for action in some(legal, stream):
            title.check(state, seat, action)
            after, _ = title.play(state, seat, action)
            assert_sound(variant, after)
            assert title.encode(state) == before


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_everything_else_is_refused_without_a_trace(variant: Variant, seed: str, length: int) -> None:
    title, stream, seen = variant.title, Stream(seed, "nonsense"), set[Action]()
    for game in walk(variant, seed, length):
        for decision in game.to_act():
            seen.update(some(list(title.legal(game.state, decision.seat)), stream))
    state, before = game.state, title.encode(game.state)
    refusals: list[tuple[str, str]] = []
    tries = [*seen, *filter(None, (built(title, stream) for _ in range(150)))]
    for seat in range(variant.seats):
        legal = set(title.legal(state, seat))
        for action in tries:
            if action in legal:
                title.check(state, seat, action)
                continue
            try:
                after, _ = title.apply(state, seat, action)
            except Illegal as error:
                refusals.append((error.clause, str(error)))
            else:
                assert title.open_ended(action), f"not in legal, yet accepted: {title.text(action)}"
                title.audit(after)
            assert title.encode(state) == before
    assert all(clause and sentence for clause, sentence in refusals)


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_a_seat_that_owes_a_decision_can_make_one(variant: Variant, seed: str, length: int) -> None:
    for game in walk(variant, seed, length):
        decisions = game.to_act()
        assert bool(decisions) == (game.result() is None)
        assert len({decision.seat for decision in decisions}) == len(decisions)
        for decision in decisions:
            actions = game.title.legal(game.state, decision.seat)
            assert any(not game.title.is_aside(action) for action in actions)
            game.title.check(game.state, decision.seat, game.title.absent(game.state, decision.seat))


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_texts_and_objects_mean_the_same_action(variant: Variant, seed: str, length: int) -> None:
    title, state = variant.title, last(variant, seed, length).state
    for seat in range(variant.seats):
        texts = set()
        for action in title.legal(state, seat):
            text = title.text(action)
            assert title.parse(text) == action
            assert title.read(msgspec.json.decode(msgspec.json.encode(title.to_object(action)))) == action
            texts.add(text)
        assert len(texts) == len(title.legal(state, seat))


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_views_leak_nothing(variant: Variant, seed: str, length: int) -> None:
    title, game = variant.title, last(variant, seed, length)
    stream = Stream(seed, "hidden")
    for seat in everyone(variant):
        shown = msgspec.json.encode(title.view(game.state, seat))
        for _ in range(3):
            other = title.resample(game.state, seat, stream)
            assert_sound(variant, other)
            assert msgspec.json.encode(title.view(other, seat)) == shown
            assert title.to_act(other) == title.to_act(game.state)
            if seat is not None:
                assert list(title.legal(other, seat)) == list(title.legal(game.state, seat))


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_views_differ_only_in_what_is_private(variant: Variant, seed: str, length: int) -> None:
    title, state = variant.title, last(variant, seed, length).state
    table = msgspec.to_builtins(title.view(state, None))
    assert table["seat"] is None
    assert table["private"] is None
    for seat in range(variant.seats):
        own = msgspec.to_builtins(title.view(state, seat))
        assert own["seat"] == seat
        assert own | {"seat": None, "private": None} == table


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_records_replay_to_the_same_bytes(variant: Variant, seed: str, length: int) -> None:
    *_, game = walk(variant, seed, length, undo=True)
    title = variant.title
    written = record.read(msgspec.json.decode(msgspec.json.encode(record.export(game))))
    again = record.replay(written)
    assert title.encode(again.state) == title.encode(game.state)
    assert [title.text(step.action) for step in again.steps] == [title.text(step.action) for step in game.steps]
    assert record.verify(written).valid
    half = len(written.actions) // 2
    assert title.encode(record.replay(written, half).state) == title.encode(game.state_at(half))


@each_variant
@walks
@given(seed=seeds, length=lengths)
def test_undo_equals_having_stopped_there(variant: Variant, seed: str, length: int) -> None:
    title, seen = variant.title, {b""}
    for game in walk(variant, seed, length):
        seen.add(title.encode(facts(variant.key).restored(game.state)))
    for seat in range(variant.seats):
        while game.can_undo(seat):
            assert isinstance(game.legal(seat)[-1], Undo)
            game.apply(seat, Undo())
            assert_sound(variant, game.state)
            if not any(title.is_aside(step.action) for step in game.steps):
                assert title.encode(facts(variant.key).restored(game.state)) in seen
        with pytest.raises(Illegal):
            game.apply(seat, Undo())


@each_variant
@walks
@given(seed=seeds, length=lengths, back=st.integers(0, 159))
def test_rewinding_equals_having_stopped_there(variant: Variant, seed: str, length: int, back: int) -> None:
    *_, game = walk(variant, seed, length, undo=True)
    if back < game.version:
        game.rewind(back)
        assert variant.title.encode(game.state) == variant.title.encode(game.state_at(back))
        again = record.replay(record.export(game))
        assert variant.title.encode(again.state) == variant.title.encode(game.state)
        assert [step.seat for step in again.steps] == [step.seat for step in game.steps]


@each_variant
def test_several_actions_are_carried_out_all_or_none(variant: Variant) -> None:
    *_, game = walk(variant, "all or none", 30)
    seat = game.to_act()[0].seat
    good = game.title.legal(game.state, seat)[0]
    stream = Stream("all or none", "bad")
    tries = filter(None, (built(game.title, stream) for _ in range(1000)))
    bad = next(a for a in tries if not game.title.open_ended(a) and a not in game.title.legal(game.state, seat))
    before, lines, steps = game.title.encode(game.state), list(game.lines), list(game.steps)
    with pytest.raises(Illegal):
        game.apply(seat, good, *[bad] * 40)
    assert (game.title.encode(game.state), game.lines, game.steps) == (before, lines, steps)


@each_variant
def test_games_of_simple_players_end(variant: Variant) -> None:
    game = variant.game("simple players")
    playout(game, simple_policy, 6000, "simple players")
    result = game.result()
    assert result is not None
    assert sorted(rank.seat for rank in result.ranking) == list(range(variant.seats))
    assert result.ranking[0].place == 1
    assert all(sum(rank.breakdown.values()) == rank.total for rank in result.ranking)
    scores = game.title.scores(game.title.view(game.state, None))
    assert {rank.seat: rank.total for rank in result.ranking} == dict(enumerate(scores))
    assert all(not list(game.title.legal(game.state, seat)) for seat in range(variant.seats))
    assert_sound(variant, game.state)


@pytest.mark.parametrize("key", KEYS)
def test_seat_counts_and_options_that_are_not_offered_are_refused(key: str) -> None:
    found = title(key)
    for seats in (found.seats[0] - 1, found.seats[1] + 1, 0, -1):
        with pytest.raises(BadOption):
            found.read_options(seats, {})
    with pytest.raises(BadOption):
        found.read_options(found.seats[0], {"no such option": True})
    for seats, options in found.variants():
        assert found.read_options(seats, msgspec.to_builtins(options)) == options


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_gives_the_same_game_and_another_seed_another(key: str) -> None:
    variant = next(variant for variant in VARIANTS if variant.key == key)
    first = {variant.title.encode(variant.game(f"seed {number}").state) for number in range(30)}
    assert len(first) > 1  # thirty, because setup may draw as little as who begins
    assert variant.title.encode(variant.game("one").state) == variant.title.encode(variant.game("one").state)
