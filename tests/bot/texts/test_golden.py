"""A dozen positions word for word, in every language.

Not for finding out whether a wording is good: it was read when the file was written.
"""

import pytest

from tests.bot.texts.golden import FOLDER, PLACES, POSITIONS, told


@pytest.mark.parametrize(("name", "code"), POSITIONS)
def test_the_position_reads_as_it_did(name: str, code: str) -> None:
    kept = (FOLDER / f"{name}.{code}.txt").read_text(encoding="utf-8")
    assert told(name, code) == kept, "if that is meant: python -m tests.bot.texts.golden, and read the difference"


def test_no_file_is_left_over() -> None:
    texts = {f"{name}.{code}.txt" for name, code in POSITIONS}
    assert {file.name for file in FOLDER.iterdir()} == texts | {f"{name}.json" for name in PLACES}
