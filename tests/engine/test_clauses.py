"""No clause without a test, no test that names a clause which does not exist; for every title.

Not for whether the tests are good: only for holes in the matrix.
"""

import pytest

from engine.registry import KEYS
from tests.engine.clauses import ids_in_specification, ids_in_tests, matrix


@pytest.mark.parametrize("key", KEYS)
def test_every_clause_scenario_and_invariant_has_a_test(key: str) -> None:
    named = ids_in_tests(key)
    assert [name for name in ids_in_specification(key) if name not in named] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_named_id_exists(key: str) -> None:
    assert sorted(set(ids_in_tests(key)) - set(ids_in_specification(key))) == []


@pytest.mark.parametrize("key", KEYS)
def test_an_id_is_defined_once(key: str) -> None:
    ids = ids_in_specification(key)
    assert [name for name in set(ids) if ids.count(name) > 1] == []


@pytest.mark.parametrize("key", KEYS)
def test_matrix_has_a_row_for_each_id(key: str) -> None:
    assert len(matrix(key).splitlines()) == 2 + len(ids_in_specification(key))
