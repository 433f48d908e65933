"""What must hold for every title, seat count and option set; a new title only registers itself.

Not for the rules of any one title: `tests/engine/<key>/` has those. A failure names the position it was met in.
"""

from collections.abc import Callable

import msgspec
import pytest

from engine import record
from engine.chance import Stream
from engine.errors import BadOption, Illegal
from engine.registry import KEYS, title
from engine.values import Action, State, Undo
from tests.engine.walks import VARIANTS, Variant, built
from tests.engine.whole_games import PLAYERS, SEED, Players, Position, positions, stages
from tests.facts import facts

MOST_TRIED = 15
"""Actions of one position that are really carried out; a title with long lists has them sampled."""
MOST_BUILT = 60
"""Actions of one position that are put together from words, sense or nonsense."""


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    """Of the module, so that all tests of one variant follow each other and its games are played once."""
    found: Variant = request.param
    return found


def at_each_position(test: Callable[[Position], None]) -> Callable[[Variant], None]:
    """Runs the test at all positions of a variant; an error says at which one it happened."""

    def run(variant: Variant) -> None:
        for position in positions(variant):
            try:
                test(position)
            except BaseException as error:
                error.add_note(f"Met at {position}.")
                raise

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def some(actions: list[Action], stream: Stream) -> list[Action]:
    return actions if len(actions) <= MOST_TRIED else [stream.choice(actions) for _ in range(MOST_TRIED)]


def assert_sound(variant: Variant, state: State) -> None:
    """Invariants hold, and bytes come back as they went."""
    title = variant.title
    title.audit(state)
    assert title.encode(title.decode(title.encode(state))) == title.encode(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_after_every_decision_of_whole_games(variant: Variant, players: Players) -> None:
    for game in stages(variant, players, SEED):
        try:
            variant.title.audit(game.state)
        except BaseException as error:
            error.add_note(f"Met at {Position(variant, players, SEED, game)}.")
            raise


@at_each_position
def test_everything_legal_applies_and_leaves_its_input_untouched(position: Position) -> None:
    variant, state, stream = position.variant, position.game.state, Stream(str(position), "some")
    title, before = variant.title, variant.title.encode(state)
    assert_sound(variant, state)
    for seat in range(variant.seats):
        legal = list(title.legal(state, seat))
        assert len(set(legal)) == len(legal)
        assert list(title.legal(state, seat)) == legal
        for action in some(legal, stream):
            title.check(state, seat, action)
            after, _ = title.play(state, seat, action)
            assert_sound(variant, after)
            assert title.encode(state) == before


@at_each_position
def test_everything_else_is_refused_without_a_trace(position: Position) -> None:
    variant, game, stream = position.variant, position.game, Stream(str(position), "nonsense")
    title, state, before = variant.title, game.state, variant.title.encode(game.state)
    seen = {step.action for step in game.steps[-MOST_BUILT:]}
    for step in game.steps[-3:]:
        seen.update(some(list(title.legal(step.before, step.seat)), stream))
    refusals: list[tuple[str, str]] = []
    tries = [*seen, *filter(None, (built(title, stream) for _ in range(MOST_BUILT)))]
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
    assert all(clause and sentence for clause, sentence in refusals)
    assert title.encode(state) == before


@at_each_position
def test_a_seat_that_owes_a_decision_can_make_one(position: Position) -> None:
    game, title = position.game, position.game.title
    decisions = game.to_act()
    assert bool(decisions) == (game.result() is None)
    assert len({decision.seat for decision in decisions}) == len(decisions)
    for decision in decisions:
        assert any(not title.is_aside(action) for action in title.legal(game.state, decision.seat))
        title.check(game.state, decision.seat, title.absent(game.state, decision.seat))


@at_each_position
def test_texts_and_objects_mean_the_same_action(position: Position) -> None:
    title, state = position.variant.title, position.game.state
    for seat in range(position.variant.seats):
        texts = set()
        for action in title.legal(state, seat):
            text = title.text(action)
            assert title.parse(text) == action
            assert title.read(msgspec.json.decode(msgspec.json.encode(title.to_object(action)))) == action
            texts.add(text)
        assert len(texts) == len(title.legal(state, seat))


@at_each_position
def test_views_leak_nothing(position: Position) -> None:
    """What is hidden from a viewer, drawn anew, changes nothing of its view, its duties or its choices."""
    variant, title, state = position.variant, position.variant.title, position.game.state
    stream = Stream(str(position), "hidden")
    for seat in (None, *range(variant.seats)):
        shown = msgspec.json.encode(title.view(state, seat))
        legal = None if seat is None else list(title.legal(state, seat))
        for _ in range(3):
            other = title.resample(state, seat, stream)
            title.audit(other)
            assert msgspec.json.encode(title.view(other, seat)) == shown
            assert title.to_act(other) == title.to_act(state)
            assert seat is None or list(title.legal(other, seat)) == legal


@at_each_position
def test_views_differ_only_in_what_is_private(position: Position) -> None:
    title, state = position.variant.title, position.game.state
    table = msgspec.to_builtins(title.view(state, None))
    assert table["seat"] is None
    assert table["private"] is None
    for seat in range(position.variant.seats):
        own = msgspec.to_builtins(title.view(state, seat))
        assert own["seat"] == seat
        assert own | {"seat": None, "private": None} == table


@at_each_position
def test_undo_equals_having_stopped_there(position: Position) -> None:
    variant, title, game = position.variant, position.variant.title, position.game
    restored = facts(variant.key).restored
    seen = {title.encode(restored(game.state_at(version))) for version in range(game.version + 1)}
    for seat in range(variant.seats):
        while game.can_undo(seat):
            assert isinstance(game.legal(seat)[-1], Undo)
            game.apply(seat, Undo())
            assert_sound(variant, game.state)
            if not any(title.is_aside(step.action) for step in game.steps):
                assert title.encode(restored(game.state)) in seen
        with pytest.raises(Illegal):
            game.apply(seat, Undo())


@at_each_position
def test_several_actions_are_carried_out_all_or_none(position: Position) -> None:
    game, title, stream = position.game, position.game.title, Stream(str(position), "bad")
    if not game.to_act():
        return
    seat = game.to_act()[0].seat
    legal = title.legal(game.state, seat)
    tries = filter(None, (built(title, stream) for _ in range(1000)))
    wrong = (action for action in tries if not title.open_ended(action) and action not in legal)
    bad = next(wrong, legal[0])  # nothing can be done forty times
    before, lines, steps = title.encode(game.state), list(game.lines), list(game.steps)
    with pytest.raises(Illegal):
        game.apply(seat, legal[0], *[bad] * 40)
    assert (title.encode(game.state), game.lines, game.steps) == (before, lines, steps)


def one_of_each(variant: Variant) -> list[Position]:
    """A position of each kind of players: the last that is not the end."""
    return list({position.players: position for position in positions(variant) if position.game.to_act()}.values())


def test_records_replay_to_the_same_bytes(variant: Variant) -> None:
    title = variant.title
    for position in one_of_each(variant):
        game = position.game
        written = record.read(msgspec.json.decode(msgspec.json.encode(record.export(game))))
        again = record.replay(written)
        assert title.encode(again.state) == title.encode(game.state), position
        assert [title.text(step.action) for step in again.steps] == [title.text(step.action) for step in game.steps]
        assert record.verify(written).valid, position
        half = len(written.actions) // 2
        assert title.encode(record.replay(written, half).state) == title.encode(game.state_at(half)), position


def test_rewinding_equals_having_stopped_there(variant: Variant) -> None:
    title = variant.title
    for position in one_of_each(variant):
        game = position.game
        back = Stream(str(position), "back").below(game.version)
        game.rewind(back)
        assert title.encode(game.state) == title.encode(game.state_at(back)), position
        again = record.replay(record.export(game))
        assert title.encode(again.state) == title.encode(game.state), position
        assert [step.seat for step in again.steps] == [step.seat for step in game.steps], position


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_end_with_a_ranking(variant: Variant, players: Players) -> None:
    game = stages(variant, players, SEED)[-1]
    result = game.result()
    assert result is not None, SEED
    assert sorted(rank.seat for rank in result.ranking) == list(range(variant.seats))
    assert result.ranking[0].place == 1
    assert all(sum(rank.breakdown.values()) == rank.total for rank in result.ranking)
    scores = game.title.scores(game.title.view(game.state, None))
    assert {rank.seat: rank.total for rank in result.ranking} == dict(enumerate(scores)), SEED
    assert all(not list(game.title.legal(game.state, seat)) for seat in range(variant.seats))


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
