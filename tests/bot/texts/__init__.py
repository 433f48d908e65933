"""Tests of what people read: catalogues, sentences, rules pages, in every language.

Not for how it is sent or drawn.
"""
