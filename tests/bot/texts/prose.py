"""What any text for people must be like, whatever it says.

Not for what it says.
"""

import re

THIN = "\u202f"
"""The narrow space that never breaks: French sets it before ; : ! ? and inside « »."""

LEFTOVER = re.compile(r"[{}\[\]@|]|\w_\w|\b[a-z]+:\d")
"""Braces, brackets, and the shapes of ids: `extra_office`, `goslar__magdeburg:2`, `blaue@1`."""

_CODE = re.compile(r"`[^`]*`|<[^>]*>|\{[^{}]*\}|https?://\S+")


def assert_finished(text: str) -> None:
    """No part of a template or of the notation is left in it."""
    assert text == text.strip(), repr(text)
    assert text, "an empty text"
    assert "  " not in text, text
    assert not LEFTOVER.search(text), text


def assert_set_in_french(text: str) -> None:
    """Thin spaces before ; : ! ? and inside « »; curly apostrophes; no English quotes."""
    bare = _CODE.sub("x", text)
    assert not re.search(r"[^\s" + THIN + r"][;!?»]", bare), text
    assert not re.search(r"[ \n][;:!?»]", bare), text
    assert not re.search(r"[^\s" + THIN + r"\d]:(?!\w)", bare), text
    assert not re.search(r"«[^" + THIN + r"]", bare), text
    assert not re.search(r"['“”\"]", bare), text
