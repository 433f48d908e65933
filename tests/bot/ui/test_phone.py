"""What a phone has room for: the buttons under a board are two rows in every language.

Not for how a phone draws them: the figures were measured in a browser 390 pixels wide, in simcord's preview.
"""

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.components import Press, view
from bot.ui.panels.personal import board_buttons
from tests.bot.lounge import Lounge

ROOM = 265
"""Pixels inside the frame of a message."""
LETTER, PADDING, GAP = 7.6, 24, 8


@pytest.mark.parametrize("code", LANGUAGES)
async def test_buttons_under_a_board_are_two_rows(lounge: Lounge, code: str) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)  # a title with a hand, so with all of them
    rows = view(*board_buttons(texts(code), await lounge.hosted()))
    assert len(rows) == 2
    for row in rows:
        labels = [str(item.item.label) for item in row if isinstance(item, Press)]
        width = sum(PADDING + LETTER * len(label) for label in labels) + GAP * (len(labels) - 1)
        assert width <= ROOM, f"{labels} need {width:.0f} pixels"
