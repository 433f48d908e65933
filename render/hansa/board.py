"""The public picture of a game of Hansa: ports with goods and booths, the ship, the supply, and what just happened.

Not for what never changes on the board: `map.py` keeps that.
"""

from collections.abc import Collection

import msgspec

from engine.hansa.actions import Buy, Discard, End, Establish, Lose, Place, Refill, Sail, Sell, Skip
from engine.hansa.board import BOARD, COLOURS
from engine.hansa.scoring import EXTRA, scores
from engine.hansa.views import HansaView, PortView
from engine.values import Latest, Options
from render.canvas import Box, Point, Sheet
from render.hansa.map import (
    FRAME,
    HEIGHT,
    LANES,
    NAME_STRIP,
    PLACES,
    PLAQUES,
    PORTS,
    TILE_PITCH,
    base,
    draw_name,
    slot_middle,
    voyage,
)
from render.hansa.sprites import goods, pile, ship
from render.look import Look
from render.page import (
    EndFigure,
    Flagged,
    Heading,
    Pill,
    alt_opening,
    alt_text,
    draw_flags,
    draw_header,
    draw_legend,
    draw_panel,
    leading_seat,
    now_sign,
    panel_boxes,
    turn_words,
)
from render.pieces import dot, piece, ring

NAME = "Hansa"
PANEL_TOP, PANEL_HEIGHT = FRAME.bottom + 24, 176
Sailed = tuple[tuple[str, str, bool], ...]
"""Routes, from port to port, each with whether it was sailed in the turn that goes on."""
SAMPLE = "R3"
"""The marker that the legend explains."""


def board(view: HansaView, look: Look) -> tuple[Sheet, str]:
    """The picture and its alt text."""
    sheet = Sheet(base(look.theme.name, look.scale, look.words.code).copy(), look.scale)
    events, routes = told(look)
    pill = Pill(leading_seat(view, view.winners), turn_words(look, view, view.winners), detail(view, look))
    subtitle = subtitle_of(view, look)
    events = draw_header(sheet, look, NAME, subtitle, events, clocks(view, look), pill)
    draw_position(sheet, look, view, routes, view.exits, look.words.book.verbs["sail"].name)
    draw_flags(sheet, look.theme, events)
    for seat, box in enumerate(panel_boxes(view.seats, PANEL_TOP, PANEL_HEIGHT, sheet.width)):
        _draw_seat(sheet, look, view, seat, box)
    _legend(sheet, look)
    return sheet, alt_text([*alt_opening(look, NAME, subtitle, pill, events), *_alt(view, look)])


def draw_position(
    sheet: Sheet,
    look: Look,
    view: HansaView,
    routes: Sailed,
    black: Collection[str],
    word: str,
    *,
    large: bool = False,
) -> None:
    """Everything on the map. The names of some ports are black, and large or with a word behind them."""
    for own in (False, True):
        if sailed := tuple((origin, to) for origin, to, by_own in routes if by_own == own):
            sheet.put_corner(*voyage(sailed, look.theme.name, look.scale, own))
    for port in view.ports:
        if port.id in black:
            _draw_head(sheet, look, port.id, word, large=large)
        _draw_port(sheet, look, port)
    _draw_supply(sheet, look, view)
    _draw_ship(sheet, look, view.ship)


def map_sheet(look: Look) -> Sheet:
    """Header and map, without room for panels."""
    layer = base(look.theme.name, look.scale, look.words.code)
    return Sheet(layer.crop((0, 0, layer.width, round((FRAME.bottom + 33) * look.scale))), look.scale)


def preview(seats: int, options: Options, look: Look) -> tuple[Sheet, str]:
    """The board before anything is dealt."""
    words = look.words
    sheet = map_sheet(look)
    colours = len(BOARD.raw.goods.colour_names) - BOARD.boxed_colours(seats)
    pill = Pill(None, words.text("players", count=seats), words.text("colours_in_play", colours=colours))
    draw_header(sheet, look, NAME, words.text("preview"), [], [], pill)
    for place, size in zip(BOARD.raw.supply, BOARD.pile_sizes(seats), strict=True):
        _draw_pile(sheet, look, FRAME.at(place.x, place.y), place.pile, size)
    _draw_ship(sheet, look, BOARD.start)
    names = ", ".join(words.word("port", port) for port in PORTS)
    return sheet, alt_text([f"{NAME}, {words.text('preview')}. {pill.line}, {pill.detail}.", f"{names}."])


def subtitle_of(view: HansaView, look: Look) -> str:
    if view.phase == "place":
        return look.words.text("placement", round=view.round)
    told = look.words.text("round", round=view.round)
    return f"{told} · {look.words.text('last_round')}" if view.last_round and view.phase != "over" else told


def detail(view: HansaView, look: Look) -> str:
    words = look.words
    if view.active is None:
        return words.text("game_over")
    talers = words.text("talers_left", count=view.players[view.active].talers)
    if view.phase == "refill":
        return f"{talers} · {words.decision(view.phase)}"
    if view.phase != "act":
        return words.decision(view.phase)
    return f"{talers} · {words.text('has_acted' if view.stay_used else 'may_act')}"


def clocks(view: HansaView, look: Look) -> list[EndFigure]:
    used = sum(1 for size in view.piles if size == 0)
    current = min(used + 1, len(view.piles))
    return [
        EndFigure(str(sum(view.piles)), look.words.text("goods_left")),
        EndFigure(f"{current}/{len(view.piles)}", look.words.text("pile_now")),
    ]


def told(look: Look) -> tuple[list[Flagged], Sailed]:
    """The latest decisions in words, and the routes sailed."""
    latest: Latest | None = look.latest
    if latest is None or not isinstance(latest.before, HansaView):
        return [], ()
    at, routes, events = latest.before.ship, [], list[Flagged]()
    for move, own in latest.marked:
        told_before = len(events)
        who, action, words = look.short_name(move.seat), move.action, look.words
        match action:
            case Sail(port):
                routes.append((at, port, own))
                events.append(Flagged(who, words.text("did.sail", port=port), _on_lane(at, port)))
                at = port
            case Place(port):
                events.append(Flagged(who, words.text("did.place", port=port), _on_plaque(port)))
            case Buy(face) | Establish(face):
                verb = "buy" if isinstance(action, Buy) else "establish"
                events.append(Flagged(who, words.text(f"did.{verb}", face=face), _on_plaque(at)))
            case Sell(faces):
                events.append(Flagged(who, words.text("did.sell", faces=faces), _on_plaque(at)))
            case Lose(face):
                events.append(Flagged(who, words.text("did.lose", face=face)))
            case Discard(faces):
                events.append(Flagged(who, words.text("did.discard", faces=faces)))
            case Refill():
                events.append(Flagged(who, words.text("did.refill")))
            case Skip() | End():
                pass
        events[told_before:] = [msgspec.structs.replace(event, own=own) for event in events[told_before:]]
    return events, tuple(routes)


def _on_lane(origin: str, to: str) -> Point:
    """Beside the middle of a lane."""
    lane = LANES[origin, to]
    x, y = lane[len(lane) * 2 // 5]
    return x + 20, y + 16


def _on_plaque(port: str) -> Point:
    _left, top, right, _ = PLAQUES[port]
    return right - 4, top + 6


def _draw_head(sheet: Sheet, look: Look, port: str, word: str, *, large: bool) -> None:
    theme, (left, top, right, _) = look.theme, PLAQUES[port]
    sheet.box((left, top, right, top + NAME_STRIP), fill=theme.now, radius=8)
    sheet.box((left, top + NAME_STRIP - 12, right, top + NAME_STRIP), fill=theme.now)
    for size, colour in ((26, theme.now_text), (22, theme.now)):
        sheet.put(dot(size, colour, sheet.scale), left + 24, top + 23)
    end = draw_name(sheet, port, look.words.word("port", port), theme.now_text, large=large)
    if word and end + sheet.measure(word, "sans", 21) + 20 <= right:  # the legend says what a black name means
        sheet.text(right - 12, top + 31, word, "sans", 21, theme.now_faint, "rs")


def _draw_port(sheet: Sheet, look: Look, port: PortView) -> None:
    theme, (left, top, _, _) = look.theme, PLAQUES[port.id]
    for slot, face in enumerate(port.slots):
        if face:
            sheet.put(goods(face, look.words.word("tile", face), sheet.scale), *slot_middle(port.id, slot))
    holders = [seat for seat, count in enumerate(port.booths) if count]
    start = left + 12 + TILE_PITCH * len(port.slots) + 28
    for place, seat in enumerate(holders):
        x = start + place % 2 * 62
        y = top + (59 + place // 2 * 37 if len(holders) > 2 else 76)
        sheet.put(piece(seat, "booth", 32, sheet.scale, theme.key), x, y)
        leads = port.leader == seat
        sheet.text(x + 18, y + 1, str(port.booths[seat]), "sans_bold", 24 if leads else 22, theme.ink, "lm")
        if leads:
            sheet.line(x - 15, y + 18, x + 33, y + 18, theme.ink, 3)


def _draw_supply(sheet: Sheet, look: Look, view: HansaView) -> None:
    for place, size in zip(BOARD.raw.supply, view.piles, strict=True):
        _draw_pile(sheet, look, FRAME.at(place.x, place.y), place.pile, size)


def _draw_pile(sheet: Sheet, look: Look, at: Point, number: int, size: int) -> None:
    theme, (x, y) = look.theme, at
    sheet.put(pile(min(size, 3), theme.name, sheet.scale), x, y)
    if size:
        top = 4 * (min(size, 3) - 2)
        sheet.text(x - top, y - top, str(size), "sans_bold", 26, theme.ink, "mm")
    sheet.text(x, y + 44, look.words.text("pile", number=number), "sans", 20, theme.ink, "mm")


def _draw_ship(sheet: Sheet, look: Look, port: str) -> None:
    x, y = PLACES[port]
    sheet.put(ring(84, "disc", look.theme.name, sheet.scale, 5, 2), x, y - 6)
    sheet.put(ship(sheet.scale), x, y - 8)


def _draw_seat(sheet: Sheet, look: Look, view: HansaView, seat: int, box: Box) -> None:
    theme, words, player = look.theme, look.words, view.players[seat]
    extra = sum(points for part, points in player.points.items() if part in EXTRA)
    label = words.text("points_extra", extra=extra) if extra else words.text("points")
    heading = Heading(seat, look.name(seat), str(scores(view)[seat]), label, view.active == seat)
    draw_panel(sheet, theme, box, heading)
    left, top, right, _ = box
    x = left + 16
    for label, value in (
        (words.text("talers", count=player.talers), player.talers),
        (words.text("sold"), len(player.sold)),
        (words.text("booths_left"), player.reserve),
    ):
        x += sheet.text(x, top + 84, str(value), "sans_bold", 26, theme.ink) + 7
        x += sheet.text(x, top + 84, label, "sans", 21, theme.faint) + 16
    draw_goods(sheet, look, player.face_up, left + 16, top + 103, right - left - 32)


def draw_goods(sheet: Sheet, look: Look, faces: tuple[str, ...], left: float, top: float, room: float) -> None:
    """The markers of a seat; many become small, in two rows."""
    few = (room + 8) // 58
    if len(faces) <= few:
        for place, face in enumerate(faces):
            sheet.put(goods(face, look.words.word("tile", face), sheet.scale), left + 25 + place * 58, top + 29)
        return
    row = max(-(-len(faces) // 2), 1)
    pitch = min(31.0, (room - 28) / max(row - 1, 1))
    for place, face in enumerate(faces):
        x, y = left + 14 + place % row * pitch, top + 14 + place // row * 34
        sheet.put(goods(face, look.words.word("tile", face), sheet.scale, 28), x, y)


def _legend(sheet: Sheet, look: Look) -> None:
    words, theme = look.words, look.theme
    colours = ", ".join(f"{words.word('letter', colour)} {words.word('colour', colour)}" for colour in COLOURS)
    goods_key = words.text("legend.goods", colour=SAMPLE[0], barrels=SAMPLE[1], colours=colours)
    draw_legend(
        sheet,
        theme,
        HEIGHT - 22,
        [
            (piece(0, "booth", 26, sheet.scale, theme.key), words.text("legend.booths")),
            (words.word("tile", SAMPLE), goods_key),
            (now_sign(sheet, theme, words.text("legend.name")), words.text("legend.open")),
        ],
    )


def _alt(view: HansaView, look: Look) -> list[str]:
    words = look.words
    points = ", ".join(f"{look.name(seat)} {figure}" for seat, figure in enumerate(scores(view)))
    lying = [
        f"{words.word('port', port.id)} {tiles(look, tuple(face for face in port.slots if face))}"
        for port in view.ports
        if any(port.slots)
    ]
    held = [
        words.text("alt.seat", name=look.name(seat), talers=player.talers, faces=tiles(look, player.face_up))
        for seat, player in enumerate(view.players)
    ]
    return [
        words.text("alt.scores", scores=points),
        words.text("alt.ship", port=view.ship),
        words.text("alt.goods", goods=words.series(lying)),
        *held,
        words.text("alt.supply", piles=", ".join(map(str, view.piles))),
        *([_alt_extra(view, look)] if view.extra else []),
    ]


def _alt_extra(view: HansaView, look: Look) -> str:
    """Who would get the points of the extra card now."""
    told = {}
    for part in EXTRA:
        names = [look.name(seat) for seat, player in enumerate(view.players) if player.points[part]]
        told[part.removeprefix("extra_")] = ", ".join(names) or "–"
    return look.words.text("alt.extra", **told)


def tiles(look: Look, faces: tuple[str, ...]) -> str:
    """Markers as they are written on the board."""
    return " ".join(look.words.word("tile", face) for face in faces) or "–"
