"""What posts tell: whose turn it is, what happened, who won; and that they tell nothing the table may not know.

Not for Discord.
"""

import pytest

from bot.texts import LANGUAGES, texts
from bot.texts.summary import LONGEST, Summary
from engine.chance import Stream
from engine.history import Game
from engine.policies import playout, random_policy, simple_policy
from engine.registry import KEYS, title
from engine.values import Action, Rank, Result, Setup

OPTIONS: dict[str, dict[str, object]] = {"haithabu": {"traps": True}}
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")
PAIRS = 6


def begun(key: str, seed: str = "telling") -> Game:
    one = title(key)
    seats = one.seats[0]
    return Game.new(one, Setup(seats, one.read_options(seats, OPTIONS.get(key, {})), seed))


def told(game: Game, language: str) -> str:
    return Summary(texts(language), game.title, NAMES).latest(game, [True] * 5)


def after(game: Game, seat: int, action: Action) -> Game:
    """The game with one more decision; the one given stays as it is."""
    other = Game(game.title, game.setup, game.first, game.opening)
    for line in game.lines:
        other.follow(line)
    other.apply(seat, action)
    return other


# Hansa Teutonica has no hidden decision before a favour tile was bought; the generic suite has its views.
@pytest.mark.parametrize("key", ["hansa", "bohn", "haithabu"])
def test_two_games_that_the_table_cannot_tell_apart_are_told_alike(key: str) -> None:
    """Sealed answers, opening contracts, standing orders, trap notes."""
    game, stream, compared = begun(key), Stream("telling", key), 0
    for _ in range(14):
        decisions = game.to_act()
        for seat in range(game.title.view(game.state, None).seats):
            legal = list(game.title.legal(game.state, seat))
            pairs = [(stream.choice(legal), stream.choice(legal)) for _ in range(PAIRS)] if legal else []
            for one, two in [*pairs, *([(legal[0], legal[-1]), (legal[-2], legal[-1])] if len(legal) > 1 else [])]:
                first, second = after(game, seat, one), after(game, seat, two)
                same_view = first.title.view(first.state, None) == second.title.view(second.state, None)
                if one != two and same_view and first.log(None) == second.log(None):
                    compared += 1
                    assert [told(first, code) for code in LANGUAGES] == [told(second, code) for code in LANGUAGES]
            for order in (action for action in legal if game.title.is_aside(action)):
                ordered = after(game, seat, order)
                if ordered.log(None) == game.log(None):
                    compared += 1
                    assert [told(ordered, code) for code in LANGUAGES] == [told(game, code) for code in LANGUAGES]
        if not decisions:
            break
        seat = stream.choice(decisions).seat
        game.apply(seat, random_policy(game.title, game.state, seat, stream))
    assert compared, f"{key} has secrets, so there must have been something to compare"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_position_of_a_game_can_be_told(key: str, language: str) -> None:
    game, stream = begun(key), Stream("telling", "simple")
    summary = Summary(texts(language), game.title, NAMES)
    for _ in range(150):
        decisions = game.to_act()
        if not decisions:
            break
        seat = decisions[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
        text = summary.latest(game, [True] * 5)
        assert len(text) <= LONGEST + 2
        assert "{" not in text
        if game.to_act():
            assert "**" in summary.turn(game.title.view(game.state, None))


@pytest.mark.parametrize(("key", "line"), [
    ("hansa", "-# Points: Anna 4 · Bert 4"),
    ("teutonica", "-# Points de prestige : Anna 0 · Bert 0"),
    ("bohn", "-# Talers: Anna 0 · Bert 0 · Carl 0"),
    ("haithabu", "-# Coureurs arrivés : Anna 0 · Bert 0"),
])  # fmt: skip
def test_a_board_post_ends_with_the_score(key: str, line: str) -> None:
    game = begun(key)
    if key == "hansa":
        for port in ("riga", "reval"):
            game.apply(game.to_act()[0].seat, game.title.parse(f"place {port}"))
    language = "fr" if " :" in line else "en"
    assert Summary(texts(language), game.title, NAMES).position(game, [True] * 5).endswith(f"\n{line}")


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


def test_a_turn_is_told_from_its_beginning_and_computers_turns_with_it() -> None:
    game = begun("hansa")
    summary = Summary(texts("en"), game.title, NAMES)
    for text in ("place riga", "place reval", "place danzig"):
        game.apply(game.to_act()[0].seat, game.title.parse(text))
    people, computer = summary.latest(game, [True, True]), summary.latest(game, [True, False])
    assert "Danzig" in people
    assert "Reval" not in people
    assert "Danzig" in computer


def test_an_undone_decision_is_not_told() -> None:
    game, stream = begun("hansa"), Stream("telling", "undo")
    while not any(game.can_undo(seat) for seat in (0, 1)):
        seat = game.to_act()[0].seat
        before = told(game, "en")
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
    assert told(game, "en") != before
    game.apply(seat, game.title.parse("undo"))
    assert told(game, "en") == before
