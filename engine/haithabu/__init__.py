"""Haithabu (Rudolf Ross, 1990): runners, bridges and the speed that crossing them gives.

Not for anything but this title; everything outside asks `title.py`, painters the views.
"""
