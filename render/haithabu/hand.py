"""What only its author sees in Haithabu: the note that names the trap, with its place on the net.

Not for the public board, which never shows it.
"""

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engine.haithabu.actions import NO_TRAP
from engine.haithabu.board import LETTERS
from engine.haithabu.views import HaithabuView
from render.canvas import Sheet, Sketch
from render.card import MAP_CARD_HEIGHT, MAP_CARD_WIDTH, draw_owner
from render.chart import CHARTS, Frame, draw_chart, draw_neat_line
from render.haithabu.map import ARMS, KINDS, LINKS, bridge, places
from render.look import Look
from render.theme import THEMES, ThemeName
from render.words import capital

FRAME = Frame(473, 33, 694, 694)
PLACES = places(FRAME)


@lru_cache(maxsize=4)
def _small_map(theme_name: ThemeName, scale: float) -> Image.Image:
    theme = THEMES[theme_name]
    sketch = Sketch(MAP_CARD_WIDTH, MAP_CARD_HEIGHT, scale, 2, theme.page)
    draw_chart(sketch, CHARTS["haithabu"], FRAME, theme)
    draw_neat_line(sketch, FRAME, theme)
    for a, b in LINKS:
        sketch.line([PLACES[a], PLACES[b]], theme.road, 3)
    for space, (x, y) in PLACES.items():
        if KINDS[space] in ("start", "passage"):
            sketch.circle(x, y, 6, fill=theme.plaque, edge=theme.faint, width=1.5)
    return sketch.layer()


def hand(view: HaithabuView, look: Look) -> tuple[Sheet, str]:
    """The seat's own note, if the note that counts is its own; else the word that there is none."""
    assert view.seat is not None
    assert view.private is not None
    theme, words, note = look.theme, look.words, view.private.note
    sheet = Sheet(_small_map(theme.name, look.scale).copy(), look.scale)
    for letter in LETTERS:
        sheet.put(bridge(letter, letter in view.open, theme.name, sheet.scale, 36), *PLACES[letter])
    draw_owner(sheet, look, ARMS[view.homes[view.seat]], words.text("trap"))
    sheet.box((24, 140, 436, 420), fill=theme.plaque, edge=theme.frame, width=2, radius=14)
    is_set = note in LETTERS and note != ""
    if is_set:
        sheet.text(230, 218, words.text("bridge"), "sans", 28, theme.faint, "ms")
        sheet.text(230, 372, note, "serif_bold", 170, theme.ink, "ms")
        _draw_trap(sheet, look, note)
    else:
        sheet.text(230, 290, words.text(_nothing(view, note)), "serif", 32, theme.ink, "ms")
    for line in range(3):
        text = sheet.fit(words.text(f"trap_rule_{line + 1}"), "sans", 25, 430)
        sheet.text(24, 476 + line * 36, text, "sans", 25, theme.ink)
    state = words.text("still_set" if is_set else "not_set")
    sheet.box((24, 620, 436, 692), fill=theme.now, radius=12)
    sheet.text(46, 666, state, "sans_bold", 28, theme.now_text)
    told = words.text("alt.trap", bridge=note) if is_set else words.text(_nothing(view, note))
    return sheet, f"{capital(told)}. {state}."


def _nothing(view: HaithabuView, note: str) -> str:
    if not view.traps:
        return "no_traps"
    return "chose_none" if note == NO_TRAP else "no_note"


def _draw_trap(sheet: Sheet, look: Look, letter: str) -> None:
    theme, (x, y) = look.theme, PLACES[letter]
    sheet.box((x - 34, y - 34, x + 34, y + 34), fill=theme.now, radius=8)
    sheet.box((x - 29, y - 29, x + 29, y + 29), fill=theme.plaque, radius=5)
    sheet.text(x, y - 8, letter, "sans_bold", 36, theme.ink, "mm")
    crack = [(-29, 20), (-12, 12), (-4, 23), (7, 10), (29, 19)]
    for (x0, y0), (x1, y1) in pairwise(crack):
        sheet.line(x + x0, y + y0, x + x1, y + y1, theme.ink, 3.5)
