"""What is offered to a seat, and how a story is told in fewer sentences, in every title.

Not for which whole moves a title has, nor for its stories' words: its own tests have those.
"""

import pytest

from engine.chance import Stream
from engine.history import as_shown
from engine.title import AnyTitle
from engine.values import Choice, Deed, Passage
from tests.engine.test_generic import at_each_position, variant
from tests.engine.whole_games import Position

__all__ = ["variant"]
MOST_CHOICES = 40


def sample(choices: list[Choice], stream: Stream) -> list[Choice]:
    return choices if len(choices) <= MOST_CHOICES else [stream.choice(choices) for _ in range(MOST_CHOICES)]


@at_each_position
@pytest.mark.long
def test_every_choice_can_be_made_as_a_whole(position: Position) -> None:
    """All its decisions are legal, and nothing hidden is seen before the last of them."""
    title, game, stream = position.game.title, position.game, Stream(str(position), "choices")
    for seat in range(position.variant.seats):
        choices = list(title.choices(game.state, seat))
        assert len({(choice.name, choice.values) for choice in choices}) == len(choices), "two choices look the same"
        assert len({choice.actions for choice in choices}) == len(choices), "one choice stands there twice"
        for choice in sample(choices, stream):
            assert choice.actions
            assert len(choice.values) == len(title.params_of(choice))
            state = game.foreseen(seat, choice.actions[:-1])
            last = title.resolve(state, seat, choice.actions[-1])
            assert not title.is_aside(last)
            title.check(state, seat, last)
            if choice.name in title.verb_named:
                assert title.verb_of[type(choice.actions[-1])].name == choice.name


@at_each_position
def test_whoever_owes_a_decision_is_offered_one(position: Position) -> None:
    title, state = position.game.title, position.game.state
    for decision in position.game.to_act():
        assert title.choices(state, decision.seat)


@at_each_position
def test_what_is_left_out_begins_a_choice_of_its_verb(position: Position) -> None:
    """Whoever plays by the choices alone misses no kind of decision."""
    title, state = position.game.title, position.game.state
    for seat in range(position.variant.seats):
        offered = {type(action) for choice in title.choices(state, seat) for action in choice.actions}
        legal = {type(action) for action in title.legal(state, seat) if not title.is_aside(action)}
        assert legal <= offered


@at_each_position
def test_choices_tell_nothing_that_is_hidden(position: Position) -> None:
    variant, title, state = position.variant, position.variant.title, position.game.state
    stream = Stream(str(position), "hidden")
    for seat in range(variant.seats):
        shown = list(title.choices(state, seat))
        for _ in range(3):
            assert list(title.choices(title.resample(state, seat, stream), seat)) == shown


def deeds_of(title: AnyTitle, position: Position) -> list[Deed]:
    """The last decisions as everybody may know them."""
    game, deeds = position.game, list[Deed]()
    for index in title.log_order(game.steps)[-30:]:
        step = game.steps[index]
        events = title.play(step.before, step.seat, step.action)[1]
        if not title.is_aside(step.action):
            public = tuple(event for event in events if event.audience is None)
            deeds.append(Deed(step.seat, as_shown(game, index), public))
    return deeds


@at_each_position
def test_a_story_leaves_out_no_decision(position: Position) -> None:
    title = position.game.title
    deeds = deeds_of(title, position)
    passages: list[Passage] = title.story(deeds)
    told = [deed for passage in passages for deed in passage.deeds]
    assert sorted(map(id, told)) == sorted(map(id, deeds)), "each of them once"
    for passage in passages:  # a sentence about one seat may say what others answered
        assert passage.name or len({deed.seat for deed in passage.deeds}) == 1
