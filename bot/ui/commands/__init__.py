"""The slash commands: /game, one group for each title, /rules and /settings.

Not for what they do: a command reads its options and asks the parts of the bot that do it.
"""
