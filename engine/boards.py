"""The boards a title can be played on: the program's own, and those that owners of the box have corrected.

Not for what is on a board: each title reads and checks its own files. A board is known by a digest of its figures, so
that a game is never played on another one by accident. What a title reads from its board lies in tables of its modules;
for a second board the same modules are therefore imported once more, under other names (`Copies`).
"""

import ast
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import msgspec

import data
from engine.errors import BadBoard

DIGITS = 8
ON = "_on_"
"""Between the name of a package and the digest of the board that its copy is for."""
_COPY = re.compile(rf"(?P<package>\w+\.\w+){ON}(?P<digest>[0-9a-f]{{{DIGITS}}})(?P<rest>(\.\w+)*)")
_COMMENTARY = frozenset(
    {"source", "sources", "confidence", "notes", "facts", "source_legend", "field_sources", "rulebook_fields"}
)
"""What a board file says about its figures: changing it makes no other board."""


class Board(msgspec.Struct, frozen=True):
    """The files of one board by name. Numbers are those of their folders; the program's own has 0."""

    key: str
    number: int
    folder: Path
    files: dict[str, Any]
    digest: str

    @property
    def identity(self) -> str:
        """What a game's version says of its board: nothing of that of the first release, else the digest."""
        return "" if not self.files or self.digest == _released().get(self.key) else self.digest


@cache
def _released() -> dict[str, str]:
    return msgspec.convert(data.load_json("boards.json"), dict[str, str])


def digest_of(files: Mapping[str, object]) -> str:
    """The same for files that say the same, whatever their layout and commentary."""
    plain = json.dumps({name: _figures(files[name]) for name in sorted(files)}, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:DIGITS]


def _figures(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: _figures(part)
            for key, part in value.items()
            if key not in _COMMENTARY and not key.endswith(("_source", "_sources"))
        }
    return [_figures(part) for part in value] if isinstance(value, list) else value


# ---- reading


@cache
def own(key: str) -> Board:
    """The board that came with the program."""
    folder = data.FOLDER / key
    files = {file.name: _read(file) for file in sorted(folder.glob("*.json"))}
    return Board(key, 0, folder, files, digest_of(files))


def read(key: str, folder: Path, number: int = 0) -> Board:
    """A corrected board: files that its folder has not are those of the program's own."""
    first = own(key)
    try:
        names = sorted(file.name for file in folder.iterdir() if file.suffix == ".json")
    except OSError as error:
        raise BadBoard(
            "The folder {folder} cannot be read: {why}.", folder=str(folder), why=str(error.strerror)
        ) from None
    if unknown := [name for name in names if name not in first.files]:
        raise BadBoard(
            "{folder} has {unknown}; a board of {key} has {names}.",
            folder=str(folder),
            unknown=", ".join(unknown),
            key=key,
            names=", ".join(first.files),
        )
    files = first.files | {name: _read(folder / name) for name in names}
    return Board(key, number, folder, files, digest_of(files))


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBoard("The file {file} cannot be read: {why}.", file=str(file), why=str(error.strerror)) from None
    except (ValueError, RecursionError) as error:
        raise BadBoard("The file {file} is no JSON: {why}.", file=str(file), why=str(error)) from None


def numbered(key: str, folder: Path) -> list[Board]:
    """The corrected boards of a title in a folder of boards: `<key>/1`, `<key>/2` and so on, the newest last.

    Folders with other names are not played on: somebody is working there.
    """
    found = [each for each in (folder / key).glob("*") if each.name.isdecimal() and each.is_dir()]
    return [read(key, each, int(each.name)) for each in sorted(found, key=lambda each: int(each.name))]


def load(module: str, name: str) -> Any:
    """What the module of a title reads, such as `hansa/board.json`: from the board that the module is for."""
    key, _, file = name.partition("/")
    match = _COPY.match(module)
    board = own(key) if match is None else COPIES.boards[match["digest"]]
    return board.files[file]


# ---- the same modules for another board


class _Renamed(ast.NodeTransformer):
    """Makes a module import the copies of its title's modules instead of the modules themselves."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        package = ".".join((node.module or "").split(".")[:2])
        if package in self.names:
            node.module = self.names[package] + (node.module or "")[len(package) :]
        return node


class _CopyLoader(SourceFileLoader):
    """Loads a module's source under another name, never from compiled files: those have the first names."""

    def __init__(self, fullname: str, path: str, names: Mapping[str, str]) -> None:
        super().__init__(fullname, path)
        self.names = names

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = _Renamed(self.names).visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class Copies(MetaPathFinder):
    """Finds `engine.hansa_on_<digest>.title` where `engine.hansa.title` is, for the boards that were announced."""

    def __init__(self) -> None:
        self.boards: dict[str, Board] = {}
        self.packages: dict[str, tuple[str, ...]] = {}

    def announce(self, board: Board, packages: Sequence[str]) -> None:
        """The modules of these packages can be imported for this board from now on."""
        self.boards[board.digest] = board
        self.packages[board.digest] = tuple(packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        match = _COPY.fullmatch(fullname)
        if match is None or match["package"] not in self.packages.get(match["digest"], ()):
            return None
        first = find_spec(match["package"] + match["rest"])
        if first is None or first.origin is None:
            return None
        names = {package: package + ON + match["digest"] for package in self.packages[match["digest"]]}
        spec = ModuleSpec(
            fullname,
            _CopyLoader(fullname, first.origin, names),
            origin=first.origin,
            is_package=first.submodule_search_locations is not None,
        )
        spec.submodule_search_locations = first.submodule_search_locations
        spec.has_location = True
        return spec


COPIES = Copies()
sys.meta_path.insert(0, COPIES)  # before the finder of files, which would find the first modules in a copy’s folder


def name_on(module: str, board: Board) -> str:
    """The name of a module's copy for this board; that of the module itself for the program's own."""
    if board.number == 0 and board.folder == own(board.key).folder:  # not `is`: two threads may have read it at once
        return module
    root, package, *rest = module.split(".")
    return ".".join([root, package + ON + board.digest, *rest])


def digest_in(module: str) -> str:
    """The digest of the board that a module was imported for; empty for the program's own."""
    match = _COPY.match(module)
    return "" if match is None else match["digest"]
