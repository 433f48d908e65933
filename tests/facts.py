"""What shared tests must know of a single title: each title says it in `facts.py` of its own test folder.

Not for rules, and not for tests.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet

from engine.registry import KEYS, registration

if TYPE_CHECKING:
    from render.theme import ThemeName
    from render.words import Language


class Position(NamedTuple):
    """A picture that is kept: which recorded game, how far, which picture, in which look.

    `part` is how much of the record has been played, from 0 to 1; `asked` the verb and parameter of choices.
    """

    name: str
    game: str
    part: float = 0.5
    what: str = "board"
    palette: "ThemeName" = "day"
    language: "Language" = "en"
    seat: int = 0
    asked: str = ""

    @property
    def key(self) -> str:
        return self.game.partition("-")[0]


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """One title."""

    records: int
    """The recorded games there are at least."""
    refused_clauses: int
    """The clauses that refusals name at least."""
    speed: float
    """Decisions per second beside the moves of python-chess, at least."""
    early: int = 6
    """Decisions of people after which no game is over, with a computer at the table too."""
    asks_several: frozenset[str] = frozenset()
    """Verbs of decisions that several others may have to answer at once."""
    secret: Mapping[str, frozenset[str]] = {}
    """By verb the parameters that the table may not know, or not yet."""
    placed: tuple[str, ...]
    """The kinds of words that have a place on the board."""
    pictures: tuple[Position, ...]
    daily: Callable[[int, Any], bool] = lambda seats, options: True
    """Whether `make test` looks at this number of seats with these options; `make long` looks at the others."""
    long_games: bool = False
    """Whether only `make long` plays whole games of it through Discord."""
    restored: Callable[[Any], Any] = lambda state: state
    """The part of a state that an undo gives back; what was said meanwhile (offers) may stay as it is now."""


def package_of(key: str) -> str:
    """The package of the title's rules."""
    return registration(key).module.rpartition(".")[0]


def tests_of(key: str) -> str:
    """The package of the title's own tests."""
    package = package_of(key)
    return package if package.startswith("tests.") else f"tests.{package}"


def folder_of(package: str) -> Path:
    file = import_module(package).__file__
    assert file is not None
    return Path(file).parent


def facts(key: str) -> Facts:
    found: Facts = import_module(f"{tests_of(key)}.facts").FACTS
    return found


def whole_games() -> list[ParameterSet]:
    """The titles to play whole games of through Discord, where one takes many seconds."""
    return [pytest.param(key, marks=pytest.mark.long if facts(key).long_games else ()) for key in KEYS]
