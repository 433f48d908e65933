"""The public picture of a game of Haithabu. A secret trap never appears on it, nor any mark that there is one.

Not for what never changes: `map.py` keeps that.
"""

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.haithabu.actions import Run
from engine.haithabu.board import LETTERS, SEATINGS, VILLAGES
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.views import HaithabuView
from render.canvas import Box, Point, Sheet
from render.haithabu.map import (
    ARMS,
    CENTRES,
    FRAME,
    HEIGHT,
    KINDS,
    PLACES,
    SLOT,
    TRACKS,
    base,
    bridge,
    plank,
    printed,
    steps_word,
    trail,
)
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
    now_sign,
    panel_boxes,
    turn_words,
)
from render.pieces import dot, piece, ring
from render.theme import INK, IVORY

NAME = "Haithabu"
PANEL_HEIGHT = 132
RUNNER = 40
SHOWN_TRAP = "×"
"""Beside a bridge whose trap is known and stays: no run may cross it (HB-12.9)."""


class Ran(msgspec.Struct, frozen=True):
    """A run as the table knows it; a runner that a trap sent back is not where the run went."""

    runner: str
    destination: str
    over: str
    put: str
    sprung: bool
    own: bool


def arms(seats: int) -> tuple[int, ...]:
    return tuple(ARMS[VILLAGES[home]] for home in SEATINGS[seats].homes)


def board(view: HaithabuView, look: Look) -> tuple[Sheet, str]:
    """The picture and its alt text."""
    sheet = Sheet(base(look.theme.name, look.scale).copy(), look.scale)
    seats = view.winners or tuple(decision.seat for decision in view.decisions)
    shield = ARMS[view.homes[seats[0]]] if len(seats) == 1 else None
    pill = Pill(shield, turn_words(look, view, view.winners), detail(view, look))
    subtitle = look.words.text("round", round=view.round)
    events = draw_header(sheet, look, NAME, subtitle, told(view, look), clocks(view, look), pill)
    draw_position(sheet, look, view)
    draw_flags(sheet, look.theme, events)
    for seat, box in enumerate(panel_boxes(view.seats, FRAME.bottom + 24, PANEL_HEIGHT, sheet.width)):
        _draw_seat(sheet, look, view, seat, box)
    _legend(sheet, look, view)
    return sheet, alt_text([*alt_opening(look, NAME, subtitle, pill, events), *_alt(view, look)])


def draw_position(sheet: Sheet, look: Look, view: HaithabuView, *, black_way: bool = True) -> None:
    """Everything on the map. Without a black way the latest run is a line only, and its spaces stay light."""
    _draw_trail(sheet, look, view, black_way)
    for letter in LETTERS:
        sheet.put(bridge(letter, letter in view.open, look.theme.name, sheet.scale), *PLACES[letter])
    _draw_runners(sheet, look, view)
    for letter in view.shown:
        _draw_shown_trap(sheet, look, letter)
    for seat, home in enumerate(view.homes):
        _draw_track(sheet, look, home, view.loads[seat])
    _draw_arms(sheet, look, view.homes)


def map_sheet(look: Look) -> Sheet:
    """Header and map, without room for panels."""
    layer = base(look.theme.name, look.scale)
    return Sheet(layer.crop((0, 0, layer.width, round((FRAME.bottom + 33) * look.scale))), look.scale)


def preview(seats: int, options: HaithabuOptions, look: Look) -> tuple[Sheet, str]:
    """The board with the runners at home and all bridges open."""
    sheet = map_sheet(look)
    words, seating = look.words, SEATINGS[seats]
    rule = words.option_value("traps", options.traps)
    pill = Pill(None, words.text("players", count=seats), rule)
    draw_header(sheet, look, NAME, words.text("preview"), [], [], pill)
    for letter in LETTERS:
        sheet.put(bridge(letter, True, look.theme.name, sheet.scale), *PLACES[letter])
    homes = tuple(VILLAGES[home] for home in seating.homes)
    for home, spaces in zip(homes, seating.setup, strict=True):
        for number, space in enumerate(spaces, 1):
            sheet.put(_runner(look, home, number), *PLACES[space])
        _draw_track(sheet, look, home, 0)
    _draw_arms(sheet, look, homes)
    alt = words.text("alt.preview", villages=homes)
    return sheet, alt_text([f"{NAME}, {words.text('preview')}. {pill.line}, {rule}.", alt])


def detail(view: HaithabuView, look: Look) -> str:
    words = look.words
    if view.phase == "over" or view.active is None:
        told = words.text("game_over")
        return f"{told} · {words.text('trap_was', letter=view.trap)}" if view.trap else told
    if view.phase != "run":
        return words.decision(view.phase)
    return words.text("steps", steps=_steps(view, view.active))


def _steps(view: HaithabuView, seat: int) -> str:
    """How far the seat may run; nowhere while its track is full (HB-4.2)."""
    reach = view.distances[seat]
    if not reach:
        return "–"
    return f"{reach[0]}–{reach[-1]}" if len(reach) > 1 else str(reach[0])


def clocks(view: HaithabuView, look: Look) -> list[EndFigure]:
    return [
        EndFigure(f"{view.quiet}/{view.most_quiet}", look.words.text("quiet")),
        EndFigure(str(len(LETTERS) - len(view.open)), look.words.text("bare")),
    ]


def told(view: HaithabuView, look: Look) -> list[Flagged]:
    """The latest runs: where to, which bridges they took, which tokens they put, and whether a trap sprang."""
    events = []
    for run in latest_runs(view, look):
        who = look.short_name(view.homes.index(run.runner[0]))
        for words, at in _tell(view, look, run):
            events.append(Flagged(who, words, at, own=run.own))
    return events


def latest_runs(view: HaithabuView, look: Look) -> list[Ran]:
    """Those of the story, and the one the board knows best, which may not be among them."""
    latest, known = look.latest, view.latest
    if known is None:
        return []
    moves = list(latest.marked) if latest is not None and isinstance(latest.before, HaithabuView) else []
    runs = [
        Ran(move.action.runner, move.action.destination, move.action.over, move.action.put, False, own)
        for move, own in moves
        if isinstance(move.action, Run)
    ]
    newest = Ran(known.runner, known.destination, known.over, known.put, known.sprung, bool(runs) and runs[-1].own)
    runs[-1:] = [newest]
    stands = {
        f"{home}{n}": space
        for home, row in zip(view.homes, view.runners, strict=True)
        for n, space in enumerate(row, 1)
    }
    last = {run.runner: place for place, run in enumerate(runs)}
    return [
        msgspec.structs.replace(run, sprung=True)
        if last[run.runner] == place and stands[run.runner] != run.destination
        else run
        for place, run in enumerate(runs)
    ]


def _tell(view: HaithabuView, look: Look, run: Ran) -> Iterator[tuple[str, Point | None]]:
    words, (x, y) = look.words, PLACES[run.destination]
    if run.sprung:
        yield words.text("did.sprung", runner=run.runner), _beside(view.sprung[-1]) if view.sprung else None
        return
    yield words.text("did.run", runner=run.runner, space=run.destination), (x + 24, y - 20)
    took = [letter for letter in run.over if letter in LETTERS and letter not in run.put]
    if took:
        yield words.text("did.took", letters=" ".join(took)), _beside(took[0])
    put = [letter for letter in run.put if letter in LETTERS]
    if put:
        yield words.text("did.put", letters=" ".join(put), count=len(put)), _beside(put[0])


def _beside(letter: str) -> Point:
    x, y = PLACES[letter]
    return x + 26, y - 24


def _draw_trail(sheet: Sheet, look: Look, view: HaithabuView, black: bool) -> None:
    run, theme = view.latest, look.theme
    if run is None or len(run.path) < 2:
        return
    sheet.put_corner(*trail(run.path, theme.name, sheet.scale, black))
    for space in run.path:
        if KINDS[space] != "bridge":
            sheet.text(*PLACES[space], printed(space), "sans_bold", 18, theme.now_text if black else theme.ink, "mm")


def _runner(look: Look, home: str, number: int) -> Image.Image:
    return piece(ARMS[home], "disc", RUNNER, look.scale, look.theme.key, str(number))


def _draw_runners(sheet: Sheet, look: Look, view: HaithabuView) -> None:
    moved = {run.runner: run.own for run in latest_runs(view, look)} | ({view.lifted: False} if view.lifted else {})
    for home, spaces in zip(view.homes, view.runners, strict=True):
        for number, space in enumerate(spaces, 1):
            if (runner := f"{home}{number}") in moved:
                sign = ring(RUNNER, "disc", look.theme.name, sheet.scale, 4, 3, own=moved[runner])
                sheet.put(sign, *PLACES[space])
            sheet.put(_runner(look, home, number), *PLACES[space])
            if KINDS[space] == "bridge":
                _draw_covered_letter(sheet, look, space)


def _draw_covered_letter(sheet: Sheet, look: Look, letter: str) -> None:
    """A runner on a bridge hides its letter, so the letter stands beside it."""
    x, y = PLACES[letter]
    sheet.put(dot(26, look.theme.key, sheet.scale), x - 21, y - 21)
    sheet.put(dot(23, IVORY, sheet.scale), x - 21, y - 21)
    sheet.text(x - 21, y - 21, letter, "sans_bold", 19, INK, "mm")


def _draw_shown_trap(sheet: Sheet, look: Look, letter: str) -> None:
    x, y = PLACES[letter]
    sheet.put(dot(30, IVORY, sheet.scale), x - 20, y + 20)
    sheet.put(dot(26, look.theme.key, sheet.scale), x - 20, y + 20)
    sheet.text(x - 20, y + 20, SHOWN_TRAP, "sans_bold", 24, IVORY, "mm")


def _draw_track(sheet: Sheet, look: Look, home: str, load: int) -> None:
    """Tokens lie on the low slots; the steps in force are inverted."""
    theme = look.theme
    for place, slot in enumerate(TRACKS[home][: load + 1]):
        x, y = FRAME.at(slot.x, slot.y)
        if place < load:
            sheet.put(plank(sheet.scale, 40), x, y)
            continue
        half = SLOT / 2
        sheet.box((x - half, y - half, x + half, y + half), fill=theme.now, radius=5)
        sheet.text(x, y, steps_word(slot.label), "sans_bold", 22, theme.now_text, "mm")


def _draw_arms(sheet: Sheet, look: Look, homes: tuple[str, ...]) -> None:
    for village, centre in CENTRES.items():
        (x, y), letter = FRAME.at(*centre), look.words.word("initial", village)
        if village in homes:
            sheet.put(piece(ARMS[village], "shield", 40, sheet.scale, look.theme.key), x, y - 8)
        sheet.text(x, y + (25 if village in homes else 0), letter, "serif_bold", 22, look.theme.ink, "mm")


def _draw_seat(sheet: Sheet, look: Look, view: HaithabuView, seat: int, box: Box) -> None:
    theme, words = look.theme, look.words
    home, left, top, right = view.homes[seat], box[0], box[1], box[2]
    figure = f"{view.finished[seat]}/{len(view.runners[seat])}"
    draw_panel(sheet, theme, box, Heading(ARMS[home], look.name(seat), figure, "", view.active == seat))
    way = words.text("way", home=home, goal=view.goals[seat])
    sheet.text(left + 16, top + 82, way, "sans", 21, theme.faint)
    left_over = words.text("to_go", count=view.distance_left[seat])
    sheet.text(right - 16, top + 82, left_over, "sans", 21, theme.faint, "rs")
    x = left + 16
    x += sheet.text(x, top + 116, _steps(view, seat), "sans_bold", 25, theme.ink) + 6
    x += sheet.text(x, top + 116, words.text("steps_label"), "sans", 21, theme.faint) + 20
    pitch = min(28.0, (right - 28 - x) / max(1, view.loads[seat]))
    for token in range(view.loads[seat]):
        sheet.put(plank(sheet.scale, 24), x + 12 + token * pitch, top + 108)


def _legend(sheet: Sheet, look: Look, view: HaithabuView) -> None:
    words, theme, scale = look.words, look.theme, sheet.scale
    known = [(SHOWN_TRAP, words.text("legend.trap"))] if view.shown else []
    draw_legend(
        sheet,
        theme,
        HEIGHT - 24,
        [
            (bridge("a", True, theme.name, scale, 34), words.text("legend.open")),
            (bridge("c", False, theme.name, scale, 34), words.text("legend.bare")),
            *known,
            (now_sign(sheet, theme, "5"), words.text("legend.steps")),
            (_runner(look, "N", 2), words.word("runner", "N2")),
            (words.word("space", "E-p1"), ""),
            ("gm1", words.text("legend.space")),
        ],
    )


def _alt(view: HaithabuView, look: Look) -> list[str]:
    words = look.words
    bare = " ".join(letter for letter in LETTERS if letter not in view.open) or "–"
    homecomers = ", ".join(f"{look.name(seat)} {view.finished[seat]}" for seat in range(view.seats))
    runners = words.series(
        [
            f"{look.name(seat)} "
            + " ".join(_told_runner(look, f"{home}{number}", space) for number, space in enumerate(spaces, 1))
            for seat, (home, spaces) in enumerate(zip(view.homes, view.runners, strict=True))
        ]
    )
    return [
        words.text("alt.home", score=words.book.score, seats=homecomers),
        words.text("alt.bare", letters=bare),
        *([words.text("alt.traps", letters=" ".join(sorted(view.shown)))] if view.shown else []),
        words.text("alt.runners", runners=runners),
    ]


def _told_runner(look: Look, runner: str, space: str) -> str:
    return f"{look.words.word('runner', runner)} {look.words.word('mark', space)}"
