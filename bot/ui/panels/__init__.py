"""What only one person sees: the Play panel, the set-up panel, the buttons of a lobby, their own view of a game.

Not for what all see: `bot.ui.posts`.
"""
