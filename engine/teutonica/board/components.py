"""What comes in the box besides the boards: pieces, abilities, markers, mission cards and favour tiles.

Not for where anything lies in a game: `state` has that.
"""

from typing import Literal

import msgspec

from engine import boards
from engine.teutonica.board import files

COLOURS = ("white", "orange", "pink", "black")
ABILITIES = ("clavis", "actiones", "privilegium", "liber", "bursa")
KINDS = ("T", "M")

Kind = Literal["T", "M"]

_COMMON = msgspec.convert(boards.load(__name__, "teutonica/common.json"), files.Common)
_MARKERS = msgspec.convert(boards.load(__name__, "teutonica/bonus_markers.json"), files.Markers)
_EDITIONS = {"2009": _MARKERS.editions["original_2009"], "2020": _MARKERS.editions["big_box_2020"]}
_CARDS = msgspec.convert(boards.load(__name__, "teutonica/mission_cards.json"), files.Cards)
_TILES = msgspec.convert(boards.load(__name__, "teutonica/imperial_favours.json"), files.Tiles)


def kind_of(piece: Literal["trader", "merchant"]) -> Kind:
    return "M" if piece == "merchant" else "T"


ABILITY_VALUES = {name: _COMMON.abilities[name].values for name in ABILITIES}
ABILITY_KIND = {name: kind_of(_COMMON.abilities[name].covered_by) for name in ABILITIES}
FULL_ABILITY_POINTS = {name: _COMMON.abilities[name].full_points for name in ABILITIES}
TRADERS, MERCHANTS = _COMMON.pieces_per_player.trader, _COMMON.pieces_per_player.merchant
START = tuple(
    ((line.supply.trader, line.supply.merchant), (line.stock.trader, line.stock.merchant)) for line in _COMMON.start
)
"""Per seat: traders and merchants in the supply, then in the stock (HT-3.2)."""
PENALTY = {"T": _COMMON.displace_cost.trader, "M": _COMMON.displace_cost.merchant}

MARKER_COUNTS = {edition: dict(entry.counts) for edition, entry in _EDITIONS.items()}
START_MARKERS = {edition: entry.start for edition, entry in _EDITIONS.items()}
MARKERS = tuple(MARKER_COUNTS["2020"])
MARKER_BANDS = tuple((band.min, band.points) for band in _MARKERS.score_by_count)
MISSIONS = {card.id: card.cities for card in _CARDS.cards}
TILES = tuple(tile.id for tile in _TILES.tiles)
