"""Every position of every title can be drawn: the right size, with words, by several threads at once.

Not for how it looks: `test_golden.py` does that.
"""

import io
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from PIL import Image

import render
from engine.haithabu.legal.walks import distances
from engine.history import latest_of
from engine.policies import playout, random_policy, simple_policy
from engine.registry import KEYS, title
from engine.values import Options
from render.theme import THEMES
from render.words import LANGUAGES
from tests.engine.walks import VARIANTS, Variant
from tests.render.positions import NAMES, POSITIONS, picture

ALT_LIMIT = 1024
SMALL = 320


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_can_be_drawn_from_beginning_to_end(variant: Variant) -> None:
    game = variant.game("drawn")
    for decisions in (0, 7, 40, 150, 6000):
        playout(game, simple_policy, decisions, f"drawn {decisions}")
        view = game.title.view(game.state, None)
        drawn = render.paint(variant.key, view, latest=latest_of(game), width=320)
        assert 0 < len(drawn.alt) <= ALT_LIMIT
        for seat in range(variant.seats):
            render.hand(variant.key, game.title.view(game.state, seat), width=320)
    result = game.result()
    assert result is not None
    score = render.score(variant.key, game.title.view(game.state, None), result, width=320)
    assert all(f"P{seat + 1} " in score.alt for seat in range(variant.seats))


@pytest.mark.parametrize("position", [p for p in POSITIONS if p.what in ("board", "choices")], ids=lambda p: p.name)
def test_a_board_is_a_palette_picture(position: object) -> None:
    """A third of the bytes of one with three channels; the benchmarks print how many."""
    image = Image.open(io.BytesIO(picture(position, 1600).png))  # type: ignore[arg-type]
    assert image.mode == "P"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("palette", list(THEMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_and_most_seats_fit_in_every_look(key: str, palette: str, language: str) -> None:
    found = title(key)
    seats = found.seats[1]
    variant = Variant(key, seats, found.read_options(seats, {}))
    game = variant.game("long")
    playout(game, simple_policy, 60, "long")
    names = ["Wilhelmina Amalia von Hohenzollern-Sigmaringen"] * seats
    view = game.title.view(game.state, None)
    drawn = render.paint(key, view, names=names, palette=palette, language=language)  # type: ignore[arg-type]
    plain = render.paint(key, view, names=NAMES[:seats], palette=palette, language=language)  # type: ignore[arg-type]
    assert Image.open(io.BytesIO(drawn.png)).size == Image.open(io.BytesIO(plain.png)).size
    assert drawn.png != plain.png


@pytest.mark.parametrize("variant", VARIANTS[:: max(1, len(VARIANTS) // 16)], ids=str)
def test_every_position_of_a_random_game_can_be_drawn(variant: Variant) -> None:
    game = variant.game("anything")
    for _ in range(30):
        view = game.title.view(game.state, None)
        assert render.paint(variant.key, view, latest=latest_of(game), width=SMALL).alt
        seat = game.version % variant.seats
        assert render.hand(variant.key, game.title.view(game.state, seat), width=SMALL).alt
        if game.result() is not None:
            break
        playout(game, random_policy, 11, f"anything {game.version}")


@pytest.mark.parametrize("load", range(21))
def test_any_number_of_tokens_on_a_track_of_haithabu_can_be_drawn(load: int) -> None:
    variant = next(variant for variant in VARIANTS if variant.key == "haithabu" and variant.seats == 4)
    view = variant.game("tokens").title.view(variant.game("tokens").state, None)
    loads = (load, *view.loads[1:])
    heavy = msgspec.structs.replace(view, loads=loads, distances=tuple(map(distances, loads)), active=0)
    assert render.paint("haithabu", heavy, width=SMALL).alt


@pytest.mark.long
def test_two_at_once_never_disturb_each_other() -> None:
    one_by_one = [picture(position) for position in POSITIONS]
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(picture, POSITIONS * 2))
    assert at_once == one_by_one * 2


def test_a_picture_can_be_asked_for_in_another_width() -> None:
    sizes = [Image.open(io.BytesIO(picture(POSITIONS[0], width).png)).width for width in (400, 1600)]
    assert sizes == [400, 1600]


def test_a_wrong_wish_is_answered_in_words() -> None:
    game = VARIANTS[0].game("wrong")
    view = game.title.view(game.state, None)
    key = VARIANTS[0].key
    with pytest.raises(ValueError, match=r"no palette “dusk”; there are day, night"):
        render.paint(key, view, palette="dusk")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"no language “tlh”; there are en, fr"):
        render.paint(key, view, language="tlh")
    with pytest.raises(ValueError, match=r"width of 9 pixels is not drawn"):
        render.paint(key, view, width=9)
    with pytest.raises(ValueError, match=r"1 names were given for 2 seats"):
        render.paint(key, view, names=["Zoé"])
    with pytest.raises(ValueError, match=r"a hand is drawn from a seat's view"):
        render.hand(key, view)
    with pytest.raises(ValueError, match=r"choices are drawn from a seat's view"):
        render.choices(key, view, {"port": ["riga", "reval"]})


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_board_can_be_shown_before_the_game(variant: Variant) -> None:
    options: Options = variant.options
    drawn = render.preview(variant.key, variant.seats, options, width=320)
    assert str(variant.seats) in drawn.alt
