"""The board of Haithabu for somebody who chooses: black spaces and bridges with their words, tags beside runners.

Not for the public board. It shows what is offered, so never more of a trap than the one who writes it may write.
"""

from collections.abc import Collection, Sequence

from engine.haithabu.board import LETTERS
from engine.haithabu.views import HaithabuView
from render.canvas import Point, Sheet
from render.haithabu.board import NAME, RUNNER, detail, draw_position, map_sheet, told
from render.haithabu.map import ARMS, KINDS, PLACES, drop, printed
from render.look import Look
from render.page import alt_text, draw_flags, draw_header
from render.pieces import piece
from render.targets import FEW, FEWEST, choice_alt, choice_pill, choice_subtitle, tag, target

SPACE, BRIDGE, TAG = 40, 38, 24
SMALL = 34
"""A space among many, with no more than the board's own word on it."""


def choices(view: HaithabuView, kind: str, words: Sequence[str], look: Look) -> tuple[Sheet, str] | None:
    """The picture and its alt text."""
    assert view.seat is not None
    runners = runner_places(view) if kind == "runner" else {}
    offered = [word for word in words if has_place(kind, word, runners)]
    letters = sorted({letter for word in offered for letter in word}) if kind == "bridges" else []
    if len(letters or offered) < FEWEST:
        return None
    what = {"note": "bridge"}.get(kind, kind)
    pill = choice_pill(look, ARMS[view.homes[view.seat]], what, detail(view, look))
    sheet, subtitle = map_sheet(look), choice_subtitle(look, look.words.text("round", round=view.round))
    events = draw_header(sheet, look, NAME, subtitle, told(view, look), [], pill)  # no room for clocks
    draw_position(sheet, look, view, black_way=False)
    if kind == "runner":
        for word in offered:
            _draw_runner(sheet, look, word, *runners[word])
    else:
        _draw_spaces(sheet, look, letters or offered)
    draw_flags(sheet, look.theme, events)
    named = [look.words.word("runner" if kind == "runner" else "mark", word) for word in offered]
    return sheet, alt_text(choice_alt(look, NAME, subtitle, pill, events, named))


def runner_places(view: HaithabuView) -> dict[str, tuple[str, Point]]:
    """The home of each runner and where it stands, by its id and by its space (HB-13.2)."""
    places = {}
    for home, spaces in zip(view.homes, view.runners, strict=True):
        for number, space in enumerate(spaces, 1):
            places[f"{home}{number}"] = places[space] = home, PLACES[space]
    return places


def has_place(kind: str, word: str, runners: Collection[str]) -> bool:
    match kind:
        case "runner":
            return word in runners
        case "space":
            return word in PLACES
        case "bridge" | "note":
            return len(word) == 1 and word in LETTERS
        case "bridges":
            return bool(word) and set(word) <= set(LETTERS)
    return False


def _draw_spaces(sheet: Sheet, look: Look, words: Sequence[str]) -> None:
    many, theme = len(words) > FEW, look.theme
    for word in words:
        x, y = PLACES[word]
        if KINDS[word] == "bridge":
            _draw_bridge(sheet, look, word)
        elif many:
            sheet.put(target(printed(word), theme.name, sheet.scale, SMALL), x, y)
        else:
            sheet.put(target(look.words.word("mark", word), theme.name, sheet.scale, SPACE), x, y)


def _draw_bridge(sheet: Sheet, look: Look, letter: str) -> None:
    """A square within the edge, which still says whether the bridge is open; a disc is what open ones have anyway."""
    theme, half, (x, y) = look.theme, BRIDGE / 2, PLACES[letter]
    sheet.box((x - half, y - half, x + half, y + half), fill=theme.now, radius=4)
    sheet.text(x, y - drop(letter), letter, "sans_bold", 25, theme.now_text, "mm")


def _draw_runner(sheet: Sheet, look: Look, word: str, home: str, at: Point) -> None:
    """The tag takes the place of the runner's number; colour and charge stay above it."""
    x, y = at
    sheet.put(piece(ARMS[home], "disc", RUNNER, look.scale, look.theme.key), x, y)
    sheet.put(tag(look.words.word("runner", word), look.theme.name, sheet.scale, high=TAG), x, y + RUNNER / 2)
