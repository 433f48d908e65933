"""Calls: what is news to whom, whether they want to hear of it, how, and when.

Not for who has to decide (`bot.table.notices`) and not for posts and messages: `bot.ui.posts.calls`.
"""
