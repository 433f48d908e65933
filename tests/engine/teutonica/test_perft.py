"""How many ways there are to decide once and twice, at the start and later.

Not for why: a count that changes means that a rule, or the simple player who leads there, has changed.
"""

import pytest

from engine.history import Game
from engine.policies import perft, playout, simple_policy
from engine.registry import title as find_title
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.title import TITLE
from engine.title import AnyTitle
from engine.values import Setup
from tests.engine.clauses import clauses

OLDER = find_title("teutonica", "1")

COUNTS_1 = {
    (2, TeutonicaOptions("2009")): (17, 824),
    (3, TeutonicaOptions()): (204, 31314),
    (4, TeutonicaOptions()): (216, 35100),
    (3, TeutonicaOptions(board="east")): (192, 27174),
    (3, TeutonicaOptions(board="britannia")): (177, 23149),
    (4, TeutonicaOptions(board="britannia")): (169, 21089),
}
FEWER_AGAIN = 2
"""Who has recruited three of six traders may hold back one or two of the others (HT-5.3)."""


@pytest.mark.parametrize(("seats", "options"), COUNTS_1, ids=str)
def test_counts_at_the_start(seats: int, options: TeutonicaOptions) -> None:
    once, twice = COUNTS_1[seats, options]
    state = Game.new(OLDER, Setup(seats, options, "perft")).state
    assert (perft(OLDER, state, 1), perft(OLDER, state, 2)) == (once, twice)
    newer = Game.new(TITLE, Setup(seats, options, "perft")).state
    more = FEWER_AGAIN if options.edition == "2020" else 0
    assert (perft(TITLE, newer, 1), perft(TITLE, newer, 2)) == (once, twice + more)


@clauses("HT-6.1", "HT-5.1", "HT-9.1")
def test_the_count_of_the_league_board_by_hand() -> None:
    """107 spaces; P1 has 5 traders and a merchant in its supply and 6 traders in its stock."""
    spaces = 107
    first = 2 * spaces + 1 + 1  # place either kind, recruit, end
    after_trader = 2 * (spaces - 1) + 1 + 1 + 1  # and lift the one piece
    after_merchant = (spaces - 1) + 1 + 1 + 1
    second = spaces * after_trader + spaces * after_merchant + first + first  # after recruit; P2 after end
    state = Game.new(OLDER, Setup(4, TeutonicaOptions(), "by hand")).state
    assert (perft(OLDER, state, 1), perft(OLDER, state, 2)) == (first, second)


LATER_1 = {
    (3, TeutonicaOptions()): {60: (97, 198), 120: (103, 9497)},
    (5, TeutonicaOptions(favours=True)): {60: (214, 1186), 120: (109, 359)},
    (5, TeutonicaOptions("2009", board="east")): {60: (202, 844), 120: (189, 17363)},
    (4, TeutonicaOptions(board="britannia")): {60: (80, 725), 120: (20, 2040)},
}


LATER = LATER_1 | {
    (3, TeutonicaOptions()): {60: (97, 198), 120: (103, 9498)},
}


@pytest.mark.parametrize("title", [OLDER, TITLE], ids=["1", "2"])
@pytest.mark.parametrize(("seats", "options"), LATER_1, ids=str)
def test_counts_later_in_a_game_of_simple_players(title: AnyTitle, seats: int, options: TeutonicaOptions) -> None:
    counts = LATER if title is TITLE else LATER_1
    for decisions, (once, twice) in counts[seats, options].items():
        game = Game.new(title, Setup(seats, options, "perft"))
        playout(game, simple_policy, decisions, "perft")
        assert (perft(title, game.state, 1), perft(title, game.state, 2)) == (once, twice)
