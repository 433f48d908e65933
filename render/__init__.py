"""Pictures: a view in, an image out.

Not for rules or Discord: a painter sees views only and never a state.
"""
