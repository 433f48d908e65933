"""The public picture of a game of Hansa Teutonica, on any of its boards.

Not for what never changes (`map.py`), where things lie (`layout.py`) or the desks (`desk.py`).
"""

from collections.abc import Collection

from PIL import Image

from engine.teutonica.board import BOARDS, PROVINCES, board_for
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.scoring import scores
from engine.teutonica.state import END_SCORE, KIND, OWNER, SEAT_WORDS
from engine.teutonica.views import TeutonicaView
from engine.values import MOST_LATEST
from render.canvas import Box, Sheet
from render.look import WIDTH, Look
from render.page import (
    MARGIN,
    PANEL_GAP,
    EndFigure,
    Heading,
    LegendSign,
    Pill,
    alt_opening,
    alt_text,
    draw_flags,
    draw_header,
    draw_legend,
    leading_seat,
    panel_boxes,
    turn_words,
)
from render.pieces import piece, ring
from render.teutonica.city import draw_city, shape_of
from render.teutonica.desk import COLUMN_HEIGHT, NARROW_HEIGHT, WIDE_FROM, WIDE_HEIGHT, draw_desk
from render.teutonica.layout import PITCH, Layout, layout_of, space_at, tie
from render.teutonica.map import BELOW, base, honour_places, write_numbers
from render.teutonica.names import division_of, route_numbers
from render.teutonica.provinces import PAWN, Land
from render.teutonica.sprites import favour, link_sign, marker, pawn, plate, privilege
from render.teutonica.told import Told, told
from render.words import capital

NAME = "Hansa Teutonica"
COLUMN = 330
"""Width of the desks beside a portrait board."""


def board(view: TeutonicaView, look: Look) -> tuple[Sheet, str]:
    """The picture and its alt text."""
    layout = layout_of(view.board)
    boxes, height = _desk_boxes(layout, view.seats)
    sheet = _sheet(layout, look, height, division_of(view.seats, view.options))
    sheet.busy = layout.portrait
    winners = [rank.seat for rank in view.ranking if rank.place == 1]
    pill = Pill(leading_seat(view, winners), turn_words(look, view, winners), detail(view, look))
    subtitle = subtitle_of(view, look)
    happened = told(layout, look)
    right = layout.frame.right if layout.portrait else None
    events = draw_header(sheet, look, NAME, subtitle, [one.event for one in happened], clocks(view, look), pill, right)
    draw_position(sheet, look, layout, view, happened)
    draw_flags(sheet, look.theme, events)
    for seat, box in enumerate(boxes):
        player = view.players[seat]
        figure = str(scores(view)[seat])
        draw_desk(sheet, look, box, player, Heading(seat, look.name(seat), figure, "", view.active == seat))
    _legend(sheet, look, layout, division_of(view.seats, view.options))
    return sheet, alt_text([*alt_opening(look, NAME, subtitle, pill, events), *_alt(view, look)])


def draw_position(
    sheet: Sheet,
    look: Look,
    layout: Layout,
    view: TeutonicaView,
    happened: list[Told],
    large: Collection[str] = (),
) -> None:
    """Everything on the map, but for the numbers of routes that are written large."""
    write_numbers(sheet, layout, look.theme, large)
    _draw_rings(sheet, look, layout, view, happened[-MOST_LATEST:])
    for city in view.cities:
        draw_city(sheet, look, layout, city)
    _draw_roads(sheet, look, layout, view)
    _draw_honours(sheet, look, layout, view.honours)
    if view.tiles and layout.favours is not None:
        _draw_favours(sheet, look, layout.favours, view.tiles)
    if view.pawn:
        _draw_pawn(sheet, look, layout.land, view.pawn)


def map_sheet(layout: Layout, look: Look, division: str) -> Sheet:
    """Header and map, without room for desks."""
    layer, scale = base(layout.board.id, look.theme.name, look.scale, division), look.scale
    wide = round((layout.frame.right + BELOW) * scale)
    return Sheet(layer.crop((0, 0, wide, round((layout.frame.bottom + BELOW) * scale))), scale)


def preview(seats: int, options: TeutonicaOptions, look: Look) -> tuple[Sheet, str]:
    """The empty board."""
    words, board_id = look.words, board_for(options.board, seats).id
    layout = layout_of(board_id)
    sheet = map_sheet(layout, look, division_of(seats, options))
    pill = Pill(None, words.text("players", count=seats), words.text("edition", edition=options.edition))
    name = words.option_value("board", options.board)
    draw_header(sheet, look, NAME, name, [], [], pill)
    write_numbers(sheet, layout, look.theme, ())
    _draw_plates(sheet, look, layout)
    _label_honours(sheet, look, layout)
    cities = ", ".join(city.name for city in BOARDS[board_id].cities)
    return sheet, alt_text([f"{NAME}, {name}. {pill.line}, {pill.detail}.", f"{cities}."])


def _sheet(layout: Layout, look: Look, height: float, division: str) -> Sheet:
    layer = base(layout.board.id, look.theme.name, look.scale, division)
    size = (layer.width, round(height * look.scale))
    if size[1] <= layer.height:
        return Sheet(layer.crop((0, 0, *size)), look.scale)
    image = Image.new("RGB", size, look.theme.page)
    image.paste(layer)
    return Sheet(image, look.scale)


def _desk_boxes(layout: Layout, seats: int) -> tuple[list[Box], float]:
    """Desks below a landscape board, in a column beside a portrait one; and the height of the picture."""
    frame = layout.frame
    if layout.portrait:
        left, top = WIDTH - MARGIN - COLUMN, frame.y - 9
        step = COLUMN_HEIGHT + PANEL_GAP
        boxes = [(left, top + seat * step, WIDTH - MARGIN, top + seat * step + COLUMN_HEIGHT) for seat in range(seats)]
        return list(boxes), frame.bottom + 51
    wide = (WIDTH - 2 * MARGIN - (seats - 1) * PANEL_GAP) / seats
    high = WIDE_HEIGHT if wide >= WIDE_FROM else NARROW_HEIGHT
    top = frame.bottom + 24
    return panel_boxes(seats, top, high, WIDTH), top + high + 44


def subtitle_of(view: TeutonicaView, look: Look) -> str:
    words = look.words
    parts = [words.text("round", round=view.round)]
    if view.options.board != "league":
        parts.insert(0, words.option_value("board", view.options.board))
    return " · ".join(parts)


def detail(view: TeutonicaView, look: Look) -> str:
    words = look.words
    if view.phase == "over":
        return words.text("game_over")
    if view.phase == "act":
        return words.text("left", count=view.left)
    if view.phase == "respond" and view.response is not None:
        return words.decision("respond") if view.response.piece else words.text("do.add")
    return words.decision(view.phase)


def clocks(view: TeutonicaView, look: Look) -> list[EndFigure]:
    words = look.words
    return [
        EndFigure(str(view.markers), words.text("markers_left")),
        EndFigure(f"{view.full_cities}/{view.full_limit}", words.text("full_cities")),
        EndFigure(f"{max(player.score for player in view.players)}/{END_SCORE}", words.text("top_score")),
    ]


def _draw_rings(sheet: Sheet, look: Look, layout: Layout, view: TeutonicaView, happened: list[Told]) -> None:
    """Around the pieces that have just come and are still there."""
    taken = {f"{road.route}:{slot}" for road in view.roads for slot, word in enumerate(road.pieces, 1) if word}
    for one in happened:
        for space in taken.intersection(one.spaces):
            sign = ring(36, "disc", look.theme.name, sheet.scale, own=one.event.own)
            sheet.put(sign, *space_at(layout, space))


def _draw_roads(sheet: Sheet, look: Look, layout: Layout, view: TeutonicaView) -> None:
    theme = look.theme
    for road in view.roads:
        line = tie(layout, road.route)
        if road.marker and line is not None:
            sheet.line(*line[0], *line[1], theme.ink, 2)
    _draw_plates(sheet, look, layout)
    for road in view.roads:
        for word, (x, y) in zip(road.pieces, layout.spaces[road.route], strict=True):
            if word:
                size = 38 if KIND[word] == "M" else 34
                sheet.put(piece(OWNER[word], shape_of(KIND[word]), size, sheet.scale, theme.key), x, y)
        if road.marker:
            sheet.put(marker(road.marker, theme.name, sheet.scale), *layout.markers[road.route])


def _draw_plates(sheet: Sheet, look: Look, layout: Layout) -> None:
    for route in layout.board.routes:
        if route.bonus:
            sheet.put(plate(route.bonus, look.theme.name, sheet.scale), *layout.markers[route.id])


def _draw_honours(sheet: Sheet, look: Look, layout: Layout, honours: tuple[str, ...]) -> None:
    _label_honours(sheet, look, layout)
    for word, (x, y) in zip(honours, honour_places(layout), strict=True):
        if word:
            sheet.put(piece(SEAT_WORDS.index(word), "disc", 36, sheet.scale, look.theme.key), x, y)


def _label_honours(sheet: Sheet, look: Look, layout: Layout) -> None:
    left, top, right, _ = layout.honours
    label = capital(look.words.category("honours"))
    sheet.text((left + right) / 2, top + 13, label, "sans_semibold", 19, look.theme.faint, "mm")


def _draw_favours(sheet: Sheet, look: Look, box: Box, tiles: tuple[str, ...]) -> None:
    """The favours still to be had."""
    theme, (left, top, right, _) = look.theme, box
    sheet.box(box, fill=theme.plaque, edge=theme.edge, width=2, radius=7)
    label = look.words.text("favours")
    middle = (left + right) / 2
    sheet.text(middle, top + 13, label, "sans_semibold", 19, theme.faint, "mm")
    for place, tile in enumerate(tiles):
        x = middle + (place - (len(tiles) - 1) / 2) * PITCH
        sheet.put(favour(tile, theme.name, sheet.scale), x, top + 42)


def _draw_pawn(sheet: Sheet, look: Look, land: Land, province: str) -> None:
    """Beside the letter of its province."""
    x, y = land.places[province]
    sheet.put(pawn(look.theme.name, sheet.scale), x + PAWN, y)


def _legend(sheet: Sheet, look: Look, layout: Layout, division: str) -> None:
    words, theme, scale = look.words, look.theme, sheet.scale

    def privileges(x: float, y: float) -> float:
        for colour in range(4):
            sheet.put(privilege(colour, theme.name, scale, 24), x + 12 + colour * 26, y)
        return 102

    def full(x: float, y: float) -> float:
        sheet.box((x, y - 12, x + 32, y + 12), fill=theme.plaque, edge=theme.ink, width=4, radius=6)
        return 32

    links = " · ".join(map(str, layout.board.connection_points))
    entries: list[tuple[LegendSign | Image.Image | str, str]] = [
        (piece(0, "square", 26, scale, theme.key), words.word("kind", "T")),
        (piece(0, "disc", 26, scale, theme.key), words.word("kind", "M")),
        (privileges, words.text("legend.privilege")),
        (link_sign(theme.name, scale), words.text("legend.link", points=links)),
        (full, words.text("legend.full")),
        (words.word("space", layout.board.spaces[2]), words.text("legend.space")),
    ]
    if layout.board.region_points:
        entries.append(("- -", words.text("legend.region")))
    if division:
        entries[2:2] = [
            ("A", words.text("legend.province")),
            ("- -", words.text("legend.soldiers")),
        ]
    draw_legend(sheet, theme, sheet.height - 22, entries)


def _alt(view: TeutonicaView, look: Look) -> list[str]:
    words, numbers = look.words, route_numbers(view.board)
    points = ", ".join(f"{look.name(seat)} {figure}" for seat, figure in enumerate(scores(view)))
    markers = ", ".join(
        f"{numbers[road.route]} {words.word('marker', road.marker)}" for road in view.roads if road.marker
    )
    held: dict[int, list[str]] = {seat: [] for seat in range(view.seats)}
    for city in view.cities:
        if city.controller is not None:
            held[city.controller].append(city.city)
    sentences = [
        words.text("alt.scores", scores=points),
        words.text("alt.clocks", full=view.full_cities, limit=view.full_limit, markers=view.markers),
    ]
    if markers:
        sentences.append(words.text("alt.markers", markers=markers))
    if view.pawn:
        routes = sorted(numbers[route] for route in PROVINCES[view.options.provinces].routes[view.pawn])
        sentences.append(words.text("alt.pawn", province=view.pawn, routes=", ".join(map(str, routes))))
    for seat, cities in held.items():
        if cities:
            sentences.append(words.text("alt.cities", name=look.name(seat), cities=cities))
    return sentences
