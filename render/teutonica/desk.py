"""A seat's desk in Hansa Teutonica: five tracks, supply and stock, bonus markers, favours.

Not for the map.
"""

from engine.teutonica.board import ABILITIES, ABILITY_KIND, ABILITY_VALUES
from engine.teutonica.state import Pieces
from engine.teutonica.views import SeatView
from render.canvas import Box, Sheet
from render.look import Look
from render.page import Heading, draw_panel
from render.pieces import piece
from render.teutonica.sprites import favour, marker, privilege

TRACK, TRACK_PITCH, LABEL = 31, 29, 118
NARROW_HEIGHT, COLUMN_HEIGHT, WIDE_HEIGHT = 330, 261, 222
WIDE_FROM = 460
"""From this width on the pieces stand beside the tracks."""


def draw_desk(sheet: Sheet, look: Look, box: Box, player: SeatView, heading: Heading) -> None:
    left, top, right, bottom = box
    compact = bottom - top < NARROW_HEIGHT and right - left < WIDE_FROM
    head = 44 if compact else 52
    draw_panel(sheet, look.theme, box, heading, head)
    step = 27 if compact else TRACK
    first = top + head + (17 if compact else 22)
    for row, ability in enumerate(ABILITIES):
        _draw_track(sheet, look, ability, getattr(player.desk, ability), heading.arms, (left + 12, first + row * step))
    end = first + len(ABILITIES) * step - step / 2
    if right - left >= WIDE_FROM:
        _draw_wide(sheet, look, box, player, heading.arms)
        return
    sheet.line(left + 12, end + 1, right - 12, end + 1, look.theme.rule, 2)
    if compact:
        x = left + 12.0
        for key, pieces in (("supply.short", player.supply), ("stock.short", player.stock)):
            x = _draw_pieces(sheet, look, key, pieces, heading.arms, x, end + 20, tight=True)
        _draw_markers(sheet, look, player, left + 28, end + 52, right, 30)
        return
    _draw_pieces(sheet, look, "supply", player.supply, heading.arms, left + 12, end + 22)
    _draw_pieces(sheet, look, "stock", player.stock, heading.arms, left + 12, end + 52)
    _draw_markers(sheet, look, player, left + 30, end + 92, right, 34)


def _draw_wide(sheet: Sheet, look: Look, box: Box, player: SeatView, arms: int) -> None:
    left, top, right, _ = box
    x = left + 306
    indent = max(74, *(sheet.measure(look.words.text(key), "sans", 20) + 12 for key in ("supply", "stock")))
    _draw_pieces(sheet, look, "supply", player.supply, arms, x, top + 74, indent=indent)
    _draw_pieces(sheet, look, "stock", player.stock, arms, x, top + 108, indent=indent)
    _draw_markers(sheet, look, player, x + 18, top + 152, right, 34)


def _draw_track(sheet: Sheet, look: Look, ability: str, step: int, arms: int, at: tuple[float, float]) -> None:
    """Passed values faint, the one in force inverted, covered ones as the seat's own pieces."""
    theme, (left, y) = look.theme, at
    sheet.text(left, y, ability.capitalize(), "sans", 20, theme.faint, "lm")
    shape = "disc" if ABILITY_KIND[ability] == "M" else "square"
    for place, value in enumerate(ABILITY_VALUES[ability]):
        x = left + LABEL + place * TRACK_PITCH
        if place > step:
            sheet.put(piece(arms, shape, 26, sheet.scale, theme.key), x, y)
        elif ability == "privilegium":
            sheet.put(privilege(place, theme.name, sheet.scale, 22, place == step), x, y)
        elif place == step:
            sheet.box((x - 13, y - 13, x + 13, y + 13), fill=theme.now, radius=5)
            sheet.text(x, y, _figure(value), "sans_bold", 21, theme.now_text, "mm")
        else:
            sheet.text(x, y, _figure(value), "sans", 20, theme.faint, "mm")


def _figure(value: int | str) -> str:
    return "∞" if value == "all" else str(value)


def _draw_pieces(
    sheet: Sheet, look: Look, key: str, pieces: Pieces, arms: int, left: float, y: float, *,
    tight: bool = False, indent: float = LABEL - 10,
) -> float:  # fmt: skip
    theme = look.theme
    x = left + sheet.text(left, y, look.words.text(key), "sans", 20, theme.faint, "lm") + 8
    x = x if tight else left + indent
    for shape, count in (("square", pieces.traders), ("disc", pieces.merchants)):
        size = 24 if tight else 26
        sheet.put(piece(arms, shape, size, sheet.scale, theme.key), x + size / 2, y)
        x += size + 4
        x += sheet.text(x, y, str(count), "sans_bold", 21, theme.ink, "lm") + (6 if tight else 18)
    return x + 4


def _draw_markers(sheet: Sheet, look: Look, player: SeatView, x: float, y: float, right: float, size: float) -> None:
    """Held markers, then used ones hollow, those still unseen, and favours; many move closer together."""
    theme = look.theme
    signs = [marker(kind, theme.name, sheet.scale, size) for kind in player.unused]
    signs += [marker(kind, theme.name, sheet.scale, size) for kind in player.shown]
    signs += [marker("?", theme.name, sheet.scale, size)] * player.plate
    signs += [favour(tile, theme.name, sheet.scale, size) for tile in player.tiles]
    signs += [marker(kind, theme.name, sheet.scale, size, used=True) for kind in player.used]
    if not signs:
        sheet.text(x - 16, y, look.words.text("no_markers"), "sans", 20, theme.faint, "lm")
        return
    pitch = min(size + 3, (right - 30 - x) / max(1, len(signs) - 1))
    for place, sign in enumerate(signs):
        sheet.put(sign, x + place * pitch, y)
