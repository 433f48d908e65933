"""Every kind of picture looks as it did when somebody last looked at it, and says the same in words.

Not for taste: when a picture changes on purpose, `make.py` draws it anew.
"""

import io

import pytest
from PIL import Image, ImageChops

from engine.registry import KEYS
from tests.facts import Position
from tests.render.positions import GOLDEN, POSITIONS, picture

FAR = 24
"""Steps of a channel; less is another rounding of an edge."""
TOLERATED = 0.001
"""The share of pixels that may be far off."""


def far_pixels(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by more than a rounding."""
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    worst = difference.convert("L").point([0] * FAR + [255] * (256 - FAR))
    return worst.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_picture_looks_as_it_did(position: Position) -> None:
    drawn = picture(position)
    now = Image.open(io.BytesIO(drawn.png))
    kept = Image.open(GOLDEN / f"{position.name}.png")
    assert now.size == kept.size
    assert far_pixels(now, kept) <= TOLERATED
    assert drawn.alt == (GOLDEN / f"{position.name}.txt").read_text(encoding="utf-8").rstrip("\n")


def test_a_single_piece_elsewhere_is_found() -> None:
    """The tolerance is smaller than the smallest piece of the smallest picture."""
    kept = Image.open(GOLDEN / f"{POSITIONS[0].name}.png").convert("RGB")
    moved = kept.copy()
    moved.paste((0, 0, 0), (400, 300, 430, 330))
    assert far_pixels(kept, moved) > TOLERATED


@pytest.mark.parametrize("key", KEYS)
def test_every_title_has_every_kind_of_picture(key: str) -> None:
    kinds = {position.what for position in POSITIONS if position.key == key}
    assert kinds == {"board", "hand", "choices", "score", "preview"}


def test_no_picture_is_kept_for_nothing() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == {position.name for position in POSITIONS}
