"""What a seat may not know changes no byte of its pictures and no word of their alt texts.

Not for views: the generic suite of the engine looks at those.
"""

import pytest

import render
from engine.chance import Stream
from engine.history import Game, latest_of
from engine.policies import playout, random_policy
from engine.values import State
from tests.engine.walks import VARIANTS, Variant, walk
from tests.render.positions import asked_of

SMALL = 400
WIDELY_SPREAD = VARIANTS[:: max(1, len(VARIANTS) // 24)]
"""Enough variants to meet every option; each takes a second."""


def late_games(variant: Variant) -> list[Game]:
    """Three positions of one game: the start, somewhere, far on."""
    games = []
    for decisions in (0, 25, 90):
        game = variant.game("secret")
        playout(game, random_policy, decisions, "secret")
        games.append(game)
    return games


@pytest.mark.parametrize("variant", WIDELY_SPREAD, ids=str)
def test_the_table_sees_nothing_hidden(variant: Variant) -> None:
    title = variant.title
    for game in late_games(variant):
        other = title.resample(game.state, None, Stream("other", "secret"))
        assert _board(title.key, game, game.state) == _board(title.key, game, other)


def _board(key: str, game: Game, state: State) -> render.Picture:
    return render.paint(key, game.title.view(state, None), latest=latest_of(game), width=SMALL)


@pytest.mark.parametrize("variant", WIDELY_SPREAD, ids=str)
def test_a_hand_shows_nothing_that_is_hidden_from_its_seat(variant: Variant) -> None:
    title = variant.title
    for game in late_games(variant)[1:]:
        for seat in range(variant.seats):
            other = title.resample(game.state, seat, Stream(str(seat), "secret"))
            hands = [render.hand(title.key, title.view(state, seat), width=SMALL) for state in (game.state, other)]
            assert hands[0] == hands[1]


@pytest.mark.parametrize("variant", WIDELY_SPREAD, ids=str)
def test_choices_show_nothing_that_is_hidden_from_their_seat(variant: Variant) -> None:
    title = variant.title
    for game in late_games(variant):
        for seat in {decision.seat for decision in game.to_act()}:
            other = title.resample(game.state, seat, Stream(str(seat), "secret"))
            for param, words in asked_of(game, seat):
                drawn = [
                    render.choices(title.key, title.view(state, seat), {param.kind: words}, width=SMALL)
                    for state in (game.state, other)
                ]
                assert drawn[0] == drawn[1]


@pytest.mark.parametrize("variant", WIDELY_SPREAD, ids=str)
def test_the_board_is_the_same_from_every_seat(variant: Variant) -> None:
    game = late_games(variant)[1]
    boards = {
        render.paint(variant.key, game.title.view(game.state, seat), width=SMALL).png
        for seat in (None, *range(variant.seats))
    }
    assert len(boards) == 1


@pytest.mark.parametrize("variant", WIDELY_SPREAD, ids=str)
def test_the_last_move_is_what_everybody_may_read(variant: Variant) -> None:
    """Each decision under “last move” is one that the table's log shows, word for word."""
    title = variant.title
    for game in walk(variant, "7", 120):
        latest = latest_of(game)
        shown = {line.partition(" ")[2].removesuffix(" !") for line in game.log(None)}
        if latest is not None:
            assert {title.text(move.action) for move in latest.moves} <= shown
