"""Corrected boards: games on them, games on the first one beside them, and what is refused.

Not for what a right board is: the tests of the titles' `board_faults` say that.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import data
import render
from engine import boards, record, registry
from engine.errors import BadBoard, BadRecord, UnknownBoard
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.title import AnyTitle
from engine.values import Setup

KEYS = ("hansa", "teutonica", "bohn", "haithabu")


@pytest.fixture(autouse=True)
def _boards_as_before() -> Iterator[None]:
    yield
    registry._boards.clear()
    registry._folders.clear()


def test_a_board_that_two_threads_read_at_once_is_the_same_board() -> None:
    again = boards.own.__wrapped__("hansa")
    assert boards.name_on("engine.hansa.title", again) == "engine.hansa.title"


def corrected(folder: Path, number: str, change: Callable[[Any], None]) -> None:
    """Writes a corrected board of Hansa."""
    board = data.load_json("hansa/board.json")
    change(board)
    here = folder / "hansa" / number
    here.mkdir(parents=True)
    (here / "board.json").write_text(json.dumps(board), encoding="utf-8")


def move_warehouse(board: Any) -> None:
    warehouses = {"copenhagen": 2, "riga": 1}
    for port in board["ports"]:
        port["warehouses"] = warehouses.get(port["id"], port["warehouses"])


def other_numbers(board: Any) -> None:
    for port in board["ports"]:
        port["number"] = {2: 3, 3: 2}.get(port["number"], port["number"])


def begun(title: AnyTitle) -> Game:
    return Game.new(title, Setup(3, title.read_options(3, {}), "boards"))


def played(title: AnyTitle) -> record.Record:
    game = begun(title)
    playout(game, simple_policy, 5000, "boards")
    return record.export(game)


def test_the_programs_own_boards_are_those_that_versions_without_a_board_mean() -> None:
    digests = {key: boards.own(key).digest for key in KEYS}
    assert data.load_json("boards.json") == digests, "the first boards stay; a better one goes beside them"
    assert all(registry.title(key).rules_version.isdecimal() for key in KEYS)


def test_commentary_and_layout_make_no_other_board() -> None:
    files = boards.own("hansa").files
    again = json.loads(json.dumps(files, indent=4))
    again["board.json"]["sources"]["start"] = "the box"
    again["board.json"]["notes"] = []
    assert boards.digest_of(again) == boards.digest_of(files)
    again["board.json"]["ports"][0]["x"] += 1
    assert boards.digest_of(again) != boards.digest_of(files)


def test_new_games_are_on_the_newest_board_and_others_go_on_where_they_began(tmp_path: Path) -> None:
    before = played(registry.title("hansa"))
    corrected(tmp_path, "2", move_warehouse)
    registry.register_boards(tmp_path)
    second = played(registry.title("hansa"))
    corrected(tmp_path / "more", "10", other_numbers)
    registry.register_boards(tmp_path / "more")
    third = played(registry.title("hansa"))
    assert before.rules == "1"
    assert len({before.rules, second.rules, third.rules}) == 3
    assert registry.versions("hansa") == (before.rules, second.rules, third.rules)
    assert registry.title("hansa").rules_version == third.rules
    for one in (before, second, third):
        assert record.verify(one).valid
        assert record.export(record.replay(one)) == one
    lied = [record.verify(record.read(vars_of(one) | {"rules": before.rules})).valid for one in (second, third)]
    assert lied == [False, False]


def vars_of(one: record.Record) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(one))
    return plain


def test_rules_views_and_pictures_of_one_game_are_of_one_board(tmp_path: Path) -> None:
    corrected(tmp_path, "1", move_warehouse)
    first = registry.title("hansa")
    registry.register_boards(tmp_path)
    title = registry.title("hansa")
    game = begun(title)
    slots = {port.id: len(port.slots) for port in title.view(game.state, None).ports}
    assert (slots["copenhagen"], slots["riga"]) == (2, 1)
    state = title.decode(title.encode(game.state))
    assert type(state) is title.state_type
    assert title.state_type is not first.state_type
    drawn = render.paint("hansa", title.view(state, None))
    old = render.paint("hansa", first.view(begun(first).state, None))
    assert drawn.png != old.png
    assert render.preview("hansa", 3, title.read_options(3, {})).png != drawn.png


@pytest.mark.parametrize("key", [key for key in KEYS if key != "hansa"])
def test_every_title_can_be_played_and_drawn_on_a_second_board(key: str) -> None:
    """All modules of rules and pictures are there twice, and nothing of one reaches into the other."""
    first = boards.own(key)
    board = boards.Board(key, 1, first.folder, first.files, boards.digest_of(first.files | {"again": key}))
    registry.announce(board)
    title = registry.on_board(board)
    game = Game.new(title, Setup(title.seats[1], title.read_options(title.seats[1], {}), "again"))
    playout(game, simple_policy, 60, "again")
    first_title = registry.title(key)
    own = Game.new(first_title, Setup(title.seats[1], first_title.read_options(title.seats[1], {}), "again"))
    playout(own, simple_policy, 60, "again")
    assert [str(line) for line in game.lines] == [str(line) for line in own.lines]
    assert title.encode(game.state) == own.title.encode(own.state)
    modules = {type(step.action).__module__ for step in game.steps} | {type(game.state).__module__}
    assert all(boards.digest_in(module) == board.digest for module in modules)
    view = title.view(game.state, None)
    assert render.paint(key, view).png == render.paint(key, own.title.view(own.state, None)).png


def test_a_version_whose_board_is_missing_is_refused_with_a_sentence(tmp_path: Path) -> None:
    corrected(tmp_path, "1", move_warehouse)
    registry.register_boards(tmp_path)
    written = played(registry.title("hansa"))
    registry._boards.clear()
    assert not registry.plays("hansa", written.rules)
    assert not registry.has_board("hansa", written.rules)
    with pytest.raises(UnknownBoard, match="not here; its files belong among"):
        registry.title("hansa", written.rules)
    with pytest.raises(BadRecord, match="The board of version"):
        record.replay(written)


def test_a_changed_board_of_the_program_is_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_released", lambda: dict.fromkeys(KEYS, "0" * 8))
    registry._imported.cache_clear()
    try:
        assert registry.title("hansa").rules_version == f"1+{boards.own('hansa').digest}"
        assert not registry.plays("hansa", "1")
    finally:
        registry._imported.cache_clear()


def test_a_folder_that_is_no_number_is_not_played_on(tmp_path: Path) -> None:
    corrected(tmp_path, "draft", move_warehouse)
    registry.register_boards(tmp_path)
    assert registry.title("hansa").rules_version == "1"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [("board.json", "{", "is no JSON"), ("ports.json", "{}", "a board of hansa has board.json"), ("", "", "no folder")],
)
def test_files_that_are_no_board_are_named(name: str, content: str, why: str, tmp_path: Path) -> None:
    if name:
        here = tmp_path / "hansa" / "1"
        here.mkdir(parents=True)
        (here / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadBoard, match=why):
        registry.register_boards(tmp_path if name else tmp_path / "nowhere")


def test_a_board_that_cannot_be_played_is_said_to_be_none(tmp_path: Path) -> None:
    def shut(board: Any) -> None:
        board["routes"] = [route for route in board["routes"] if route["from"] != "riga"]

    corrected(tmp_path, "1", shut)
    registry.register_boards(tmp_path)
    with pytest.raises(BadBoard, match="every port has an exit"):
        registry.title("hansa")
