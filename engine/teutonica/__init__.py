"""Hansa Teutonica, in its editions of 2009 and 2020.

Not for anything a caller needs by name: the way in is `engine.registry`.
"""
