"""Titles that are registered from outside: one that is complete is offered, one without words stops nobody.

Not for playing them: `test_games.py`.
"""

from pathlib import Path

import pytest

from bot.local.server import Server
from tests.e2e.kontor import EXAMPLE, Kontor
from tests.patience import until

MUTE = """
from pathlib import Path
from engine.registry import Registration, register
from tests.example.title import NimTitle

class Mute(NimTitle):
    key = "mute"

TITLE = Mute()
register(Registration("mute", "mute", "mute.pictures", Path(__file__).parent))
"""


@pytest.mark.long
async def test_a_title_without_words_or_painter_is_named_and_the_others_are_offered(
    server: Server, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "mute.py").write_text(MUTE, encoding="utf-8")
    outside = {"KONTOR_TITLES": f"{EXAMPLE},mute", "PYTHONPATH": str(folder), "KONTOR_LOG_LEVEL": "warning"}
    said = ""

    def told() -> bool:
        nonlocal said
        said += capfd.readouterr().err
        return "without pictures" in said

    async with Kontor(server, folder, **outside):
        names = {command["name"] for command in server.world.commands("")}
        await until(told)
    assert {"nim", "hansa"} <= names
    assert "mute" not in names
    assert f"The title “mute” is not offered: {folder / 'locales/en/mute.json'}" in said
    assert "The title “mute” is played without pictures: the package mute.pictures is missing." in said
