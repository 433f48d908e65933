"""Walks through games of any title: the positions the generic tests look at.

Not for assertions.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import strategies as st

from engine.chance import Stream
from engine.errors import BadNotation
from engine.history import Game
from engine.policies import simple_policy
from engine.registry import KEYS, title
from engine.title import AnyTitle
from engine.values import Action, Options, Setup, Undo


class Variant(NamedTuple):
    """One combination that is offered: title, seats, options."""

    key: str
    seats: int
    options: Options

    @property
    def title(self) -> AnyTitle:
        return title(self.key)

    def game(self, seed: str) -> Game:
        return Game.new(self.title, Setup(self.seats, self.options, seed))

    def __str__(self) -> str:
        options = msgspec.to_builtins(self.options)
        return "-".join([self.key, str(self.seats), *(str(value) for value in options.values())])


VARIANTS = [Variant(key, seats, options) for key in KEYS for seats, options in title(key).variants()]


def firsts(variants: Iterable[Variant]) -> list[ParameterSet]:
    """One variant of each title for every day, the others for `make long`."""
    known: set[str] = set()
    found = []
    for variant in variants:
        found.append(pytest.param(variant, marks=pytest.mark.long if variant.key in known else ()))
        known.add(variant.key)
    return found


seeds = st.integers(0, 2**32).map(str)


def walk(variant: Variant, seed: str, length: int, *, undo: bool = False) -> Iterator[Game]:
    """The same game after each of up to `length` decisions, beginning with the untouched start.

    The seed also says who walks: chance alone, the simple player alone, or both in turn, so that the walk sees odd
    positions and late ones.
    """
    game = variant.game(seed)
    stream = Stream(seed, "walk")
    simple_share = stream.choice((0, 1, 3, 4))
    yield game
    for _ in range(length):
        decisions = game.to_act()
        if not decisions:
            return
        seat = stream.choice(decisions).seat
        if stream.below(4) < simple_share:
            action = simple_policy(game.title, game.state, seat, stream)
        else:
            legal = [option for option in game.legal(seat) if undo or not isinstance(option, Undo)]
            action = stream.choice(legal)
        game.apply(seat, action)
        yield game


def built(title: AnyTitle, stream: Stream) -> Action | None:
    """An action put together from the title's vocabulary, sense or nonsense; None where the words fit no action."""
    verb = stream.choice(title.verbs)
    fields: dict[str, object] = {"verb": verb.name}
    for param in verb.params:
        words = tuple(title.words(param.kind))
        if not words or (param.optional and stream.below(2)):
            continue
        picked = [stream.choice(words) for _ in range(1 + stream.below(4) if param.many else 1)]
        fields[param.name] = picked if param.many else picked[0]
    try:
        return title.read(fields, strict=False)
    except BadNotation:
        return None
