"""Nim, the example of a title: this import registers it, and that is all a title needs to be known.

Not for play: it is no part of the program. `README.md` says what each file is for.
"""

from pathlib import Path

from engine.registry import Registration, register

register(Registration("nim", "tests.example.title", "tests.example.pictures", Path(__file__).parent / "data"))
