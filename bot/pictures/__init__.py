"""Pictures and films off the event loop, and the commands that draw a recorded game.

Not for how they look: `render` paints.
"""
