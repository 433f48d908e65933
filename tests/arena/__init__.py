"""How strong computers are: a candidate against equal opponents, in every seat equally often, with controls.

Not for tests: strength is measured, and its table committed; a few games by node budget are in the tests.
"""
