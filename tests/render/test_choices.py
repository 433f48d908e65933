"""Everything that has a place can be shown as a choice, so large that it can be read on a phone, and nothing else is.

Not for how it looks: `test_golden.py` does that.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from bot.texts import texts
from engine.history import latest_of
from engine.registry import KEYS, title
from engine.teutonica.board import BOARDS, PROVINCES
from engine.teutonica.views import TeutonicaView
from engine.values import View
from render.canvas import Box, Point, Sheet, Sketch
from render.chart import gap_to, shared
from render.close_up import INSET, Pointed, parts_of
from render.crops import MOST, NARROWEST, crops
from render.gallery import painter
from render.look import make_look
from render.targets import FEW, FEWEST, boxed, tag, tag_size, target
from render.teutonica.layout import layout_of, space_at
from render.teutonica.names import marks, route_of
from render.teutonica.room import disc_sizes, number_places
from render.words import LANGUAGES
from tests.engine.walks import VARIANTS, Variant, walk
from tests.facts import Position, facts
from tests.render.positions import POSITIONS, asked_of, game_at, offered

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


def pointed_at(
    view: View, key: str, places: Mapping[str, Sequence[str]], width: int = 400, code: str = "en"
) -> Pointed:
    look = make_look(key, view.seats, (), "day", code, width, None, render.marks(key, view))
    pointed = painter(key).choices(view, places, look)
    assert pointed is not None
    return pointed


def image_of(view: View, key: str, kind: str, words: list[str]) -> Image.Image:
    return pointed_at(view, key, {kind: words}).sheet.image


def listed_in(pictures: Sequence[render.Picture]) -> list[str]:
    return [word for drawn in pictures for word in drawn.alt.split("): ")[1].split(". ")[0].split(", ")]


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
        drawn = render.choices(key, view, {kind: words}, width=400)
        if drawn:
            assert all(len(each.alt) <= PEOPLE_READ for each in drawn)
            listed = listed_in(drawn)
            single = set("".join(words)) - {"-"} if kind == "bridges" else words
            assert len(listed) == len(set(listed)) == len(single)
            assert {written[word] for word in words if word in written} <= set(listed)


@pytest.mark.parametrize("key", KEYS)
def test_words_without_a_place_make_no_picture(key: str) -> None:
    variant = next(variant for variant in VARIANTS if variant.key == key)
    view = start_view(variant)
    placeless = {param.kind for verb in variant.title.verbs for param in verb.params} - set(facts(key).placed)
    assert placeless or key == "haithabu"
    for kind in placeless:
        assert render.choices(key, view, {kind: list(variant.title.words(kind))[:30]}) == ()


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_one_word_is_no_choice(variant: Variant) -> None:
    view, key = start_view(variant), variant.key
    for kind in facts(key).placed:
        words = board_words(view, key, kind)
        assert kind == "bridges" or render.choices(key, view, {kind: words[: FEWEST - 1]}) == ()
        assert kind == "bridges" or not render.choices(key, view, {kind: ["", "nowhere", *words[: FEWEST - 1]]})


def around(at: Point, half: float) -> tuple[int, int, int, int]:
    return round(at[0] - half), round(at[1] - half), round(at[0] + half), round(at[1] + half)


@pytest.mark.parametrize("board_id", list(BOARDS))
def test_a_space_changes_nothing_but_itself(board_id: str) -> None:
    variant = next(v for v in ONE_EACH if getattr(start_view(v), "board", "") == board_id)
    view, layout = start_view(variant), layout_of(board_id)
    first, *others = BOARDS[board_id].spaces
    for one in others[::9]:
        if one == others[-1]:
            continue
        images = [
            pointed_at(view, "teutonica", {"space": words}, 1600).sheet.image
            for words in ([first, one], [first, others[-1]])
        ]
        changed = ImageChops.difference(*images)
        for space in (one, others[-1]):
            half, route = disc_sizes(board_id)[space] / 2 + 1, route_of(space)
            changed.paste((0, 0, 0), around(space_at(layout, space), half))
            changed.paste((0, 0, 0), around(number_places(board_id)[route], 30))
            changed.paste((0, 0, 0), around(layout.numbers[route], 16))
        assert changed.getbbox() is None


@pytest.mark.parametrize("position", [p for p in POSITIONS if p.asked.startswith("displace")], ids=lambda p: p.name)
def test_a_piece_that_may_be_chosen_stays_to_be_recognised(position: Position) -> None:
    """The field and charge of every piece with a tag are the same as on the public board."""
    game = game_at(position)
    param, spaces = offered(game, position.seat, position.asked)
    view = game.title.view(game.state, position.seat)
    look = make_look("teutonica", view.seats, (), "day", "en", 1600, None, render.marks("teutonica", view))
    public = painter("teutonica").board(view, look)[0].image
    private = pointed_at(view, "teutonica", {param.kind: spaces}, 1600).sheet.image
    layout = layout_of(view.board)
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
                    shown = render.choices(variant.key, view, {param.kind: words}, latest=latest_of(game), width=320)
                    placed = param.kind in facts(variant.key).placed
                    assert placed or not shown
                    drawn += len(shown)
    assert drawn


def test_very_many_spaces_are_shown_by_their_routes() -> None:
    variant = next(v for v in ONE_EACH if v.key == "teutonica" and v.seats > FEWEST)
    view = start_view(variant)
    spaces = BOARDS[view.board].spaces  # type: ignore[attr-defined]
    few, many = (render.choices("teutonica", view, {"space": spaces[:count]}) for count in (FEW, FEW + 1))
    assert all("Choose a dark space" in drawn.alt for drawn in few)
    assert all("A space on a dark route" in drawn.alt for drawn in many)
    assert few
    assert many


# ---- on a phone


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_label_can_be_read_on_a_phone(variant: Variant, code: str) -> None:
    """With few choices and with all, of each kind and of all kinds at once: 9 pixels at a width of 302, or more."""
    view, key = start_view(variant), variant.key
    kinds = {kind: words for kind in facts(key).placed if (words := board_words(view, key, kind)[:220])}
    asked = [
        {kind: words} for kind, every in kinds.items() for words in (every[:2], every[::7], every[: FEW - 1], every)
    ]
    for places in [*asked, kinds]:
        if len({word for words in places.values() for word in words}) < FEWEST:
            continue
        pointed = pointed_at(view, key, places, 320, code)
        parts = parts_of(pointed)
        assert 1 <= len(parts) <= MOST
        for spot in pointed.spots:
            seen = [part for part in parts if contains(part, spot.box)]
            assert seen, (places, spot.name)
            wide = min(part[2] - part[0] for part in seen) + 2 * INSET
            assert spot.text * 302 / wide >= 9, (places, spot.name)


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_the_words_of_spots_are_as_large_as_they_say(variant: Variant) -> None:
    """What a spot is called stands on the board, and in the size it claims."""
    view, key = start_view(variant), variant.key
    for kind in facts(key).placed:
        words = board_words(view, key, kind)[: FEW - 1]
        if len(words) >= FEWEST and kind != "bridges":
            drawn: list[tuple[str, float]] = []
            with pytest.MonkeyPatch.context() as patch:
                note_sizes(patch, drawn)
                pointed = pointed_at(view, key, {kind: words}, 1600)
            for spot in pointed.spots:
                assert largest(drawn, spot.name) >= spot.text, spot.name


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_call_a_place_as_the_board_does(variant: Variant, code: str) -> None:
    """What a text says of a word has in it what stands at its place, in the same language."""
    view, key, title = start_view(variant), variant.key, variant.title
    said = texts(code).marked(render.marks(key, view))
    for kind in set(facts(key).placed) - {"bridges"}:
        first, *others = board_words(view, key, kind) or [""]
        for word in others[::9]:
            spots = pointed_at(view, key, {kind: [first, word]}, 320, code).spots
            told = [said.word(title, kind, each) for each in (first, word)]
            assert all(any(spot.name in each for each in told) for spot in spots), (told, spots)


def largest(drawn: Sequence[tuple[str, float]], name: str) -> float:
    """How large a name is drawn, or the smaller of the two words it is drawn in: 29b, Riga 2."""
    whole = [size for text, size in drawn if text.startswith(name)]
    heads = [size for text, size in drawn if text and name.startswith(text)]
    tails = [size for text, size in drawn if text and name.endswith(text)]
    return max(whole) if whole else min(max(heads), max(tails))


def note_sizes(patch: pytest.MonkeyPatch, drawn: list[tuple[str, float]]) -> None:
    """Every text that is drawn, with its size, whether on a sheet or on a sprite."""
    for sprite in (target, tag):
        sprite.cache_clear()
    for kind in (Sheet, Sketch):
        original = kind.text

        def text(self: object, x: float, y: float, text: str, face: str, size: float, *rest: object,
                 original: Callable[..., object] = original, **more: object) -> object:  # fmt: skip
            drawn.append((text, size))
            return original(self, x, y, text, face, size, *rest, **more)

        patch.setattr(kind, "text", text)


def contains(part: Box, box: Box) -> bool:
    return all(box[side] >= part[side] - 1 and box[side + 2] <= part[side + 2] + 1 for side in (0, 1))


@pytest.mark.parametrize("variant", ONE_EACH, ids=str)
def test_choices_of_several_kinds_are_in_one_picture(variant: Variant) -> None:
    """Kinds without a place are passed over; the head speaks of places when there is more than one sort."""
    view, key = start_view(variant), variant.key
    placed = [kind for kind in facts(key).placed if board_words(view, key, kind) and kind != "note"]
    places = {kind: board_words(view, key, kind)[:2] for kind in placed}
    alone = {name for kind in placed for name in listed_in(render.choices(key, view, {kind: places[kind]}, width=320))}
    together = render.choices(key, view, {**places, "nothing": ["like", "this"]}, width=320)
    assert alone == set(listed_in(together))
    assert len({tuple(words) for words in places.values()}) == 1 or "Choose a dark place" in together[0].alt


def test_one_word_of_each_of_two_kinds_is_a_choice() -> None:
    view = start_view(next(v for v in ONE_EACH if v.key == "teutonica"))
    board = BOARDS[view.board]  # type: ignore[attr-defined]
    mixed = {"route": [board.routes[0].id], "city": [board.cities[0].id], "space": [board.spaces[0]]}
    assert render.choices("teutonica", view, mixed, width=320)
    assert not render.choices("teutonica", view, {"route": mixed["route"], "kind": ["T"]}, width=320)


@pytest.mark.parametrize("board_id", list(BOARDS))
def test_large_numbers_of_routes_cover_no_other(board_id: str) -> None:
    layout, words = layout_of(board_id), marks(board_id)
    boxes = {route: boxed(at, tag_size(words[route])) for route, at in number_places(board_id).items()}
    assert not [pair for pair in combinations(boxes, 2) if shared(boxes[pair[0]], boxes[pair[1]]) > 0]
    for route, box in boxes.items():
        near = min(gap_to(box, space) for space in layout.spaces[route])
        assert near <= min(gap_to(box, at) for other, places in layout.spaces.items() for at in places) + 30, route


# ---- which parts


def test_places_that_lie_together_are_in_one_part_and_far_ones_in_several() -> None:
    frame = (0.0, 0.0, 1500.0, 1000.0)
    near = [boxed(at, (40, 40)) for at in ((100, 100), (500, 300))]
    assert len(crops(near, frame, 800)) == 1
    left, right = crops([*near, boxed((1400, 900), (40, 40))], frame, 800)
    assert left[0] == 0
    assert right[2:] == (1500, 1000)
    assert all(part[2] - part[0] <= 800 for part in (left, right))


def test_a_part_is_never_so_narrow_that_one_is_lost() -> None:
    (part,) = crops([boxed((700, 500), (40, 40))], (0, 0, 1500, 1000), 800)
    assert part[2] - part[0] >= NARROWEST
