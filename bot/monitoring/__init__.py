"""What an operator sees of a process: logs and figures.

Not for people at a table.
"""
