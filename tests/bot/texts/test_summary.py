"""What posts say of a position: whose turn it is, how the seats stand, who won and what broke a tie.

Not for what happened (`test_story.py`) and not for Discord.
"""

import pytest

from bot.texts import LANGUAGES, texts
from bot.texts.summary import Summary
from engine.chance import Stream
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.registry import KEYS, title
from engine.values import Rank, Result, Setup

OPTIONS: dict[str, dict[str, object]] = {"haithabu": {"traps": True}}
"""Those with which a title has secrets."""
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")


def begun(key: str, seed: str = "telling") -> Game:
    one = title(key)
    seats = one.seats[0]
    return Game.new(one, Setup(seats, one.read_options(seats, OPTIONS.get(key, {})), seed))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_position_says_whose_turn_it_is(key: str, language: str) -> None:
    game, stream = begun(key), Stream("telling", "simple")
    summary = Summary(texts(language), game.title, NAMES)
    for _ in range(150):
        decisions = game.to_act()
        if not decisions:
            break
        seat = decisions[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
        if game.to_act():
            text = summary.turn(game.title.view(game.state, None))
            assert "**" in text
            assert "{" not in text


@pytest.mark.parametrize(("key", "line"), [
    ("hansa", "-# Hansa · 12 · Points: Anna 4 · Bert 4"),
    ("teutonica", "-# Hansa Teutonica · 12 · Points de prestige : Anna 0 · Bert 0"),
    ("bohn", "-# Bohn Hansa · 12 · Talers: Anna 0 · Bert 0 · Carl 0"),
    ("haithabu", "-# Haithabu · 12 · Coureurs arrivés : Anna 0 · Bert 0"),
])  # fmt: skip
def test_the_scores_stand_in_one_line(key: str, line: str) -> None:
    game = begun(key)
    if key == "hansa":
        for port in ("riga", "reval"):
            game.apply(game.to_act()[0].seat, game.title.parse(f"place {port}"))
    language = "fr" if " :" in line else "en"
    assert Summary(texts(language), game.title, NAMES).score(game.title.view(game.state, None), 12) == line


def test_the_end_is_told_with_places_and_parts() -> None:
    game, stream = begun("hansa"), Stream("telling", "end")
    while decisions := game.to_act():
        seat = decisions[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
    result = game.result()
    assert result is not None
    text = Summary(texts("en"), game.title, NAMES).ranking(result)
    for rank in result.ranking:
        assert f"{rank.place}. **{NAMES[rank.seat]}**: {rank.total}" in text


def test_what_broke_a_tie_is_told() -> None:
    ranks = tuple(Rank(seat, 1 + seat, 10, {"finished": 10}, (4 + seat,)) for seat in range(2))
    summary = Summary(texts("en"), title("haithabu"), NAMES)
    assert "steps left (fewer is better) 5)" in summary.ranking(Result(ranks))
    clear = Result((ranks[0], Rank(1, 2, 3, {"finished": 3}, (9,))))
    assert "steps left" not in summary.ranking(clear)
    assert "runners home" not in summary.ranking(clear), "the only row says what the total says"


def test_only_the_tie_breaks_that_were_needed_count() -> None:
    def looked_at(*ends: tuple[int, tuple[int, ...]]) -> int:
        return Result(tuple(Rank(0, 1, total, {}, broken) for total, broken in ends)).tie_breaks

    assert looked_at((9, (1, 1)), (8, (1, 1))) == 0
    assert looked_at((9, (2, 1)), (9, (1, 1))) == 1
    assert looked_at((9, (1, 2)), (9, (1, 1)), (8, (1, 1))) == 2
    assert looked_at((9, (1, 1)), (9, (1, 1))) == 2
    assert looked_at((9, ()), (9, ())) == 0


@pytest.mark.parametrize("key", KEYS)
def test_every_tie_break_has_a_name(key: str) -> None:
    one = title(key)
    seats = one.seats[1]
    game = Game.new(one, Setup(seats, one.read_options(seats, {}), "ties"))
    playout(game, simple_policy, 6000, "ties")
    result = game.result()
    assert result is not None
    for code in LANGUAGES:
        assert len(texts(code).tie_breaks(one)) == len(result.ranking[0].tie_break)
