"""Pictures among the words: behind what they are of, in every language; in nothing that takes no markup; never cut.

Not for which thing has one: tests/render/test_emojis.py.
"""

import re
from collections.abc import Iterator

import pytest

from bot.texts import LANGUAGES, texts
from bot.texts.emblems import bare
from bot.texts.log import QUOTED, ROOM, ToldLog, brief, label
from bot.texts.markdown import unmarked
from bot.texts.speaker import fitting
from bot.texts.story import LONGEST, Story
from bot.texts.summary import Summary
from engine.bohn.actions import Pay
from engine.bohn.title import TITLE as BOHN
from engine.chance import Stream
from engine.choices import words_of
from engine.hansa.title import TITLE as HANSA
from engine.history import Game
from engine.policies import simple_policy
from engine.registry import KEYS, title
from tests.bot.texts.test_summary import NAMES, begun

MARKUP = re.compile(r"<:\w+:\d+>")
WHOLE = re.compile(r"<:kontor_\w{20}:1234567890123456789>")


class Everything:
    """A picture for every word and every seat, each as long as Discord writes them."""

    def of_word(self, title: str, kind: str, word: str) -> str:
        return f"<:kontor_{kind:_<20.20}:1234567890123456789>" if kind not in ("colour", "tile", "letter") else ""

    def of_seat(self, title: str, seats: int, seat: int) -> str:
        return f"<:kontor_{seat:_>20}:1234567890123456789>"


class Goods:
    """Goods and beans only."""

    def of_word(self, title: str, kind: str, word: str) -> str:
        return f"<:{kind}_{word.partition('@')[0]}:1>" if kind in ("marker", "kind", "token") else ""

    def of_seat(self, title: str, seats: int, seat: int) -> str:
        return ""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "**Anna** buys a yellow marker ×2 (Y2) <:marker_Y2:1>."),
        ("fr", "**Anna** achète"),
    ],
)
def test_it_stands_behind_the_word(code: str, said: str) -> None:
    words = texts(code).illustrated(Goods())
    told = words.did(HANSA, "**Anna**", HANSA.parse("buy Y2"))
    assert told.startswith(said)
    assert "<:marker_Y2:1>" in told
    assert bare(told) == texts(code).did(HANSA, "**Anna**", HANSA.parse("buy Y2"))


def test_a_word_inside_another_has_none_of_its_own() -> None:
    told = texts("en").illustrated(Goods()).did(BOHN, "Anna", BOHN.parse("buy feuer@2"))
    assert told == "Anna buys a fire bean from square 2 <:token_feuer:1>."


def test_several_of_a_thing_have_one() -> None:
    words = texts("en").illustrated(Goods())
    assert words.did(BOHN, "Anna", Pay(("blaue", "blaue", "rote"))) == (
        "Anna pays the toll with 2 blue beans <:kind_blaue:1> and a red bean <:kind_rote:1>."
    )


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_choices_labels_and_names_have_none(code: str, key: str) -> None:
    """They may go into menus, buttons, completions, alt texts and names of threads."""
    words, one = texts(code).illustrated(Everything()), title(key)
    for game in played(key):
        for seat in range(game.setup.seats if game.setup is not None else 0):
            for choice in one.choices(game.state, seat)[:20]:
                said = [words.choice(one, choice), words.label(one, choice)]
                said += [words.action(one, action) for action in choice.actions]
                given = zip(one.params_of(choice), choice.values, strict=True)
                said += [words.word(one, param.kind, word) for param, value in given for word in words_of(value, param)]
                assert not MARKUP.search("".join(said))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_story_and_no_log_grows_too_long_and_none_is_cut_in_a_picture(code: str, key: str) -> None:
    words = texts(code)
    for game in played(key):
        summary = Summary(words.illustrated(Everything()), game.title, NAMES)
        plain = Summary(words, game.title, NAMES)
        story, bald = Story(summary, game, range(1)), Story(plain, game, range(1))
        told = story.text()
        assert len(told) <= max(LONGEST, len(bald.text()))
        assert bare(told) == bald.text(), "nothing is lost for the sake of pictures"
        log = ToldLog(summary, game, None)
        lines = log.lines(log.page())
        rows = [text for row in log.page().rows for text in (brief(row), label(row))]
        assert len(lines) <= ROOM + 500
        assert all(len(bare(row)) <= QUOTED + 20 for row in rows)
        for text in (told, lines, story.since(0), *rows):
            assert "<:" not in WHOLE.sub("", text), text
        assert not any("<:" in label(row) for row in log.page().rows)


def played(key: str) -> Iterator[Game]:
    """A game now and then."""
    game, stream = begun(key), Stream("emblems", key)
    for step in range(80):
        if not game.to_act():
            return
        seat = game.to_act()[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
        if step % 16 == 15:
            yield game


def test_seats_have_their_charge_before_their_name() -> None:
    game = begun("hansa")
    summary = Summary(texts("en").illustrated(Everything()), game.title, NAMES)
    view = game.title.view(game.state, None)
    first = "<:kontor____________________0:1234567890123456789>"
    assert f"→ {first} **Anna**: " in summary.turn(view)
    assert f"→ {first} <@1>: " in summary.turn(view, {0: "<@1>"})
    assert f"-# Hansa · 12 · Points: {first} Anna 0 · " in summary.score(view, 12)


def test_what_takes_no_markup_has_none() -> None:
    assert unmarked("**Anna** buys a marker <:kontor_hans_goods_Y2_abcdef:123>.") == "Anna buys a marker."


def test_pictures_go_before_words() -> None:
    text = "Anna buys a marker <:kontor_hans_goods_Y2_abcdef:123>."
    assert fitting(text, len(text)) == text
    assert fitting(text, 30) == "Anna buys a marker."
    assert fitting(text, 10) == "Anna buys…"
