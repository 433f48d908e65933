"""Every kind of picture looks as it did when somebody last looked at it, and says the same in words.

Not for taste: when a picture changes on purpose, `make.py` draws it anew.
"""

import io

import pytest
from PIL import Image, ImageChops

from engine.registry import KEYS
from tests.facts import Position
from tests.render.positions import GOLDEN, POSITIONS, files_of, pictures

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
    drawn = pictures(position)
    for name, each in zip(files_of(position, len(drawn)), drawn, strict=True):
        now = Image.open(io.BytesIO(each.png))
        kept = Image.open(GOLDEN / f"{name}.png")
        assert now.size == kept.size
        assert far_pixels(now, kept) <= TOLERATED
        assert each.alt == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


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
    names = {name for position in POSITIONS for name in files_of(position, len(pictures(position, 200)))}
    assert {path.stem for path in GOLDEN.glob("*.png")} == {path.stem for path in GOLDEN.glob("*.txt")} == names
