"""What is said of a corrected board file of Hansa that contradicts itself or the rulebook.

Not for boards that are fit to play on: `tests/engine/test_boards.py` plays on one.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine import boards
from engine.hansa.board_faults import faults
from tests.engine.clauses import clauses

Change = Callable[[Any], None]


def said(change: Change) -> list[str]:
    files = copy.deepcopy(boards.own("hansa").files)
    change(files["board.json"])
    return faults(files)


def port(board: Any, name: str) -> Any:
    return next(each for each in board["ports"] if each["id"] == name)


def without(board: Any, origin: str, to: str) -> None:
    board["routes"] = [route for route in board["routes"] if (route["from"], route["to"]) != (origin, to)]


def turn_triangle(board: Any) -> None:
    for origin, to in (("reval", "riga"), ("riga", "danzig"), ("danzig", "reval")):
        route = next(each for each in board["routes"] if (each["from"], each["to"]) == (origin, to))
        route["from"], route["to"] = to, origin


def other_warehouses(board: Any) -> None:
    for name, count in (("lubeck", 1), ("aalborg", 2), ("kalmar", 2)):
        port(board, name)["warehouses"] = count


@clauses("HA-1.1")
@pytest.mark.parametrize("change", [lambda board: None, turn_triangle, other_warehouses])
def test_what_was_reconstructed_may_be_corrected(change: Change) -> None:
    assert said(change) == []


@clauses("HA-1.1", "HA-16.8")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda board: without(board, "riga", "danzig"), "every port has an exit"),
        (lambda board: board.update(ports=board["ports"][1:]), "cannot be read"),
        (lambda board: board.pop("routes"), "cannot be read"),
        (lambda board: port(board, "kalmar").update(number=9), "port numbers are 1 to 9"),
        (lambda board: port(board, "tonsberg").update(warehouses=1), "Tønsberg has not two warehouses"),
        (lambda board: port(board, "riga").update(x=1400), "Riga lies outside"),
        (lambda board: without(board, "copenhagen", "danzig"), "From copenhagen one sails to lubeck, tonsberg"),
        (lambda board: without(board, "stockholm", "reval"), "stockholm → reval of example 8 (E-8) is missing"),
        (lambda board: board["routes"].append(board["routes"][0]), "copenhagen → danzig stands there twice"),
        (lambda board: board["routes"][0].update(kind="land"), "one land route"),
        (lambda board: board.update(start="riga"), "does not start in copenhagen"),
        (lambda board: board["goods"]["per_colour"].update({"1": 5}), "4, 5 and 4 markers"),
        (lambda board: board["components"].update(talers=20), "not 22 talers"),
        (lambda board: board["supply"].reverse(), "piles 1 to 5"),
    ],
)
def test_what_contradicts_the_rulebook_is_said(change: Change, sentence: str) -> None:
    found = said(change)
    assert any(sentence in one for one in found), found


def test_a_port_from_which_the_ship_never_comes_back_is_named() -> None:
    def trap(board: Any) -> None:
        without(board, "riga", "danzig")
        board["routes"].append({"from": "riga", "to": "reval", "kind": "sea"})

    assert any("From reval the ship never gets to" in one for one in said(trap))
