"""Discord, storage and languages.

Not for rules: whatever a title allows or shows is asked of the engine.
"""
