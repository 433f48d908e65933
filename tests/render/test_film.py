"""A replay is a film with a frame for each turn, below Discord's limit.

Not for single pictures.
"""

import io
from itertools import pairwise

import pytest
from PIL import Image

import render
from engine.history import frames
from engine.policies import playout, simple_policy
from engine.registry import KEYS
from render import film
from tests.engine.walks import VARIANTS


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", film.KINDS)
def test_a_game_becomes_a_film(key: str, kind: film.FilmKind) -> None:
    game = next(variant for variant in VARIANTS if variant.key == key).game("film")
    playout(game, simple_policy, 40, "film")
    reel = render.replay(game.title.key, list(frames(game)), kind, width=320)
    image = Image.open(io.BytesIO(reel))
    views = [game.title.view(game.state_at(version), None) for version in range(game.version + 1)]
    turns = 1 + sum((a.round, a.active) != (b.round, b.active) for a, b in pairwise(views))
    assert image.format == kind.upper()
    assert 2 <= getattr(image, "n_frames", 1) <= turns + 1
    assert len(reel) < film.LIMIT


def test_a_long_film_leaves_out_turns_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = VARIANTS[0].game("long")
    playout(game, simple_policy, 60, "long")
    whole = render.replay(game.title.key, list(frames(game)), width=320)
    monkeypatch.setattr(film, "LIMIT", len(whole) // 2)
    shorter = render.replay(game.title.key, list(frames(game)), width=320)
    assert len(shorter) <= len(whole) // 2
    lengths = [getattr(Image.open(io.BytesIO(reel)), "n_frames", 1) for reel in (whole, shorter)]
    assert 2 <= lengths[1] < lengths[0]


def test_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a film is webp or gif, not “mp4”"):
        render.replay("hansa", list(frames(VARIANTS[0].game("other"))), "mp4")  # type: ignore[arg-type]
