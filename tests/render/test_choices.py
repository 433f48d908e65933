"""Everything that has a place can be shown as a choice, nothing else is, and the rest of the board stays as it was.

Not for how it looks: `test_golden.py` does that.
"""

import io

import pytest
from PIL import Image, ImageChops

import render
from engine.history import latest_of
from engine.registry import KEYS, title
from engine.teutonica.board import BOARDS, PROVINCES
from engine.teutonica.views import TeutonicaView
from engine.values import View
from render.canvas import Point
from render.gallery import painter
from render.look import make_look
from render.targets import FEW, FEWEST
from render.teutonica.choices import disc_sizes
from render.teutonica.layout import layout_of, space_at
from tests.engine.walks import VARIANTS, Variant, walk
from tests.facts import Position, facts
from tests.render.positions import POSITIONS, asked_of, game_at, offered, picture

ONE_EACH = list(
    {(v.key, v.seats, *(getattr(v.options, name, "") for name in ("board", "provinces"))): v for v in VARIANTS}.values()
)
"""A variant for every board, seating and division of the land."""
PEOPLE_READ = 1024


def start_view(variant: Variant) -> View:
    game = variant.game("choices")
    view: View = game.title.view(game.state, 0)
    return view


def board_words(view: View, key: str, kind: str) -> list[str]:
    """All words of a kind that lie on the board of this view."""
    if isinstance(view, TeutonicaView):
        board = BOARDS[view.board]
        known: dict[str, list[str]] = {"space": list(board.spaces), "route": list(board.route_index)}
        known["province"] = list(PROVINCES[view.options.provinces].ids) if view.seats == 2 else []
        return known.get(kind.replace("source", "space"), list(board.city_index))
    words = list(title(key).words(kind))
    if kind == "runner":
        homes = getattr(view, "homes", ())
        count = len(getattr(view, "runners", ((),))[0])
        return [f"{home}{number}" for home in homes for number in range(1, count + 1)]
    return [word for word in words if word not in ("none", "-")]


def image_of(view: View, key: str, kind: str, words: list[str]) -> Image.Image:
    drawn = painter(key).choices(
        view, kind, words, make_look(key, view.seats, (), "day", "en", 400, None, render.marks(key, view))
    )
    assert drawn is not None
    return drawn[0].image


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_every_word_that_lies_on_the_board_can_be_shown(variant: Variant) -> None:
    """Each word, added to two others, changes the picture."""
    view, key = start_view(variant), variant.key
    for kind in facts(key).placed:
        words = board_words(view, key, kind)[:220]
        if not words:
            continue
        ends = [words[0], words[-1]]
        without = image_of(view, key, kind, ends)
        for word in words[1:-1]:
            assert image_of(view, key, kind, [*ends, word]).tobytes() != without.tobytes() or (
                kind == "bridges" and set(word) <= set("".join(ends))
            ), (kind, word)


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_all_words_at_once_are_listed_in_the_alt_text(variant: Variant) -> None:
    view, key = start_view(variant), variant.key
    written = render.marks(key, view)
    for kind in facts(key).placed:
        words = board_words(view, key, kind)[:130]
        drawn = render.choices(key, view, kind, words, width=400)
        if drawn is not None:
            assert len(drawn.alt) <= PEOPLE_READ
            listed = drawn.alt.split("): ")[1].split(". ")[0].split(", ")
            assert len(listed) == len(set(listed)) == len(words)
            assert {written[word] for word in words if word in written} <= set(listed)


@pytest.mark.parametrize("key", KEYS)
def test_words_without_a_place_make_no_picture(key: str) -> None:
    variant = next(variant for variant in VARIANTS if variant.key == key)
    view = start_view(variant)
    placeless = {param.kind for verb in variant.title.verbs for param in verb.params} - set(facts(key).placed)
    assert placeless or key == "haithabu"
    for kind in placeless:
        assert render.choices(key, view, kind, list(variant.title.words(kind))[:30]) is None


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_one_word_is_no_choice(variant: Variant) -> None:
    view, key = start_view(variant), variant.key
    for kind in facts(key).placed:
        words = board_words(view, key, kind)
        assert render.choices(key, view, kind, words[: FEWEST - 1]) is None
        assert render.choices(key, view, kind, ["", "nowhere", *words[: FEWEST - 1]]) is None


def around(at: Point, half: float) -> tuple[int, int, int, int]:
    return round(at[0] - half), round(at[1] - half), round(at[0] + half), round(at[1] + half)


@pytest.mark.parametrize("board_id", list(BOARDS))
def test_a_space_changes_nothing_but_itself(board_id: str) -> None:
    variant = next(v for v in ONE_EACH if getattr(start_view(v), "board", "") == board_id)
    view, layout = start_view(variant), layout_of(board_id)
    first, *others = BOARDS[board_id].spaces
    for one in others[::9]:
        look = make_look("teutonica", view.seats, (), "day", "en", 1600)
        images = []
        for words in ([first, one], [first, others[-1]]):
            drawn = painter("teutonica").choices(view, "space", words, look)
            assert drawn is not None
            images.append(drawn[0].image)
        if one == others[-1]:
            continue
        changed = ImageChops.difference(*images)
        for space in (one, others[-1]):
            half = disc_sizes(board_id)[space] / 2 + 1
            changed.paste((0, 0, 0), around(space_at(layout, space), half))
        assert changed.getbbox() is None


@pytest.mark.parametrize("position", [p for p in POSITIONS if p.asked.startswith("displace")], ids=lambda p: p.name)
def test_a_piece_that_may_be_chosen_stays_to_be_recognised(position: Position) -> None:
    """The field and charge of every piece with a tag are the same as on the public board."""
    public = Image.open(io.BytesIO(picture(position._replace(what="board"), 1600).png)).convert("RGB")
    private = Image.open(io.BytesIO(picture(position, 1600).png)).convert("RGB")
    game = game_at(position)
    _, spaces = offered(game, position.seat, position.asked)
    layout = layout_of(game.title.view(game.state, None).board)
    assert spaces
    for space in spaces:
        box = around(space_at(layout, space), 11)
        assert ImageChops.difference(public.crop(box), private.crop(box)).getbbox() is None, space


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_whatever_a_seat_is_asked_can_be_drawn_or_has_no_place(variant: Variant) -> None:
    drawn = 0
    for number, game in enumerate(walk(variant, "8", 90)):
        if number % 6 == 0:
            for seat in {decision.seat for decision in game.to_act()}:
                view = game.title.view(game.state, seat)
                for param, words in asked_of(game, seat):
                    shown = render.choices(variant.key, view, param.kind, words, latest=latest_of(game), width=320)
                    placed = param.kind in facts(variant.key).placed
                    assert placed or shown is None
                    drawn += shown is not None
    assert drawn


def test_very_many_spaces_are_shown_by_their_routes() -> None:
    variant = next(v for v in ONE_EACH if v.key == "teutonica" and v.seats > FEWEST)
    view = start_view(variant)
    spaces = BOARDS[view.board].spaces  # type: ignore[attr-defined]
    few, many = (render.choices("teutonica", view, "space", spaces[:count]) for count in (FEW, FEW + 1))
    assert few is not None
    assert many is not None
    assert "Choose a dark space" in few.alt
    assert "A space on a dark route" in many.alt
