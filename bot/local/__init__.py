"""Local mode: a small Discord on loopback with a page in the browser, so that Kontor can be played without a token.

Not for the bot: it runs as a process of its own, unmodified, and meets this server through sockets only.
"""
