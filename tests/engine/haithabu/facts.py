"""What shared tests must know of Haithabu.

Not for its rules.
"""

from engine.haithabu.options import READINGS, HaithabuOptions
from tests.facts import Facts, Position


def _is_daily(seats: int, options: HaithabuOptions) -> bool:
    """Every option somewhere: all the other readings at once with two seats."""
    if options in READINGS:
        return (seats, options) == (2, READINGS[-1])
    return options.traps == (seats != 3)


FACTS = Facts(
    records=20,
    refused_clauses=11,
    speed=0.3,
    long_games=True,
    daily=_is_daily,
    secret={"trap": frozenset({"bridge"}), "reset": frozenset({"bridge"})},  # HB-14.2
    placed=("runner", "space", "bridge", "note", "bridges"),
    pictures=(
        Position("haithabu-four", "haithabu-4-False-1"),
        Position("haithabu-two", "haithabu-2-True-1", 0.6, palette="night"),
        Position("haithabu-three-end", "haithabu-3-False-1", 1, language="fr"),
        Position("haithabu-known-traps", "haithabu-4-True-stays-1", 0.9),
        Position("haithabu-trap", "haithabu-2-True-1", 0.1, "hand", seat=1),
        Position("haithabu-score", "haithabu-4-False-1", 1, "score"),
        Position("haithabu-choices-space", "haithabu-4-False-1", 29 / 53, "choices", seat=2, asked="run destination"),
        Position(
            "haithabu-choices-many", "haithabu-4-False-1", 28 / 53, "choices", "night", "fr", 1, "run destination"
        ),
        Position("haithabu-choices-runner", "haithabu-2-True-1", 24 / 47, "choices", asked="run runner"),
        Position("haithabu-choices-bridge", "haithabu-2-True-1", 0, "choices", "night", asked="trap bridge"),
        Position("haithabu-preview", "haithabu-2-False-1", 0, "preview", palette="night"),
    ),
)
