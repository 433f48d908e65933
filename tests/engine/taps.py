"""How many taps a choice takes on a panel: the shape of the lists that a title's choices make.

Not for Discord: the panel's own tests press real buttons.
"""

from collections.abc import Sequence

from engine.history import Game
from engine.values import Choice

BUTTONS = 20
"""As many choices are buttons, which take a tap; of a longer list, a menu, one takes two."""
OPEN_PANEL = CONFIRM = 1


def turn(game: Game, seat: int, *choices: tuple[str, ...]) -> int:
    """Makes these choices of a turn, each told by its name and values; the taps they took with that on *Play*."""
    return OPEN_PANEL + sum(tapped(game, seat, *chosen) for chosen in choices)


def tapped(game: Game, seat: int, name: str, *values: str) -> int:
    offered = game.title.choices(game.state, seat)
    chosen = next(choice for choice in offered if (choice.name, choice.values) == (name, values))
    taps = taps_to(offered, chosen)
    if not _can_be_taken_back(game, seat, chosen):
        taps += CONFIRM
    game.apply(seat, *chosen.actions)
    return taps


def taps_to(offered: Sequence[Choice], chosen: Choice) -> int:
    """A name first, then value by value, where there is more than one; small groups stand open."""
    groups = dict[str, list[Choice]]()
    for choice in offered:
        groups.setdefault(choice.name, []).append(choice)
    if chosen.name in _open(groups):
        return 1
    taps, left = _in_a_list(len(groups)), groups[chosen.name]
    for place, value in enumerate(chosen.values):
        taps += _in_a_list(len({choice.values[place] for choice in left}))
        left = [choice for choice in left if choice.values[place] == value]
    return taps


def _open(groups: dict[str, list[Choice]]) -> set[str]:
    room, found = BUTTONS - len(groups), set[str]()
    for name in sorted(groups, key=lambda name: len(groups[name])):
        more = len(groups[name]) - 1
        if more > room:
            break
        room -= more
        found.add(name)
    return found


def _in_a_list(count: int) -> int:
    return 0 if count == 1 else 1 if count <= BUTTONS else 2


def _can_be_taken_back(game: Game, seat: int, chosen: Choice) -> bool:
    state = game.foreseen(seat, chosen.actions[:-1])
    last = game.title.resolve(state, seat, chosen.actions[-1])
    return game.title.revocable(state, seat, last, game.title.play(state, seat, last)[0])
