"""What shared tests must know of Hansa.

Not for its rules.
"""

from tests.facts import Facts, Position

FACTS = Facts(
    records=24,
    refused_clauses=11,
    speed=2.0,
    asks_several=frozenset({"sell"}),
    secret={"lose": frozenset({"face"}), "standing": frozenset({"order"})},  # HA-15.4
    placed=("port",),
    long_games=True,
    daily=lambda seats, options: not options.extra or seats == 3,
    pictures=(
        Position("hansa-start", "hansa-2-1", 0),
        Position("hansa-middle", "hansa-4-1"),
        Position("hansa-night", "hansa-3-1", 0.7, palette="night", language="fr"),
        Position("hansa-end", "hansa-4-2", 1),
        Position("hansa-hand", "hansa-4-1", 0.8, "hand", seat=1),
        Position("hansa-score", "hansa-4-1", 1, "score"),
        Position("hansa-choices", "hansa-3-1", 9 / 267, "choices", asked="sail port"),
        Position("hansa-choices-most", "hansa-3-1", 0, "choices", "night", "fr", asked="place port"),
        Position("hansa-extra", "hansa-4-True-1", 0.8),
        Position("hansa-extra-score", "hansa-4-True-1", 1, "score", language="fr"),
        Position("hansa-tie", "hansa-4-2", 1, "score", language="fr"),
        Position("hansa-preview", "hansa-3-1", 0, "preview"),
    ),
)
