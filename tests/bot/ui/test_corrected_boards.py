"""A game that was begun on another board than new games get: commands, completions and pictures are of its own board.

Not for what a corrected board is: `tests/engine/test_boards.py`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from data import load_json
from engine import registry
from tests.bot.lounge import Lounge, shown


@pytest.fixture(autouse=True)
def _boards_as_before() -> Iterator[None]:
    yield
    registry._boards.clear()
    registry._folders.clear()


def corrected(folder: Path) -> None:
    """Two warehouses in Aalborg, one in Lübeck."""
    board: Any = load_json("hansa/board.json")
    for port in board["ports"]:
        port["warehouses"] = {"aalborg": 2, "lubeck": 1}.get(port["id"], port["warehouses"])
    here = folder / "hansa" / "1"
    here.mkdir(parents=True)
    (here / "board.json").write_text(json.dumps(board), encoding="utf-8")


async def test_both_boards_are_played_on_by_command(lounge: Lounge, tmp_path: Path) -> None:
    first = await lounge.started()
    await lounge.play_by_slash(4)
    corrected(tmp_path)
    registry.register_boards(tmp_path)
    await lounge.restart()
    assert len(await lounge.anna.autocomplete(lounge.channel, "hansa place", "port", "")) == 6
    await lounge.play_by_slash(4)
    hosted = await lounge.hosted()
    assert (hosted.number, hosted.rules, hosted.version) == (first, "1", 8)
    assert lounge.board().attachments
    asked = shown(await lounge.anna.slash(lounge.channel, "game abort"))
    await lounge.anna.click(asked, label="Yes, call it off")
    await lounge.settle()
    second = await lounge.started()
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa place", "port", "")
    assert len(offered) == 8
    await lounge.play_by_slash(8)
    hosted = await lounge.hosted()
    assert hosted.number == second
    assert hosted.rules.startswith("1+")
    ports = {port.id: len(port.slots) for port in hosted.title.view(hosted.state, None).ports}
    assert (ports["aalborg"], ports["lubeck"]) == (2, 1)
    assert lounge.board().attachments
