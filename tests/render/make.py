"""Draws the pictures that are kept: `python -m tests.render.make [PART OF A NAME]`. Look at every one before it stays.

Not for the test run, which only compares.
"""

import sys

import tests.example  # noqa: F401 - it registers the example, which has pictures too
from tests.render.positions import GOLDEN, POSITIONS, files_of, pictures


def main(part: str = "") -> None:
    GOLDEN.mkdir(exist_ok=True)
    for position in POSITIONS:
        if part in position.name:
            drawn = pictures(position)
            for name, each in zip(files_of(position, len(drawn)), drawn, strict=True):
                (GOLDEN / f"{name}.png").write_bytes(each.png)
                (GOLDEN / f"{name}.txt").write_text(each.alt + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
