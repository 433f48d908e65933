"""The rules: titles, computer players and game records, pure and deterministic.

Not for drawing, Discord, storage or clocks: those rooms import this one, never the other way round.
"""
