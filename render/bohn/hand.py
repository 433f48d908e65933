"""What only its owner sees in Bohn Hansa: the hand in its fixed order, with what each contract still needs.

Not for the public board.
"""

from collections import Counter

from engine.bohn.board import CONTRACT, DISTANCE, HARVEST_CARD, TOLL, TOLL_CARD, TOWN
from engine.bohn.views import BohnView, MerchantView
from render.bohn.sprites import bean, coins, sheaf, wagon
from render.canvas import Sheet
from render.card import CARD_WIDTH, draw_owner
from render.look import Look
from render.pieces import tick

CARD_HIGH, GAP, TOP, BELOW, IN_A_ROW = 252, 14, 122, 52, 6


def hand(view: BohnView, look: Look) -> tuple[Sheet, str]:
    """Cards from the front, their positions below them."""
    assert view.seat is not None
    assert view.private is not None
    words, cards = look.words, view.private.hand
    rows = max(1, -(-len(cards) // IN_A_ROW))
    per_row = max(1, -(-len(cards) // rows))
    wide = min(190.0, (CARD_WIDTH - 48 - (per_row - 1) * GAP) / per_row)
    sheet = Sheet.blank(CARD_WIDTH, TOP + rows * (CARD_HIGH + BELOW), look.scale, look.theme.page)
    draw_owner(sheet, look, view.seat, words.text("hand", name=look.name(view.seat)), words.text("hand_note"))
    told = []
    for place, card in enumerate(cards):
        left = round(24 + place % per_row * (wide + GAP))
        top = TOP + place // per_row * (CARD_HIGH + BELOW)
        told.append(f"{place + 1} {_draw_card(sheet, look, view, card, left, top, wide)}")
        _draw_position(sheet, look, place, left + wide / 2, top + CARD_HIGH)
    if not cards:
        sheet.text(24, TOP + 60, words.text("no_cards"), "sans", 26, look.theme.faint)
    alt = words.text("hand_alt", cards=", ".join(told) or "–")
    if view.private.answer:
        alt += " " + words.text("answer", cards=" ".join(view.private.answer))
    return sheet, alt


def _draw_position(sheet: Sheet, look: Look, place: int, middle: float, bottom: float) -> None:
    theme = look.theme
    if place:
        sheet.text(middle, bottom + 25, str(place + 1), "sans_bold", 24, theme.faint, "mm")
        return
    word = look.words.text("next")
    half = sheet.measure(word, "sans_bold", 22) / 2 + 14
    sheet.box((middle - half, bottom + 8, middle + half, bottom + 42), fill=theme.now, radius=17)
    sheet.text(middle, bottom + 25, word, "sans_bold", 22, theme.now_text, "mm")


def _draw_card(sheet: Sheet, look: Look, view: BohnView, card: str, left: float, top: float, wide: float) -> str:
    """One card; returns it in words."""
    theme, words = look.theme, look.words
    assert view.seat is not None
    box = (left, top, left + wide, top + CARD_HIGH)
    sheet.box(box, fill=theme.plaque, edge=theme.edge, width=3 if card in CONTRACT else 2, radius=12)
    if card in CONTRACT:
        return _draw_contract(sheet, look, view, card, left, top, wide)
    middle = left + wide / 2
    sheet.text(left + 14, top + 42, words.word("corner", card), "serif_bold", 38, theme.ink)
    if card == TOLL_CARD:
        sheet.put(coins(theme.name, sheet.scale), middle, top + 118)
        lines = (words.word("card_name", card), words.text("card.toll_pay", amount=TOLL))
    elif card == HARVEST_CARD:
        sheet.put(sheaf(theme.name, sheet.scale), middle, top + 118)
        lines = (words.word("card_name", card), words.text("card.harvest_do"))
    else:
        sheet.put(wagon(view.seat, sheet.scale, theme.key, 88), middle, top + 118)
        lines = (words.text("card.travel"), "")
    sheet.text(middle, top + 192, lines[0], "sans", 21, theme.faint, "ms")
    sheet.text(middle, top + 220, lines[1], "sans_bold", 24, theme.ink, "ms")
    return words.word("card", card)


def can_fulfil(view: BohnView, card: str) -> bool:
    """Whether the seat whose view it is stands in the right town, in its turn, with the beans."""
    assert view.seat is not None
    merchant = view.merchants[view.seat]
    turn = view.active == view.seat and view.phase in ("trade", "final")
    return turn and merchant.town == CONTRACT[card].town and all(_loaded(merchant, card))


def _loaded(merchant: MerchantView, card: str) -> list[bool]:
    have = Counter(merchant.beans)
    return [have[kind] > 0 for kind in CONTRACT[card].beans]


def _draw_contract(sheet: Sheet, look: Look, view: BohnView, card: str, left: float, top: float, wide: float) -> str:
    assert view.seat is not None
    theme, words = look.theme, look.words
    contract, merchant, middle = CONTRACT[card], view.merchants[view.seat], left + wide / 2
    ready = can_fulfil(view, card)
    ground, ink = (theme.now, theme.now_text) if ready else (theme.land, theme.ink)
    sheet.box((left + 2, top + 2, left + wide - 2, top + 58), fill=ground, radius=10)
    sheet.box((left + 2, top + 44, left + wide - 2, top + 58), fill=ground)
    sheet.text(left + 14, top + 42, card, "serif_bold", 36, ink)
    sheet.text(left + wide - 14, top + 42, str(contract.payout), "serif_bold", 36, ink, "rs")
    sheet.text(middle, top + 90, TOWN[contract.town].name, "serif", 25, theme.ink, "ms")
    away = DISTANCE[merchant.town][contract.town] if merchant.town else None
    if away is not None:
        told = words.text("card.here") if away == 0 else words.text("card.away", count=away)
        sheet.text(middle, top + 118, told, "sans", 20, theme.faint, "ms")
    loaded = _loaded(merchant, card)
    pitch = min(52.0, (wide - 20) / len(contract.beans))
    for place, (kind, there) in enumerate(zip(contract.beans, loaded, strict=True)):
        x = middle + (place - (len(loaded) - 1) / 2) * pitch
        sheet.put(bean(kind, sheet.scale, 46), x, top + 148)
        sheet.text(x, top + 190, words.word("initials", kind), "sans_bold", 21, theme.ink, "ms")
        if not ready:
            sheet.put(tick(there, theme.name, sheet.scale), x, top + 214)
    if ready:
        sheet.box((left + 12, top + CARD_HIGH - 48, left + wide - 12, top + CARD_HIGH - 12), fill=theme.now, radius=8)
        sheet.text(middle, top + CARD_HIGH - 30, words.text("card.ready"), "sans_bold", 21, theme.now_text, "mm")
    named = [words.word("bean", kind) for kind in contract.beans]
    needs = " ".join(name if there else f"({name})" for name, there in zip(named, loaded, strict=True))
    told_card = f"{card} {TOWN[contract.town].name} {contract.payout} {needs}"
    return f"{told_card} {words.text('card.ready')}" if ready else told_card
