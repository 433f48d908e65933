"""What asks for a second thought and what an undo would take back: a function of what the seat may know.

Not for what may be taken back at all: each title's `test_hosting.py`.
"""

from collections.abc import Iterator

import pytest

from bot.table.second_thoughts import is_final, would_undo
from engine.chance import Stream
from engine.errors import Illegal
from engine.history import Game
from engine.values import Action, Choice, Undo
from tests.engine.hansa.positions import now, position
from tests.engine.walks import VARIANTS, Variant, firsts, walk
from tests.facts import facts

LENGTH = 60
FEW = 12
"""Choices that are looked at of a position's."""
OTHERS = 3


SAID = ("offer", "counter", "decline", "withdraw")


def positions(variant: Variant) -> Iterator[tuple[Game, int, list[Choice], Stream]]:
    """Positions of a walk with undos, each with a seat and some of what it is offered."""
    stream = Stream("second thoughts", str(variant))
    for game in walk(variant, "second thoughts", LENGTH, undo=True):
        for decision in game.to_act():
            choices = list(game.title.choices(game.state, decision.seat))
            yield game, decision.seat, choices[:: 1 + len(choices) // FEW], stream


def alike(game: Game, seat: int, stream: Stream) -> Iterator[Game]:
    """Games at positions that the seat cannot tell from this one."""
    for _ in range(OTHERS):
        yield Game(game.title, game.setup, game.title.resample(game.state, seat, stream))


@pytest.mark.parametrize("variant", firsts(VARIANTS), ids=str)
def test_games_that_the_seat_cannot_tell_apart_ask_alike(variant: Variant) -> None:
    asked = {True: 0, False: 0}
    for game, seat, choices, stream in positions(variant):
        answers = [is_final(game, seat, choice) for choice in choices]
        for answer in answers:
            asked[answer] += 1
        for other in alike(game, seat, stream):
            assert [is_final(other, seat, choice) for choice in choices] == answers
    assert asked[False], "nothing can be done at once"


@pytest.mark.parametrize("variant", firsts(VARIANTS), ids=str)
def test_what_was_done_without_a_second_thought_can_be_taken_back(variant: Variant) -> None:
    """All of a whole move, until somebody else decides; words given to others are answered instead."""
    taken = 0
    for game, seat, choices, _ in positions(variant):
        restored = facts(variant.key).restored
        for choice in choices:
            if is_final(game, seat, choice) or _is_word_given(game, choice):
                continue
            tried = Game(game.title, game.setup, game.state)
            tried.apply(seat, *choice.actions)
            assert would_undo(tried, seat) is not None, choice
            for _ in choice.actions:
                tried.apply(seat, Undo())
            assert restored(tried.state) == restored(game.state), choice
            taken += 1
    assert taken


def _is_word_given(game: Game, choice: Choice) -> bool:
    return any(game.title.verb_of[type(action)].name in game.title.word_given for action in choice.actions)


@pytest.mark.parametrize("variant", firsts(VARIANTS), ids=str)
def test_what_an_undo_would_take_back_is_what_it_takes_back(variant: Variant) -> None:
    met = {True: 0, False: 0}
    for game, _, _, _ in positions(variant):
        for seat in range(variant.seats):
            last, tried = would_undo(game, seat), game.copied()
            met[last is not None] += 1
            if last is None:
                with pytest.raises(Illegal):
                    tried.apply(seat, Undo())
            else:
                tried.apply(seat, Undo())
                assert [*decided(tried, seat), last] == decided(game, seat)
    assert met[True]
    assert met[False]


def decided(game: Game, seat: int) -> list[Action]:
    """What stands of a seat's decisions but for asides and words given to others, which an undo leaves alone."""
    title, own = game.title, [step.action for step in game.steps if step.seat == seat]
    given = [action for action in own if title.verb_of[type(action)].name in SAID]
    return [action for action in own if action not in given and not title.is_aside(action)]


def test_a_standing_order_of_somebody_else_changes_nothing() -> None:
    """HA-18.5: Bert's order would answer the sale at once; Anna cannot know, so she is asked either way."""
    answers = []
    for order in (False, True):
        game = position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3"])
        now(game).standing = (False, order, False)
        answers.append([is_final(game, 0, choice) for choice in game.title.choices(game.state, 0)])
    assert answers[0] == answers[1]
    assert True in answers[0]
    assert False in answers[0]


def test_what_is_refused_asks_nothing() -> None:
    """The table says why; a second thought about it would be one too many."""
    game = position(ship="kalmar")
    refused = Choice("sail", ("riga",), (game.title.parse("sail riga"),))
    with pytest.raises(Illegal):
        game.title.check(game.state, 0, refused.actions[0])
    assert not is_final(game, 0, refused)
