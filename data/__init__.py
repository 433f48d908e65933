"""Boards, cards, specifications, and the few lines that read them.

Not for meaning: what a number does is the engine's business.
"""

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def load_json(name: str) -> object:
    """The parsed content of one of our data files, named relative to this folder."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def load_text(name: str) -> str:
    """The text of one of our data files, named relative to this folder."""
    return (FOLDER / name).read_text(encoding="utf-8")
