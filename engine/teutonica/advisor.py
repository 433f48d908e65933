"""The `simple` computer player of Hansa Teutonica.

Not for rules: it knows its view and the list of what it may do.
"""

from collections.abc import Sequence

from engine.chance import Stream
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.views import TeutonicaView


def advise(view: TeutonicaView, actions: Sequence[TeutonicaAction], stream: Stream) -> TeutonicaAction:
    return stream.choice(list(actions))
