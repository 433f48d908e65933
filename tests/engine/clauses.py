"""The mark that ties a test to the clauses, scenarios and invariants of a specification, and the matrix made of it.

Not for the tests themselves. `python -m tests.engine.clauses hansa` prints the matrix of a title.
"""

import ast
import re
import sys
from collections.abc import Callable
from typing import TypeVar

import data
from engine.registry import data_folder
from tests.facts import folder_of, tests_of

F = TypeVar("F", bound=Callable[..., object])

CLAUSE = re.compile(r"^\s*- ([A-Z]{2}-\d+\.\d+)\b", re.MULTILINE)
SCENARIO = re.compile(r"^- \*\*([ES]-\d+[a-z]?)\*\*", re.MULTILINE)
INVARIANT = re.compile(r"^- (I-\d+)\b", re.MULTILINE)


def clauses(*ids: str) -> Callable[[F], F]:
    """Says which clauses ("HA-7.2"), scenarios ("S-12") and invariants ("I-3") a test covers."""
    assert ids, "a test that names its clauses names at least one"
    return lambda test: test


def ids_in_specification(key: str) -> list[str]:
    """Every id the specification defines, in its order."""
    text = data.load_text(f"{key}/specification.md", data_folder(key))
    return [*CLAUSE.findall(text), *SCENARIO.findall(text), *INVARIANT.findall(text)]


def ids_in_tests(key: str) -> dict[str, list[str]]:
    """For each id named by a test of the title, the tests that name it."""
    found: dict[str, list[str]] = {}
    folder = folder_of(tests_of(key))
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in _named_by(node):
                    found.setdefault(name, []).append(f"{path.relative_to(folder.parent)}::{node.name}")
    return found


def _named_by(test: ast.FunctionDef) -> list[str]:
    return [
        argument.value
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clauses"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def matrix(key: str) -> str:
    """The table clause → tests, as Markdown."""
    named = ids_in_tests(key)
    rows = [f"| {name} | {', '.join(named.get(name, ['**none**']))} |" for name in ids_in_specification(key)]
    return "\n".join(["| clause | tests |", "| --- | --- |", *rows])


if __name__ == "__main__":
    print(matrix(sys.argv[1]))
