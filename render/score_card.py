"""The final score of any title: seats in final order, one row for each part of the score, the winners inverted.

Not for how points are counted: the engine's result says that, the catalogue names the rows.
"""

from collections.abc import Sequence

from engine.values import Rank, Result
from render.canvas import Sheet
from render.look import ALT_LIMIT, Look, arms_name
from render.page import alt_text
from render.pieces import piece
from render.words import capital

WIDTH, TOP, ROW, LABELS = 1200, 150, 62, 330
LABEL_SIZE = 27
TOTAL_SIZES = (40, 36, 32, 28)
HEAD = 110
BREAK = 38
"""Height of a row below the totals that says how a tie was broken."""


def score(name: str, result: Result, arms: tuple[int, ...], note: str, look: Look) -> tuple[Sheet, str]:
    """The card and its alt text. `arms` are those of each seat, `note` says how the game went."""
    theme, words = look.theme, look.words
    parts = [part for part in result.ranking[0].breakdown if _worth_a_row(result, part)]
    parts = parts if len(parts) > 1 else []
    breaks = words.book.tie_breaks[: result.tie_breaks]
    height = TOP + HEAD + len(parts) * ROW + 170 + len(breaks) * BREAK
    sheet = Sheet.blank(WIDTH, height, look.scale, theme.page)
    sheet.text(32, 72, words.text("final_score"), "serif_bold", 48, theme.ink)
    sheet.text(32, 112, sheet.fit(f"{name} · {note}", "sans", 26, WIDTH - 64), "sans", 26, theme.faint)
    wide = (WIDTH - 32 - LABELS) / len(result.ranking)
    shared = sum(rank.place == 1 for rank in result.ranking)
    for column, rank in enumerate(result.ranking):
        _draw_column(sheet, look, rank, arms[rank.seat], parts, len(breaks), (LABELS + column * wide, wide))
    foot = TOP + HEAD + len(parts) * ROW
    for row, part in enumerate(parts):
        y = TOP + HEAD + row * ROW
        label = capital(words.category(part))
        sheet.text(32, y + 41, sheet.fit(label, "sans", LABEL_SIZE, LABELS - 40), "sans", LABEL_SIZE, theme.ink)
        _rule(sheet, y, theme.rule, 2, shared * wide)
    _rule(sheet, foot + 2, theme.ink, 4, shared * wide)
    total = capital(words.book.score)
    size = next((size for size in TOTAL_SIZES if sheet.measure(total, "serif_bold", size) <= LABELS - 40), 24)
    sheet.text(32, foot + 72, total, "serif_bold", size, theme.ink)
    for row, label in enumerate(breaks):
        y = foot + 108 + (row + 1) * BREAK
        sheet.text(32, y, sheet.fit(label, "sans", 22, LABELS - 40), "sans", 22, theme.faint)
    return sheet, _alt(look, name, result, arms, parts, breaks)


def _alt(look: Look, name: str, result: Result, arms: tuple[int, ...], parts: list[str], breaks: Sequence[str]) -> str:
    """Every seat is told; where there is no room for all parts of the scores, those that are nothing are left out."""
    opening = f"{look.words.text('final_score')}, {name}."
    told: list[str] = []
    for shown in (lambda value: True, bool):
        told = [
            _told(look, rank, arms[rank.seat], [part for part in parts if shown(rank.breakdown[part])], breaks)
            for rank in result.ranking
        ]
        if len(" ".join([opening, *told])) <= ALT_LIMIT:
            break
    return alt_text([opening, *told])


def _told(look: Look, rank: Rank, arms: int, parts: list[str], breaks: Sequence[str]) -> str:
    words = look.words
    named = [f"{words.category(part)} {rank.breakdown[part]}" for part in parts]
    named += [f"{label} {abs(value)}" for label, value in zip(breaks, rank.tie_break, strict=False)]
    detail = ", ".join(named)
    place = words.text("winner") if rank.place == 1 else words.text("place", place=rank.place)
    called, name = arms_name(words, arms), look.name(rank.seat)
    return words.text("alt.rank", place=capital(place), name=name, arms=called, total=rank.total, parts=detail)


def _worth_a_row(result: Result, part: str) -> bool:
    """A part that nobody could score in this game (no missions, no regions) takes no row."""
    return any(rank.breakdown[part] for rank in result.ranking)


def _rule(sheet: Sheet, y: float, colour: str, width: float, inverted: float) -> None:
    """A line across, but for the winners' columns, which are first."""
    sheet.line(32, y, LABELS + 4, y, colour, width)
    if LABELS + inverted < WIDTH - 33:
        sheet.line(LABELS + inverted, y, WIDTH - 32, y, colour, width)


def _draw_column(
    sheet: Sheet, look: Look, rank: Rank, arms: int, parts: list[str], breaks: int, place: tuple[float, float]
) -> None:
    theme, words = look.theme, look.words
    (left, wide), won = place, rank.place == 1
    middle = left + wide / 2
    ink = theme.now_text if won else theme.ink
    if won:
        sheet.box((left + 4, TOP - 8, left + wide - 4, sheet.height - 28), fill=theme.now, radius=14)
    sheet.put(piece(arms, "shield", 54, sheet.scale, theme.now if won else theme.key), middle, TOP + 34)
    name = sheet.fit(look.name(rank.seat), "sans_bold", 26, wide - 24)
    sheet.text(middle, TOP + 92, name, "sans_bold", 26, ink, "ms")
    for row, part in enumerate(parts):
        value = rank.breakdown[part]
        figure = str(value).replace("-", "−") if value else "–"
        sheet.text(middle, TOP + HEAD + row * ROW + 41, figure, "sans_semibold", 30, ink, "ms")
    foot = TOP + HEAD + len(parts) * ROW
    sheet.text(middle, foot + 72, str(rank.total).replace("-", "−"), "serif_bold", 60, ink, "ms")
    told = words.text("winner") if won else words.text("place", place=rank.place)
    sheet.text(middle, foot + 108, told, "sans_semibold" if won else "sans", 24, ink if won else theme.faint, "ms")
    for row, value in enumerate(rank.tie_break[:breaks]):  # one that is better when smaller is counted below nothing
        y = foot + 108 + (row + 1) * BREAK
        sheet.text(middle, y, str(abs(value)), "sans", 24, ink if won else theme.faint, "ms")
