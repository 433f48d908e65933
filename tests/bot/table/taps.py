"""How many taps a turn takes on the panel: a button is one, a menu two, and Play opens the panel.

Not for assertions, and not for Discord: panels are made of the same tree and the same second thoughts.
"""

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from bot.limits import BUTTONS_IN_ROW, MENU_CHOICES, ROWS
from bot.table.choice_tree import branches, opened, root
from bot.table.second_thoughts import is_final
from engine.chance import Stream
from engine.history import Game
from engine.policies import simple_policy
from engine.registry import title
from engine.values import Action, Choice, Setup

PLAY, BUTTON, MENU = 1, 1, 2
BUTTONS = (ROWS - 1) * BUTTONS_IN_ROW
LONGEST_PLAN = 12
DECISIONS = 500
"""Of one game that are looked at."""


class Turn(NamedTuple):
    """What a seat did from one Play on, by the verbs of its decisions, and the taps it took."""

    verbs: tuple[str, ...]
    taps: int


class Goal(NamedTuple):
    """A kind of turn: how many taps it may take, and how it is known."""

    title: str
    about: str
    most: int
    real: frozenset[str]
    """The turn has nothing but decisions of these verbs, besides its end…"""
    number: int
    """…and so many of them."""


SPENT = frozenset({"place", "displace", "create", "recruit", "use", "lift", "put"})
ACTIONS = frozenset({"sail", "buy", "establish", "sell"})
GOALS = (
    Goal("hansa", "placement", 2, frozenset({"place"}), 1),
    Goal("hansa", "pass", 2, frozenset({"pass"}), 1),
    Goal("hansa", "one action", 4, frozenset({"one"}), 1),
    Goal("hansa", "two sails and three actions", 9, ACTIONS, 5),
    Goal("teutonica", "two placements", 5, frozenset({"two"}), 1),
    Goal(
        "teutonica", "five actions", 10, frozenset({"place", "displace", "create", "recruit", "use", "lift", "put"}), 5
    ),
    Goal("bohn", "travel and close", 4, frozenset({"travel"}), 1),
    Goal("bohn", "travel, buy and close", 7, frozenset({"travel", "buy", "fulfil"}), 3),
    Goal("bohn", "an offer", 4, frozenset({"offer"}), 1),
    Goal("bohn", "declining an offer on the open panel", 1, frozenset({"decline"}), 1),
    Goal("haithabu", "a run", 3, frozenset({"run"}), 1),
)
SAID = frozenset({"offer", "decline", "accept", "counter", "withdraw"})
"""What is counted by itself: it comes at any time."""
ENDS = frozenset({"end", "skip", "close", "discard", "done"})
"""What ends a turn or leaves a step of it out."""


def taps(game: Game, seat: int, choice: Choice) -> int:
    """From the open panel to the choice."""
    choices = list(game.title.choices(game.state, seat))
    fork, made = root(choices), 0
    while True:
        ways = opened(fork)
        if len(ways) > BUTTONS:
            ways = branches(fork)
            place = next(number for number, way in enumerate(ways) if choice in way.choices)
            made += MENU + (BUTTON if place >= MENU_CHOICES else 0)
        else:
            made += BUTTON
        fork = next(way for way in ways if choice in way.choices)
        if fork.choice is not None:
            return made + (BUTTON if is_final(game, seat, choice) else 0)


def turns(key: str, seats: int, seed: str) -> Iterator[Turn]:
    """The turns of a game among simple computers, each as a person would tap it."""
    one = title(key)
    game, stream = Game.new(one, Setup(seats, one.read_options(seats, {}), seed)), Stream("taps", seed)
    made, seat, verbs, count = 0, -1, list[str](), 0
    while made < DECISIONS and (decisions := game.to_act()):
        answers = [decision.seat for decision in decisions if decision.kind == "offer"]
        if answers:  # on a panel that is open, since it is kept up to date
            answer = chosen(game, answers[0], stream)
            yield Turn((one.verb_of[type(answer.actions[0])].name,), taps(game, answers[0], answer))
            game.apply(answers[0], *answer.actions)
            made += 1
            continue
        if decisions[0].seat != seat:
            if verbs:
                yield Turn(tuple(verbs), count)
            seat, verbs, count = decisions[0].seat, [], PLAY
            yield from short_turns(game, seat)
        choice = chosen(game, seat, stream)
        pressed, said = taps(game, seat, choice), [one.verb_of[type(action)].name for action in choice.actions]
        game.apply(seat, *choice.actions)
        made += len(choice.actions)
        if said[0] in SAID:
            yield Turn(tuple(said), PLAY + pressed)
            continue
        count, verbs = count + pressed, [*verbs, *said]


def short_turns(game: Game, seat: int) -> Iterator[Turn]:
    """What can be counted at the beginning of every turn: passing, one action, two placements."""
    choices, one = list(game.title.choices(game.state, seat)), game.title
    ends = [choice for choice in choices if one.verb_of[type(choice.actions[-1])].name == "end"]
    if ends:
        yield Turn(("pass",), PLAY + taps(game, seat, ends[0]))
    for name, wanted in (("one", ACTIONS), ("two", frozenset({"place"}))):
        first = [choice for choice in choices if one.verb_of[type(choice.actions[-1])].name in wanted]
        if not first or not ends:
            continue
        two = [choice for choice in first if len(choice.actions) == 2]  # both at once
        if name == "two":
            if two:
                yield Turn(("two",), PLAY + min(taps(game, seat, choice) for choice in two))
            continue
        then = game.at(game.version)
        pressed = taps(then, seat, first[0])
        then.apply(seat, *first[0].actions)
        over = [
            choice for choice in one.choices(then.state, seat) if one.verb_of[type(choice.actions[-1])].name == "end"
        ]
        if over:
            yield Turn(("one",), PLAY + pressed + taps(then, seat, over[0]))


def chosen(game: Game, seat: int, stream: Stream) -> Choice:
    """The choice with most of what the computer would do next, or the one nearest to it."""
    plan, choices = planned(game, seat, stream), list(game.title.choices(game.state, seat))
    if plan[0] in (close := [choice.actions[0] for choice in choices if choice.name == "close"]):
        return next(choice for choice in choices if choice.actions[0] == close[0])  # it ends the turn, too
    fitting = [choice for choice in choices if list(choice.actions) == plan[: len(choice.actions)]]
    if fitting:
        return max(fitting, key=lambda choice: len(choice.actions))
    holding = [choice for choice in choices if plan[0] in choice.actions]
    alike = [choice for choice in choices if any(type(each) is type(plan[0]) for each in choice.actions)]
    return min(holding or alike or choices, key=lambda choice: len(choice.actions))


def planned(game: Game, seat: int, stream: Stream) -> list[Action]:
    """What the computer would do as long as it is its turn, if nothing hidden is shown on the way."""
    one, state, plan = game.title, game.state, list[Action]()
    while len(plan) < LONGEST_PLAN and any(decision.seat == seat for decision in one.to_act(state)):
        action = simple_policy(one, state, seat, stream)
        after, _ = one.play(state, seat, action)
        plan.append(action)
        if not one.revocable(state, seat, action, after):
            break
        state = after
    return plan


def table(games: int = 12) -> list[tuple[Goal, float, int]]:
    """For each goal the median of taps, and of how many turns."""
    found = []
    for key in dict.fromkeys(goal.title for goal in GOALS):
        low = max(3, title(key).seats[0])
        all_turns = [turn for number in range(games) for turn in turns(key, low, f"taps {number}")]
        for goal in (goal for goal in GOALS if goal.title == key):
            counted = [turn.taps for turn in all_turns if is_such(turn, goal)]
            found.append((goal, median(counted) if counted else 0.0, len(counted)))
    return found


def is_such(turn: Turn, goal: Goal) -> bool:
    real = [verb for verb in turn.verbs if verb not in ENDS]
    return len(real) == goal.number and set(real) <= goal.real and turn.taps > 0
