"""Everything that touches discord.py: the client, commands, panels, posts, components, replies.

Not for rules, storage or use cases: those know nothing of Discord.
"""
