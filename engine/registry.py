"""Which titles there are. A title is imported when it is first asked for, so that the console starts quickly.

Not for anything about a title but where it lives.
"""

from functools import cache
from importlib import import_module

from engine.errors import UnknownTitle
from engine.title import AnyTitle

KEYS = ("hansa", "teutonica", "bohn", "haithabu")


@cache
def title(key: str) -> AnyTitle:
    """The title with this key; UnknownTitle, with the keys there are, if none has it."""
    if key not in KEYS:
        raise UnknownTitle("There is no title “{key}”; there are {keys}.", key=key, keys=", ".join(KEYS))
    found: AnyTitle = import_module(f"engine.{key}.title").TITLE
    return found


def titles() -> tuple[AnyTitle, ...]:
    return tuple(title(key) for key in KEYS)
