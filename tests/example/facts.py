"""What shared tests must know of Nim.

Not for its rules.
"""

from tests.facts import Facts, Position

FACTS = Facts(
    records=4,
    refused_clauses=3,
    speed=1.0,
    early=2,
    placed=("heap",),
    pictures=(
        Position("nim-middle", "nim-3-1"),
        Position("nim-end", "nim-2-1", 1, palette="night", language="fr"),
        Position("nim-hand", "nim-3-1", 0.5, "hand", seat=1),
        Position("nim-choices", "nim-2-1", 0, "choices", asked="take heap"),
        Position("nim-score", "nim-3-1", 1, "score"),
        Position("nim-preview", "nim-2-1", 0, "preview"),
    ),
)
