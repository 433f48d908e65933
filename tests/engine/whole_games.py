"""Whole games of any title and positions spread over them: what the generic tests look at.

Not for assertions. The games are the same in every run; `KONTOR_SEED=<any text>` takes others.
"""

import copy
import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from engine.chance import Stream
from engine.history import Game
from engine.policies import moves, simple_policy
from engine.values import UNDO, Action
from tests.engine.walks import VARIANTS, Variant
from tests.facts import facts

FIXED = "kontor 17"
"""In its games a sealed answer of Hansa is open, which is rare; `test_whole_games.py` says so when that changes."""
SEED = os.environ.get("KONTOR_SEED") or FIXED

Players = Literal["simple", "random", "mixed"]
PLAYERS: tuple[Players, ...] = ("simple", "random", "mixed")
"""Simple players are sensible and meet late positions, random ones odd positions; mixed ones also take back."""

PER_TITLE = 20
"""Positions of each kind of players, over all variants of a title; a variant has two of them at least."""
MOST_HIDDEN = 2
"""Positions of one game that are looked at because a decision is hidden in them."""
ODD = 4
"""One decision of mixed players in so many is random."""
UNASKED = 6
"""One decision in so many is followed by one that nobody is asked for: a standing order, an offer, another answer."""
IMPATIENT = 8
"""One random decision in so many does not wait until it asks several others."""
TAKEN_BACK = 4
"""One random decision of mixed players in so many is to take back, if that is possible."""
MOST_DECISIONS = 6000

_variants_of = Counter(variant.key for variant in VARIANTS)


class Position(NamedTuple):
    """A game as far as it has been played, and how to meet it again."""

    variant: Variant
    players: Players
    seed: str
    game: Game

    def __str__(self) -> str:
        return f"KONTOR_SEED={self.seed}: {self.variant}, {self.players} players, after {self.game.version} decisions"


@cache
def stages(variant: Variant, players: Players, seed: str) -> Sequence[Game]:
    """One whole game after each of its decisions, from the untouched start to the end."""
    game = variant.game(f"{seed} {players}")
    stream = Stream(f"{seed} {variant}", players)
    found = [_kept(game)]
    while decisions := game.to_act():
        seat = stream.choice(decisions).seat
        game.apply(seat, _decision(game, seat, players, stream))
        found.append(_kept(game))
        if players != "simple" and not stream.below(UNASKED) and _decide_unasked(game, stream):
            found.append(_kept(game))
        assert game.version < MOST_DECISIONS, f"{variant} with the seed {seed} does not end"
    return found


def _decision(game: Game, seat: int, players: Players, stream: Stream) -> Action:
    if players == "simple" or (players == "mixed" and stream.below(ODD)):
        return simple_policy(game.title, game.state, seat, stream)
    if players == "mixed" and not stream.below(TAKEN_BACK) and game.can_undo(seat):
        return UNDO
    return _random_decision(game, seat, stream)


def _random_decision(game: Game, seat: int, stream: Stream) -> Action:
    """One that several others must answer at once is made when it can be, and waited for: chance hardly finds any."""
    title, verbs, options = game.title, facts(game.title.key).asks_several, moves(game.title, game.state, seat)
    asking = [action for action in options if verbs and title.verb_of[type(action)].name in verbs]
    for action in asking:
        if len(title.to_act(title.play(game.state, seat, action)[0])) > 1:
            return action
    if asking and len(asking) < len(options) and stream.below(IMPATIENT):
        options = [action for action in options if action not in asking]
    return stream.choice(options)


def _decide_unasked(game: Game, stream: Stream) -> bool:
    """Somebody does what may be done without being asked, if there is something."""
    title, owing = game.title, {decision.seat for decision in game.to_act()}
    seat = stream.below(title.view(game.state, None).seats)
    options = [one for one in title.legal(game.state, seat) if seat not in owing or title.is_aside(one)]
    if options:
        game.apply(seat, stream.choice(options))
    return bool(options)


def _kept(game: Game) -> Game:
    """The game as it is now; what is decided in one of the two does not change the other."""
    kept = copy.copy(game)
    kept.lines, kept.steps = game.lines[:], game.steps[:]
    kept._states, kept._pasts = game._states[:], game._pasts[:]
    return kept


def hides_latest(game: Game) -> bool:
    """Whether the latest decision is sealed: the table may not read yet what its seat decided."""
    title, place = game.title, len(game.steps) - 1
    if place < 0 or title.verb_of[type(game.steps[place].action)].name not in facts(title.key).secret:
        return False
    return title.shown(game.steps, place, None, game.state) != title.text(game.steps[place].action)


def positions(variant: Variant, seed: str = SEED) -> list[Position]:
    """Start, end, and places spread evenly over the games of all players; and some where a decision is hidden."""
    count = max(2, PER_TITLE // _variants_of[variant.key])
    found = []
    for number, players in enumerate(PLAYERS):
        games = stages(variant, players, seed)
        last = len(games) - 1
        shift = (number + 0.5) / len(PLAYERS)
        places = {round((place + shift) / count * last) for place in range(count)}
        places |= {last} if players == "simple" else {0} if players == "random" else set()
        hidden = [place for place, game in enumerate(games) if hides_latest(game)]
        for asides in (True, False):
            kind = [place for place in hidden if games[place].title.is_aside(games[place].steps[-1].action) == asides]
            places.update(kind[:: -(-len(kind) // MOST_HIDDEN) or 1])
        found += [Position(variant, players, seed, _kept(games[place])) for place in sorted(places)]
    return found
