"""Draws the pictures that are kept: `python -m tests.render.make [PART OF A NAME]`. Look at every one before it stays.

Not for the test run, which only compares.
"""

import sys

import tests.example  # noqa: F401 - it registers the example, which has pictures too
from tests.render.positions import GOLDEN, POSITIONS, picture


def main(part: str = "") -> None:
    GOLDEN.mkdir(exist_ok=True)
    for position in POSITIONS:
        if part in position.name:
            drawn = picture(position)
            (GOLDEN / f"{position.name}.png").write_bytes(drawn.png)
            (GOLDEN / f"{position.name}.txt").write_text(drawn.alt + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
