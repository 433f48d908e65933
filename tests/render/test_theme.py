"""The colours keep their promises: exact after packing, readable, and no seat told apart by colour alone.

Not for whether they please.
"""

import msgspec
import pytest
from PIL import Image, ImageColor

from render.encode import flatten
from render.theme import BEANS, GOODS, OCHRE, PRIVILEGES, SEATS, THEMES, TINCTURE, Theme, ThemeName

NAMED = [*GOODS.values(), *BEANS.values(), *PRIVILEGES, *(arms.field for arms in SEATS), OCHRE.plate, OCHRE.grain]


def colours(theme: Theme) -> list[str]:
    return [value for name, value in msgspec.structs.asdict(theme).items() if name != "name"] + NAMED


@pytest.mark.parametrize("name", list(THEMES))
def test_every_colour_survives_the_palette(name: ThemeName) -> None:
    for colour in colours(THEMES[name]):
        channels = ImageColor.getrgb(colour)
        assert all(channel % 4 == 0 for channel in channels), colour
        packed = flatten(Image.new("RGB", (2, 2), colour), name).convert("RGB")
        assert packed.getpixel((0, 0)) == channels


def luminance(colour: str) -> float:
    channels = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", list(THEMES))
def test_text_can_be_read_on_its_ground(name: ThemeName) -> None:
    theme = THEMES[name]
    pairs = [
        (theme.ink, theme.page), (theme.ink, theme.plaque), (theme.ink, theme.land), (theme.faint, theme.page),
        (theme.faint, theme.plaque), (theme.faint, theme.road_fill), (theme.now_text, theme.now),
        (theme.now_faint, theme.now), (theme.sea_text, theme.sea),
    ]  # fmt: skip
    assert min(contrast(text, ground) for text, ground in pairs) >= 4.5


def test_every_seat_has_a_charge_of_its_own_that_stands_out() -> None:
    assert len({arms.charge for arms in SEATS}) == len(SEATS) == 5
    assert min(contrast(arms.field, TINCTURE[arms.tincture]) for arms in SEATS) >= 4.5
