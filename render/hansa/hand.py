"""What only its owner sees in Hansa: the markers to spend or sell, the standing order, a sealed answer.

Not for the board.
"""

from engine.hansa.board import COLOURS
from engine.hansa.scoring import scores
from engine.hansa.views import HansaView
from render.canvas import Sheet
from render.card import CARD_WIDTH, draw_owner
from render.hansa.board import tiles
from render.hansa.sprites import goods
from render.look import Look

ROW = 118


def hand(view: HansaView, look: Look) -> tuple[Sheet, str]:
    """The goods by colour, and the private orders."""
    assert view.seat is not None
    assert view.private is not None
    theme, words, player = look.theme, look.words, view.players[view.seat]
    by_colour = [
        (colour, tuple(face for face in player.face_up if face[0] == colour))
        for colour in COLOURS
        if any(face[0] == colour for face in player.face_up)
    ]
    rows = max(1, -(-len(by_colour) // 2))
    height = 124 + rows * ROW + 150
    sheet = Sheet.blank(CARD_WIDTH, height, look.scale, theme.page)
    draw_owner(sheet, look, view.seat, words.text("hand", name=look.name(view.seat)))
    wide = (CARD_WIDTH - 48 - 14) / 2
    for place, (colour, faces) in enumerate(by_colour):
        left, top = 24 + place % 2 * (wide + 14), 124 + place // 2 * ROW
        sheet.box((left, top, left + wide, top + ROW - 14), fill=theme.plaque, edge=theme.frame, width=2, radius=10)
        label = words.text("pair", count=len(faces)) if len(faces) > 1 else words.word("colour", colour)
        sheet.text(left + wide - 16, top + 52, label, "sans", 22, theme.faint, "rm")
        pitch = min(58.0, (wide - 190) / max(1, len(faces) - 1))
        for number, face in enumerate(faces):
            sheet.put(goods(face, words.word("tile", face), sheet.scale), left + 44 + number * pitch, top + 52)
    if not by_colour:
        sheet.text(24, 180, words.text("no_goods"), "sans", 26, theme.faint)
    top = 124 + rows * ROW
    sold = player.points["sold"]
    sheet.text(24, top + 34, words.text("talers_left", count=player.talers), "sans", 25, theme.ink)
    sheet.text(24, top + 70, words.text("hand_sold", count=len(player.sold), points=sold), "sans", 25, theme.ink)
    order = words.text("standing", order="fewest" if view.private.standing else "off")
    if view.private.answer:
        order = words.text("answer", face=view.private.answer)
    sheet.text(24, top + 106, order, "sans", 25, theme.ink)
    sheet.box((CARD_WIDTH - 324, top + 26, CARD_WIDTH - 24, top + 98), fill=theme.now, radius=12)
    sheet.text(CARD_WIDTH - 302, top + 73, words.text("points"), "sans", 27, theme.now_text)
    sheet.text(CARD_WIDTH - 44, top + 77, str(scores(view)[view.seat]), "serif_bold", 40, theme.now_text, "rs")
    alt = words.text("hand_alt", faces=tiles(look, player.face_up), talers=player.talers, sold=tiles(look, player.sold))
    return sheet, f"{alt} {order}."
