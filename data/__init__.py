"""Boards, cards, specifications, and the few lines that read them.

Not for meaning: what a number does is the engine's business.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load_json(name: str, folder: Path | None = None) -> Any:
    """The parsed content of a data file, named relative to this folder, or to the one given."""
    return json.loads(load_text(name, folder))


def load_text(name: str, folder: Path | None = None) -> str:
    """The text of a data file, named relative to this folder, or to the one given."""
    return ((folder or FOLDER) / name).read_text(encoding="utf-8")


@cache
def languages() -> tuple[str, ...]:
    """The languages there are; the one list of them is `locales/languages.json`."""
    return tuple(load_json("locales/languages.json"))
