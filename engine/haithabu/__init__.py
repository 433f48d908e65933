"""Haithabu (Rudolf Ross, 1990): runners, bridges and the speed that crossing them gives.

Not for anything but this title; `title.py` is its door.
"""
