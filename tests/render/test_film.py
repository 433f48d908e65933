"""A replay is a film of a game, below the limit it is given: a video of every decision, or an animation of every turn.

Not for single pictures.
"""

import io
import sys
from itertools import pairwise

import av
import pytest
from PIL import Image, ImageChops, ImageStat

import render
from bot.limits import UPLOAD
from engine.history import Game, decisions, frames, latest_of
from engine.policies import playout, simple_policy
from engine.registry import KEYS
from render import film, video
from tests.engine.walks import VARIANTS

CLOSE = 4
"""Mean difference of a colour from 0 to 255, edges included; a board one decision away differs by as much or more."""


def played(key: str, count: int) -> Game:
    game = next(variant for variant in VARIANTS if variant.key == key).game("film")
    playout(game, simple_policy, count, "film")
    return game


def decoded(content: bytes) -> list[Image.Image]:
    with av.open(io.BytesIO(content)) as container:
        (stream,) = container.streams
        assert (stream.codec_context.name, container.format.name.split(",")[1]) == ("h264", "mp4")
        return [frame.to_image() for frame in container.decode(video=0)]


def board(game: Game, width: int) -> Image.Image:
    view = game.title.view(game.state, None)
    drawn = render.paint(game.title.key, view, latest=latest_of(game), width=width)
    return Image.open(io.BytesIO(drawn.png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other.crop((0, 0, *one.size)))).mean)


# ---- videos


@pytest.mark.parametrize("key", KEYS)
def test_a_video_shows_every_decision_as_the_board_did(key: str) -> None:
    game = played(key, 12)
    told = list(decisions(game))
    made = render.replay(key, told, "mp4", limit=UPLOAD)
    shown = decoded(made.content)
    assert (made.kind, made.frames, made.reduced) == ("mp4", len(game.steps) + 1, "")
    assert len(shown) == made.frames + video.LAST_SECONDS - 1
    drawn = board(game, film.WIDTHS["mp4"])
    assert {image.size for image in shown} == {(drawn.width // 2 * 2, drawn.height // 2 * 2)}
    assert difference(shown[-1], drawn) < CLOSE
    assert difference(shown[0], board(game.at(0), film.WIDTHS["mp4"])) < CLOSE


def test_a_video_can_be_played_before_all_of_it_has_come() -> None:
    content = render.replay("hansa", list(decisions(played("hansa", 5))), "mp4", limit=UPLOAD, width=320).content
    assert 0 < content.find(b"moov") < content.find(b"mdat")


def test_a_video_that_is_too_large_loses_quality_then_width_then_frames() -> None:
    game = played("hansa", 30)
    told = list(decisions(game))
    whole = render.replay("hansa", told, "mp4", limit=UPLOAD, width=640)
    assert whole.reduced == ""
    sizes = [len(whole.content)]
    for shrunk in (f"{len(told)} of {len(told)} frames, 640 px, CRF 26", "320 px", f"of {len(told)} frames"):
        made = render.replay("hansa", told, "mp4", limit=sizes[-1] * 9 // 10, width=640)
        sizes.append(len(made.content))
        assert made.reduced
        assert sizes[-1] <= sizes[-2] * 9 // 10
        assert shrunk in made.reduced or len(sizes) > 2
    small = render.replay("hansa", told, "mp4", limit=sizes[0] // 5, width=640)
    assert len(small.content) <= sizes[0] // 5
    assert "320 px" in small.reduced
    fewer = render.replay("hansa", told, "mp4", limit=sizes[0] // 8, width=640)
    assert 2 <= fewer.frames < len(told)
    assert len(decoded(fewer.content)) == fewer.frames + video.LAST_SECONDS - 1
    with pytest.raises(ValueError, match="no film of this game is below 100 bytes"):
        render.replay("hansa", told[:3], "mp4", limit=100, width=320)
