"""The tree of choices holds what is legal, all of it and nothing else, in every title.

Not for Discord.
"""

import pytest

from bot.limits import BUTTONS_IN_ROW as ROW
from bot.limits import MENU_CHOICES as MENU
from bot.table.choice_tree import Fork, fitting, value_of, values_for, verbs_of, walk
from engine.chance import Stream
from engine.history import Game
from engine.policies import random_policy
from engine.registry import KEYS, title
from engine.title import AnyTitle
from engine.values import Action, Setup, Undo

POSITIONS = 40
SAMPLE = 25


def positions(key: str) -> list[tuple[AnyTitle, list[Action]]]:
    """What somebody may do at some moments of a game that chance plays."""
    one = title(key)
    seats = one.seats[0]
    game = Game.new(one, Setup(seats, one.read_options(seats, {}), "narrow"))
    stream = Stream("narrow", key)
    found: list[tuple[AnyTitle, list[Action]]] = []
    while len(found) < POSITIONS and (decisions := game.to_act()):
        seat = stream.choice(decisions).seat
        found.append((one, game.legal(seat)))
        game.apply(seat, random_policy(one, game.state, seat, stream))
    return found


def path_to(one: AnyTitle, actions: list[Action], wanted: Action) -> list[int]:
    """The numbers somebody would choose on the way to an action."""
    verb = one.verb_of[type(wanted)]
    path = [verbs_of(one, actions).index(verb)]
    fork = walk(one, actions, path)
    while fork is not None and fork.action is None:
        assert fork.param is not None
        path.append(fork.values.index(value_of(wanted, fork.param)))
        fork = walk(one, actions, path)
    return path


@pytest.mark.parametrize("key", KEYS)
def test_every_legal_action_is_at_the_end_of_its_own_path(key: str) -> None:
    stream = Stream("narrow", "sample")
    for one, actions in positions(key):
        real = [action for action in actions if not isinstance(action, Undo)]
        for wanted in [stream.choice(real) for _ in range(min(SAMPLE, len(real)))] if real else []:
            fork = walk(one, actions, path_to(one, actions, wanted))
            assert fork is not None
            assert fork.action == wanted


@pytest.mark.parametrize("key", KEYS)
def test_a_fork_always_has_something_to_choose_between(key: str) -> None:
    for one, actions in positions(key):
        for number, verb in enumerate(verbs_of(one, actions)):
            fork = walk(one, actions, [number])
            assert isinstance(fork, Fork)
            assert fork.verb is verb
            assert (fork.action in actions) if fork.action is not None else len(fork.values) > 1
            assert len(set(fork.values)) == len(fork.values)
            assert len(fork.values) <= 3 * ROW * MENU, "three rows of pages are all that a panel has"


def test_a_path_that_leads_nowhere_is_none() -> None:
    one, actions = positions("hansa")[0]
    assert walk(one, actions, [99]) is None
    assert walk(one, actions, [0, 99]) is None
    assert walk(one, actions, [0, 0, 0]) is None


@pytest.mark.parametrize("key", KEYS)
def test_a_parameter_completes_only_to_what_the_others_leave(key: str) -> None:
    for one, actions in positions(key):
        for verb in verbs_of(one, actions):
            chosen: dict[str, str] = {}
            for param in verb.params:
                values = values_for(actions, verb, param, chosen)
                assert values, (verb.name, param.name, chosen)
                chosen[param.name] = values[-1]
            assert len(fitting(actions, verb, chosen)) == 1


def test_a_wrong_choice_leaves_nothing() -> None:
    one, actions = positions("teutonica")[3]
    verb = next(verb for verb in verbs_of(one, actions) if len(verb.params) > 1)
    assert values_for(actions, verb, verb.params[1], {verb.params[0].name: "nonsense"}) == ()
