"""The parts every board picture has around its map: header with turn pill and clocks, seat panels, legend, alt text.

Not for maps or cards of a title.
"""

from collections.abc import Callable, Sequence

import msgspec
from PIL import Image

from engine.values import MOST_LATEST, View
from render.canvas import Box, Point, Sheet
from render.look import Look, arms_name
from render.pieces import flag, piece
from render.theme import Theme

MARGIN, PANEL_GAP, MAP_TOP, MAP_INSET = 24, 12, 124, 33
TITLE_LINE, FIRST_LINE, SECOND_LINE = 46, 78, 106
"""Where the lines of the header stand."""
HEAD = 52
"""Height of a panel's head."""
FLAG = 24
"""Width of a numbered flag."""


class Pill(msgspec.Struct, frozen=True):
    """Who decides now: arms (None for nobody), one line, and what is left to do."""

    arms: int | None
    line: str
    detail: str


class EndFigure(msgspec.Struct, frozen=True):
    """Something that can end the game."""

    figure: str
    label: str


class Flagged(msgspec.Struct, frozen=True):
    """One numbered thing that just happened: who, in which words (without the name), and where its flag stands.

    Where a flag stands there already, the first of the other places that is free is taken.
    """

    who: str
    words: str
    at: Point | None = None
    others: tuple[Point, ...] = ()
    own: bool = False
    """Whether it belongs to the turn that goes on: its marks are squares, and quieter."""


def sentences(events: Sequence[Flagged]) -> list[str]:
    """The events in words; a name is not said twice in a row."""
    before = ["", *(event.who for event in events)]
    return [
        event.words if event.who == last else f"{event.who} {event.words}".strip()
        for event, last in zip(events, before, strict=False)
    ]


def _merged(events: Sequence[Flagged]) -> list[Flagged]:
    """What was done several times in a row is said once."""
    runs: list[tuple[Flagged, int]] = []
    for event in events:
        if runs and runs[-1][0] == event:
            runs[-1] = (event, runs[-1][1] + 1)
        else:
            runs.append((event, 1))
    return [
        event if count == 1 else msgspec.structs.replace(event, words=f"{event.words} ×{count}")
        for event, count in runs
    ]


def draw_header(
    sheet: Sheet,
    look: Look,
    title: str,
    subtitle: str,
    events: Sequence[Flagged],
    clocks: Sequence[EndFigure],
    pill: Pill,
    right: float | None = None,
) -> list[Flagged]:
    """The 116 units above the map. Returns the events that found room; their numbers are their places from 1."""
    theme = look.theme
    edge = _draw_pill(sheet, theme, pill, sheet.width - MARGIN) - 40
    if right is not None:
        edge = min(edge, right)
    lower_edge = edge
    for clock in clocks:
        wide = max(sheet.measure(clock.label, "sans", 20), sheet.measure(clock.figure, "serif_bold", 32))
        sheet.text(edge - wide / 2, 50, clock.figure, "serif_bold", 32, theme.ink, "ms")
        sheet.text(edge - wide / 2, 79, clock.label, "sans", 20, theme.faint, "ms")
        edge -= wide + 30
    x = MARGIN + sheet.text(MARGIN, TITLE_LINE, title, "serif_bold", 38, theme.ink) + 18
    sheet.text(x, TITLE_LINE, sheet.fit(subtitle, "sans", 24, edge - x), "sans", 24, theme.faint)
    return _draw_events(sheet, look, events, (edge, lower_edge))


class _Told(msgspec.Struct, frozen=True):
    """An event in the header: its sentence, behind a label if a group begins with it, and where that begins."""

    event: Flagged
    label: str
    words: str
    x: float
    line: int


def _told(sheet: Sheet, look: Look, events: Sequence[Flagged], ends: Sequence[float]) -> list[_Told]:
    """The events in lines that end there: what others did, then what was done in the turn that goes on."""
    told: list[_Told] = []
    x, line = float(MARGIN), 0
    for own, key in ((False, "last_move"), (True, "own_move")):
        group = [event for event in events if event.own == own]
        label = look.words.text(key)
        for event, words in zip(group, sentences(group), strict=True):
            wide = 30 + sheet.measure(words, "sans", 22) + (sheet.measure(label, "sans_bold", 22) + 12 if label else 0)
            if x > MARGIN and x + wide > ends[min(line, len(ends) - 1)]:
                x, line = float(MARGIN), line + 1
            told.append(_Told(event, label, words, x, line))
            x, label = x + wide + 20, ""
    return told


def _draw_events(sheet: Sheet, look: Look, events: Sequence[Flagged], ends: Sequence[float]) -> list[Flagged]:
    """As many of the newest as find room, each behind its number."""
    kept = _merged(events)[-MOST_LATEST:]
    while len(kept) > 1 and _told(sheet, look, kept, ends)[-1].line >= len(ends):
        kept.pop(0)
    theme = look.theme
    for number, told in enumerate(_told(sheet, look, kept, ends), 1):
        x, y = told.x, (FIRST_LINE, SECOND_LINE)[told.line]
        if told.label:
            x += sheet.text(x, y, told.label, "sans_bold", 22, theme.ink) + 12
        sheet.put(flag(str(number), theme.name, sheet.scale, on_page=True, own=told.event.own), x + 12, y - 7)
        sheet.text(x + 30, y, sheet.fit(told.words, "sans", 22, ends[told.line] - x - 30), "sans", 22, theme.ink)
    return kept


def _draw_pill(sheet: Sheet, theme: Theme, pill: Pill, right: float) -> float:
    """Returns its left edge."""
    line = sheet.fit(pill.line, "sans_bold", 28, 560)
    indent = 20 if pill.arms is None else 70
    wide = indent + 20 + max(sheet.measure(line, "sans_bold", 28), sheet.measure(pill.detail, "sans", 22))
    left = right - max(wide, 220)
    sheet.box((left, 20, right, 96), fill=theme.now, radius=10)
    if pill.arms is not None:
        sheet.put(piece(pill.arms, "shield", 46, sheet.scale, theme.now), left + 38, 58)
    middle = 54 if pill.detail else 68
    sheet.text(left + indent, middle, line, "sans_bold", 28, theme.now_text)
    sheet.text(left + indent, 83, pill.detail, "sans", 22, theme.now_faint)
    return left


def draw_flags(sheet: Sheet, theme: Theme, events: Sequence[Flagged]) -> None:
    """The numbers of the header, on the map; those that would lie on one another step aside."""
    taken: list[Point] = []
    for number, event in enumerate(events, 1):
        if event.at is None:
            continue
        x, y = next((place for place in (event.at, *event.others) if _is_far(place, taken)), event.at)
        while not _is_far((x, y), taken):
            x += 25
        taken.append((x, y))
        sheet.put(flag(str(number), theme.name, sheet.scale, own=event.own), x, y)


def _is_far(place: Point, taken: Sequence[Point]) -> bool:
    return all(abs(place[0] - other[0]) >= FLAG or abs(place[1] - other[1]) >= FLAG for other in taken)


class Heading(msgspec.Struct, frozen=True):
    """The head of a seat's panel."""

    arms: int
    name: str
    figure: str
    unit: str
    active: bool


def draw_panel(sheet: Sheet, theme: Theme, box: Box, heading: Heading, head: float = HEAD) -> None:
    """A seat's panel with its head; the active one is inverted and framed."""
    left, top, right, _ = box
    active = heading.active
    sheet.box(box, fill=theme.plaque, edge=theme.ink if active else theme.rule, width=3 if active else 2, radius=10)
    if active:
        sheet.box((left, top, right, top + head), fill=theme.now, radius=10)
        sheet.box((left, top + head - 12, right, top + head), fill=theme.now)
    else:
        sheet.line(left + 12, top + head, right - 12, top + head, theme.rule, 2)
    ink, faint = (theme.now_text, theme.now_faint) if active else (theme.ink, theme.faint)
    line = top + head - 14
    sheet.put(
        piece(heading.arms, "shield", 38, sheet.scale, theme.now if active else theme.key),
        left + 30,
        top + head / 2 + 1,
    )
    wide = sheet.text(right - 14, line, heading.figure, "serif_bold", 36, ink, "rs")
    room = right - 34 - wide - (left + 56)
    unit = sheet.measure(heading.unit, "sans", 20)
    if heading.unit and sheet.measure(heading.name, "sans_bold", 26) <= room - unit:  # the name goes before the unit
        sheet.text(right - 20 - wide, line - 1, heading.unit, "sans", 20, faint, "rs")
        room -= unit
    sheet.text(left + 56, line - 2, sheet.fit(heading.name, "sans_bold", 26, room), "sans_bold", 26, ink)


def panel_boxes(count: int, top: float, height: float, width: float) -> list[Box]:
    """Panels side by side over the whole width, in seating order."""
    gap = PANEL_GAP
    wide = (width - 2 * MARGIN - (count - 1) * gap) / count
    return [
        (round(MARGIN + seat * (wide + gap)), top, round(MARGIN + seat * (wide + gap) + wide), top + height)
        for seat in range(count)
    ]


LegendSign = Callable[[float, float], float]
"""Draws a sign at x, middle y; returns its width."""


def draw_legend(
    sheet: Sheet,
    theme: Theme,
    y: float,
    entries: Sequence[tuple[LegendSign | Image.Image | str, str]],
    gap: float = 26,
) -> None:
    """One line: a sign (sprite, bold word, or drawn) and its meaning, as far as the line goes."""
    x: float = MARGIN
    for sign, meaning in entries:
        wide = _legend_width(sheet, sign) + 8 + sheet.measure(meaning, "sans", 20)
        if x > MARGIN and x + wide > sheet.width - MARGIN:
            return
        if isinstance(sign, str):
            x += sheet.text(x, y, sign, "sans_bold", 20, theme.ink, "lm")
        elif isinstance(sign, Image.Image):
            sheet.put(sign, x + sign.width / sheet.scale / 2, y)
            x += sign.width / sheet.scale
        else:
            x += sign(x, y)
        x += 8 + sheet.text(x + 8, y, meaning, "sans", 20, theme.faint, "lm") + gap


def _legend_width(sheet: Sheet, sign: LegendSign | Image.Image | str) -> float:
    if isinstance(sign, str):
        return sheet.measure(sign, "sans_bold", 20)
    return sign.width / sheet.scale if isinstance(sign, Image.Image) else 60


def now_sign(sheet: Sheet, theme: Theme, word: str) -> LegendSign:
    """The legend's sample of an inverted figure."""

    def draw(x: float, y: float) -> float:
        wide = max(34, sheet.measure(word, "sans_bold", 20) + 16)
        sheet.box((x, y - 13, x + wide, y + 13), fill=theme.now, radius=6)
        sheet.text(x + wide / 2, y, word, "sans_bold", 20, theme.now_text, "mm")
        return wide

    return draw


def alt_text(parts: Sequence[str]) -> str:
    """All that a picture says, in words: a line for each sentence, the most important ones first."""
    return "\n".join(part for part in parts if part)


def turn_words(look: Look, view: View, winners: Sequence[int]) -> str:
    """The first line of the pill: who plays, who answers, or who has won."""
    words = look.words
    if winners:
        names = words.listing([look.short_name(seat) for seat in winners])
        return words.text("won", names=names, count=len(winners))
    deciders = _deciders(view)
    if len(deciders) > 2:
        return words.text("many_to_answer", count=len(deciders))
    names = words.listing([look.short_name(seat) for seat in deciders])
    return words.text("to_play" if view.active in (None, *deciders) else "to_answer", name=names)


def _deciders(view: View) -> list[int]:
    """Whose decision is waited for; the active seat's before all others."""
    seats = [decision.seat for decision in view.decisions]
    return [view.active] if view.active is not None and view.active in seats else seats


def leading_seat(view: View, winners: Sequence[int]) -> int | None:
    """Whose shield the pill shows: the winner's or the decider's, if there is just one."""
    seats = list(winners) or _deciders(view)
    return seats[0] if len(seats) == 1 else None


def alt_opening(look: Look, title: str, subtitle: str, pill: Pill, events: Sequence[Flagged]) -> list[str]:
    """The sentences every board's alt text begins with."""
    words = look.words
    who = f"{pill.line} ({arms_name(words, pill.arms)})" if pill.arms is not None else pill.line
    opening = [
        f"{title}, {subtitle}." if subtitle else f"{title}.",
        words.text("alt.turn", who=who, detail=pill.detail) if pill.detail else f"{who}.",
    ]
    for key, own in (("alt.last_move", False), ("alt.own_move", True)):
        told = sentences([event for event in events if event.own == own])
        if told:
            opening.append(words.text(key, moves=words.series(told)))
    return opening
