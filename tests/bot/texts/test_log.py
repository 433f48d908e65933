"""The log in words: names instead of notation, the reader's language, struck out what was taken back, no secrets.

Not for numbers and positions: `tests/engine/test_log.py`.
"""

import re
from itertools import permutations

import pytest

from bot.limits import COMPLETION, MESSAGE
from bot.texts import LANGUAGES, texts
from bot.texts.log import PAGE, ToldLog, brief, label
from bot.texts.summary import Summary
from engine.chance import Stream
from engine.history import Game
from engine.policies import random_policy, simple_policy
from engine.registry import KEYS, title
from engine.values import Setup
from tests.bot.texts.test_story import PAIRS, after
from tests.bot.texts.test_summary import NAMES, begun
from tests.engine.bohn.positions import merchant, position


def told(game: Game, viewer: int | None, language: str = "en") -> ToldLog:
    return ToldLog(Summary(texts(language), game.title, NAMES), game, viewer)


def whole(game: Game, viewer: int | None) -> list[list[tuple[int | None, str, int]]]:
    """All that a reader is told, in every language."""
    return [
        [(row.number, row.text, row.entry.round if row.entry else 0) for row in told(game, viewer, code).rows()]
        for code in LANGUAGES
    ]


def played(key: str, decisions: int = 150, seed: str = "log") -> Game:
    game, stream = begun(key, seed), Stream(seed, "players")
    for _ in range(decisions):
        if not (owed := game.to_act()):
            break
        game.apply(owed[0].seat, simple_policy(game.title, game.state, owed[0].seat, stream))
    return game


# Hansa Teutonica has no hidden decision before a favour tile was bought; `test_hosting` of the title has those.
@pytest.mark.parametrize("key", ["hansa", "bohn", "haithabu"])
def test_the_log_tells_nobody_what_they_may_not_know(key: str) -> None:
    """Pairs of games that differ in a sealed answer, an order or a note of somebody else; also after going back."""
    game, stream, compared = begun(key), Stream("log", key), 0
    for _ in range(14):
        seats = game.title.view(game.state, None).seats
        for seat in range(seats):
            legal = list(game.title.legal(game.state, seat))
            pairs = [(stream.choice(legal), stream.choice(legal)) for _ in range(PAIRS)] if legal else []
            for one, two in pairs:
                first, second = after(game, seat, one), after(game, seat, two)
                for viewer in {None, *range(seats)} - {seat}:
                    views = [first.title.view(each.state, viewer) for each in (first, second)]
                    if one == two or views[0] != views[1] or first.log(viewer) != second.log(viewer):
                        continue
                    compared += 1
                    assert whole(first, viewer) == whole(second, viewer)
                    for each in (first, second):
                        each.rewind(0)
                    assert whole(first, viewer) == whole(second, viewer)
                    first, second = after(game, seat, one), after(game, seat, two)
            for order in (action for action in legal if game.title.is_aside(action)):
                ordered = after(game, seat, order)
                for viewer in {None, *range(seats)} - {seat}:
                    if ordered.log(viewer) == game.log(viewer):
                        compared += 1
                        assert whole(ordered, viewer) == whole(game, viewer)
        if not (decisions := game.to_act()):
            break
        seat = stream.choice(decisions).seat
        game.apply(seat, random_policy(game.title, game.state, seat, stream))
    assert compared, f"{key} has secrets, so there must have been something to compare"


def test_sealed_answers_are_told_alike_whoever_was_first() -> None:
    one = title("bohn")
    logs: list[list[object]] = [[], [], [], []]
    for order in permutations(range(3)):
        game = Game.new(one, Setup(3, one.read_options(3, {}), "sealed"))
        for seat in order:
            game.apply(seat, one.legal(game.state, seat)[0])
        for place, viewer in enumerate((None, 0, 1, 2)):
            logs[place].append(whole(game, viewer))
    for same in logs:
        assert all(each == same[0] for each in same)


def test_only_its_author_reads_a_note() -> None:
    """HB-14.2."""
    game = begun("haithabu")
    author = game.to_act()[0].seat
    game.apply(author, game.title.parse("trap g"))
    assert told(game, author).row(1).text != told(game, None).row(1).text
    assert told(game, 1 - author).row(1).text == told(game, None).row(1).text
    assert "note" in told(game, None).row(1).text


def test_what_a_reader_is_told_more_of_is_told_once() -> None:
    """BH-17.3: all know that somebody bought and drew a contract, one alone knows which; nobody reads both."""
    game = Game(title("bohn"), None, position(merchant("rostock"), merchant("visby")))
    game.apply(0, game.title.parse("contract 4"))
    others, own = (told(game, viewer).row(1).text for viewer in (None, 0))
    assert others == "**Anna** buys a contract for 5 talers and a travel card. **Anna** draws a contract."
    assert own.startswith("You buy a contract for 5 talers and travel card 4. You draw ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.long
def test_every_page_fits_and_speaks_the_readers_language(key: str, language: str) -> None:
    game = played(key)
    log = told(game, 0, language)
    rows = log.rows()
    assert [row.number for row in rows if row.number is not None] == list(range(log.log.latest + 1))
    for end in range(PAGE, len(rows) + PAGE, PAGE):
        page = log.page(end)
        lines = log.lines(page)
        assert len(lines) < MESSAGE - 150
        assert "{" not in lines
        assert lines.count("**") % 2 == 0
        assert not re.search(r"\bP[1-5]\b", lines)
        assert ("Round " in lines or "Before the first" in lines) == (language == "en")
    for row in rows:
        if row.number is not None:
            assert len(label(row)) <= COMPLETION
            assert "*" not in label(row)
    assert log.page().end == len(rows)
    assert log.page(3).rows == log.page(PAGE).rows


def test_what_was_taken_back_is_struck_out_and_says_why() -> None:
    game = begun("hansa")
    for port in ("riga", "reval", "danzig"):
        game.apply(game.to_act()[0].seat, game.title.parse(f"place {port}"))
    game.rewind(1)
    lines = told(game, 0).lines(told(game, 0).page()).splitlines()
    assert "`1` **Anna** builds 2 booths in Riga." in lines
    assert "`2` ~~**Bert** builds 2 booths in Reval.~~" in lines
    assert lines[-1] == "↶ The table went back to 1."
    assert brief(told(game, None, "fr").row(2)) == "`2` ~~**Bert** installe 2 comptoirs à Reval.~~"


def test_the_founding_of_hansa_stands_before_its_first_round() -> None:
    lines = told(played("hansa", 8), None).lines(told(played("hansa", 8), None).page()).splitlines()
    assert [line for line in lines if line.startswith("**")] == ["**Before the first round**", "**Round 1**"]


def test_names_with_markup_are_shown_as_they_are() -> None:
    game = begun("hansa")
    game.apply(game.to_act()[0].seat, game.title.parse("place riga"))
    log = ToldLog(Summary(texts("en"), game.title, ["**A*_~`", "B"]), game, None)
    assert label(log.row(1)) == "1 · **A*_~` builds 2 booths in Riga."


def test_what_was_answered_for_somebody_says_so() -> None:
    game = begun("hansa")
    seat = game.to_act()[0].seat
    game.apply(seat, game.title.absent(game.state, seat), host=True)
    assert told(game, None).row(1).text.endswith("(Time had run out.)")
