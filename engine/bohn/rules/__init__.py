"""What is allowed (`choices`, `refusals`) and what a decision does (`effects`), with a module for each part of a turn.

Not for texts or views.
"""
