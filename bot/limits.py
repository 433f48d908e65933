"""Discord's limits, each once: how long a text may be, how many choices a menu has, how large a file is.

Not for limits of our own.
"""

MESSAGE = 2000
"""Characters of a message."""
ALT_TEXT = 1024
"""Of a picture."""
CUSTOM_ID = 100
BUTTON_LABEL = 80
BUTTONS_IN_ROW = 5
ROWS = 5
MENU_CHOICES = 25
MENU_LABEL = 100
"""Of a choice's label, value and description."""
PLACEHOLDER = 150
COMPLETIONS = 25
COMPLETION = 100
"""Of a completion's name and value."""
COMMAND_NAME = 32
COMMAND_ABOUT = 100
NONCE = 25
THREAD_NAME = 100
UPLOAD = 10 * 1024 * 1024
"""Bytes of an attachment, wherever nobody pays for more."""
