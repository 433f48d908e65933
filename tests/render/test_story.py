"""What others did and what was done in the turn that goes on are told apart: in the header, on the map, in alt texts.

Not for which decisions a post tells: the engine's history and the posts choose them.
"""

import io

import msgspec
import pytest
from PIL import Image, ImageChops

import render
from engine.history import Game, as_shown
from engine.policies import playout, simple_policy
from engine.registry import KEYS
from engine.values import MOST_LATEST, Latest, Move
from render.canvas import Sheet
from render.look import make_look
from render.page import Flagged, Pill, draw_header
from render.pieces import flag, ring
from render.theme import THEMES, ThemeName
from render.words import LANGUAGES, TitleWords
from tests.engine.walks import VARIANTS

ALT_LIMIT = 1024
PHONE = 400
SEEN = 40
"""Steps of grey by which two marks must differ somewhere at the size of a phone."""


def played(key: str, count: int) -> Game:
    game = next(variant for variant in VARIANTS if variant.key == key).game("story")
    playout(game, simple_policy, count, "story")
    return game


def story(game: Game, count: int, own: int) -> Latest:
    """The last so many decisions that the table may know, of which so many belong to the turn that goes on."""
    known = [(step, action) for at, step in enumerate(game.steps) if (action := as_shown(game, at)) is not None][
        -count:
    ]
    moves = tuple(Move(step.seat, action) for step, action in known)
    return Latest(game.title.view(known[0][0].before, None), moves, own)


def drawn(game: Game, latest: Latest, palette: ThemeName = "day", language: str = "en") -> render.Picture:
    view = game.title.view(game.state, None)
    return render.paint(game.title.key, view, latest=latest, palette=palette, language=language, width=PHONE)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_groups_are_named(key: str, language: str) -> None:
    words, found = TitleWords(language, key), 0
    others, own = (words.text(text, moves="").rstrip(". ") for text in ("alt.last_move", "alt.own_move"))
    for count in range(8, 30):
        game = played(key, count)
        alt = drawn(game, story(game, 4, 1), language=language).alt
        assert len(alt) <= ALT_LIMIT
        found += others in alt and own in alt and alt.index(others) < alt.index(own)
    assert found > 3


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("palette", list(THEMES))
def test_marks_differ_when_a_decision_is_of_the_turn_that_goes_on(key: str, palette: ThemeName) -> None:
    """At the width of a phone, and in grey: whoever sees no colours sees it too."""
    differing = 0
    for count in range(8, 24):
        game = played(key, count)
        images = [Image.open(io.BytesIO(drawn(game, story(game, 1, own), palette).png)).convert("L") for own in (0, 1)]
        darkest = ImageChops.difference(*images).getextrema()[1]
        assert isinstance(darkest, int | float)
        differing += darkest >= SEEN
    assert differing > 4


@pytest.mark.parametrize("palette", list(THEMES))
def test_signs_of_ones_own_turn_are_quieter(palette: ThemeName) -> None:
    """The ring has less ink, and the flag another shape; neither difference is one of colour alone."""
    loud, quiet = (ring(36, "disc", palette, 1, own=own) for own in (False, True))
    ground = THEMES[palette].land
    assert weight(quiet, ground) < weight(loud, ground)
    discs, squares = (flag("3", palette, 1, own=own).getchannel("A") for own in (False, True))
    assert discs.getpixel((2, 2)) == 0
    assert squares.getpixel((2, 2)) != 0


def weight(sign: Image.Image, ground: str) -> float:
    """How far the sign is from its ground, in grey, around the piece."""
    plain = Image.new("RGB", sign.size, ground)
    marked = plain.copy()
    marked.paste(sign, (0, 0), sign)
    edge = ImageChops.difference(plain, marked).convert("L")
    edge.paste(0, (10, 10, sign.width - 10, sign.height - 10))
    return float(sum(value * count for value, count in enumerate(edge.histogram())))


def test_the_header_drops_the_oldest_first_and_numbers_what_is_left() -> None:
    look = make_look("hansa", 2, (), "day", "en", 1600)
    sheet = Sheet.blank(1600, 200, 1, look.theme.page)
    events = [Flagged("Zoé", f"did the {'very ' * 6}thing {number}", own=number > 5) for number in range(8)]
    kept = draw_header(sheet, look, "Hansa", "", events, [], Pill(None, "Åsa to play", ""))
    assert kept == events[-len(kept) :]
    assert 1 < len(kept) < len(events)
    few = [Flagged("Zoé", f"thing {number}", own=number == 3) for number in range(4)]
    assert draw_header(sheet, look, "Hansa", "", few, [], Pill(None, "", "")) == few


def test_a_story_has_room_for_as_many_short_decisions_as_it_may_tell() -> None:
    look = make_look("hansa", 2, ("Zoé", "Jürgen"), "day", "en", 1600)
    events = [Flagged("Jürgen", f"took {number}b") for number in range(MOST_LATEST)]
    sheet = Sheet.blank(1600, 200, 1, look.theme.page)
    assert draw_header(sheet, look, "Hansa", "Round 3", events, [], Pill(None, "Åsa to play", "")) == events


def test_a_decision_is_marked_by_its_place() -> None:
    game = played("hansa", 12)
    latest = story(game, 4, 1)
    assert [own for _, own in latest.marked] == [False, False, False, True]
    assert [own for _, own in msgspec.structs.replace(latest, own=0).marked] == [False] * 4
