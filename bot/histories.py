"""Whole games in memory, for those who tell what happened: the store loads only what undo can need.

Not for decisions: nothing is saved from here, and a game that does not fit is simply loaded again.
"""

from collections import OrderedDict

from bot.store.games import Games
from bot.store.sheet import Sheet
from engine.errors import EngineError
from engine.history import Game

MOST = 256


class Histories:
    """The games that were told of latest; each is brought up to date with the lines since."""

    def __init__(self, games: Games, most: int = MOST) -> None:
        self._games = games
        self._most = most
        self._known: OrderedDict[int, Game] = OrderedDict()

    async def get(self, number: int) -> tuple[Sheet, Game]:
        """The sheet as it is now, and its game from the first line on."""
        sheet, _ = await self._games.load(number)
        known = self._known.pop(number, None)
        game = None if known is None else _caught_up(known, sheet)
        if game is None:
            sheet, _ = await self._games.load(number, whole=True)
            game = sheet.game
        self._known[number] = game
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return sheet, game


def _caught_up(known: Game, sheet: Sheet) -> Game | None:
    """The known game at the sheet's version, or None if it cannot be led there."""
    if not sheet.offset <= known.version <= sheet.version:
        return None
    try:
        for line in sheet.game.lines[known.version - sheet.offset :]:
            known.follow(line)
    except EngineError:
        return None
    title = sheet.title
    return known if title.encode(known.state) == title.encode(sheet.state) else None
