"""The board of Haithabu for somebody who chooses: black spaces and bridges with their words, tags beside runners.

Not for the public board. It shows what is offered, so never more of a trap than the one who writes it may write.
"""

from collections.abc import Mapping, Sequence

from engine.haithabu.board import LETTERS
from engine.haithabu.views import HaithabuView
from render.canvas import Point, Sheet
from render.close_up import Pointed, Spot
from render.haithabu.board import NAME, RUNNER, detail, draw_position, map_sheet
from render.haithabu.map import ARMS, FRAME, KINDS, PLACES, drop
from render.look import Look
from render.pieces import piece
from render.targets import FEWEST, boxed, choice_pill, tag, target

SPACE, BRIDGE = 38, 38
SPACE_TEXT, BRIDGE_TEXT, RUNNER_TEXT = 20, 28, 22
ROOM: Point = (52, 52)
"""What must be seen of a place."""


def choices(view: HaithabuView, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
    """The map with black places."""
    assert view.seat is not None
    standing = runner_places(view)
    spaces, letters = _spaces(places), _letters(places)
    runners = [word for word in dict.fromkeys(places.get("runner", ())) if word in standing]
    if len({*spaces, *letters}) + len(runners) < FEWEST:
        return None
    sheet = map_sheet(look)
    draw_position(sheet, look, view, black_way=False)
    spots = [_draw_space(sheet, look, word) for word in spaces if word not in letters]
    spots += [_draw_bridge(sheet, look, letter) for letter in letters]
    spots += [_draw_runner(sheet, look, word, *standing[word]) for word in runners]
    sorts = {"space": spaces, "runner": runners, "bridges" if "bridges" in places else "bridge": letters}
    pill = choice_pill(
        look, ARMS[view.homes[view.seat]], [sort for sort, words in sorts.items() if words], detail(view, look)
    )
    return Pointed(sheet, FRAME.box, NAME, look.words.text("round", round=view.round), pill, tuple(spots))


def runner_places(view: HaithabuView) -> dict[str, tuple[str, Point]]:
    """The home of each runner and where it stands, by its id and by its space (HB-13.2)."""
    places = {}
    for home, spaces in zip(view.homes, view.runners, strict=True):
        for number, space in enumerate(spaces, 1):
            places[f"{home}{number}"] = places[space] = home, PLACES[space]
    return places


def _spaces(places: Mapping[str, Sequence[str]]) -> list[str]:
    """Spaces, and where a run may end; what else a run may be asked for has no place."""
    words = (*places.get("space", ()), *places.get("target", ()))
    return [word for word in dict.fromkeys(words) if word in PLACES]


def _letters(places: Mapping[str, Sequence[str]]) -> list[str]:
    """Bridges that are chosen by themselves, or as parts of a word; `none` is a note, but no place."""
    single = [word for kind in ("bridge", "note") for word in places.get(kind, ()) if len(word) == 1]
    several = [letter for word in places.get("bridges", ()) for letter in word if set(word) <= set(LETTERS)]
    return sorted({letter for letter in single + several if letter in LETTERS})


def _draw_space(sheet: Sheet, look: Look, word: str) -> Spot:
    if KINDS[word] == "bridge":
        return _draw_bridge(sheet, look, word)
    name = look.words.word("mark", word)
    sheet.put(target(name, look.theme.name, sheet.scale, SPACE, SPACE_TEXT), *PLACES[word])
    return Spot(boxed(PLACES[word], ROOM), name, SPACE_TEXT)


def _draw_bridge(sheet: Sheet, look: Look, letter: str) -> Spot:
    """A square within the edge, which still says whether the bridge is open; a disc is what open ones have anyway."""
    theme, half, (x, y) = look.theme, BRIDGE / 2, PLACES[letter]
    sheet.box((x - half, y - half, x + half, y + half), fill=theme.now, radius=4)
    sheet.text(x, y - drop(letter), letter, "sans_bold", BRIDGE_TEXT, theme.now_text, "mm")
    return Spot(boxed((x, y), ROOM), look.words.word("mark", letter), BRIDGE_TEXT)


def _draw_runner(sheet: Sheet, look: Look, word: str, home: str, at: Point) -> Spot:
    """The tag takes the place of the runner's number; colour and charge stay above it."""
    (x, y), name = at, look.words.word("runner", word)
    sheet.put(piece(ARMS[home], "disc", RUNNER, look.scale, look.theme.key), x, y)
    sheet.put(tag(name, look.theme.name, sheet.scale, RUNNER_TEXT), x, y + RUNNER / 2 + 1)
    return Spot(boxed((x, y + 10), (60, 72)), name, RUNNER_TEXT)
