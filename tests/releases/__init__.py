"""What each release has written, kept so that every later program proves that it can go on with it.

Not for what the newest program writes: its own tests have that.
"""
