"""What private pictures share: their size, the owner's shield, and the word that nobody else sees them.

Not for the cards themselves; each title draws its own.
"""

from render.canvas import Sheet
from render.look import Look
from render.pieces import piece

CARD_WIDTH, MAP_CARD_WIDTH, MAP_CARD_HEIGHT = 1000, 1200, 760


def draw_owner(sheet: Sheet, look: Look, arms: int, title: str, note: str = "") -> None:
    """Shield, title and the reminder, at the top left."""
    theme = look.theme
    sheet.put(piece(arms, "shield", 54, sheet.scale, theme.key), 54, 62)
    sheet.text(96, 58, sheet.fit(title, "serif_bold", 38, sheet.width - 120), "serif_bold", 38, theme.ink)
    told = look.words.text("only_you")
    sheet.text(96, 94, f"{told} · {note}" if note else told, "sans", 23, theme.faint)
