"""What shared tests must know of Bohn Hansa.

Not for its rules.
"""

import copy

from engine.bohn.state import BohnState
from tests.facts import Facts, Position


def restored(state: BohnState) -> BohnState:
    """Everything but the offers (I-22)."""
    bare = copy.copy(state)
    bare.offers, bare.offered = (), (0,) * len(state.merchants)
    return bare


FACTS = Facts(
    records=30,
    refused_clauses=11,
    speed=1.0,
    long_games=True,
    secret={
        "open": frozenset({"contract", "eighth", "ninth"}),
        "contract": frozenset({"position"}),
        "offer": frozenset({"drop", "pay"}),
        "counter": frozenset({"drop", "pay"}),
        "accept": frozenset({"pay"}),
        "final": frozenset({"contracts"}),
    },  # BH-17.2
    placed=("town",),
    pictures=(
        Position("bohn-start", "bohn-3-1", 0, palette="night"),
        Position("bohn-middle", "bohn-5-1"),
        Position("bohn-end", "bohn-5-2", 1, language="fr"),
        Position("bohn-hand", "bohn-4-1", 0.6, "hand", language="fr", seat=1),
        Position("bohn-score", "bohn-5-1", 1, "score", language="fr"),
        Position("bohn-choices", "bohn-4-1", 79 / 136, "choices", seat=2, asked="travel town"),
        Position("bohn-preview", "bohn-3-1", 0, "preview"),
    ),
    restored=restored,
)
