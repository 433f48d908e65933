"""The painter of Nim: heaps as columns of counters, a panel for each seat.

Not for rules; it is found where the title is registered.
"""

from collections.abc import Mapping, Sequence

from engine.values import Options, View
from render.canvas import Box, Sheet
from render.card import CARD_WIDTH, draw_owner
from render.close_up import Pointed, Spot
from render.look import Look, arms_name
from render.page import (
    MARGIN,
    Flagged,
    Heading,
    Pill,
    alt_opening,
    alt_text,
    draw_header,
    draw_panel,
    leading_seat,
    panel_boxes,
    turn_words,
)
from render.targets import FEWEST, draw_head
from tests.example.actions import HEAPS, Take
from tests.example.scoring import scores
from tests.example.state import COUNTERS
from tests.example.views import NimView

NAME = "Nim"
WIDTH, HEIGHT, TOP, FOOT = 1600, 620, 130, 500
HEAP_WIDTH = (WIDTH - 2 * MARGIN) / len(HEAPS)
HEAP_TEXT = 34


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


def marks(_: View) -> dict[str, str]:
    """The picture writes every word as the commands do."""
    return {}


def board(view: NimView, look: Look) -> tuple[Sheet, str]:
    sheet = _blank(look)
    ends = scores(view)
    winners = [seat for seat, score in enumerate(ends) if score == max(ends)] if view.revealed else []
    pill = Pill(leading_seat(view, winners), turn_words(look, view, winners), "")
    round_ = look.words.text("round", round=view.round)
    events = draw_header(sheet, look, NAME, round_, _latest(look), [], pill)
    _draw_heaps(sheet, look, view.heaps)
    for seat, box in enumerate(panel_boxes(view.seats, FOOT, HEIGHT - FOOT - 12, WIDTH)):
        active = not view.revealed and seat == view.active
        draw_panel(sheet, look.theme, box, Heading(seat, look.name(seat), str(ends[seat]), "", active))
        taken = " · ".join(map(str, view.taken[seat]))
        sheet.text(box[0] + 20, FOOT + 88, taken, "sans", 24, look.theme.ink)
    told = [f"{look.name(seat)} ({arms_name(look.words, seat)}) {score}" for seat, score in enumerate(ends)]
    alt = [*alt_opening(look, NAME, round_, pill, events), _told(look, view.heaps)]
    return sheet, alt_text([*alt, look.words.text("alt.scores", scores=", ".join(told))])


def hand(view: NimView, look: Look) -> tuple[Sheet, str]:
    """The secret heap."""
    assert view.seat is not None
    assert view.private is not None
    sheet = Sheet.blank(CARD_WIDTH, 200, look.scale, look.theme.page)
    draw_owner(sheet, look, view.seat, look.name(view.seat))
    secret = f"×2 · {_name(look, view.private.bonus)}"
    sheet.text(96, 150, secret, "sans", 30, look.theme.ink)
    return sheet, f"{look.name(view.seat)}, {secret}."


def choices(view: NimView, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
    """The heaps that may be chosen have a black name."""
    assert view.seat is not None
    offered = [heap for heap in HEAPS if heap in places.get("heap", ())]
    if len(offered) < FEWEST:
        return None
    sheet = _blank(look)
    pill = Pill(view.seat, turn_words(look, view, ()), "")
    _draw_heaps(sheet, look, view.heaps, offered)
    spots = tuple(Spot(_box(HEAPS.index(heap)), _name(look, heap), HEAP_TEXT) for heap in offered)
    heaps = (0.0, float(TOP - 8), float(WIDTH), float(FOOT))
    return Pointed(sheet, heaps, NAME, look.words.text("round", round=view.round), pill, spots)


def preview(seats: int, _: Options, look: Look) -> tuple[Sheet, str]:
    sheet, players = _blank(look), look.words.text("players", count=seats)
    pill = Pill(None, look.words.text("preview"), "")
    draw_header(sheet, look, NAME, players, [], [], pill)
    _draw_heaps(sheet, look, COUNTERS)
    return sheet, alt_text([*alt_opening(look, NAME, players, pill, []), _told(look, COUNTERS)])


# ---- parts


def _blank(look: Look) -> Sheet:
    return Sheet.blank(WIDTH, HEIGHT, look.scale, look.theme.page)


def _name(look: Look, heap: str) -> str:
    return look.words.word("heap", heap)


def _told(look: Look, heaps: Sequence[int]) -> str:
    return ", ".join(f"{_name(look, heap)} · {count}" for heap, count in zip(HEAPS, heaps, strict=True)) + "."


def _latest(look: Look) -> list[Flagged]:
    moves = look.latest.marked if look.latest else ()
    return [
        Flagged(look.short_name(move.seat), f"−{move.action.count} {_name(look, move.action.heap)}", own=own)
        for move, own in moves
        if isinstance(move.action, Take)
    ]


def _box(place: int) -> Box:
    left = MARGIN + place * HEAP_WIDTH
    return left + 8, TOP, left + HEAP_WIDTH - 8, FOOT - 20


def _draw_heaps(sheet: Sheet, look: Look, heaps: Sequence[int], chosen: Sequence[str] = ()) -> None:
    theme = look.theme
    for place, (heap, count) in enumerate(zip(HEAPS, heaps, strict=True)):
        left, box = MARGIN + place * HEAP_WIDTH, _box(place)
        sheet.box(box, fill=theme.plaque, edge=theme.frame, width=2, radius=10)
        if heap in chosen:
            draw_head(sheet, look, (box[0], TOP, box[2], TOP + 54))
        ink = theme.now_text if heap in chosen else theme.ink
        sheet.text(left + 30, TOP + 38, f"{_name(look, heap)} · {count}", "sans_bold", HEAP_TEXT, ink)
        for number in range(count):
            x, y = left + 70 + number % 7 * 58, TOP + 110 + number // 7 * 100
            sheet.box((x - 22, y - 22, x + 22, y + 22), fill=theme.ink, radius=22)
