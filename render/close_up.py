"""Close-ups: of a map with choices the parts where they are, each a picture with a head that says what to choose.

Not for the map or its black signs, which the titles draw. A close-up is for one person alone.
"""

from collections.abc import Sequence

import msgspec

from render.canvas import Box, Sheet
from render.crops import crops, widest
from render.look import Look, arms_name
from render.page import Pill, alt_text
from render.pieces import piece
from render.words import capital

HEAD = 84
"""Height of the head of a picture that is `NORMAL` wide; on a wider one everything in it is larger."""
NORMAL, LARGEST = 660, 1.5
INSET = 12
SMALL_MAP = 58
"""Height of the small map that says which part one sees."""


class Spot(msgspec.Struct, frozen=True):
    """Something that may be chosen: what must be seen of the map, how it is called there, and how large that is."""

    box: Box
    name: str
    text: float


class Pointed(msgspec.Struct, frozen=True):
    """A map with the black signs of all choices; `frame` is the map on the sheet."""

    sheet: Sheet
    frame: Box
    title: str
    subtitle: str
    pill: Pill
    spots: tuple[Spot, ...]


def close_ups(pointed: Pointed, look: Look) -> list[tuple[Sheet, str]]:
    """The pictures and their alt texts, from north to south."""
    parts = parts_of(pointed)
    told: list[list[Spot]] = [[] for _ in parts]
    for spot in pointed.spots:
        told[next((place for place, part in enumerate(parts) if _holds(part, spot.box)), 0)].append(spot)
    return [
        (_picture(pointed, look, part, (number, len(parts))), _alt(pointed, look, spots, (number, len(parts))))
        for number, (part, spots) in enumerate(zip(parts, told, strict=True), 1)
    ]


def parts_of(pointed: Pointed) -> list[Box]:
    """What is shown of the map: as much as lets all words be read on a phone."""
    most_wide = widest(min(spot.text for spot in pointed.spots)) - 2 * INSET
    return crops([spot.box for spot in pointed.spots], pointed.frame, most_wide)


def _holds(part: Box, box: Box) -> bool:
    """Whether a box lies in a part; whole design units are near enough."""
    return all(box[side] >= part[side] - 1 and box[side + 2] <= part[side + 2] + 1 for side in (0, 1))


def _picture(pointed: Pointed, look: Look, part: Box, which: tuple[int, int]) -> Sheet:
    """The part below its head, in an even frame."""
    theme, scale = look.theme, look.scale
    wide, high = part[2] - part[0], part[3] - part[1]
    unit = min(LARGEST, max(1.0, (wide + 2 * INSET) / NORMAL))
    top = HEAD * unit
    sheet = Sheet.blank(wide + 2 * INSET, top + high + INSET, scale, theme.page)
    _draw_head(sheet, look, pointed, part, unit, which)
    sheet.box((INSET - 3, top - 3, INSET + wide + 2, top + high + 2), fill=theme.ink)
    seen = tuple(round(value * scale) for value in part)
    sheet.image.paste(pointed.sheet.image.crop(seen), (round(INSET * scale), round(top * scale)))  # type: ignore[arg-type]
    sheet.busy = pointed.sheet.busy
    return sheet


def _draw_head(sheet: Sheet, look: Look, pointed: Pointed, part: Box, unit: float, which: tuple[int, int]) -> None:
    """Whose choice, what to choose, and behind it which part of the map this is."""
    theme, pill = look.theme, pointed.pill
    right, bottom = sheet.width - INSET + 2, HEAD * unit - 11
    sheet.box((INSET - 3, 8, right, bottom), fill=theme.now, radius=10)
    middle = (8 + bottom) / 2
    assert pill.arms is not None
    sheet.put(piece(pill.arms, "shield", 46 * unit, sheet.scale, theme.now), INSET + 30 * unit, middle)
    edge = _draw_small_map(sheet, look, pointed.frame, part, (right - 10, middle), unit)
    number, count = which
    if count > 1:
        told = look.words.text("of_pictures", number=number, count=count)
        edge -= 12 + sheet.text(edge - 10, middle, told, "sans_bold", 28 * unit, theme.now_text, "rm")
    left = INSET + 62 * unit
    line = sheet.fit(pill.line, "sans_bold", 28 * unit, edge - left - 10)
    sheet.text(left, middle - 4 * unit, line, "sans_bold", 28 * unit, theme.now_text)
    below = " · ".join(part for part in (look.words.text("only_you"), pill.detail) if part)
    told = sheet.fit(below, "sans", 22 * unit, edge - left - 10)
    sheet.text(left, middle + 23 * unit, told, "sans", 22 * unit, theme.now_faint)


def _draw_small_map(sheet: Sheet, look: Look, frame: Box, part: Box, corner: tuple[float, float], unit: float) -> float:
    """The map as a small outline, with the part that is shown filled; returns its left edge."""
    theme, (right, middle) = look.theme, corner
    wide, high = frame[2] - frame[0], frame[3] - frame[1]
    small = min(SMALL_MAP * unit / high, 90 * unit / wide)
    left, top = right - wide * small, middle - high * small / 2
    sheet.box((left, top, right, top + high * small), edge=theme.now_faint, width=2)
    x, y = left - frame[0] * small, top - frame[1] * small
    sheet.box((x + part[0] * small, y + part[1] * small, x + part[2] * small, y + part[3] * small), fill=theme.now_text)
    return left


def _alt(pointed: Pointed, look: Look, spots: Sequence[Spot], which: tuple[int, int]) -> str:
    """What may be chosen goes first: it is what the picture is for."""
    words, pill, (number, count) = look.words, pointed.pill, which
    assert pill.arms is not None
    names = ", ".join(dict.fromkeys(spot.name for spot in spots))
    opening = [pointed.title, pointed.subtitle, words.text("only_you")]
    if count > 1:
        opening.append(words.text("of_pictures", number=number, count=count))
    told = [
        f"{', '.join(part for part in opening if part)}.",
        words.text("alt.choose", arms=arms_name(words, pill.arms), line=pill.line, words=names),
    ]
    return alt_text([*told, f"{capital(pill.detail)}."] if pill.detail else told)
