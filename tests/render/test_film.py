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
"""Mean difference of a colour, of 255. Another position may be as near, so it is also asked which is the nearest."""


def played(key: str, count: int) -> Game:
    game = next(variant for variant in VARIANTS if variant.key == key).game("film")
    playout(game, simple_policy, count, "film")
    return game


def decoded(content: bytes) -> list[Image.Image]:
    with av.open(io.BytesIO(content), "r") as container:
        (stream,) = container.streams
        assert (stream.codec_context.name, container.format.name.split(",")[1]) == ("h264", "mp4")
        return [frame.to_image() for frame in container.decode(video=0)]  # type: ignore[no-untyped-call]


def board(game: Game, width: int) -> Image.Image:
    view = game.title.view(game.state, None)
    drawn = render.paint(game.title.key, view, latest=latest_of(game), width=width)
    return Image.open(io.BytesIO(drawn.png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other.crop((0, 0, *one.size)))).mean)


# ---- videos


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.long
def test_a_video_shows_every_decision_as_the_board_did(key: str) -> None:
    game = played(key, 12)
    told = list(decisions(game))
    made = render.replay(key, told, "mp4", limit=UPLOAD)
    shown = decoded(made.content)
    assert (made.kind, made.frames, made.reduced) == ("mp4", len(game.steps) + 1, "")
    assert len(shown) == made.frames + video.LAST_SECONDS - 1
    drawn = board(game, film.WIDTHS["mp4"])
    assert {image.size for image in shown} == {(drawn.width // 2 * 2, drawn.height // 2 * 2)}
    away = [difference(image, drawn) for image in shown[: made.frames]]
    assert away.index(min(away)) == made.frames - 1
    assert difference(shown[-1], drawn) < CLOSE
    assert difference(shown[0], board(game.at(0), film.WIDTHS["mp4"])) < CLOSE


def test_a_video_can_be_played_before_all_of_it_has_come() -> None:
    content = render.replay("hansa", list(decisions(played("hansa", 5))), "mp4", limit=UPLOAD, width=320).content
    assert 0 < content.find(b"moov") < content.find(b"mdat")


@pytest.mark.long
def test_a_video_that_is_too_large_loses_quality_then_width_then_frames() -> None:
    told = list(decisions(played("hansa", 30)))
    whole = render.replay("hansa", told, "mp4", limit=UPLOAD, width=640)
    assert (whole.frames, whole.reduced) == (len(told), "")
    worse, narrower, fewer = (
        render.replay("hansa", told, "mp4", limit=int(len(whole.content) * part), width=640)
        for part in (0.85, 0.5, 0.2)
    )
    assert worse.reduced == f"{len(told)} of {len(told)} frames, 640 px, CRF 26"
    assert narrower.reduced == f"{len(told)} of {len(told)} frames, 320 px, CRF 20"
    assert 2 <= fewer.frames < len(told)
    assert fewer.reduced.startswith(f"{fewer.frames} of {len(told)} frames, ")
    assert len(decoded(fewer.content)) == fewer.frames + video.LAST_SECONDS - 1
    for made, part in ((worse, 0.85), (narrower, 0.5), (fewer, 0.2)):
        assert len(made.content) <= len(whole.content) * part
    with pytest.raises(ValueError, match="no film of this game is below 100 bytes"):
        render.replay("hansa", told[:3], "mp4", limit=100, width=320)


def test_without_pyav_or_its_encoder_a_film_is_a_gif(monkeypatch: pytest.MonkeyPatch) -> None:
    assert film.best_kind() == "mp4"
    with monkeypatch.context() as patched:
        patched.setattr(video, "ENCODER", "libnothing")
        assert film.best_kind() == "gif"
    for name in [name for name in sys.modules if name == "av" or name.startswith("av.")]:
        monkeypatch.setitem(sys.modules, name, None)
    assert film.best_kind() == "gif"
    with pytest.raises(ValueError, match=r"install the extra “kontor\[film\]”"):
        render.replay("hansa", list(decisions(played("hansa", 3))), "mp4", limit=UPLOAD)


# ---- animations


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_game_becomes_an_animation(key: str, kind: film.FilmKind) -> None:
    game = played(key, 40)
    reel = render.replay(key, list(frames(game)), kind, limit=UPLOAD, width=320)
    image = Image.open(io.BytesIO(reel.content))
    views = [game.title.view(game.state_at(version), None) for version in range(game.version + 1)]
    turns = 1 + sum((a.round, a.active) != (b.round, b.active) for a, b in pairwise(views))
    assert image.format == kind.upper()
    assert 2 <= getattr(image, "n_frames", 1) <= reel.frames <= turns + 1
    assert len(reel.content) < UPLOAD


def test_a_long_animation_leaves_out_turns_until_it_fits() -> None:
    game = VARIANTS[0].game("long")
    playout(game, simple_policy, 60, "long")
    told = list(frames(game))
    whole = render.replay(game.title.key, told, limit=UPLOAD, width=320)
    shorter = render.replay(game.title.key, told, limit=len(whole.content) // 2, width=320)
    assert len(shorter.content) <= len(whole.content) // 2
    lengths = [getattr(Image.open(io.BytesIO(reel.content)), "n_frames", 1) for reel in (whole, shorter)]
    assert 2 <= lengths[1] < lengths[0]
    assert (whole.reduced, shorter.reduced) == ("", f"{shorter.frames} of {len(told)} frames")


def test_other_kinds_are_refused() -> None:
    told = list(frames(VARIANTS[0].game("other")))
    with pytest.raises(ValueError, match=r"a film is mp4, webp or gif, not “avi”"):
        render.replay("hansa", told, "avi", limit=UPLOAD)  # type: ignore[arg-type]
