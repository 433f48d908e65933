"""The mark that ties a test to the clauses, scenarios and invariants of a specification, and the matrix made of it.

Not for the tests themselves. `python -m tests.engine.clauses hansa` prints the matrix of a title.
"""

import ast
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import data
from engine.registry import data_folder
from tests.facts import folder_of, tests_of

TESTS = Path(__file__).parent.parent
F = TypeVar("F", bound=Callable[..., object])

CLAUSE = re.compile(r"^\s*- ([A-Z]{2}-\d+\.\d+)\b", re.MULTILINE)
SCENARIO = re.compile(r"^- \*\*([ES]-\d+[a-z]?)\*\*", re.MULTILINE)
INVARIANT = re.compile(r"^- (I-\d+)\b", re.MULTILINE)
HOSTING = re.compile(r"^## (\d+)\. Asynchronous play$", re.MULTILINE)
"""The section about playing with people who are not there at the same time: its clauses are met in the bot."""
THROUGH_THE_BOT = ("bot", "e2e")
"""The folders of tests that go through the bot."""
UNMET = {"BH-20.4"}
"""Clauses that players cannot meet: offers have no clock of their own."""


def clauses(*ids: str) -> Callable[[F], F]:
    """Says which clauses ("HA-7.2"), scenarios ("S-12") and invariants ("I-3") a test covers."""
    assert ids, "a test that names its clauses names at least one"
    return lambda test: test


def ids_in_specification(key: str) -> list[str]:
    """Every id the specification defines, in its order."""
    text = data.load_text(f"{key}/specification.md", data_folder(key))
    return [*CLAUSE.findall(text), *SCENARIO.findall(text), *INVARIANT.findall(text)]


def hosting_clauses(key: str) -> list[str]:
    """The clauses of the section about asynchronous play, none where the specification has no such section."""
    section = HOSTING.search(data.load_text(f"{key}/specification.md", data_folder(key)))
    if section is None:
        return []
    return [name for name in ids_in_specification(key) if re.fullmatch(rf"[A-Z]{{2}}-{section[1]}\.\d+", name)]


def ids_in_tests(key: str) -> dict[str, list[str]]:
    """For each id named by a test of the title, the tests that name it."""
    folder = folder_of(tests_of(key))
    return _named_in(folder, folder.parent)


def ids_through_the_bot() -> dict[str, list[str]]:
    """The same for the tests that go through the bot, of all titles: where a player meets a clause."""
    return {name: tests for folder in THROUGH_THE_BOT for name, tests in _named_in(TESTS / folder, TESTS).items()}


def _named_in(folder: Path, root: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for name in _named_by(node):
                    found.setdefault(name, []).append(f"{path.relative_to(root)}::{node.name}")
    return found


def _named_by(test: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [
        argument.value
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clauses"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def matrix(key: str) -> str:
    """The table clause → tests, as Markdown; for clauses of hosting also the tests where a player meets them."""
    named, met, hosting = ids_in_tests(key), ids_through_the_bot(), hosting_clauses(key)
    rows = [
        f"| {name} | {', '.join(named.get(name, ['**none**']))} | {_met(name, met) if name in hosting else ''} |"
        for name in ids_in_specification(key)
    ]
    return "\n".join(["| clause | tests | where a player meets it |", "| --- | --- | --- |", *rows])


def _met(name: str, met: Mapping[str, list[str]]) -> str:
    return ", ".join(met.get(name, ["**nowhere**"]))


if __name__ == "__main__":
    print(matrix(sys.argv[1]))
