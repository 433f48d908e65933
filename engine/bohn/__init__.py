"""Bohn Hansa: three to five merchants travel, bargain over beans and honour contracts.

Not for drawing or hosting; `title.py` is the door, the other modules are the rooms behind it.
"""
