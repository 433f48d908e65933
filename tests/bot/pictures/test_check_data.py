"""`kontor check-data`: sentences about a board, pictures of it, and an exit status that scripts can use.

Not for what the titles find wrong: their own tests say that.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import data
from bot.__main__ import main
from engine import registry


@pytest.fixture(autouse=True)
def _boards_as_before() -> Iterator[None]:
    yield
    registry._boards.clear()
    registry._folders.clear()


def written(folder: Path, **warehouses: int) -> Path:
    """A board of Hansa with other numbers of warehouses."""
    board: Any = data.load_json("hansa/board.json")
    for port in board["ports"]:
        port["warehouses"] = warehouses.get(port["id"], port["warehouses"])
    folder.mkdir(parents=True)
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    return folder


@pytest.mark.long
def test_a_draft_is_looked_at_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft, to = written(tmp_path / "draft", aalborg=2, lubeck=1), tmp_path / "preview"
    assert main(["check-data", "hansa", "--board", str(draft), "--to", str(to)]) == 0
    said = capsys.readouterr().out
    assert "sound; games on it have version 1+" in said
    drawn = sorted(to.glob("hansa-*.png"))
    assert len(drawn) == 6
    assert all(str(file) in said for file in drawn)
    with Image.open(drawn[0]) as image:
        assert image.width == 1600


@pytest.mark.parametrize("second", ["aalborg", "copenhagen", "kalmar", "reval"])
@pytest.mark.long
def test_a_second_warehouse_anywhere_finds_a_place(
    second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = written(tmp_path / "draft", **{second: 2, "riga": 1})
    assert main(["check-data", "hansa", "--board", str(draft)]) == 0, capsys.readouterr().out


def test_a_loop_that_turns_the_other_way_is_drawn_the_same_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = written(tmp_path / "draft")
    board: Any = json.loads((draft / "board.json").read_text(encoding="utf-8"))
    for route in board["routes"]:
        if (route["from"], route["to"]) in (("reval", "riga"), ("riga", "danzig"), ("danzig", "reval")):
            route["from"], route["to"] = route["to"], route["from"]
    (draft / "board.json").write_text(json.dumps(board), encoding="utf-8")
    assert main(["check-data", "hansa", "--board", str(draft)]) == 0, capsys.readouterr().out


def test_what_is_wrong_is_said_and_nothing_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft, to = written(tmp_path / "draft", tonsberg=1), tmp_path / "preview"
    assert main(["check-data", "hansa", "--board", str(draft), "--to", str(to)]) == 1
    said = capsys.readouterr().out
    assert "one thing is wrong" in said
    assert "Tønsberg has not two warehouses" in said
    assert not to.exists()


def test_the_boards_in_use_are_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "hansa" / "1", aalborg=2, lubeck=1)
    monkeypatch.setenv("KONTOR_BOARDS", str(tmp_path))
    assert main(["check-data", "hansa"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "it is the first board" in first
    assert "games on it have version 1+" in second


@pytest.mark.long
def test_the_boards_of_the_release_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data"]) == 0, capsys.readouterr().out


def test_a_draft_needs_its_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data", "--board", str(tmp_path)]) == 2
    assert "Whose board is it?" in capsys.readouterr().err


def test_a_folder_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data", "hansa", "--board", str(tmp_path / "nowhere")]) == 2
    assert "cannot be read" in capsys.readouterr().err
