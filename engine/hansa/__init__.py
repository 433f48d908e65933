"""Hansa (Michael Schacht, 2004), 2 to 4 players: the rules of `data/hansa/specification.md`.

Not for drawing it or for its texts.
"""
