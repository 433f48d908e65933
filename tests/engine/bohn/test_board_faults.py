"""What is said of corrected files of Bohn Hansa that contradict themselves or the rulebook.

Not for files that are fit to play with.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine import boards
from engine.bohn.board_faults import faults
from tests.engine.clauses import clauses

Change = Callable[[dict[str, Any]], None]


def said(change: Change) -> list[str]:
    files = copy.deepcopy(boards.own("bohn").files)
    change(files)
    return faults(files)


def town(files: dict[str, Any], name: str) -> Any:
    return next(each for each in files["board.json"]["towns"] if each["id"] == name)


def contract(files: dict[str, Any], name: str) -> Any:
    return next(each for each in files["contracts.json"]["contracts"] if each["id"] == name)


def reconstructed(files: dict[str, Any]) -> Any:
    return next(each for each in files["contracts.json"]["contracts"] if each["source"] != "rulebook")


def unlink(files: dict[str, Any], *names: str) -> None:
    board = files["board.json"]
    board["links"] = [link for link in board["links"] if {link["a"], link["b"]} != set(names)]


@clauses("BH-1.1")
def test_what_was_reconstructed_may_be_corrected() -> None:
    assert said(lambda files: None) == []
    assert said(lambda files: reconstructed(files).update(payout=99)) == []
    card = 3
    assert said(lambda files: files["harvests.json"]["cards"][card]["piles"][0].update(count=1)) == []


@clauses("BH-1.1", "BH-1.7", "BH-2.4", "BH-18.6")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda files: files["board.json"]["links"][0].update(a="bergen"),
            "board.json cannot be read: the link bergen",
        ),
        (lambda files: files.pop("harvests.json"), "cannot be read"),
        (lambda files: files["beans.json"]["kinds"][0].update(count=20), "tokens, not 117"),
        (lambda files: unlink(files, "edinburgh", "aalborg"), "link edinburgh–aalborg of the rulebook is missing"),
        (
            lambda files: files["board.json"]["links"].append({"a": "edinburgh", "b": "rostock"}),
            "From edinburgh to rostock one does not travel over one other town",
        ),
        (
            lambda files: files["board.json"]["links"].append(dict(files["board.json"]["links"][0])),
            "stands there 2 times",
        ),
        (lambda files: files["board.json"]["links"].append({"a": "london", "b": "nowgorod"}), "cross"),
        (lambda files: files["board.json"]["links"].append({"a": "london", "b": "nowgorod"}), "runs past"),
        (lambda files: files["contracts.json"]["contracts"].pop(), "There are 59 contracts, not 60"),
        (lambda files: contract(files, "A1").update(town="london"), "aalborg has 4 contracts, not 5"),
        (lambda files: reconstructed(files).update(payout=0), "pays nothing"),
        (
            lambda files: contract(files, "A1").update(beans=["sau", "brech"]),
            "Contract A1 asks for sau, which aalborg",
        ),
        (lambda files: files["harvests.json"]["cards"].pop(), "There are 9 harvest cards, not 10"),
        (lambda files: files["harvests.json"]["cards"].pop(0), "The printed harvest card"),
        (lambda files: files["harvests.json"]["cards"][3]["piles"][0].update(count=99), "brings 99"),
    ],
)
def test_what_contradicts_the_rulebook_is_said(change: Change, sentence: str) -> None:
    found = said(change)
    assert any(sentence in one for one in found), found


@clauses("BH-1.6")
def test_prices_are_those_of_the_rulebook_and_fall() -> None:
    def dear(files: dict[str, Any]) -> None:
        town(files, "visby")["beanometer"]["prices"]["rote"]["squares"][0] = 20

    def flat(files: dict[str, Any]) -> None:
        ladder = town(files, "london")["beanometer"]["prices"]
        first = next(iter(ladder.values()))["squares"]
        first[1] = first[0]

    def other_opening(files: dict[str, Any]) -> None:
        ladder = town(files, "london")["beanometer"]["prices"]
        next(iter(ladder.values()))["squares"][:3] = [33, 32, 31]

    assert any("rote in visby with 0 squares filled does not cost 16" in one for one in said(dear))
    assert any("do not fall from square to square" in one for one in said(flat))
    assert any("does not open at its base price in london" in one for one in said(other_opening))


@clauses("BH-1.4")
def test_what_the_rulebook_says_of_sales() -> None:
    def no_red_beans(files: dict[str, Any]) -> None:
        visby = town(files, "visby")
        for sale in visby["sells"]:
            if sale["kind"] == "rote":
                sale["kind"] = "sau"
        visby["beanometer"]["prices"]["sau"] = visby["beanometer"]["prices"].pop("rote")
        files["harvests.json"]["cards"] = [
            card for card in files["harvests.json"]["cards"] if all(p["town"] != "visby" for p in card["piles"])
        ]

    assert any("visby sells" in one and "against the rulebook's rote" in one for one in said(no_red_beans))
