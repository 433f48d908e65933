"""The `simple` computer player: one of its legal actions, from what its seat sees.

Not for rules: whatever it is offered is allowed.
"""

from collections.abc import Sequence

from engine.bohn.actions import BohnAction
from engine.bohn.state import BohnView
from engine.chance import Stream


def advise(view: BohnView, actions: Sequence[BohnAction], stream: Stream) -> BohnAction:
    return stream.choice(list(actions))
