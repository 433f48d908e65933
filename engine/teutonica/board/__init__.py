"""What never changes in Hansa Teutonica: boards, provinces, markers, tiles and cards, from the data files.

Not for positions: whatever a decision can change is in `state`.
"""

from engine.teutonica.board.components import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_VALUES,
    COLOURS,
    FULL_ABILITY_POINTS,
    KINDS,
    MARKER_BANDS,
    MARKER_COUNTS,
    MARKERS,
    MERCHANTS,
    MISSIONS,
    PENALTY,
    START,
    START_MARKERS,
    TILES,
    TRADERS,
)
from engine.teutonica.board.maps import BOARD_IDS, BOARDS, Board, City, Office, Route, board_for
from engine.teutonica.board.provinces import PROVINCES, Provinces

__all__ = [
    "ABILITIES",
    "ABILITY_KIND",
    "ABILITY_VALUES",
    "BOARDS",
    "BOARD_IDS",
    "COLOURS",
    "FULL_ABILITY_POINTS",
    "KINDS",
    "MARKERS",
    "MARKER_BANDS",
    "MARKER_COUNTS",
    "MERCHANTS",
    "MISSIONS",
    "PENALTY",
    "PROVINCES",
    "START",
    "START_MARKERS",
    "TILES",
    "TRADERS",
    "Board",
    "City",
    "Office",
    "Provinces",
    "Route",
    "board_for",
]
