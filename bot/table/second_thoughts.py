"""Which choices ask for a second thought, what is said of them then, and what an undo would take back.

Not for words. What is said here before a decision is a function of what its seat may know.
"""

from engine.errors import Illegal
from engine.history import Game
from engine.values import Action, Choice, Trial


def is_final(game: Game, seat: int, choice: Choice) -> bool:
    """Whether the seat cannot be sure that it could take the choice back."""
    title = game.title
    if title.verb_of[type(choice.actions[-1])].name in title.word_given:
        return False
    try:
        state = game.foreseen(seat, choice.actions[:-1])
        last = title.resolve(state, seat, choice.actions[-1])
        after, _ = title.apply(state, seat, last)
    except Illegal:
        return False  # the table will say why
    return not title.revocable(state, seat, last, after)


def tried_out(game: Game, seat: int, choice: Choice) -> Trial | None:
    """What the choice would do, where the title says so beforehand."""
    title = game.title
    if len(choice.actions) > 1 or title.verb_of[type(choice.actions[0])].name != title.tried:
        return None
    try:
        return title.trial(game.state, seat, choice.actions[0])
    except Illegal:
        return None  # the table will say why


def would_undo(game: Game, seat: int) -> Action | None:
    """The decision that an undo of the seat's takes back."""
    steps = game.steps
    try:
        kept, _, _ = game.title.take_back(steps, game.state, seat)
    except Illegal:
        return None
    action: Action = steps[kept].action
    return action
