"""`kontor draw` and `kontor replay`: files in, files out, and clear words when something is wrong.

Not for the pictures themselves.
"""

import argparse
from pathlib import Path

import av
import msgspec
import pytest
from PIL import Image

from bot.__main__ import main
from bot.pictures.command import add_draw_arguments
from engine import record
from engine.registry import KEYS
from render import video
from render.theme import THEMES
from render.words import LANGUAGES
from tests.render.positions import RECORDS

RECORD = RECORDS / "hansa" / "hansa-2-1.json"


def written(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What the command says after it went well."""
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main([str(word) for word in words]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("what", "wide"), [("board", 1600), ("hand", 1000), ("score", 1200), ("preview", 1600)])
def test_every_picture_of_a_record_can_be_drawn(
    what: str, wide: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "picture.png"
    said = written(capsys, "draw", RECORD, "--to", to, "--what", what, "--names", "Zoé, Åsa")
    with Image.open(to) as image:
        assert image.width == wide
    assert "KiB" in said


def test_what_may_be_chosen_can_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "choices.png"
    first = ("draw", RECORD, "--upto", 0, "--what", "choices", "--to", to)
    (seat,) = {decision.seat for decision in record.replay(_record(), 0).to_act()}
    assert "Riga" in written(capsys, *first, "--seat", seat + 1, "--ask", "place port")
    for file in (to, tmp_path / "choices-2.png"):
        with Image.open(file) as image:
            assert 600 <= image.width < 1600
    assert "--ask is one of: place port, sail port" in refused(capsys, *first, "--ask", "fly port")
    assert "has no choice of places" in refused(capsys, *first, "--seat", 2 - seat, "--ask", "place port")


def _record() -> record.Record:
    return record.read(msgspec.json.decode(RECORD.read_bytes()))


def test_a_position_in_the_middle_and_a_state_give_the_same_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = record.replay(_record(), 0)
    state = tmp_path / "state.json"
    state.write_bytes(game.title.encode(game.state))
    written(capsys, "draw", RECORD, "--upto", 0, "--to", tmp_path / "a.png", "--palette", "night")
    written(capsys, "draw", state, "--title", "hansa", "--to", tmp_path / "b.png", "--palette", "night")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_a_record_becomes_a_film(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / f"film.{ending}"
    written(capsys, "replay", RECORD, "--to", to, "--width", 320)
    with Image.open(to) as image:
        assert getattr(image, "n_frames", 1) > 5


@pytest.mark.long
def test_a_record_becomes_a_video(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "film.mp4"
    written(capsys, "replay", RECORD, "--to", to, "--width", 320)
    with av.open(str(to)) as container:
        assert sum(1 for _ in container.decode(video=0)) == len(record.replay(_record()).steps) + video.LAST_SECONDS


def test_mistakes_are_answered_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "x.png"
    assert "a film is mp4, webp or gif, not “avi”" in refused(capsys, "replay", RECORD, "--to", tmp_path / "film.avi")
    assert "there is no seat 7; there are 2" in refused(
        capsys, "draw", RECORD, "--to", to, "--what", "hand", "--seat", 7
    )
    early = refused(capsys, "draw", RECORD, "--to", to, "--what", "score", "--upto", 3)
    assert "the game is not over" in early
    assert "cannot be read: No such file" in refused(capsys, "draw", tmp_path / "none.json", "--to", to)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert "is no JSON" in refused(capsys, "draw", broken, "--to", to)
    assert "cannot be written" in refused(capsys, "draw", RECORD, "--to", tmp_path / "no" / "folder.png")
    assert not to.exists()


def test_the_commands_offer_every_palette_language_and_title() -> None:
    parser = argparse.ArgumentParser()
    add_draw_arguments(parser)
    asked = parser.format_usage()
    for option, choices in {"--palette": THEMES, "--language": LANGUAGES, "--title": KEYS}.items():
        assert f"{option} {{{','.join(choices)}}}" in asked
