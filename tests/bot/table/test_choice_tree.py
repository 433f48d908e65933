"""The tree of choices holds what is offered, all of it and nothing else, in every title, and fits on a panel.

Not for Discord.
"""

from collections.abc import Iterator

import pytest

from bot.limits import BUTTONS_IN_ROW, MENU_CHOICES, ROWS
from bot.table.choice_tree import ROOM, Fork, branches, opened, root, walk
from engine.chance import Stream
from engine.history import Game
from engine.policies import random_policy
from engine.registry import KEYS, title
from engine.title import AnyTitle
from engine.values import Choice, Setup

POSITIONS = 40


def positions(key: str) -> Iterator[tuple[AnyTitle, list[Choice]]]:
    """What somebody is offered at some moments of a game that chance plays."""
    one = title(key)
    seats = one.seats[0]
    game = Game.new(one, Setup(seats, one.read_options(seats, {}), "narrow"))
    stream = Stream("narrow", key)
    for _ in range(POSITIONS):
        if not (decisions := game.to_act()):
            return
        seat = stream.choice(decisions).seat
        yield one, list(one.choices(game.state, seat))
        game.apply(seat, random_policy(one, game.state, seat, stream))


def forks(fork: Fork) -> Iterator[Fork]:
    yield fork
    for way in branches(fork):
        yield from forks(way)


@pytest.mark.parametrize("key", KEYS)
def test_every_choice_is_at_the_end_of_one_path(key: str) -> None:
    for _, choices in positions(key):
        ends = [fork for fork in forks(root(choices)) if fork.choice is not None]
        assert sorted(map(repr, choices)) == sorted(repr(fork.choice) for fork in ends)
        for fork in ends:
            assert walk(choices, fork.path) == fork


@pytest.mark.parametrize("key", KEYS)
def test_a_fork_always_has_something_to_choose_between(key: str) -> None:
    for one, choices in positions(key):
        for fork in forks(root(choices)):
            if fork.choice is None:
                ways = branches(fork)
                assert len(ways) > 1
                assert sum(len(way.choices) for way in ways) == len(fork.choices)
                assert len(ways) <= (ROWS - 2) * BUTTONS_IN_ROW * MENU_CHOICES, "more pages than a panel has room for"
                assert fork.asks(one) is not None or not fork.name


@pytest.mark.parametrize("key", KEYS)
def test_what_is_opened_up_has_room_and_leaves_nothing_out(key: str) -> None:
    for _, choices in positions(key):
        start = root(choices)
        shown = opened(start)
        assert len(shown) <= max(ROOM, len(branches(start)))
        assert sorted(repr(each) for way in shown for each in way.choices) == sorted(map(repr, choices))
        if len(choices) <= ROOM:
            assert all(way.choice is not None for way in shown), "few choices are a button each"


def test_a_path_that_leads_nowhere_is_none() -> None:
    _, choices = next(positions("hansa"))
    assert walk(choices, [99]) is None
    assert walk(choices, [-1]) is None
    assert walk(choices, [0, 0, 0]) is None
    assert walk([], [0]) is None
