"""The rules of Haithabu: walks over the board, reach of a runner, turns of a seat, and what decisions do.

Not for the shape of states and actions, which lie one floor up.
"""
