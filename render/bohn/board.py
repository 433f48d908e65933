"""The public picture of a game of Bohn Hansa: markets with prices, wagons, open offers, boards of the seats.

Not for what never changes: `map.py` keeps that.
"""

from PIL import Image

from engine.bohn import actions as act
from engine.bohn.board import BASE, KINDS, SPACES, TOWN
from engine.bohn.state import Beanometer
from engine.bohn.views import BohnView, OfferView
from engine.values import Action, Options
from render.bohn.map import (
    CARDS,
    FRAME,
    HEIGHT,
    OFFERS,
    PLACES,
    ROW,
    base,
    columns,
    journey,
    row_middle,
    wagon_places,
    way,
)
from render.bohn.sprites import bean, empty_place, wagon
from render.canvas import Box, Point, Sheet
from render.look import Look
from render.page import (
    EndFigure,
    Flagged,
    Heading,
    LegendSign,
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
from render.pieces import piece, ring

NAME = "Bohn Hansa"
PANEL_HEIGHT = 158
MOST_OFFERS = 4
Journeys = tuple[tuple[tuple[str, ...], bool], ...]
"""The towns of each, and whether it belongs to the turn that goes on."""


def winners(view: BohnView) -> list[int]:
    return list(view.result.winners) if view.result is not None else []


def board(view: BohnView, look: Look) -> tuple[Sheet, str]:
    """The picture and its alt text."""
    sheet = Sheet(base(look.theme.name, look.scale).copy(), look.scale)
    pill = Pill(leading_seat(view, winners(view)), turn_words(look, view, winners(view)), detail(view, look))
    subtitle = subtitle_of(view, look)
    events, journeys = told(look)
    events = draw_header(sheet, look, NAME, subtitle, events, clocks(view, look), pill)
    draw_position(sheet, look, view, journeys)
    draw_flags(sheet, look.theme, events)
    for seat, box in enumerate(panel_boxes(view.seats, FRAME.bottom + 24, PANEL_HEIGHT, sheet.width)):
        _draw_seat(sheet, look, view, seat, box)
    _legend(sheet, look)
    return sheet, alt_text([*alt_opening(look, NAME, subtitle, pill, events), *_alt(view, look)])


def draw_position(sheet: Sheet, look: Look, view: BohnView, journeys: Journeys) -> None:
    """Everything on the map."""
    for path, own in journeys:
        if len(path) > 1:
            sheet.put_corner(*journey(path, look.theme.name, sheet.scale, own))
    for beanometer in view.beanometers:
        _draw_market(sheet, look, view, beanometer)
    _draw_wagons(sheet, look, view)
    if view.offers:
        _draw_offers(sheet, look, view.offers)


def map_sheet(look: Look) -> Sheet:
    """Header and map, without room for panels."""
    layer = base(look.theme.name, look.scale)
    return Sheet(layer.crop((0, 0, layer.width, round((FRAME.bottom + 33) * look.scale))), look.scale)


def preview(seats: int, options: Options, look: Look) -> tuple[Sheet, str]:
    """The board with empty markets."""
    words, sheet = look.words, map_sheet(look)
    pill = Pill(None, words.text("players", count=seats), "")
    draw_header(sheet, look, NAME, words.text("preview"), [], [], pill)
    for town, known in TOWN.items():
        _draw_prices(sheet, look, Beanometer(town, (None,) * known.squares), known.prices(0), None)
    return sheet, alt_text(
        [f"{NAME}, {words.text('preview')}. {pill.line}.", ", ".join(t.name for t in TOWN.values()) + "."]
    )


def subtitle_of(view: BohnView, look: Look) -> str:
    if view.phase == "open":
        return look.words.text("opening")
    told_round = look.words.text("round", round=view.round)
    last = view.trigger is not None and view.phase != "over"
    return f"{told_round} · {look.words.text('last_round')}" if last else told_round


def detail(view: BohnView, look: Look) -> str:
    words = look.words
    if view.phase == "over":
        return words.text("game_over")
    town = "" if view.active is None else view.merchants[view.active].town
    return words.text(f"do.{view.phase}", town=town, due=view.due)


def clocks(view: BohnView, look: Look) -> list[EndFigure]:
    return [
        EndFigure(str(view.deck), look.words.text("contracts_left")),
        EndFigure(str(view.pile), look.words.text("harvests_left")),
    ]


def told(look: Look) -> tuple[list[Flagged], Journeys]:
    """The latest decisions in words, and the journeys among them."""
    latest = look.latest
    if latest is None or not isinstance(latest.before, BohnView):
        return [], ()
    towns = [merchant.town for merchant in latest.before.merchants]
    events: list[Flagged] = []
    journeys: list[tuple[tuple[str, ...], bool]] = []
    for move, own in latest.marked:
        who = look.short_name(move.seat)
        if isinstance(move.action, act.Travel):
            if towns[move.seat]:
                journeys.append((tuple(way(towns[move.seat], move.action.town)), own))
            towns[move.seat] = move.action.town
        words, at = _tell(look, move.action, towns[move.seat])
        if words:
            events.append(Flagged(who, words, at, own=own))
    return events, tuple(journeys)


def _tell(look: Look, action: Action, town: str) -> tuple[str, Point | None]:
    """What a decision did, and where its flag stands; nothing for those that only end something."""
    words = look.words
    market = (CARDS[town][2] - 2, CARDS[town][1] + 4) if town else None
    match action:
        case act.Travel():
            x, y = PLACES[town]
            return words.text("did.travel", town=town), (x + 26, y - 32)
        case act.Buy(token):
            return words.text("did.buy", token=token), market
        case act.Fulfil(contract):
            return words.text("did.fulfil", contract=contract), market
        case act.BuyContract():
            return words.text("did.contract"), None
        case act.Propose(number, target):
            return words.text("did.offer", number=number, name=look.short_name(act.seat_named(target))), None
        case act.Counter(number, new):
            return words.text("did.counter", number=number, new=new), None
        case act.Accept(number) | act.Decline(number) | act.Withdraw(number):
            return words.text(f"did.{type(action).__struct_config__.tag}", number=number), None
        case act.Pay(beans):
            return words.text("did.pay", beans=beans), None
    return "", None


def _prices(view: BohnView, beanometer: Beanometer) -> tuple[int, ...]:
    """The prices in force: those of the turn where it is traded, else those of the lowest empty square."""
    trading = view.phase == "trade" and view.active is not None and view.merchants[view.active].town
    if trading == beanometer.town and view.prices:
        return view.prices
    return TOWN[beanometer.town].prices(beanometer.filled)


def _draw_market(sheet: Sheet, look: Look, view: BohnView, beanometer: Beanometer) -> None:
    _draw_prices(sheet, look, beanometer, _prices(view, beanometer), beanometer.filled)


def _draw_prices(
    sheet: Sheet, look: Look, beanometer: Beanometer, prices: tuple[int, ...], current: int | None
) -> None:
    """One column for each kind: from the bottom filled squares, the price in force, the prices that follow."""
    theme, town = look.theme, TOWN[beanometer.town]
    left, top, right, _ = CARDS[town.id]
    middle, places = (left + right) / 2, columns(town.id)
    for x, kind in zip(places, town.sells, strict=True):
        sheet.put(bean(kind, sheet.scale, 30), x, top + 48)
    for row in range(town.squares + 1):
        y = row_middle(town.id, row)
        pile = beanometer.squares[row] if row < town.squares else None
        if pile is not None:
            for number in range(pile.count):
                sheet.put(bean(pile.kind, sheet.scale, 25), middle + (number - (pile.count - 1) / 2) * 29, y)
            continue
        now = row == current
        if now:
            sheet.box((left + 6, y - ROW / 2, right - 6, y + ROW / 2), fill=theme.now, radius=6)
        elif row == town.squares:
            box = (left + 8, y - ROW / 2 + 1, right - 8, y + ROW / 2 - 1)
            sheet.box(box, edge=theme.frame, width=2, radius=ROW / 2)
        for x, ladder, price in zip(places, town.ladders, prices, strict=True):
            face, size, colour = ("sans_bold", 24, theme.now_text) if now else ("sans", 20, theme.faint)
            sheet.text(x, y, str(price if now else ladder[row]), face, size, colour, "mm")  # type: ignore[arg-type]


def _draw_wagons(sheet: Sheet, look: Look, view: BohnView) -> None:
    """Beside one another at the town. Whoever came or was invited just now is ringed."""
    theme = look.theme
    latest = look.latest
    before = latest.before if latest is not None else None
    mine = {move.seat for move, own in latest.marked if own} if latest is not None else set()
    towns = {merchant.town for merchant in view.merchants if merchant.town}
    for town in sorted(towns):
        here = [seat for seat, merchant in enumerate(view.merchants) if merchant.town == town]
        size, places = wagon_places(town, len(here))
        for seat, at in zip(here, places, strict=True):
            if isinstance(before, BohnView) and before.merchants[seat].town not in ("", town):
                sheet.put(ring(size, "disc", theme.name, sheet.scale, 5, 2, own=seat in mine), *at)
        for seat, at in zip(here, places, strict=True):
            sheet.put(wagon(seat, sheet.scale, theme.key, size), *at)


def _draw_offers(sheet: Sheet, look: Look, offers: tuple[OfferView, ...]) -> None:
    """Who offers what to whom, the newest last."""
    theme, words = look.theme, look.words
    left, _, right, bottom = OFFERS
    shown = offers[-MOST_OFFERS:]
    top = bottom - 44 - 38 * len(shown)
    sheet.box((left, top, right, bottom), fill=theme.plaque, edge=theme.edge, width=2, radius=8)
    title = words.text("offers", count=len(offers))
    sheet.text(left + 14, top + 28, title, "sans_semibold", 20, theme.faint)
    for row, offer in enumerate(shown):
        y = top + 58 + row * 38
        sheet.text(left + 14, y, offer.number, "sans_bold", 20, theme.ink, "lm")
        sheet.put(piece(offer.maker, "shield", 26, sheet.scale, theme.key), left + 68, y)
        sheet.text(left + 96, y, "→", "sans", 20, theme.faint, "mm")
        sheet.put(piece(offer.target, "shield", 26, sheet.scale, theme.key), left + 124, y)
        _draw_terms(sheet, look, offer, (left + 150, y), right - 12)


def _draw_terms(sheet: Sheet, look: Look, offer: OfferView, at: Point, right: float) -> None:
    """Invitation, beans to be bought, beans given, beans taken; what finds no room is an ellipsis."""
    words, terms = look.words, offer.terms
    signs: list[Image.Image | str] = [words.text("invites")] if terms.invite else []
    bought = tuple(act.kind_of(token) for token in terms.buy)
    for key, kinds in (("buys", bought), ("gives", terms.give), ("takes", terms.take)):
        if kinds:
            signs += [words.text(key), *(bean(kind, sheet.scale, 26) for kind in kinds)]
    x, y = at
    for sign in signs:
        wide = sheet.measure(sign, "sans", 20) + 8 if isinstance(sign, str) else 27
        if x + wide > right - 16:
            sheet.text(x, y, "…", "sans_bold", 20, look.theme.ink, "lm")
            return
        if isinstance(sign, str):
            sheet.text(x + 2, y, sign, "sans", 20, look.theme.faint, "lm")
        else:
            sheet.put(sign, x + 13, y)
        x += wide


def _draw_seat(sheet: Sheet, look: Look, view: BohnView, seat: int, box: Box) -> None:
    theme, words, merchant = look.theme, look.words, view.merchants[seat]
    talers = words.text("talers", count=merchant.talers)
    total = (
        next((rank.total for rank in view.result.ranking if rank.seat == seat), 0) if view.result else merchant.talers
    )
    draw_panel(sheet, theme, box, Heading(seat, look.name(seat), str(total), talers, view.active == seat))
    left, top, right, _ = box
    pitch = min(44.0, (right - left - 34) / SPACES)
    for place in range(max(SPACES, len(merchant.beans))):
        at = (left + 12 + pitch * (place + 0.5), top + 84)
        if place < len(merchant.beans):
            sheet.put(bean(merchant.beans[place], sheet.scale, 32), *at)
        else:
            sheet.put(empty_place(theme.name, sheet.scale), *at)
    x = left + 16
    facts = [(merchant.cards, "in_hand"), (merchant.contracts, "contracts")]
    if merchant.credit:
        facts.append((merchant.credit, "credit"))
    for value, key in facts:
        x += sheet.text(x, top + 140, str(value), "sans_bold", 24, theme.ink) + 6
        x += sheet.text(x, top + 140, words.text(key, count=value), "sans", 20, theme.faint) + 11


def _legend(sheet: Sheet, look: Look) -> None:
    words, theme = look.words, look.theme

    def sample(kind: str) -> LegendSign:
        def draw(x: float, y: float) -> float:
            sheet.put(bean(kind, sheet.scale, 30), x + 15, y)
            return 32 + sheet.text(x + 34, y, words.word("bean", kind), "sans_bold", 20, theme.ink, "lm") + 2

        return draw

    entries: list[tuple[LegendSign | Image.Image | str, str]] = [(sample(kind), str(BASE[kind])) for kind in KINDS]
    entries.append((now_sign(sheet, theme, "7"), words.text("legend.price")))
    entries.append((words.word("place", "sau@1"), words.text("legend.square")))
    draw_legend(sheet, theme, HEIGHT - 24, entries, gap=18)


def _alt(view: BohnView, look: Look) -> list[str]:
    words = look.words
    scores = ", ".join(f"{look.name(seat)} {merchant.talers}" for seat, merchant in enumerate(view.merchants))
    told_seats = [
        words.text(
            "alt.seat",
            name=look.name(seat),
            town=merchant.town,
            beans=merchant.beans,
            cards=merchant.cards,
        )
        for seat, merchant in enumerate(view.merchants)
    ]
    prices = words.series([_told_prices(view, look, market) for market in view.beanometers])
    return [
        words.text("alt.talers", scores=scores),
        words.text("alt.clocks", contracts=view.deck, harvests=view.pile),
        *told_seats,
        words.text("alt.prices", prices=prices),
    ]


def _told_prices(view: BohnView, look: Look, market: Beanometer) -> str:
    words, prices = look.words, zip(TOWN[market.town].sells, _prices(view, market), strict=True)
    told_kinds = [words.text("alt.price", kind=kind, price=price) for kind, price in prices]
    return f"{words.word('town', market.town)} {', '.join(told_kinds)}"
