"""Recruits of as many pieces as possible, and apart from them those of fewer (action A).

Not for which numbers are allowed: HT-5.3 accepts more of them than `legal` lists.
"""

from collections.abc import Sequence

from engine.choices import single
from engine.teutonica.actions import MIXES, VERBS, Recruit, TeutonicaAction
from engine.values import Choice, Param, Whole

WHOLES = (Whole("recruit_fewer", (Param("mix", "mix"),)),)
_VERB = next(verb for verb in VERBS if verb.action is Recruit)


def choices(recruits: Sequence[TeutonicaAction]) -> list[Choice]:
    mixes = {action: MIXES[action.mix] for action in recruits if isinstance(action, Recruit)}
    most = max(map(sum, mixes.values()), default=0)
    full = [single(_VERB, action) for action, mix in mixes.items() if sum(mix) == most]
    fewer = [Choice("recruit_fewer", (action.mix,), (action,)) for action, mix in mixes.items() if sum(mix) < most]
    return full + fewer
