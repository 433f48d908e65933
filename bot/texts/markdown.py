"""Names as they are: what people call themselves is never taken for markup.

Not for our own texts, which use markup on purpose.
"""

import re

from bot.texts.emblems import bare

_MARKUP = re.compile(r"[_\\~|*`\[\]]|^(?:>(?:>>)?\s|#{1,3}\s|\s*-\s)", re.MULTILINE)
_BOLD = re.compile(r"\*\*|\\(.)")


def plain(text: str) -> str:
    return _MARKUP.sub(lambda found: f"\\{found[0]}", text)


def unmarked(text: str) -> str:
    """A text of ours for places that know no markup: nothing is bold, no pictures, and names are as they are."""
    return _BOLD.sub(lambda found: found[1] or "", bare(text))
