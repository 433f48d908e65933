"""Bohn Hansa's emojis: beans, wagons, the toll and the harvest.

Not for how they are framed and named: `render/emojis.py`.
"""

from collections.abc import Mapping
from functools import partial

from render.bohn.sprites import bean, coins, sheaf, wagon
from render.emojis import SHOWN, Draw
from render.theme import BEANS, INK, SEATS

_KINDS = ("kind", "bean", "goods", "token", "square", "place", "short_place")
_CARDS = {"Na": "harvest", "Zo": "toll"}
_CARD_KINDS = ("laid", "card", "card_name")
_OWN_WAGON = ("travel", "journey")
_BEAN, _WAGON = 26, 46
"""How large they are on the board, for which their lines are drawn."""

DRAWN: Mapping[str, Draw] = {
    **{kind: partial(bean, kind, SHOWN / _BEAN) for kind in BEANS},
    **{f"wagon_{arms}": partial(wagon, arms, SHOWN / _WAGON, INK, _WAGON) for arms in range(len(SEATS))},
    "toll": partial(coins, "day", 1, SHOWN),
    "harvest": partial(sheaf, "day", 1, SHOWN),
}


def emblem(kind: str, word: str, arms: int | None) -> str | None:
    if kind in _KINDS:
        found = word.partition("@")[0]
        return found if found in BEANS else None
    if kind in _CARD_KINDS:
        return _CARDS.get(word)
    if kind == "verb" and word in _OWN_WAGON and arms is not None:
        return f"wagon_{arms}"
    return {"pay": "toll"}.get(word) if kind == "verb" else None
