"""Background work: letters are sent, timers fire, old rows go.

Not for Discord (`bot.ui`) and not for what a timer means (`bot.table`).
"""
