"""Who plays when nobody does: random and simple players, those that think, whole playouts, and the walk called perft.

Not for judging positions: each title does that, `advisor` from its seat's view, `search` from what the seat may know.
"""

from collections.abc import Callable
from functools import partial

from engine.budget import Budget
from engine.chance import Stream
from engine.errors import BadRequest
from engine.history import Game
from engine.title import AnyTitle
from engine.values import Action, State

Policy = Callable[[AnyTitle, State, int, Stream], Action]


def moves(title: AnyTitle, state: State, seat: int) -> list[Action]:
    """The legal actions that move the game on."""
    return [action for action in title.legal(state, seat) if not title.is_aside(action)]


def random_policy(title: AnyTitle, state: State, seat: int, stream: Stream) -> Action:
    return stream.choice(moves(title, state, seat))


def simple_policy(title: AnyTitle, state: State, seat: int, stream: Stream) -> Action:
    action: Action = title.advise(title.view(state, seat), moves(title, state, seat), stream)
    return action


def apprentice_policy(title: AnyTitle, state: State, seat: int, stream: Stream) -> Action:
    """Plays like `simple`, but overlooks some of what it may do."""
    options = moves(title, state, seat)
    noticed = [action for action in options if stream.below(OVERLOOKED) > 0]
    action: Action = title.advise(title.view(state, seat), noticed or options, stream)
    return action


def think(title: AnyTitle, state: State, seat: int, level: str, stream: Stream, budget: Budget) -> Action:
    """What a player of this level decides. It gets a position drawn from what its seat knows, never the true one."""
    drawn = title.resample(state, seat, stream)
    options = moves(title, drawn, seat)
    if len(options) == 1:
        return options[0]
    action: Action = title.think(drawn, seat, level, stream, budget)
    return action


def thinking_policy(title: AnyTitle, state: State, seat: int, stream: Stream, *, level: str, nodes: int) -> Action:
    """A player that thinks, with no limit but its number of positions: the same seed gives the same decision."""
    return think(title, state, seat, level, stream, Budget(nodes))


OVERLOOKED = 3
"""An apprentice overlooks one in so many of the things that it may do."""
NODES = {"trader": 1_500, "strong": 6_000}
"""The positions that a player of each level that thinks looks at for a decision, at most."""
POLICIES: dict[str, Policy] = {
    "random": random_policy,
    "simple": simple_policy,
    "apprentice": apprentice_policy,
    **{level: partial(thinking_policy, level=level, nodes=nodes) for level, nodes in NODES.items()},
}
"""By name. `simple` is the yardstick of all others: it stays as it is."""


def policy_named(name: str) -> Policy:
    if name not in POLICIES:
        raise BadRequest("There is no policy “{name}”; there are {names}.", name=name, names=", ".join(POLICIES))
    return POLICIES[name]


def playout(game: Game, policies: "list[Policy] | Policy", limit: int, seed: str) -> int:
    """Lets the policies (one for all seats, or one for each) decide until the end, `limit` times at most.

    Where several seats owe a decision, chance says who answers first. Returns the number of decisions made.
    """
    stream = Stream(seed, "playout")
    made = 0
    while made < limit and (decisions := game.to_act()):
        seat = decisions[0].seat if len(decisions) == 1 else stream.choice(decisions).seat
        policy = policies[seat] if isinstance(policies, list) else policies
        game.apply(seat, policy(game.title, game.state, seat, stream))
        made += 1
    return made


def perft(title: AnyTitle, state: State, depth: int) -> int:
    """The number of ways to make `depth` decisions from here; an order of answers is a way of its own."""
    if depth == 0:
        return 1
    nodes = 0
    for decision in title.to_act(state):
        actions = moves(title, state, decision.seat)
        if depth == 1:
            nodes += len(actions)
            continue
        for action in actions:
            nodes += perft(title, title.play(state, decision.seat, action)[0], depth - 1)
    return nodes
