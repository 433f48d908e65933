"""A picture is packed sooner when others wait to be drawn, and looks the same.

Not for how long it takes: `make bench` says that.
"""

import io

import pytest
from PIL import Image, ImageChops

from render import encode
from tests.render.positions import POSITIONS, picture

LARGEST = {position.name.partition("-")[0]: position for position in POSITIONS if position.what == "board"}
"""A board of each title, from late in a game."""


def noise(size: int) -> Image.Image:
    """What packs as badly as anything."""
    return Image.effect_noise((size, size), 200).convert("RGB")


@pytest.mark.parametrize("title", LARGEST)
def test_a_quick_picture_is_the_same_and_hardly_larger(title: str) -> None:
    slow = picture(LARGEST[title], 1600).png
    image = Image.open(io.BytesIO(slow)).convert("RGB")
    idle = encode.png(image, "day")
    assert [encode.png(image, "day", waiting=waiting) for waiting in (0, 1)] == [idle, idle]
    quick = encode.png(image, "day", waiting=50)
    assert len(idle) < len(quick) <= encode.QUICK_LIMIT
    assert ImageChops.difference(_opened(quick), _opened(idle)).getbbox() is None


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_what_would_be_too_large_takes_its_time() -> None:
    image = noise(700)
    assert len(encode.png(image, "day")) > encode.QUICK_LIMIT
    assert encode.png(image, "day", waiting=50) == encode.png(image, "day")
