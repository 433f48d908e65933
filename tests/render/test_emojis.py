"""Emojis: of every title, small enough for Discord, told apart at the height of a line, on dark ground and on light.

Not for where they stand and how Discord gets them: tests/bot/ui/test_emojis.py.
"""

import io
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

import tests.example
from engine.registry import KEYS, title
from render import emojis
from render.emojis import SEAT
from render.words.catalogue import catalogue

PAINTED = (SEAT, "hansa", "teutonica", "bohn", "haithabu")
IN_TEXT = 22
"""Pixels of an emoji in a line of text."""
GROUNDS = ("#313338", "#FFFFFF")
LARGEST = 256 * 1024
APART = 8.0
"""How far two of them are apart at least, as the mean difference of their pixels (of 255)."""
SEEN = 30.0
"""The same for one of them and nothing at all."""
ALL = [(each, key) for each in PAINTED for key in emojis.keys(each)]


@cache
def small(of: str, key: str, ground: str) -> Image.Image:
    """As it is seen in a message."""
    whole = Image.open(io.BytesIO(emojis.draw(of, key).png)).resize((IN_TEXT, IN_TEXT), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", whole.size, ground)
    shown.paste(whole, (0, 0), whole)
    return shown


def apart(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize(("of", "key"), ALL, ids=lambda part: part)
def test_each_is_a_small_square_picture_that_is_seen_on_any_ground(of: str, key: str) -> None:
    emoji = emojis.draw(of, key)
    image = Image.open(io.BytesIO(emoji.png))
    assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")
    assert len(emoji.png) <= LARGEST
    for ground in GROUNDS:
        assert apart(small(of, key, ground), Image.new("RGB", (IN_TEXT, IN_TEXT), ground)) > SEEN, ground


@pytest.mark.parametrize("of", PAINTED)
@pytest.mark.parametrize("ground", GROUNDS)
def test_no_two_of_a_title_look_the_same_in_a_line_of_text(of: str, ground: str) -> None:
    close = [
        (one, other)
        for one, other in combinations(emojis.keys(of), 2)
        if apart(small(of, one, ground), small(of, other, ground)) < (2.0 if _differ_by_a_sign(one, other) else APART)
    ]
    assert not close


def _differ_by_a_sign(one: str, other: str) -> bool:
    """The same thing with another letter, number or sign on it."""
    return one.split("_")[0] == other.split("_")[0]


@pytest.mark.parametrize("key", KEYS)
def test_what_a_word_names_is_drawn(key: str) -> None:
    """Every word of the catalogue, with and without somebody's colours."""
    named = {
        emojis.emblem(key, kind, word, arms)
        for kind, words in catalogue("en", key).words.items()
        for word in words
        for arms in (None, *range(5))
    } | {emojis.emblem(key, "verb", verb.name, arms) for verb in title(key).verbs for arms in (None, *range(5))}
    assert named - {None} <= set(emojis.keys(key))


@pytest.mark.parametrize(
    ("key", "kind", "word", "arms", "found"),
    [
        ("hansa", "face", "Y2", None, "goods_Y2"),
        ("hansa", "verb", "place", 3, "booth_3"),
        ("hansa", "port", "riga", None, None),
        ("teutonica", "kind", "T", None, "trader"),
        ("teutonica", "kind", "M", 4, "merchant_4"),
        ("teutonica", "use", "swap", None, "m_swap_office"),
        ("teutonica", "target", "black", None, "office_black"),
        ("bohn", "token", "feuer@12", None, "feuer"),
        ("bohn", "card", "Zo", None, "toll"),
        ("haithabu", "runner", "E3", None, "runner_E3"),
        ("haithabu", "space", "g", None, "bridge_g"),
        ("haithabu", "space", "gm1", None, None),
    ],
)
def test_words_name_their_thing(key: str, kind: str, word: str, arms: int | None, found: str | None) -> None:
    assert emojis.emblem(key, kind, word, arms) == found
    assert found is None or found in emojis.keys(key)


def test_seats_have_the_charges_that_the_boards_draw() -> None:
    assert emojis.keys(SEAT) == ("red", "yellow", "green", "blue", "plum")
    assert [emojis.arms("haithabu", 2, seat) for seat in range(2)] == [0, 1]
    assert emojis.seat_key(3) == "blue"


def test_a_title_may_have_none() -> None:
    assert tests.example.__name__
    assert emojis.keys("nim") == ()
    assert emojis.emblem("nim", "heap", "a", 0) is None


@pytest.mark.long
def test_the_same_pixels_have_the_same_name() -> None:
    first = emojis.draw("bohn", "blaue")
    emojis.draw.cache_clear()
    assert emojis.draw("bohn", "blaue") == first
    assert len({emojis.draw(of, key).digest[:6] for of, key in ALL}) == len(ALL)
