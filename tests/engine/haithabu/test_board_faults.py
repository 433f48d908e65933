"""What is said of a corrected board file of Haithabu that contradicts itself or the rulebook.

Not for boards that are fit to play on.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine import boards
from engine.haithabu.board_faults import faults
from tests.engine.clauses import clauses

Change = Callable[[Any], None]


def said(change: Change) -> list[str]:
    files = copy.deepcopy(boards.own("haithabu").files)
    change(files["board.json"])
    return faults(files)


def space(board: Any, name: str) -> Any:
    return next(each for each in board["spaces"] if each["id"] == name)


def unlink(board: Any, *names: str) -> None:
    board["links"] = [link for link in board["links"] if set(link) != set(names)]


def shorten(board: Any) -> None:
    """One path space less on the outer ring."""
    board["spaces"] = [each for each in board["spaces"] if each["id"] != "path-ae4"]
    before, after = (next(end for end in link if end != "path-ae4") for link in board["links"] if "path-ae4" in link)
    board["links"] = [link for link in board["links"] if "path-ae4" not in link] + [[before, after]]


def put_between(board: Any, name: str, one: str, other: str) -> None:
    """Lays a space half way between two others."""
    for axis in ("x", "y"):
        space(board, name)[axis] = (space(board, one)[axis] + space(board, other)[axis]) // 2


@clauses("HB-1.1")
@pytest.mark.parametrize("change", [lambda board: None, shorten])
def test_what_was_reconstructed_may_be_corrected(change: Change) -> None:
    assert said(change) == []


@clauses("HB-1.1", "HB-1.2", "HB-1.3", "HB-1.4")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda board: board.pop("play"), "cannot be read"),
        (lambda board: board["spaces"].append(board["spaces"][0]), "stands there twice"),
        (lambda board: space(board, "path-ac1").update(id="ac1"), "A path space cannot be called ac1"),
        (lambda board: board["bridges"].pop("t"), "The bridge t is missing"),
        (lambda board: board["links"].append(["bridge-a", "nowhere"]), "does not join two spaces"),
        (lambda board: board["links"].append(board["links"][0]), "stands there 2 times"),
        (lambda board: board["villages"].reverse(), "The villages are not N, E, S, W"),
        (lambda board: board["villages"][0].update(opposite="E"), "Opposite to village N lies E"),
        (lambda board: board["villages"][0]["start_spaces"].pop(), "has not the start spaces s1 to s6"),
        (lambda board: board["villages"][0]["passage_spaces"].pop(), "has not the passage spaces p1 to p7"),
        (lambda board: board["villages"][0]["access_bridges"].pop(), "has not 2 access bridges"),
        (lambda board: board["villages"][0].update(four_runner_setup=["N-s1"]), "The four runners of village N"),
        (lambda board: unlink(board, "path-ac1", "bridge-a"), "ac1 is a dead end"),
        (lambda board: board["links"].append(["bridge-g", "bridge-h"]), "The bridges g and h touch"),
        (lambda board: board["links"].append(["N-p4", "path-cd1"]), "Village N is entered over"),
        (lambda board: board["links"].append(["N-p1", "bridge-a"]), "do not join p2 and p6"),
        (lambda board: board["links"].append(["N-p4", "S-p4"]), "From village N one gets to S without a bridge"),
        (lambda board: space(board, "path-ac1").update(x=-5), "ac1 lies outside"),
        (lambda board: put_between(board, "path-ac1", "bridge-a", "bridge-a"), "lie on each other"),
        (lambda board: put_between(board, "path-ac1", "bridge-g", "path-gh1"), "runs over ac1"),
        (lambda board: board["links"].append(["path-ac1", "path-lq1"]), "cross, with no bridge there"),
    ],
)
def test_what_contradicts_the_rulebook_is_said(change: Change, sentence: str) -> None:
    found = said(change)
    assert any(sentence in one for one in found), found
