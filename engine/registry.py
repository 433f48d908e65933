"""Which titles there are, and where the parts of each lie: its rules, its pictures, its words.

Not for anything else about a title. One is imported, and checked, when it is first asked for: programs start quickly.
"""

from collections.abc import Iterable, Iterator, KeysView
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec

import data
from engine import boards
from engine.boards import Board
from engine.declaration import faults
from engine.errors import BadBoard, BadTitle, UnknownBoard, UnknownRules, UnknownTitle
from engine.first_use import importing
from engine.title import ON_BOARD, AnyTitle
from engine.values import View


class Registration(msgspec.Struct, frozen=True):
    """Where a title lives. `module` has its TITLE, the package `pictures` its painters.

    The folder `data` has its words, `locales/<language>/<key>.json`, and its short rules, `rules/<key>.<language>.md`.
    """

    key: str
    module: str
    pictures: str
    data: Path = data.FOLDER


_registrations: dict[str, Registration] = {}
_modules: list[str] = []
_boards: dict[str, list[Board]] = {}
_folders: list[Path] = []
KEYS: KeysView[str] = _registrations.keys()
"""The keys of all titles in the order of their registration; it grows with every new one."""


def register(registration: Registration) -> None:
    """Makes a title known. Nothing of it is imported yet."""
    known = _registrations.setdefault(registration.key, registration)
    if known != registration:
        raise BadTitle(f"Two titles have the key “{registration.key}”: {known.module} and {registration.module}.")


def register_from(modules: Iterable[str]) -> None:
    """Imports modules that register titles of their own; BadTitle names the one that cannot be imported."""
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise BadTitle(f"The titles of {module} cannot be registered: {error}.") from None
        if module not in _modules:
            _modules.append(module)


def modules() -> tuple[str, ...]:
    """What `register_from` has imported, so that another process can know the same titles."""
    return tuple(_modules)


def register_boards(folder: Path) -> None:
    """Makes the corrected boards in a folder known; new games of a title are on the one with the highest number."""
    if not folder.is_dir():
        raise BadBoard("There is no folder {folder} with boards.", folder=str(folder))
    for key in KEYS:
        for board in boards.numbered(key, folder):
            announce(board)
            _boards.setdefault(key, []).append(board)
    _folders.append(folder)


def board_folders() -> tuple[Path, ...]:
    """Where `register_boards` has looked, so that another process can know the same boards."""
    return tuple(_folders)


def announce(board: Board) -> None:
    """Lets the title be imported for a board, whether games are played on it or not."""
    where = registration(board.key)
    boards.COPIES.announce(board, [".".join(name.split(".")[:2]) for name in (where.module, where.pictures)])


def registration(key: str) -> Registration:
    """Where the title with this key lives; UnknownTitle, with the keys there are, if none has it."""
    if key not in _registrations:
        raise UnknownTitle("There is no title “{key}”; there are {keys}.", key=key, keys=", ".join(KEYS))
    return _registrations[key]


def title(key: str, version: str | None = None) -> AnyTitle:
    """The title with this key, under the newest or an older version of its rules, on the board the version names.

    UnknownRules, with the versions there are, if it has not this one; UnknownBoard if there is no such board.
    """
    where, known = registration(key), boards_of(key)
    if version is None:
        return on_board(known[-1])
    rules, _, identity = version.partition(ON_BOARD)
    board = next((each for each in known if each.identity == identity), None)
    if board is None:
        raise UnknownBoard(
            "The board of version {theirs} of {title} is not here; its files belong among the corrected boards.",
            theirs=version,
            title=_loaded(where, known[0]).name,
        )
    newest = _loaded(where, board)
    return newest if version == newest.rules_version else _older(newest, rules, identity)


def boards_of(key: str) -> tuple[Board, ...]:
    """The boards that games of the title can be on: the program's own, then the corrected ones, the newest last."""
    return (boards.own(key), *_boards.get(key, ()))


def has_board(key: str, version: str) -> bool:
    """Whether the board that this version names is here, whatever its rules."""
    return any(board.identity == version.partition(ON_BOARD)[2] for board in boards_of(key))


def on_board(board: Board) -> AnyTitle:
    """The title under its newest rules, on a board that was announced."""
    return _loaded(registration(board.key), board)


def versions(key: str) -> tuple[str, ...]:
    """Every version that can be played, on whichever board; that of new games last."""
    return tuple(dict.fromkeys(version for board in boards_of(key) for version in on_board(board).versions))


def plays(key: str, version: str) -> bool:
    """Whether a game of this title can go on under this version of its rules."""
    try:
        title(key, version)
    except (UnknownTitle, BadBoard):
        return False
    return True


def titles() -> tuple[AnyTitle, ...]:
    """The titles that can be offered to people: those that have their words in every language."""
    return tuple(title(key) for key in KEYS if not missing_words(key))


def _loaded(where: Registration, board: Board) -> AnyTitle:
    return _imported(where, boards.name_on(where.module, board), board.identity, str(board.folder))


@cache
def _imported(where: Registration, module: str, identity: str, folder: str) -> AnyTitle:
    try:
        with importing():
            found: AnyTitle = import_module(module).TITLE
    except (ValueError, LookupError, AssertionError, msgspec.ValidationError) as error:
        if module == where.module:
            raise
        raise BadBoard("The board in {folder} cannot be played: {why}.", folder=folder, why=str(error)) from None
    if identity:
        found = type(found)(board=identity)
    wrong = faults(found)
    if found.key != where.key:
        wrong.append(f"its key is “{found.key}”")
    if wrong:
        raise BadTitle(f"The title “{where.key}” in {where.module} is not complete: {'; '.join(wrong)}.")
    return found


@cache
def _older(newest: AnyTitle, version: str, identity: str) -> AnyTitle:
    if version not in newest.older:
        raise UnknownRules(
            "Version {theirs} of the rules of {title} is not known here; this program plays version {ours}.",
            theirs=version,
            title=newest.name,
            ours=", ".join(newest.versions),
        )
    return type(newest)(version, identity)


# ---- what a title lacks


def data_folder(key: str) -> Path:
    """Where words and rules with this name are: with the title of this key, else with the program's own."""
    return _registrations[key].data if key in _registrations else data.FOLDER


def missing_words(key: str) -> tuple[Path, ...]:
    """The files of words and rules that the title should have, and has not."""
    return _missing_words(registration(key))


@cache
def _missing_words(where: Registration) -> tuple[Path, ...]:
    names = [
        name
        for language in data.languages()
        for name in (f"locales/{language}/{where.key}.json", f"rules/{where.key}.{language}.md")
    ]
    return tuple(where.data / name for name in names if not (where.data / name).is_file())


def pictures_of(key: str, view: View | None = None) -> str:
    """The package of the title's painters: for the board of the view, else for that of new games."""
    pictures = registration(key).pictures
    digest = boards_of(key)[-1].digest if view is None else boards.digest_in(type(view).__module__)
    board = next((board for board in boards_of(key) if board.digest == digest), None)
    if board is None and digest:  # a board that is looked at, not played on
        board = boards.COPIES.boards[digest]
    return pictures if board is None else boards.name_on(pictures, board)


def has_painter(key: str) -> bool:
    return _has_package(registration(key).pictures)


@cache
def _has_package(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False


def lacks() -> Iterator[str]:
    """For the start of a program: one sentence for each title that cannot be offered, or has no pictures."""
    for key in KEYS:
        if missing := missing_words(key):
            yield f"The title “{key}” is not offered: {', '.join(map(str, missing))} is missing."
        if not has_painter(key):
            yield f"The title “{key}” is played without pictures: the package {registration(key).pictures} is missing."


for _key in ("hansa", "teutonica", "bohn", "haithabu"):
    register(Registration(_key, f"engine.{_key}.title", f"render.{_key}"))
