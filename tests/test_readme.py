"""The README keeps its word: the game it shows can be played by pasting it, and the commands it names exist.

Not for how well it reads.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from bot.__main__ import COMMANDS
from bot.settings import Settings
from engine.registry import KEYS, registration

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_game_in_the_readme_can_be_pasted() -> None:
    block = re.search(r"-m engine <<'END'\n(.*?)\nEND", README, re.DOTALL)
    assert block is not None
    lines = block[1].splitlines()
    assert len(lines) == 10
    done = subprocess.run(
        [sys.executable, "-m", "engine"], input=block[1] + "\n", capture_output=True, text=True, check=True, cwd=ROOT
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True] * 10
    assert replies[7]["finished"]
    assert replies[8]["result"]["ranking"][0]["place"] == 1


def test_every_make_target_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z]+)", README)):
        assert f"\n{target}:" in makefile


def test_every_title_is_listed() -> None:
    for key in KEYS:
        shipped = registration(key).module.startswith("engine.")
        assert (f"`engine/{key}`" in README) == shipped


def test_every_setting_and_command_of_the_house_is_listed() -> None:
    for name in Settings.__struct_fields__:
        assert f"`KONTOR_{name.upper()}" in README
    for command in COMMANDS.keys() - {"run"}:
        assert f"bin/kontor {command}" in README
