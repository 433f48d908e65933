"""Boards, cards, specifications, and the few lines that read them.

Not for meaning: what a number does is the engine's business.
"""

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


def load_json(name: str, folder: Path = FOLDER) -> object:
    """The parsed content of a data file, named relative to this folder, or to the one given."""
    return json.loads(load_text(name, folder))


def load_text(name: str, folder: Path = FOLDER) -> str:
    """The text of a data file, named relative to this folder, or to the one given."""
    return (folder / name).read_text(encoding="utf-8")


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are words in."""
    return tuple(sorted(path.name for path in (FOLDER / "locales").iterdir() if path.is_dir()))
