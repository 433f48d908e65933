"""How long the simple player's games are, and what it sees.

Not for its taste: any change that keeps these bars is fine.
"""

from statistics import median

import pytest

from engine.chance import Stream
from engine.history import Game
from engine.policies import moves, playout, simple_policy
from engine.registry import title
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.title import TITLE
from engine.values import Setup
from tests.engine.teutonica.transitions import transitions

LONGEST_MEDIAN = 600


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, TeutonicaOptions("2009")),
        (3, TeutonicaOptions()),
        pytest.param(5, TeutonicaOptions(), marks=pytest.mark.long),
        pytest.param(4, TeutonicaOptions(board="east"), marks=pytest.mark.long),
        pytest.param(3, TeutonicaOptions(board="britannia"), marks=pytest.mark.long),
        pytest.param(5, TeutonicaOptions(board="britannia"), marks=pytest.mark.long),
    ],
    ids=str,
)
@pytest.mark.long
def test_games_among_simple_players_end_in_good_time(seats: int, options: TeutonicaOptions) -> None:
    lengths = []
    for number in range(9):
        game = Game.new(TITLE, Setup(seats, options, f"length {number}"))
        lengths.append(playout(game, simple_policy, 3000, f"length {number}"))
        assert game.result() is not None
    assert median(lengths) <= LONGEST_MEDIAN


@pytest.mark.parametrize("options", [TeutonicaOptions(), TeutonicaOptions(favours=True)], ids=str)
def test_it_recruits_no_fewer_than_it_may(options: TeutonicaOptions) -> None:
    """Its games go as under version 1, where nobody could hold pieces back."""
    older = title("teutonica", "1")
    games = [Game.new(each, Setup(4, options, "fewer")) for each in (older, TITLE)]
    for game in games:
        playout(game, simple_policy, 3000, "fewer")
    assert games[0].lines == games[1].lines
    assert older.encode(games[0].state) == older.encode(games[1].state)


@pytest.mark.long
def test_it_chooses_from_its_list_and_knows_only_its_view() -> None:
    checked = 0
    for step in transitions()[::44]:
        state = step.before
        actions = moves(TITLE, state, step.seat)
        choice = TITLE.advise(TITLE.view(state, step.seat), actions, Stream("x", "advice"))  # type: ignore[arg-type]
        assert choice in actions
        other = TITLE.resample(state, step.seat, Stream("y", "resample"))
        assert TITLE.advise(TITLE.view(other, step.seat), actions, Stream("x", "advice")) == choice  # type: ignore[arg-type]
        checked += 1
    assert checked > 25
