"""What an operator does with a whole store: examine it, back it up, restore it, move a game.

Not for a running game.
"""
