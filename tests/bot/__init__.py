"""Tests of the house: store, table and workers.

Not for rules: `tests/engine` has those.
"""
