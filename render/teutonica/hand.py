"""What only its owner sees in Hansa Teutonica: the mission card with a small map, or the desk where there is none.

Not for the public board.
"""

from functools import lru_cache

from PIL import Image

from engine.teutonica.board import BOARDS, MISSIONS
from engine.teutonica.state import OWNER
from engine.teutonica.views import TeutonicaView
from render.canvas import Sheet, Sketch
from render.card import CARD_WIDTH, MAP_CARD_HEIGHT, MAP_CARD_WIDTH, draw_owner
from render.chart import CHARTS, Frame, bend, draw_chart, draw_neat_line
from render.look import Look
from render.page import Heading
from render.pieces import dot, tick
from render.teutonica.desk import WIDE_HEIGHT, draw_desk
from render.theme import THEMES, ThemeName
from render.words import capital

FRAME = Frame(432, 33, 735, 694)
ALL_THREE = 5
"""HT-14.2."""


def hand(view: TeutonicaView, look: Look) -> tuple[Sheet, str]:
    """The mission, if the game has missions; else the seat's own desk."""
    assert view.seat is not None
    assert view.private is not None
    return _mission(view, look) if view.private.mission else _desk(view, look)


def _desk(view: TeutonicaView, look: Look) -> tuple[Sheet, str]:
    assert view.seat is not None
    assert view.private is not None
    words, player = look.words, view.players[view.seat]
    sheet = Sheet.blank(CARD_WIDTH, 124 + WIDE_HEIGHT + 64, look.scale, look.theme.page)
    title = words.text("your_desk", name=look.name(view.seat))
    draw_owner(sheet, look, view.seat, title, words.text("no_mission"))
    heading = Heading(view.seat, look.name(view.seat), str(player.score), words.text("points"), False)
    draw_desk(sheet, look, (24, 124, CARD_WIDTH - 24, 124 + WIDE_HEIGHT), player, heading)
    order = words.text("standing", order=view.private.standing)
    sheet.text(24, 124 + WIDE_HEIGHT + 38, order, "sans", 23, look.theme.ink)
    alt = words.text(
        "desk_alt",
        supply=f"{player.supply.traders}T{player.supply.merchants}M",
        stock=f"{player.stock.traders}T{player.stock.merchants}M",
        markers=", ".join(words.word("marker", marker) for marker in player.unused) or "–",
    )
    return sheet, f"{alt} {order}."


@lru_cache(maxsize=4)
def _small_map(board_id: str, theme_name: ThemeName, scale: float) -> Image.Image:
    theme, board = THEMES[theme_name], BOARDS[board_id]
    sketch = Sketch(MAP_CARD_WIDTH, MAP_CARD_HEIGHT, scale, 2, theme.page)
    draw_chart(sketch, CHARTS[board_id], FRAME, theme)
    draw_neat_line(sketch, FRAME, theme)
    places = [FRAME.at(city.x, city.y) for city in board.cities]
    for route in board.routes:
        start, end = (places[city] for city in route.ends)
        path = bend(start, end, FRAME.at(*route.via)) if route.via else [start, end]
        sketch.line(path, theme.road, 3.5)
    for x, y in places:
        sketch.circle(x, y, 7, fill=theme.plaque, edge=theme.faint, width=2)
    return sketch.layer()


def _mission(view: TeutonicaView, look: Look) -> tuple[Sheet, str]:
    assert view.seat is not None
    assert view.private is not None
    theme, words, board = look.theme, look.words, BOARDS[view.board]
    sheet = Sheet(_small_map(view.board, theme.name, look.scale).copy(), look.scale)
    draw_owner(sheet, look, view.seat, words.text("mission"))
    cities = [board.cities[board.city_index[city]] for city in MISSIONS[view.private.mission]]
    rows = [view.cities[city.index] for city in cities]
    present = [any(OWNER[word] == view.seat for word in row.offices) for row in rows]
    led = [row.controller == view.seat for row in rows]
    worth = sum(present) + (ALL_THREE if all(led) else 0)
    told = []
    for number, city in enumerate(cities):
        state = words.text("city.led" if led[number] else "city.office" if present[number] else "city.none")
        told.append(words.text("alt.city", number=number + 1, city=city.id, state=state))
        _draw_row(sheet, look, number, city.name, state, present[number])
        _draw_pin(sheet, look, number, city.name, FRAME.at(city.x, city.y))
    top = 140 + 3 * 128 + 6
    for line, key in enumerate(("mission_rule_1", "mission_rule_2")):
        sheet.text(24, top + 36 + line * 34, sheet.fit(words.text(key), "sans", 25, 384), "sans", 25, theme.ink)
    sheet.box((24, top + 98, 396, top + 170), fill=theme.now, radius=12)
    sheet.text(46, top + 143, words.text("worth_now"), "sans", 27, theme.now_text)
    figure = words.text("of", part=worth, whole=len(cities) + ALL_THREE)
    sheet.text(376, top + 148, figure, "serif_bold", 40, theme.now_text, "rs")
    mission, now = words.text("mission"), capital(words.text("worth_now"))
    return sheet, words.text("alt.mission", mission=mission, cities=words.series(told), worth=now, figure=figure)


def _draw_row(sheet: Sheet, look: Look, number: int, name: str, state: str, done: bool) -> None:
    theme, top = look.theme, 140 + number * 128
    sheet.box((24, top, 396, top + 112), fill=theme.plaque, edge=theme.frame, width=2, radius=12)
    sheet.put(dot(50, theme.ink, sheet.scale), 66, top + 56)
    sheet.put(dot(44, theme.plaque, sheet.scale), 66, top + 56)
    sheet.text(66, top + 56, str(number + 1), "sans_bold", 28, theme.ink, "mm")
    sheet.text(108, top + 50, name, "serif", 32, theme.ink)
    sheet.text(108, top + 86, state, "sans", 25, theme.faint)
    sheet.put(tick(done, theme.name, sheet.scale, 36), 362, top + 56)


def _draw_pin(sheet: Sheet, look: Look, number: int, name: str, at: tuple[float, float]) -> None:
    theme, (x, y) = look.theme, at
    wide = sheet.measure(name, "serif", 30) + 24
    middle = min(max(x, FRAME.x + wide / 2 + 6), FRAME.right - wide / 2 - 6)
    below = y + 74 < FRAME.bottom
    top = y + 30 if below else y - 70
    sheet.put(dot(52, theme.now, sheet.scale), x, y)
    sheet.put(dot(44, theme.plaque, sheet.scale), x, y)
    sheet.text(x, y, str(number + 1), "sans_bold", 28, theme.ink, "mm")
    sheet.box((middle - wide / 2, top, middle + wide / 2, top + 40), fill=theme.now, radius=8)
    sheet.text(middle, top + 30, name, "serif", 30, theme.now_text, "ms")
