"""The REST side: what the bot may ask over HTTP, answered as Discord answers.

Not for the page in the browser: `page_api.py`.
"""
