"""No clause without a test, no test that names a clause which does not exist; for every title.

Not for whether the tests are good: only for holes in the matrix.
"""

import pytest

import data
from engine.registry import KEYS, data_folder
from tests.engine.clauses import (
    UNMET,
    hosting_clauses,
    ids_in_specification,
    ids_in_tests,
    ids_through_the_bot,
    matrix,
)


@pytest.mark.parametrize("key", KEYS)
def test_every_clause_scenario_and_invariant_has_a_test(key: str) -> None:
    named = ids_in_tests(key)
    assert [name for name in ids_in_specification(key) if name not in named] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_named_id_exists(key: str) -> None:
    assert sorted(set(ids_in_tests(key)) - set(ids_in_specification(key))) == []


@pytest.mark.parametrize("key", [key for key in KEYS if data_folder(key) == data.FOLDER])
def test_every_clause_of_hosting_is_met_by_players(key: str) -> None:
    """By a test through the bot; what is not met is named, and no longer than that is true."""
    hosting, met = hosting_clauses(key), ids_through_the_bot()
    assert hosting
    assert [name for name in hosting if name not in met and name not in UNMET] == []
    assert not UNMET & met.keys()


def test_every_id_named_through_the_bot_exists() -> None:
    known = {name for key in KEYS for name in ids_in_specification(key)}
    assert sorted(ids_through_the_bot().keys() - known) == []


@pytest.mark.parametrize("key", KEYS)
def test_an_id_is_defined_once(key: str) -> None:
    ids = ids_in_specification(key)
    assert [name for name in set(ids) if ids.count(name) > 1] == []


@pytest.mark.parametrize("key", KEYS)
def test_matrix_has_a_row_for_each_id(key: str) -> None:
    assert len(matrix(key).splitlines()) == 2 + len(ids_in_specification(key))
