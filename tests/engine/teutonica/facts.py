"""What shared tests must know of Hansa Teutonica.

Not for its rules.
"""

from engine.teutonica.options import READINGS, TeutonicaOptions
from tests.facts import Facts, Position

_LEAGUE = "teutonica-5-2020-league-True-True-edge_closed-20-1"
_EAST = "teutonica-4-2020-east-False-False-edge_closed-20-1"
_TWO = "teutonica-2-2009-league-True-False-edge_closed-20-1"
_BRITANNIA = "teutonica-5-2020-britannia-False-False-edge_closed-20-1"

_DAILY = {
    (2, "2009", "league", False, False): "edge_closed",
    (2, "2009", "league", True, False): "literal",
    (3, "2020", "league", False, False): "edge_closed",
    (3, "2020", "britannia", False, False): "edge_closed",
    (3, "2009", "east", False, False): "edge_closed",
    (4, "2020", "league", True, True): "edge_closed",
    (4, "2020", "east", False, False): "edge_closed",
    (4, "2009", "league", True, False): "edge_closed",
    (5, "2020", "league", True, True): "edge_closed",
    (5, "2020", "britannia", False, False): "edge_closed",
}
"""Every board, edition, module and number of seats, but not all of their combinations."""


def _is_daily(seats: int, options: TeutonicaOptions) -> bool:
    modules = options.edition, options.board, options.missions, options.favours
    if options in READINGS:
        return (seats, options) == (3, READINGS[-1])
    return _DAILY.get((seats, *modules)) == options.provinces


FACTS = Facts(
    records=60,
    refused_clauses=11,
    speed=0.8,
    long_games=True,
    daily=_is_daily,
    secret={"standing": frozenset({"order"})},  # HT-22.2
    placed=("space", "source", "route", "city", "target", "use_target", "province"),
    pictures=(
        Position("teutonica-league-45", _LEAGUE),
        Position("teutonica-league-45-end", _LEAGUE, 1, language="fr"),
        Position("teutonica-league-23", "teutonica-3-2020-league-True-True-edge_closed-20-1", 0.6),
        Position("teutonica-two", _TWO, 0.6, palette="night"),
        Position("teutonica-east", _EAST, 0.8),
        Position("teutonica-britannia-45", _BRITANNIA, 0.9),
        Position(
            "teutonica-britannia-3", "teutonica-3-2020-britannia-False-False-edge_closed-20-1", 0.4, palette="night"
        ),
        Position("teutonica-mission", _LEAGUE, 0.7, "hand", seat=2),
        Position("teutonica-desk", _EAST, 0.7, "hand", language="fr", seat=3),
        Position("teutonica-score", _LEAGUE, 1, "score", palette="night"),
        Position("teutonica-choices-space", _TWO, 172 / 428, "choices", asked="place space"),
        Position("teutonica-choices-province", _TWO, 202 / 428, "choices", asked="pawn province", seat=1),
        Position("teutonica-two-literal", "teutonica-2-2009-league-True-False-literal-20-1", 0.3, language="fr"),
        Position("teutonica-choices-routes", _LEAGUE, 222 / 441, "choices", asked="place space", seat=3),
        Position("teutonica-choices-displace", _EAST, 422 / 450, "choices", asked="displace space", seat=2),
        Position("teutonica-choices-relocate", _BRITANNIA, 190 / 382, "choices", asked="relocate space", seat=1),
        Position("teutonica-choices-city", _LEAGUE, 151 / 441, "choices", "night", "fr", 2, "create target"),
        Position("teutonica-choices-lay", _BRITANNIA, 18 / 382, "choices", "night", "fr", asked="lay route"),
        Position("teutonica-preview", _EAST, 0, "preview"),
    ),
)
