"""Which titles there are. A title is imported when it is first asked for, so that the console starts quickly.

Not for anything about a title but where it lives.
"""

from functools import cache
from importlib import import_module

from engine.errors import UnknownRules, UnknownTitle
from engine.title import AnyTitle

KEYS = ("hansa", "teutonica", "bohn", "haithabu")


def title(key: str, version: str | None = None) -> AnyTitle:
    """The title with this key, under the newest or an older version of its rules.

    UnknownTitle, with the keys there are, if none has it; UnknownRules, with the versions, if it has not this one.
    """
    newest = _newest(key)
    return newest if version in (None, newest.rules_version) else _older(key, str(version))


def plays(key: str, version: str) -> bool:
    """Whether a game of this title can go on under this version of its rules."""
    try:
        title(key, version)
    except UnknownTitle:
        return False
    return True


@cache
def _older(key: str, version: str) -> AnyTitle:
    newest = _newest(key)
    if version not in newest.older:
        raise UnknownRules(
            "Version {theirs} of the rules of {title} is not known here; this program plays version {ours}.",
            theirs=version,
            title=newest.name,
            ours=", ".join(newest.versions),
        )
    return type(newest)(version)


@cache
def _newest(key: str) -> AnyTitle:
    if key not in KEYS:
        raise UnknownTitle("There is no title “{key}”; there are {keys}.", key=key, keys=", ".join(KEYS))
    found: AnyTitle = import_module(f"engine.{key}.title").TITLE
    return found


def titles() -> tuple[AnyTitle, ...]:
    return tuple(title(key) for key in KEYS)
