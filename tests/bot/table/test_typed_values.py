"""A parameter completes only to what is legal with the others, in every title.

Not for reading what somebody typed.
"""

import pytest

from bot.table.typed_values import fitting, values_for
from engine.chance import Stream
from engine.history import Game
from engine.policies import random_policy
from engine.registry import KEYS, title
from engine.values import Setup

POSITIONS = 40


@pytest.mark.parametrize("key", KEYS)
def test_a_parameter_completes_only_to_what_the_others_leave(key: str) -> None:
    one = title(key)
    game = Game.new(one, Setup(one.seats[0], one.read_options(one.seats[0], {}), "narrow"))
    stream = Stream("narrow", key)
    for _ in range(POSITIONS):
        if not (decisions := game.to_act()):
            return
        seat = stream.choice(decisions).seat
        actions = game.title.legal(game.state, seat)
        for verb in one.verbs:
            chosen: dict[str, str] = {}
            if not fitting(actions, verb, {}):
                continue
            for param in verb.params:
                values = values_for(actions, verb, param, chosen)
                assert values, (verb.name, param.name, chosen)
                chosen[param.name] = values[-1]
            assert len(fitting(actions, verb, chosen)) == 1
        game.apply(seat, random_policy(one, game.state, seat, stream))
