"""What a letter of the outbox becomes in Discord: posts, edits, private messages, calls.

Not for when it is sent: `bot.workers.outbox`.
"""
